import { useI18n } from 'vue-i18n'
import type { RunRow } from '../../../../../core/contract/calls'
import { attemptWith } from '../../../bridge/attempt'
import { useLab } from '../../../bridge/lab'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'
import { useRuns } from './runStore'

/** What can be done with a run. Failures become toasts. */
export function useRunActions() {
  const lab = useLab()
  const { t } = useI18n()
  const toasts = useToasts()
  const attempt = attemptWith(useFailureToast(['CANCELLED']))
  const runs = useRuns()

  async function change(work: Promise<RunRow>): Promise<void> {
    await attempt(runs.take(work))
  }

  /** @param seed absent: one that the lab draws */
  async function clone(id: number, seed?: number): Promise<void> {
    const copy = await attempt(runs.take(lab.call('cloneRun', { id, seed })))
    if (copy) runs.selected = copy.id
  }

  async function remove(run: RunRow): Promise<void> {
    if (!(await attempt(lab.call('deleteRuns', { ids: [run.id] })))) return // a failure, or it left by an earlier press
    runs.put({ ...run, deleted: true })
    toasts.show({
      kind: 'notice',
      title: t('tune.runs.deleted', { run: run.name }),
      action: {
        label: t('tune.runs.undo'),
        run: () => void attempt(lab.call('restoreRuns', { ids: [run.id] })).then(() => runs.load()),
      },
    })
  }

  return {
    attempt,
    clone,
    remove,
    pause: (id: number) => change(lab.call('pauseRun', { id })),
    resume: (id: number) => change(lab.call('resumeRun', { id })),
    stop: (id: number) => change(lab.call('stopRun', { id })),
    extend: (id: number, count: number) => change(lab.call('extendRun', { id, count })),
    rename: (id: number, name: string) => change(lab.call('renameRun', { id, name })),
    validate: (id: number, candidates?: number[]) => change(lab.call('validateRun', { id, candidates })),
  }
}
