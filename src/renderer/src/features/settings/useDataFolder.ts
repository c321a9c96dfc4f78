import { onActivated, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Arg, DamagedView, DataView, PathPurpose } from '../../../../core/contract/calls'
import { useLatest } from '../../bridge/useLatest'
import { useMutation } from '../../bridge/useMutation'
import { download } from '../../ui/exchange/files'
import { SET_ASIDE, useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'

/** The actions on the data folder. Failures become toasts; after a restore or a move the page reloads and reports it. */
export function useDataFolder() {
  const { t } = useI18n()
  const onFailure = useFailureToast([])
  const toasts = useToasts()
  const { value: view, again: load } = useLatest({
    about: () => true,
    ask: (ask): Promise<DataView> => ask('dataFolder', undefined),
    onFailure,
  })
  /** The running action; all others are disabled meanwhile. */
  const during = useMutation(onFailure)
  const choosing = useMutation(onFailure)

  watch(
    () => (view.value?.damaged.length ?? 0) > 0,
    isListed => isListed && toasts.dismissKey(SET_ASIDE),
  )

  /** In a dialog of the system. @returns `undefined` if the user chose none */
  async function choose(purpose: PathPurpose, title: string): Promise<string | undefined> {
    return (await choosing(ask => ask('chooseDataPath', { purpose, title }))) ?? undefined
  }

  const show = () => during(ask => ask('showDataFolder', undefined))

  const check = () =>
    during(async ask => {
      const [problem, ...more] = await ask('checkData', undefined)
      if (problem === undefined) toasts.show({ kind: 'notice', title: t('settings.data.sound') })
      else
        toasts.show({
          kind: 'failure',
          title: t('settings.data.unsound', { count: more.length + 1 }, more.length + 1),
          detail: problem,
          advice: t('settings.data.unsoundNow'),
        })
      await load() // which lists the rows that were set aside
    })

  /** @param file absent: among the backups */
  const backUp = (file?: string) =>
    during(async ask => {
      const written = await ask('backUpData', { file })
      toasts.show({ kind: 'notice', title: t('settings.data.backedUp'), detail: written })
      await load()
    })

  const restore = (choice: Arg<'restoreData'>) => during(ask => ask('restoreData', choice))

  const salvage = () => during(ask => ask('salvageData', undefined))

  /** Saves a damaged row as a file that includes its bytes. */
  const saveRow = ({ id, table, key }: DamagedView) =>
    during(async ask => {
      const content = await ask('damagedRow', { id })
      download(`damaged-${table}-${key.replaceAll(/[^\w-]/g, '_')}.json`, 'application/json', content)
    })

  const move = (folder: string) => during(ask => ask('moveData', { folder }))

  onActivated(() => void load())
  return { view, busy: during.pending, load, show, choose, check, backUp, restore, salvage, saveRow, move }
}
