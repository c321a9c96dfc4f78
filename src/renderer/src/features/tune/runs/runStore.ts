import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { RunRow } from '../../../../../core/contract/calls'
import { useRowActions, useRowList } from './rowList'

/** All tuning runs, and which of them are shown. */
export const useRuns = defineStore('runs', () => {
  const rows = useRowList<'run', RunRow>('run', ask => ask('runs', undefined))
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
  const { change, ...actions } = useRowActions<RunRow>(runs, 'tuning')

  /** @param seed absent: the lab draws one */
  async function clone(id: number, seed?: number): Promise<void> {
    const copy = await change(ask => ask('cloneRun', { id, seed }))
    if (copy) runs.selected = copy.id
  }

  return {
    ...actions,
    clone,
    stop: (id: number) => change(ask => ask('stopRun', { id })),
    extend: (id: number, count: number) => change(ask => ask('extendRun', { id, count })),
    validate: (id: number, candidates?: number[]) => change(ask => ask('validateRun', { id, candidates })),
  }
}
