import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { RunRow } from '../../../../../core/contract/calls'
import { useLab } from '../../../bridge/lab'
import { useLatest, type Latest } from '../../../bridge/useLatest'

/** All runs, and which of them are shown. */
export const useRuns = defineStore('runs', () => {
  const lab = useLab()
  /** By run: the count of reports at its last report. An answer to an older question is outdated. */
  const heard = new Map<number, number>()
  let told = 0
  const isNews = ({ id }: RunRow, asked: number) => (heard.get(id) ?? 0) <= asked

  const latest: Latest<readonly RunRow[]> = useLatest({
    about: () => true,
    async ask(ask) {
      const asked = told
      const answer = await ask('runs', undefined)
      const newer = (latest.value.value ?? []).filter(run => !isNews(run, asked))
      return sorted([...newer, ...answer.filter(run => isNews(run, asked))])
    },
  })
  const { value: list, problem, again: load } = latest
  /** The run that is shown in full. */
  const selected = shallowRef<number>()
  /** Other runs whose curves are shown beside it. */
  const compared = shallowRef<readonly number[]>([])

  const row = (id: number | undefined) => list.value?.find(each => each.id === id)
  const current = computed(() => row(selected.value))

  onScopeDispose(
    lab.on('run', run => {
      heard.set(run.id, ++told)
      put(run)
    }),
  )
  /** Applies an answer about a run, unless a newer report has arrived meanwhile. */
  async function take<T extends RunRow>(work: Promise<T>): Promise<T> {
    const asked = told
    const run = await work
    if (isNews(run, asked)) put(run)
    return run
  }

  /** A run's newest row, which may belong to a new run, or be the last one of a deleted run. */
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

/** Newest first. */
function sorted(runs: readonly RunRow[]): RunRow[] {
  return runs.toSorted((a, b) => b.created - a.created || b.id - a.id)
}
