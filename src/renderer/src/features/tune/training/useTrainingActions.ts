import { useI18n } from 'vue-i18n'
import type { TrainingRow } from '../../../../../core/contract/calls'
import type { Ask } from '../../../bridge/guarded'
import { useMutation } from '../../../bridge/useMutation'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'
import { useTrainings } from './trainingStore'

/** The actions on a training run. Failures become toasts. */
export function useTrainingActions() {
  const { t } = useI18n()
  const toasts = useToasts()
  const changing = useMutation(useFailureToast(['CANCELLED']))
  const trainings = useTrainings()

  const change = (work: (ask: Ask) => Promise<TrainingRow>) => changing(ask => trainings.take(work(ask)))

  async function remove(run: TrainingRow): Promise<void> {
    if (!(await changing(ask => ask('deleteTrainings', { ids: [run.id] })))) return // a failure, or an earlier press deleted it
    trainings.put({ ...run, deleted: true })
    toasts.show({
      kind: 'notice',
      title: t('tune.runs.deleted', { run: run.name }),
      action: {
        label: t('tune.runs.undo'),
        run: () => void changing(ask => ask('restoreTrainings', { ids: [run.id] })).then(() => trainings.load()),
      },
    })
  }

  return {
    remove,
    pause: (id: number) => change(ask => ask('pauseTraining', { id })),
    resume: (id: number) => change(ask => ask('resumeTraining', { id })),
    rename: (id: number, name: string) => change(ask => ask('renameTraining', { id, name })),
  }
}
