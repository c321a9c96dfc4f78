import { defineStore } from 'pinia'
import type { TrainingRow } from '../../../../../core/contract/calls'
import { useRowActions, useRowList } from '../runs/rowList'

/** All training runs, and the one that is shown. */
export const useTrainings = defineStore('trainings', () =>
  useRowList<'training', TrainingRow>('training', ask => ask('trainings', undefined)),
)

/** The actions on a training run. */
export function useTrainingActions() {
  return useRowActions<TrainingRow>(useTrainings(), 'training')
}
