import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { EvaluationPoints, PopulationView, RunColumns, RunView } from '../../../../../core/contract/calls'
import { LabError } from '../../../../../core/errors'
import { useLab } from '../../../bridge/lab'
import { whileShown } from '../../../ui/whileShown'
import { useRuns } from './runStore'

/** Charts follow a run at most so often. */
const RENEWALS_PER_SECOND = 2
/** Points of a curve, and of the charts of single evaluations. */
const CURVE_POINTS = 600
const EVALUATION_POINTS = 1500

/** All that the charts of a run are drawn from. */
export interface RunData {
  readonly view: RunView
  readonly columns: RunColumns
  readonly points: EvaluationPoints
}

/**
 * Keeps what is shown of some runs up to date: a run that changes is asked for again, one question at a time and no more
 * often than a person can see.
 */
export function useRunData(ids: Ref<readonly number[]>) {
  const lab = useLab()
  const runs = useRuns()
  const data = shallowRef<ReadonlyMap<number, RunData>>(new Map())
  const problem = shallowRef<LabError>()
  const stale = new Set<number>()
  let busy = false
  /** Nobody looks at charts that are not on the screen: what changed meanwhile is asked for when they are again. */
  let isShown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  whileShown(() => {
    isShown = true
    void renew()
    return () => {
      isShown = false
      clearTimeout(timer)
      timer = undefined
    }
  })

  watch(
    ids,
    wanted => {
      data.value = new Map([...data.value].filter(([id]) => wanted.includes(id)))
      for (const id of wanted) if (!data.value.has(id)) stale.add(id)
      void renew()
    },
    { immediate: true },
  )
  onScopeDispose(
    lab.on('run', ({ id }) => {
      if (!ids.value.includes(id)) return
      stale.add(id)
      renewSoon()
    }),
  )
  // what was told while the connection was broken is lost
  watch(lab.connected, up => {
    if (!up) return
    for (const id of ids.value) stale.add(id)
    renewSoon()
  })

  function renewSoon(): void {
    if (isShown) timer ??= setTimeout(() => void renew(), 1000 / RENEWALS_PER_SECOND)
  }

  async function renew(): Promise<void> {
    timer = undefined
    if (busy || !isShown) return
    busy = true
    for (const id of [...stale]) {
      stale.delete(id)
      if (ids.value.includes(id) && runs.row(id)) await fetchRun(id)
    }
    busy = false
    if (stale.size > 0) renewSoon()
  }

  async function fetchRun(id: number): Promise<void> {
    try {
      const [view, columns, points] = await Promise.all([
        lab.call('run', { id }),
        lab.call('runColumns', { id, points: CURVE_POINTS }),
        lab.call('runPoints', { id, points: EVALUATION_POINTS, share: 1 }),
      ])
      if (ids.value.includes(id)) data.value = new Map(data.value).set(id, { view, columns, points })
      problem.value = undefined
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      // one that was deleted, or is looked at no more, need not be read
      if (error.code !== 'DISCONNECTED' && ids.value.includes(id)) problem.value = error
    }
  }

  return { data, problem }
}

/** The candidates of one batch at a time; follows the newest until a person looks at another. */
export function usePopulation(run: Ref<number | undefined>, last: Ref<number>) {
  const lab = useLab()
  const population = shallowRef<PopulationView>()
  /** Chosen by a person; `undefined`: the newest. */
  const looked = shallowRef<number>()
  let wanted: number | undefined
  let busy = false

  watch(run, () => {
    looked.value = undefined
    population.value = undefined
  })
  watch(
    [run, last, looked, lab.connected], // with the connection an answer may have been lost
    () => {
      wanted = looked.value ?? last.value
      void fetchNext()
    },
    { immediate: true },
  )

  async function fetchNext(): Promise<void> {
    if (busy) return
    busy = true
    while (wanted !== undefined && wanted >= 0 && run.value !== undefined) {
      const [id, iteration]: [number, number] = [run.value, wanted]
      wanted = undefined
      try {
        const answer = await lab.call('runPopulation', { id, iteration })
        if (run.value === id) population.value = answer
      } catch (error) {
        if (!(error instanceof LabError)) throw error // the charts of the run tell why it cannot be read
      }
    }
    busy = false
  }

  /** Another iteration; with the newest one the newer ones are followed again. */
  function look(iteration: number): void {
    looked.value = iteration >= last.value ? undefined : Math.max(0, iteration)
  }

  return { population, look }
}
