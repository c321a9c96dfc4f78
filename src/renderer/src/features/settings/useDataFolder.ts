import { onActivated, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Arg, DataView, PathPurpose } from '../../../../core/contract/calls'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'

/** What can be done with the data folder. Failures become toasts; after a restore or a move the page begins anew and tells of it. */
export function useDataFolder() {
  const lab = useLab()
  const { t } = useI18n()
  const attempt = attemptWith(useFailureToast([]))
  const toasts = useToasts()
  const view = shallowRef<DataView>()
  /** What is being done, while nothing else can be. */
  const busy = shallowRef(false)

  let works = 0
  async function during(work: () => Promise<void>): Promise<void> {
    works++
    busy.value = true
    try {
      await attempt(work())
    } finally {
      busy.value = --works > 0
    }
  }

  const load = () =>
    during(async () => {
      view.value = await lab.call('dataFolder', undefined)
    })

  /** In a window of the system. @returns `undefined` when none was chosen */
  async function choose(purpose: PathPurpose, title: string): Promise<string | undefined> {
    return (await attempt(lab.call('chooseDataPath', { purpose, title }))) ?? undefined
  }

  const show = () => during(() => lab.call('showDataFolder', undefined))

  const check = () =>
    during(async () => {
      const [problem, ...more] = await lab.call('checkData', undefined)
      if (problem === undefined) toasts.show({ kind: 'notice', title: t('settings.data.sound') })
      else
        toasts.show({
          kind: 'failure',
          title: t('settings.data.unsound', { count: more.length + 1 }, more.length + 1),
          detail: problem,
          advice: t('settings.data.unsoundNow'),
        })
    })

  /** @param file absent: among the backups */
  const backUp = (file?: string) =>
    during(async () => {
      const written = await lab.call('backUpData', { file })
      toasts.show({ kind: 'notice', title: t('settings.data.backedUp'), detail: written })
      view.value = await lab.call('dataFolder', undefined)
    })

  const restore = (choice: Arg<'restoreData'>) => during(() => lab.call('restoreData', choice))

  const move = (folder: string) => during(() => lab.call('moveData', { folder }))

  void load()
  onActivated(() => void load())
  watch(lab.connected, up => up && void load())
  return { view, busy, show, choose, check, backUp, restore, move }
}
