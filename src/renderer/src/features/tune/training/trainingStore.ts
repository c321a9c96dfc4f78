import { defineStore } from 'pinia'
import type { TrainingRow } from '../../../../../core/contract/calls'
import { useRowList } from '../runs/rowList'

/** All training runs, and the one that is shown. */
export const useTrainings = defineStore('trainings', () =>
  useRowList<'training', TrainingRow>('training', ask => ask('trainings', undefined)),
)
