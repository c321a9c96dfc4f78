import { useI18n } from 'vue-i18n'
import type { RunRow } from '../../../../../core/contract/calls'
import type { Ask } from '../../../bridge/guarded'
import { useMutation } from '../../../bridge/useMutation'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'
import { useRuns } from './runStore'

/** The actions on a run. Failures become toasts. */
export function useRunActions() {
  const { t } = useI18n()
  const toasts = useToasts()
  const changing = useMutation(useFailureToast(['CANCELLED']))
  const runs = useRuns()

  const change = <T extends RunRow>(work: (ask: Ask) => Promise<T>) => changing(ask => runs.take(work(ask)))

  /** @param seed absent: the lab draws one */
  async function clone(id: number, seed?: number): Promise<void> {
    const copy = await change(ask => ask('cloneRun', { id, seed }))
    if (copy) runs.selected = copy.id
  }

  async function remove(run: RunRow): Promise<void> {
    if (!(await changing(ask => ask('deleteRuns', { ids: [run.id] })))) return // a failure, or an earlier press deleted it
    runs.put({ ...run, deleted: true })
    toasts.show({
      kind: 'notice',
      title: t('tune.runs.deleted', { run: run.name }),
      action: {
        label: t('tune.runs.undo'),
        run: () => void changing(ask => ask('restoreRuns', { ids: [run.id] })).then(() => runs.load()),
      },
    })
  }

  return {
    clone,
    remove,
    pause: (id: number) => change(ask => ask('pauseRun', { id })),
    resume: (id: number) => change(ask => ask('resumeRun', { id })),
    stop: (id: number) => change(ask => ask('stopRun', { id })),
    extend: (id: number, count: number) => change(ask => ask('extendRun', { id, count })),
    rename: (id: number, name: string) => change(ask => ask('renameRun', { id, name })),
    validate: (id: number, candidates?: number[]) => change(ask => ask('validateRun', { id, candidates })),
  }
}
