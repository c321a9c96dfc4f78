import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { RunRow } from '../../../../../core/contract/calls'
import { useRowList } from './rowList'

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
