import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type {
  ContourView,
  EvaluationFilter,
  EvaluationPoints,
  EvaluationRow,
  EvaluationWindow,
  FitnessModelView,
  PopulationView,
  TuningColumns,
  TuningView,
} from '../../../../../core/contract/calls'
import { evaluationCells } from '../../../../../core/contract/calls/tuning'
import type { EvaluationSort } from '../../../../../core/contract/storedRuns'
import { csvOf, csvRow } from '../../../../../core/csv'
import type { LabError } from '../../../../../core/errors'
import { isActive } from '../../../../../core/contract/calls/runRow'
import { bestOf, grown, roundedDown } from '../../../../../core/growingColumns'
import { type Ask, GivenUp, attemptWith } from '../../../bridge/guarded'
import { useLab } from '../../../bridge/lab'
import { useTunings } from '../../../bridge/runs'
import { useLatest } from '../../../bridge/useLatest'
import { useWindowed } from '../../../bridge/useWindowed'
import { useShown } from '../../../commands/registry'
import { jsonOf, type ChartTable } from '../../../ui/charts/chartTheme'

/** Minimum time between two updates of the charts. */
const PACE_MS = 500
/** Points per curve, and in the charts of single evaluations. */
const CURVE_POINTS = 600
const EVALUATION_POINTS = 1500

/** The data of a run's charts. */
export interface RunData {
  readonly view: TuningView
  readonly columns: TuningColumns
  readonly points: EvaluationPoints
}

/**
 * Keeps the data of some runs up to date: a changed run is requested again, one request at a time and no faster than useful for
 * display; of its curves only what is new.
 */
export function useRunData(ids: Ref<readonly number[]>) {
  const lab = useLab()
  const runs = useTunings()
  const data = shallowRef<ReadonlyMap<number, RunData>>(new Map())
  /** Runs that changed since they were requested. */
  const stale = new Set<number>()
  /** Hidden charts are not updated: what changed meanwhile is requested when they are shown again. */
  const shown = useShown()
  const isMissing = (id: number) => runs.row(id) !== undefined && (stale.has(id) || !data.value.has(id))

  watch(ids, wanted => (data.value = new Map([...data.value].filter(([id]) => wanted.includes(id)))))
  onScopeDispose(lab.on('tuning', ({ id }) => void stale.add(id)))
  // reports during a lost connection are lost
  watch(lab.connected, () => ids.value.forEach(id => stale.add(id)))

  const { problem } = useLatest<readonly number[], void>({
    about: () => (shown.value && ids.value.length > 0 ? ids.value : undefined),
    async ask(ask, wanted) {
      let failed: LabError | undefined
      // one of several runs may have been deleted
      const attempt = attemptWith(failure => (failed = failure))
      for (const id of wanted.filter(isMissing)) await attempt(read(ask, id))
      if (failed) throw failed
    },
    again: { tuning: ({ id }, wanted) => wanted.includes(id) },
    pace: PACE_MS,
  })

  async function read(ask: Ask, id: number): Promise<void> {
    stale.delete(id)
    const before = data.value.get(id)
    // a run that was resumed may compute rows again
    const held = before && before.view.state === runs.row(id)?.state ? before : undefined
    const after = (numbers: readonly number[] = []) => (numbers.length > 0 ? { after: numbers.at(-1)! } : {})
    try {
      const [view, columns, points] = await Promise.all([
        ask('tuning', { id }),
        ask('tuningColumns', { id, points: CURVE_POINTS, ...after(held?.columns.iteration), basis: held?.columns.basis }),
        ask('tuningPoints', { id, points: EVALUATION_POINTS, ...after(held?.points.id) }),
      ])
      data.value = new Map(data.value).set(id, {
        view,
        columns: grown(held?.columns, columns, ({ iteration }) => iteration),
        points: grown(held?.points, points, numbersOf, held && bestOf(held.points, points)),
      })
    } catch (error) {
      if (error instanceof GivenUp) stale.add(id) // other runs are shown by now
      throw error
    }
  }

  return { data, problem }
}

const numbersOf = ({ id }: EvaluationPoints) => id

/** The candidates of one batch; follows the newest until the user looks at another. */
export function usePopulation(run: Ref<number | undefined>, last: Ref<number>) {
  /** Chosen by the user; `undefined`: the newest. */
  const looked = shallowRef<number>()
  const iteration = () => looked.value ?? last.value
  watch(run, () => (looked.value = undefined))
  // the charts of the run explain why it cannot be read
  const { value: population } = useLatest<number, PopulationView>({
    about: () => (iteration() >= 0 ? run.value : undefined),
    ask: (ask, id) => ask('tuningPopulation', { id, iteration: iteration() }),
    clearOn: id => id,
    renewOn: iteration,
  })

  /** Shows another iteration; with the newest one, follows newer ones again. */
  function look(iteration: number): void {
    looked.value = iteration >= last.value ? undefined : Math.max(0, iteration)
  }

  return { population, looked, look }
}

/** Share of the good candidates at a bound from which it decides. */
export const AT_BOUND = 0.9

type WeightImportance = FitnessModelView['weights'][number]

