/** Runs in the page: one list for every kind, the calls that all kinds have, and the jobs that compute them. */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Arg, CallName, Hello, JobView, RunKind, RunRow } from '../../../core/contract/calls'
import { RUN_EVENTS } from '../../../core/contract/calls/runRow'
import { runFileTexts } from '../../../core/contract/calls/runs'
import { legibleLine } from '../../../core/contract/texts'
import { LabError } from '../../../core/errors'
import type { Ask, OnFailure } from './guarded'
import { useLab } from './lab'
import { useLatest } from './useLatest'
import { useMutation } from './useMutation'

/** The call that lists the runs of a kind. */
const LISTS = {
  tuning: 'tunings',
  training: 'trainings',
  sweep: 'sweeps',
  bench: 'comparisons',
  comparison: 'comparisons',
  arena: 'tournaments',
  calibration: 'calibrations',
  analysis: 'gameAnalyses',
  playouts: 'playouts',
} as const satisfies { readonly [K in RunKind]?: CallName }

export type ListedKind = keyof typeof LISTS
type RunId<K extends ListedKind> = RunRow<K>['id']

interface Reported<R> {
  /** Number of the report. */
  readonly at: number
  /** `undefined`: the run was deleted. */
  readonly run: R | undefined
}

/**
 * The runs of a kind, newest first, and the selected one. What was reported of a run since the list was requested is newer than the answer:
 * older rows never replace it, and a deleted run does not come back. Requested again after a reconnect, which may have lost a report.
 * @param of fields that the listed runs have; absent: lists all runs of the kind
 */
export function useRunList<K extends ListedKind>(kind: K, of?: () => object, onFailure: OnFailure = () => undefined) {
  type R = RunRow<K>
  const call = LISTS[kind]
  const reported = shallowRef<ReadonlyMap<RunId<K>, Reported<R>>>(new Map())
  let reports = 0
  const isOf = (run: R) => Object.entries(of?.() ?? {}).every(([field, value]) => run[field as keyof R] === value)
  const isReportedSince = (id: RunId<K>, asked: number) => (reported.value.get(id)?.at ?? 0) > asked

  const latest = useLatest({
    about: (): readonly unknown[] => Object.values(of?.() ?? {}),
    clearOn: its => its.join('\n'),
    async ask(ask) {
      const asked = reports
      const rows: readonly R[] = await (ask as (name: CallName, arg: unknown) => Promise<never>)(call, of?.())
      return { rows, asked }
    },
    onFailure,
  })
  /** `undefined` until the first answer. */
  const list = computed((): readonly R[] | undefined => {
    if (!latest.value.value) return undefined
    const { rows, asked } = latest.value.value
    const newer = new Map([...reported.value].filter(([, { at }]) => at > asked))
    const listed = rows.map(run => newer.get(run.id) ?? { run })
    const added = [...newer].filter(([id]) => !rows.some(run => run.id === id)).reverse()
    const all = [...added.map(([, its]) => its), ...listed].flatMap(({ run }) => run ?? [])
    return all.sort((a, b) => timeOf(b) - timeOf(a))
  })
  const selected = shallowRef<RunId<K>>()
  const row = (id: RunId<K> | undefined) => list.value?.find(each => each.id === id)
  const current = computed(() => row(selected.value))

  function set(id: RunId<K>, run: R | undefined): void {
    if (run && !isOf(run)) return
    reported.value = new Map(reported.value).set(id, { at: ++reports, run })
    if (!run && selected.value === id) selected.value = undefined
  }
  onScopeDispose(useLab().on(RUN_EVENTS[kind], run => isOf(run as R) && set(run.id, run.deleted ? undefined : (run as R))))

  /** Takes a run from the answer to a change, unless a newer report has arrived meanwhile. */
  async function take<T extends R>(work: Promise<T>): Promise<T> {
    const asked = reports
    const run = await work
    if (!isReportedSince(run.id, asked)) set(run.id, run)
    return run
  }

  return {
    ...{ list, problem: latest.problem, selected, current, row, take, load: latest.again },
    show: (id: RunId<K> | undefined) => (selected.value = id),
    drop: (id: RunId<K>) => set(id, undefined),
  }
}

