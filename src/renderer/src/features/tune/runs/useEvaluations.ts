import { computed, onScopeDispose, shallowRef, triggerRef, watch, type Ref } from 'vue'
import type { EvaluationRow } from '../../../../../core/contract/calls'
import type { EvaluationFilter, EvaluationSort } from '../../../../../core/contract/storedRuns'
import { LabError } from '../../../../../core/errors'
import { useLab } from '../../../bridge/lab'
import { whileShown } from '../../../ui/whileShown'

const WINDOW = 100
const MOST_WINDOWS = 20
/** A table that changes under the eyes cannot be read. */
const RENEWALS_PER_SECOND = 1

/** The evaluations of a run window by window, as they are looked at. */
export function useEvaluations(run: Ref<number>) {
  const lab = useLab()
  const sort = shallowRef<EvaluationSort>('fitness')
  const descending = shallowRef(true)
  const filter = shallowRef<EvaluationFilter>({})
  const total = shallowRef(0)
  const windows = shallowRef(new Map<number, readonly EvaluationRow[]>())
  const problem = shallowRef<LabError>()
  let wanted = { first: 0, last: WINDOW - 1 }
  /** Answers to questions of an earlier one are about other rows. */
  let generation = 0
  let loading = false
  let timer: ReturnType<typeof setTimeout> | undefined

  // rows of another run have other columns
  watch(run, () => {
    windows.value = new Map()
    total.value = 0
    filter.value = {} // its fields begin anew too
    wanted = { first: 0, last: WINDOW - 1 }
  })
  watch([run, sort, descending, filter], renew)
  watch(lab.connected, up => up && renew())
  /** Nobody reads a table that is not on the screen. */
  let isShown = false
  whileShown(() => {
    isShown = true
    renew()
    return () => (isShown = false)
  })
  onScopeDispose(
    lab.on('run', ({ id }) => {
      if (id === run.value && isShown) timer ??= setTimeout(renew, 1000 / RENEWALS_PER_SECOND)
    }),
  )
  onScopeDispose(() => {
    generation++
    clearTimeout(timer)
  })

  function row(index: number): EvaluationRow | undefined {
    return windows.value.get(Math.floor(index / WINDOW))?.[index % WINDOW]
  }

  function want(first: number, last: number): void {
    wanted = { first, last }
    void load()
  }

  /** Of an evaluation, where it is among the rows at hand. */
  function indexOf(id: number): number | undefined {
    for (const [number, rows] of windows.value) {
      const at = rows.findIndex(each => each.id === id)
      if (at >= 0) return number * WINDOW + at
    }
    return undefined
  }

  /** Everything in sight is asked for again; what is shown stays until the answers are here. */
  function renew(): void {
    clearTimeout(timer)
    timer = undefined
    generation++
    void load(true)
  }

  async function load(again = false): Promise<void> {
    if (loading && !again) return
    loading = true
    const mine = generation
    const fresh = again ? new Map<number, readonly EvaluationRow[]>() : windows.value
    try {
      for (let number = missing(fresh, again); number !== undefined; number = missing(fresh, again)) {
        const answer = await lab.call('runEvaluations', {
          ...filter.value,
          ...{ run: run.value, sort: sort.value, descending: descending.value, offset: number * WINDOW, limit: WINDOW },
        })
        if (mine !== generation) return
        fresh.set(number, answer.rows)
        for (const oldest of fresh.keys()) {
          if (fresh.size <= MOST_WINDOWS) break
          fresh.delete(oldest)
        }
        total.value = answer.total
        windows.value = fresh
        triggerRef(windows)
      }
      problem.value = undefined
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      if (error.code !== 'DISCONNECTED') problem.value = error
    } finally {
      if (mine === generation) loading = false
    }
  }

  function missing(held: ReadonlyMap<number, unknown>, again: boolean): number | undefined {
    // an empty answer tells the total, which may have been 0 before the run began
    const last = again && held.size === 0 ? wanted.first : Math.min(wanted.last, total.value - 1)
    for (let number = Math.floor(wanted.first / WINDOW); number <= Math.floor(last / WINDOW); number++)
      if (!held.has(number)) return number
    return undefined
  }

  function sortBy(by: EvaluationSort): void {
    if (sort.value === by) descending.value = !descending.value
    else [sort.value, descending.value] = [by, by !== 'id']
  }

  return {
    sort: computed(() => sort.value),
    descending: computed(() => descending.value),
    filter,
    total,
    problem,
    row,
    indexOf,
    want,
    sortBy,
  }
}