/** A model of the run's fitness, and its mean over two of the weights; of a computing run it is made anew now and then. */
export function useFitnessModel(run: Ref<TuningView | undefined>) {
  /** Evaluations that it is made of. */
  const count = () => run.value && (isActive(run.value) ? roundedDown(run.value.evaluations) : run.value.evaluations)
  // the charts of the run explain why it cannot be read
  const { value: model } = useLatest<readonly [id: number, evaluations: number], FitnessModelView | null>({
    about: () => run.value && [run.value.id, count()!],
    ask: (ask, [id, evaluations]) => ask('tuningModel', { id, evaluations }),
    clearOn: ([id]) => id,
  })

  /** Places of the two weights, chosen by the user; `undefined`: the two most important of those within their bounds. */
  const chosen = shallowRef<readonly [across: number, up: number]>()
  watch(
    () => run.value?.id,
    () => (chosen.value = undefined),
  )
  const pair = computed(() => {
    // one that the good candidates have at a bound has nothing to show but that line
    const isHeld = ({ atMin, atMax }: WeightImportance) => Math.max(atMin, atMax) >= AT_BOUND
    const order = [...(model.value?.weights.entries() ?? [])].toSorted(
      ([, a], [, b]) => Number(isHeld(a)) - Number(isHeld(b)) || b.loss - a.loss,
    )
    const [first, second] = order.slice(0, 2).map(([place]) => place)
    return chosen.value ?? (second === undefined ? undefined : ([Math.min(first!, second), Math.max(first!, second)] as const))
  })
  const { value: contour } = useLatest<
    readonly [id: number, evaluations: number, across: number, up: number],
    Contour | undefined
  >({
    about: () => (run.value && model.value && pair.value ? [run.value.id, model.value.of, ...pair.value] : undefined),
    ask: async (ask, [id, evaluations, across, up]) => {
      const view = await ask('tuningContour', { id, evaluations, across, up })
      return view ? { across, up, means: view.means } : undefined
    },
    clearOn: ([id]) => id,
  })
  /** A weight on both axes has no contour: then they are swapped. */
  function choose(axis: 0 | 1, weight: number): void {
    if (!pair.value) return
    const other = pair.value[1 - axis]!
    const rest = weight === other ? pair.value[axis] : other
    chosen.value = axis === 0 ? [weight, rest] : [rest, weight]
  }
  return { model, contour, pair, choose }
}

/** The model's mean over two weights, which are named by their places. */
export interface Contour extends ContourView {
  readonly across: number
  readonly up: number
}

const WINDOW = 100
const MOST_WINDOWS = 20
/** Minimum time between two updates: a table that changes constantly cannot be read. */
const TABLE_PACE_MS = 1000

/** A windowed view of a run's evaluations. */
export function useEvaluations(run: Ref<number>) {
  const sort = shallowRef<EvaluationSort>('fitness')
  const descending = shallowRef(true)
  const filter = shallowRef<EvaluationFilter>({})
  // the filter fields of another run start again too
  watch(run, () => (filter.value = {}))
  /** The table is not updated while it is hidden. */
  const shown = useShown()
  const list = useWindowed<EvaluationRow, EvaluationWindow, number>({
    about: () => run.value,
    ask: (ask, offset, limit, id) =>
      ask('tuningEvaluations', {
        ...filter.value,
        ...{ run: id, sort: sort.value, descending: descending.value, offset, limit },
      }),
    size: WINDOW,
    most: MOST_WINDOWS,
    renewOn: () => (shown.value ? [sort.value, descending.value, filter.value] : undefined),
    again: { tuning: ({ id }, its) => id === its },
    pace: TABLE_PACE_MS,
  })

  function sortBy(by: EvaluationSort): void {
    if (sort.value === by) descending.value = !descending.value
    else [sort.value, descending.value] = [by, by !== 'id']
  }

  return {
    sort: computed(() => sort.value),
    descending: computed(() => descending.value),
    filter,
    total: computed(() => list.total.value ?? 0),
    problem: list.problem,
    row: list.row,
    /** Index of an evaluation among the loaded rows. */
    indexOf: (id: number) => list.find(row => row.id === id),
    want: list.want,
    sortBy,
  }
}

const FILE_WINDOW = 1000
/** About 150 MB of text; save a longer run in ranges of iterations. */
const MOST_FILE_ROWS = 1_000_000

export interface EvaluationsFile {
  readonly parts: readonly string[]
  readonly rows: number
  /** Whether there were more than a file takes. */
  readonly isCut: boolean
}

/**
 * The evaluations as a file, requested window by window, each written before the next is requested.
 * @param ask returns a number of rows from an offset on, in an order that a running run does not change
 * @param weights names of the tuned parameters
 * @param onRows receives the number of rows written
 */
export async function evaluationsFile(
  ask: (offset: number, limit: number) => Promise<EvaluationWindow>,
  weights: readonly string[],
  format: 'csv' | 'json',
  onRows: (rows: number) => void,
): Promise<EvaluationsFile> {
  const parts: string[] = []
  let rows = 0
  for (;;) {
    const { rows: window, total } = await ask(rows, Math.min(FILE_WINDOW, MOST_FILE_ROWS - rows))
    const table = tableOf(window, weights)
    if (format === 'csv') parts.push(rows === 0 ? csvOf(table) : table.rows.map(row => `${csvRow(row)}\n`).join(''))
    else if (window.length > 0) parts.push(rows === 0 ? '[' : ',', jsonOf(table).trim().slice(1, -1))
    rows += window.length
    onRows(rows)
    if (window.length === 0 || rows >= total || rows >= MOST_FILE_ROWS) {
      if (format === 'json') parts.push(rows === 0 ? '[]\n' : ']\n')
      return { parts, rows, isCut: rows < total && rows >= MOST_FILE_ROWS }
    }
  }
}

/** Columns are named as in the contract: a file is for programs. */
function tableOf(rows: readonly EvaluationRow[], weights: readonly string[]): ChartTable {
  return {
    columns: [
      ...['id', 'iteration', 'purpose', 'particle', 'again', ...weights, 'fitness', 'standardError'],
      ...['mean', 'meanError', 'games', 'stopped', 'ms', 'error'],
    ],
    rows: rows.map(evaluationCells),
  }
}