/** Runs without a time keep the order of the lab's answer. */
function timeOf(run: object): number {
  const { updated, created, at } = run as { updated?: number; created?: number | null; at?: string }
  return updated ?? created ?? (at === undefined ? 0 : Date.parse(at))
}

const store = <K extends ListedKind>(kind: K, of?: () => object) => defineStore(`runs of ${kind}`, () => useRunList(kind, of))
export const useTunings = store('tuning')
export const useTrainings = store('training')
export const useSweeps = store('sweep')
export const useBenches = store('bench', () => ({ kind: 'bench' }))
export const useComparisons = store('comparison', () => ({ kind: 'comparison' }))
export const useTournaments = store('arena')

/** The calls that every kind of run has. */
export function useRunActions<K extends ListedKind>(
  kind: K,
  runs: Pick<ReturnType<typeof useRunList<K>>, 'take' | 'drop' | 'load' | 'show'>,
  onFailure: OnFailure,
) {
  type Id = RunId<K>
  const mutation = useMutation(onFailure)
  const one = (id: Id) => ({ kind, id }) as Arg<'pauseRun'>
  /** Makes a change whose answer is a run. */
  const change = <T extends RunRow<K>>(work: (ask: Ask) => Promise<T>, onThisFailure?: OnFailure) =>
    mutation(ask => runs.take(work(ask)), onThisFailure)
  const changeRow = (work: (ask: Ask) => Promise<unknown>) => change(ask => work(ask) as Promise<RunRow<K>>)

  /** @returns what restores it; `undefined` after a failure, and if it was deleted before */
  async function remove(id: Id): Promise<(() => void) | undefined> {
    const its = { kind, ids: [id] } as Arg<'deleteRuns'>
    if (!(await mutation(ask => ask('deleteRuns', its)))) return undefined
    runs.drop(id)
    return () =>
      void mutation(ask => ask('restoreRuns', its)).then(async restored => {
        await runs.load()
        if (restored) runs.show(id)
      })
  }

  return {
    ...{ ask: mutation, change, busy: mutation.pending, remove },
    pause: (id: Id) => changeRow(ask => ask('pauseRun', one(id))),
    resume: (id: Id) => changeRow(ask => ask('resumeRun', one(id))),
    rename: (id: Id, name: string) =>
      changeRow(ask => ask('renameRun', { ...one(id), name: legibleLine(name) } as Arg<'renameRun'>)),
    /** The file of a run, as JSON lines. */
    exported: (id: Id) =>
      mutation(async ask => {
        const parts: string[] = []
        for await (const part of runFileTexts(from => ask('exportRun', { ...one(id), ...from } as Arg<'exportRun'>)))
          parts.push(part)
        return new Blob(parts, { type: 'application/jsonl' })
      }),
  }
}

/** The calls of a run that has a number. */
export interface RunActions {
  pause(id: number): unknown
  resume(id: number): unknown
  rename(id: number, name: string): unknown
  remove(id: number): Promise<(() => void) | undefined>
}

/** The lab's long jobs, from every page. */
export const useJobs = defineStore('jobs', () => {
  const lab = useLab()
  const list = shallowRef<readonly JobView[]>([])
  onScopeDispose(lab.on('jobs', value => (list.value = value)))

  function greet({ jobs }: Hello): void {
    list.value = jobs
  }

  function cancel(id: number): void {
    lab.call('cancelJob', { id }).catch((error: unknown) => {
      // the status bar reports the lost connection, and the job continues
      if (!(error instanceof LabError && error.code === 'DISCONNECTED')) throw error
    })
  }

  return { list, greet, cancel }
})
