import { computed, onScopeDispose, shallowRef } from 'vue'
import type { LabEvents } from '../../../../../core/contract/calls'
import type { Ask } from '../../../bridge/guarded'
import { useLab } from '../../../bridge/lab'
import { useLatest, type Latest } from '../../../bridge/useLatest'

interface Row {
  readonly id: number
  readonly created: number | null
  readonly deleted: boolean
}

/** The events whose payload is the newest row of a run. */
type RowEvent = 'run' | 'training'

/**
 * All runs of a kind, newest first, and the one that is shown.
 * @param event reports a run that changed
 * @param ask for the whole list
 */
export function useRowList<E extends RowEvent, R extends Row & LabEvents[E]>(event: E, ask: (ask: Ask) => Promise<readonly R[]>) {
  const lab = useLab()
  /** By run: the count of reports at its last report. An answer to an older question is outdated. */
  const heard = new Map<number, number>()
  let told = 0
  const isNews = ({ id }: Row, asked: number) => (heard.get(id) ?? 0) <= asked

  const latest: Latest<readonly R[]> = useLatest({
    about: () => true,
    async ask(through) {
      const asked = told
      const answer = await ask(through)
      const newer = (latest.value.value ?? []).filter(run => !isNews(run, asked))
      return sorted([...newer, ...answer.filter(run => isNews(run, asked))])
    },
  })
  const { value: list, problem, again: load } = latest
  /** The run that is shown in full. */
  const selected = shallowRef<number>()

  const row = (id: number | undefined) => list.value?.find(each => each.id === id)
  const current = computed(() => row(selected.value))

  onScopeDispose(
    lab.on(event, payload => {
      const run = payload as R
      heard.set(run.id, ++told)
      put(run)
    }),
  )
  /** Applies an answer about a run, unless a newer report has arrived meanwhile. */
  async function take<T extends R>(work: Promise<T>): Promise<T> {
    const asked = told
    const run = await work
    if (isNews(run, asked)) put(run)
    return run
  }

  /** A run's newest row, which may belong to a new run, or be the last one of a deleted run. */
  function put(run: R): void {
    const others = (list.value ?? []).filter(({ id }) => id !== run.id)
    list.value = run.deleted ? others : sorted([...others, run])
    if (run.deleted && selected.value === run.id) selected.value = undefined
  }

  return { list, problem, selected, current, row, load, put, take }
}

/** Newest first. */
function sorted<R extends Row>(runs: readonly R[]): R[] {
  return runs.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0) || b.id - a.id)
}
