import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { RunRow } from '../../../../../core/contract/calls'
import { LabError } from '../../../../../core/errors'
import { useLab } from '../../../bridge/lab'

/** The runs that there are, and which of them are looked at. */
export const useRuns = defineStore('runs', () => {
  const lab = useLab()
  const list = shallowRef<readonly RunRow[]>()
  const problem = shallowRef<LabError>()
  /** The one that is shown in full. */
  const selected = shallowRef<number>()
  /** Others whose curves stand beside it. */
  const compared = shallowRef<readonly number[]>([])

  const row = (id: number | undefined) => list.value?.find(each => each.id === id)
  const current = computed(() => row(selected.value))

  onScopeDispose(lab.on('run', put))
  watch(lab.connected, up => {
    if (up) void load()
  })

  async function load(): Promise<void> {
    try {
      list.value = await lab.call('runs', undefined)
      problem.value = undefined
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      problem.value = error
    }
  }

  /** A run's newest row, which may be a new run's or the last word of a deleted one. */
  function put(run: RunRow): void {
    const others = (list.value ?? []).filter(({ id }) => id !== run.id)
    list.value = run.deleted ? others : [...others, run].sort((a, b) => b.created - a.created || b.id - a.id)
    if (!run.deleted) return
    if (selected.value === run.id) selected.value = undefined
    compared.value = compared.value.filter(id => id !== run.id)
  }

  function toggleCompared(id: number): void {
    compared.value = compared.value.includes(id) ? compared.value.filter(each => each !== id) : [...compared.value, id]
  }

  return { list, problem, selected, compared, current, row, load, put, toggleCompared }
})
