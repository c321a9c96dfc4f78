import { computed, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { LabEvents, TuningRow, TrainingRow } from '../../../../../core/contract/calls'
import { legibleLine } from '../../../../../core/contract/texts'
import type { LabError } from '../../../../../core/errors'
import type { Ask } from '../../../bridge/guarded'
import { useLab } from '../../../bridge/lab'
import { useLatest, type Latest } from '../../../bridge/useLatest'
import { useMutation } from '../../../bridge/useMutation'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'

interface Row {
  readonly id: number
  readonly created: number | null
  readonly deleted: boolean
}

/** A list of runs as its screen sees it. */
export interface RunRows<R> {
  readonly list: readonly R[] | undefined
  readonly problem: LabError | undefined
  /** Number of the run that is shown in full, and its row. */
  readonly selected: number | undefined
  readonly current: R | undefined
  show(id: number | undefined): void
  load(): Promise<unknown>
}

/** The actions that every run has. */
export interface RunActions {
  pause(id: number): unknown
  resume(id: number): unknown
  rename(id: number, name: string): unknown
}

type Stated = Pick<TuningRow | TrainingRow, 'state'>

/** Whether a run computes here, or waits for it. */
export const isActive = ({ state }: Stated): boolean => state === 'running' || state === 'queued'
export const canResume = (run: Stated): boolean => !isActive(run) && run.state !== 'finished'

/** The events whose payload is the newest row of a run. */
type RowEvent = 'tuning' | 'training'

/**
 * All runs of a kind, newest first, and the one that is shown.
 * @param event reports a run that changed
 * @param ask for the whole list
 */
export function useRowList<E extends RowEvent, R extends Row & LabEvents[E]>(event: E, ask: (ask: Ask) => Promise<readonly R[]>) {
  const lab = useLab()
  /** By run: the count of reports at its last report. An answer to an older question is outdated. */
  const reportedAt = new Map<number, number>()
  let reports = 0
  const isNews = ({ id }: Row, asked: number) => (reportedAt.get(id) ?? 0) <= asked

  const latest: Latest<readonly R[]> = useLatest({
    about: () => true,
    async ask(through) {
      const asked = reports
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
      reportedAt.set(run.id, ++reports)
      put(run)
    }),
  )
  /** Applies an answer about a run, unless a newer report has arrived meanwhile. */
  async function take<T extends R>(work: Promise<T>): Promise<T> {
    const asked = reports
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

  const show = (id: number | undefined) => (selected.value = id)

  return { list, problem, selected, current, row, show, load, put, take }
}

/** The actions on the runs of a list: failures become toasts. */
export function useRowActions<R extends Row & { readonly name: string }>(
  rows: {
    readonly take: <T extends R>(work: Promise<T>) => Promise<T>
    readonly put: (run: R) => void
    readonly load: () => Promise<unknown>
  },
  kind: 'tuning' | 'training',
) {
  const { t } = useI18n()
  const toasts = useToasts()
  const changing = useMutation(useFailureToast(['CANCELLED']))

  async function remove(run: R): Promise<void> {
    const ids = [run.id]
    if (!(await changing(ask => ask('deleteRuns', { kind, ids })))) return // a failure, or an earlier press deleted it
    rows.put({ ...run, deleted: true })
    toasts.show({
      kind: 'notice',
      title: t('tune.runs.deleted', { run: run.name }),
      action: {
        label: t('tune.runs.undo'),
        run: () => void changing(ask => ask('restoreRuns', { kind, ids })).then(() => rows.load()),
      },
    })
  }

  const change = <T extends R>(work: (ask: Ask) => Promise<T>) => changing(ask => rows.take(work(ask)))
  /** The answer is a row of this kind. */
  const changeRow = (work: (ask: Ask) => Promise<unknown>) => change(ask => work(ask) as Promise<R>)
  return {
    change,
    remove,
    pause: (id: number) => changeRow(ask => ask('pauseRun', { kind, id })),
    resume: (id: number) => changeRow(ask => ask('resumeRun', { kind, id })),
    rename: (id: number, name: string) => changeRow(ask => ask('renameRun', { kind, id, name: legibleLine(name) })),
  }
}

/** What a run is doing, in words. */
export function useRowState(): ComputedRef<(run: Pick<TuningRow | TrainingRow, 'state' | 'ahead'>) => string> {
  const { t } = useI18n()
  return computed(() => {
    const states = {
      queued: t('tune.state.queued'),
      running: t('tune.state.running'),
      paused: t('tune.state.paused'),
      finished: t('tune.state.finished'),
      stopped: t('tune.state.stopped'),
      failed: t('tune.state.failed'),
    }
    return ({ state, ahead }) => (ahead === undefined ? states[state] : t('tune.state.inLine', { ahead }, ahead))
  })
}

/** Newest first. */
function sorted<R extends Row>(runs: readonly R[]): R[] {
  return runs.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0) || b.id - a.id)
}
