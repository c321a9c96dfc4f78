import { defineStore } from 'pinia'
import type { TrainingRow } from '../../../../../core/contract/calls'
import { useRowActions, useRowList } from '../runs/rowList'

/** All training runs, and the one that is shown. */
export const useTrainings = defineStore('trainings', () =>
  useRowList<'training', TrainingRow>('training', ask => ask('trainings', undefined)),
)

/** The actions on a training run. */
export function useTrainingActions() {
  const { change, remove } = useRowActions<TrainingRow>(useTrainings(), ['deleteTrainings', 'restoreTrainings'])
  return {
    remove,
    pause: (id: number) => change(ask => ask('pauseTraining', { id })),
    resume: (id: number) => change(ask => ask('resumeTraining', { id })),
    rename: (id: number, name: string) => change(ask => ask('renameTraining', { id, name })),
  }
}
