import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { TuningRow } from '../../../../../core/contract/calls'
import { useRowActions, useRowList } from './rowList'

/** All tuning runs, and which of them are shown. */
export const useRuns = defineStore('runs', () => {
  const rows = useRowList<'tuning', TuningRow>('tuning', ask => ask('tunings', undefined))
  const chosen = shallowRef<readonly number[]>([])
  /** Other runs whose curves are shown beside it. */
  const compared = computed(() => chosen.value.filter(id => rows.row(id) !== undefined))

  function toggleCompared(id: number): void {
    chosen.value = compared.value.includes(id) ? compared.value.filter(each => each !== id) : [...compared.value, id]
  }

  return { ...rows, compared, toggleCompared }
})

/** The actions on a run. */
export function useRunActions() {
  const runs = useRuns()
  const { change, ...actions } = useRowActions<TuningRow>(runs, 'tuning')

  /** @param seed absent: the lab draws one */
  async function clone(id: number, seed?: number): Promise<void> {
    const copy = await change(ask => ask('cloneTuning', { id, seed }))
    if (copy) runs.selected = copy.id
  }

  return {
    ...actions,
    clone,
    stop: (id: number) => change(ask => ask('stopTuning', { id })),
    extend: (id: number, count: number) => change(ask => ask('extendTuning', { id, count })),
    validate: (id: number, candidates?: number[]) => change(ask => ask('validateTuning', { id, candidates })),
  }
}
