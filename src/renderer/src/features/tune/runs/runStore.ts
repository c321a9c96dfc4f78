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

  /** By run: when something was told of it last, counted in what was told. An answer to an older question is out of date. */
  const heard = new Map<number, number>()
  let told = 0
  const isNews = ({ id }: RunRow, asked: number) => (heard.get(id) ?? 0) <= asked

  onScopeDispose(
    lab.on('run', run => {
      heard.set(run.id, ++told)
      put(run)
    }),
  )
  watch(lab.connected, up => {
    if (up) void load()
  })

  async function load(): Promise<void> {
    const asked = told
    try {
      const answer = await lab.call('runs', undefined)
      const newer = (list.value ?? []).filter(run => !isNews(run, asked))
      list.value = sorted([...newer, ...answer.filter(run => isNews(run, asked))])
      problem.value = undefined
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      problem.value = error
    }
  }

  /** Takes the answer to what was asked of a run, unless something newer was told of it meanwhile. */
  async function take<T extends RunRow>(work: Promise<T>): Promise<T> {
    const asked = told
    const run = await work
    if (isNews(run, asked)) put(run)
    return run
  }

  /** A run's newest row, which may be a new run's or the last word of a deleted one. */
  function put(run: RunRow): void {
    const others = (list.value ?? []).filter(({ id }) => id !== run.id)
    list.value = run.deleted ? others : sorted([...others, run])
    if (!run.deleted) return
    if (selected.value === run.id) selected.value = undefined
    compared.value = compared.value.filter(id => id !== run.id)
  }

  function toggleCompared(id: number): void {
    compared.value = compared.value.includes(id) ? compared.value.filter(each => each !== id) : [...compared.value, id]
  }

  return { list, problem, selected, compared, current, row, load, put, take, toggleCompared }
})

/** The newest first. */
function sorted(runs: readonly RunRow[]): RunRow[] {
  return runs.toSorted((a, b) => b.created - a.created || b.id - a.id)
}
