import { computed, shallowRef, watch, type Ref } from 'vue'
import type { EvaluationFilter, EvaluationRow, EvaluationWindow } from '../../../../../core/contract/calls'
import type { EvaluationSort } from '../../../../../core/contract/storedRuns'
import { useWindowed } from '../../../bridge/useWindowed'
import { useShown } from '../../../commands/registry'

const WINDOW = 100
const MOST_WINDOWS = 20
/** Minimum time between two updates: a table that changes constantly cannot be read. */
const PACE_MS = 1000

/** A windowed view of a run's evaluations. */
export function useEvaluations(run: Ref<number>) {
  const sort = shallowRef<EvaluationSort>('fitness')
  const descending = shallowRef(true)
  const filter = shallowRef<EvaluationFilter>({})
  // the filter fields of another run start again too
  watch(run, () => (filter.value = {}))
  /** The table is not updated while it is hidden. */
  const shown = useShown()
  const list = useWindowed<EvaluationRow, EvaluationWindow, number>({
    about: () => run.value,
    ask: (ask, offset, limit, id) =>
      ask('tuningEvaluations', {
        ...filter.value,
        ...{ run: id, sort: sort.value, descending: descending.value, offset, limit },
      }),
    size: WINDOW,
    most: MOST_WINDOWS,
    renewOn: () => (shown.value ? [sort.value, descending.value, filter.value] : undefined),
    again: { tuning: ({ id }, its) => id === its },
    pace: PACE_MS,
  })

  function sortBy(by: EvaluationSort): void {
    if (sort.value === by) descending.value = !descending.value
    else [sort.value, descending.value] = [by, by !== 'id']
  }

  return {
    sort: computed(() => sort.value),
    descending: computed(() => descending.value),
    filter,
    total: computed(() => list.total.value ?? 0),
    problem: list.problem,
    row: list.row,
    /** Index of an evaluation among the loaded rows. */
    indexOf: (id: number) => list.find(row => row.id === id),
    want: list.want,
    sortBy,
  }
}
