/**
 * A run for another lab, with its results. Positions are not in it: they follow from its settings and the results before, as after the loss of
 * a checkpoint. Results are taken as the file states them.
 */
import { MAX_SHARED_RUN, sharedProvenanceShape, type SharedRun } from '../../../core/contract/files'
import { sameContent } from '../../../core/contentHash'
import { parseShape } from '../../../core/contract/shapes'
import type {
  StoredBest,
  StoredEvaluation,
  StoredIteration,
  StoredTuning,
  StoredValidation,
  ValidationGame,
} from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { amountShape, countShape, textShape, wholeShape, z } from '../../../core/contract/zod'
import { isBudgetSpent } from '../../../core/contract/tuning/tuningConfig'
import { optimizerOf } from '../../../core/tuning/optimizers'
import { searchBounds } from '../../../core/tuning/tunedParameter'
import type { Store, StoreReader } from '../../store/store'
import { iterationOf } from './runSearch'
import { validatedOf } from './runValidation'
import { configOf, nameOf } from './runViews'
import { summaryOf } from './validationSummary'

const measured = z.number().nullable()
const gamesShape = wholeShape(0, 1e9)
/** Number, fitness, its standard error, mean score, its standard error, games, whether racing stopped it, ms, why it failed. */
const evaluationShape = z.tuple([
  ...([countShape, measured, measured, measured, measured] as const),
  ...([gamesShape, z.boolean(), amountShape, textShape(1000).nullable()] as const),
])
/** Place, score, largest rank, wins, moves, ms. */
const gameShape = z.tuple([countShape, z.number(), wholeShape(0, 100), measured, gamesShape, amountShape])
const batchShape = z.tuple([amountShape])

/** @throws {LabError} `BAD_REQUEST` for one of an earlier lab, and for one that is too long */
export async function sharedRunOf(store: StoreReader, run: StoredTuning): Promise<SharedRun> {
  const { id, state, retried, ms } = run
  const evaluations = await store.evaluations.range(id, 0, run.evaluations)
  const refuse = (why: string) => new LabError('BAD_REQUEST', `Run ${id} cannot be shared: ${why}.`, { id })
  if (evaluations.some(({ purpose }) => purpose !== 'move')) throw refuse('an earlier lab computed it')
  const iterations = await store.evaluations.iterations(id, [...Array(run.iterations).keys()])
  const validations: SharedRun['validations'] = []
  for (const { id: number, subject, candidate, iteration, purpose, byHand, from, games } of await store.validations.list(id)) {
    const played = await store.validations.games(number)
    const rows = played.map(game => [game.place, game.score, game.maxRank, game.wins, game.slides, Math.round(game.ms)])
    validations.push({ subject, candidate, iteration, purpose, byHand, from, games, played: linesOf(rows) })
  }
  const provenance = sharedProvenanceShape.safeParse(run.provenance).data
  const shared: SharedRun = {
    ...{ name: nameOf(run), config: configOf(run), state: state === 'finished' || state === 'stopped' ? state : 'paused' },
    ...{ retried, ms: Math.round(ms), ...(provenance && { provenance }) },
    batches: linesOf(iterations.map(each => [Math.round(each.ms)])),
    evaluations: linesOf(
      evaluations.map(({ id: number, fitness, standardError, mean, meanError, games, stopped, ms: took, error }) => [
        ...[number, fitness, standardError, mean, meanError, games, stopped, Math.round(took), error],
      ]),
    ),
    validations,
  }
  if (JSON.stringify(shared).length > MAX_SHARED_RUN) throw refuse(`it has more than ${MAX_SHARED_RUN} characters`)
  return shared
}

/**
 * Adds a run of another lab, or finds one with the same settings and results.
 * @throws {LabError} `BAD_FILE`, naming the list and its line
 */
export async function receiveRun(store: Store, shared: SharedRun, ours: object): Promise<StoredTuning> {
  const { name, config, state, retried, ms, provenance } = shared
  const where = `run ${name}`
  const rows = new Map(rowsIn(shared.evaluations, evaluationShape, `${where}: evaluations`).map(row => [row[0], row]))
  const batchMs = rowsIn(shared.batches, batchShape, `${where}: batches`)
  const known = await runLike(store, shared, rows.size)
  if (known) return known

  // Step 1. The search again, with its results.
  const bounds = searchBounds(config.objective.tuned)
  const optimizer = optimizerOf(config)
  const evaluations: StoredEvaluation[] = []
  const iterations: StoredIteration[] = []
  let best: StoredBest | null = null
  let [batch, games]: [StoredEvaluation[], number] = [[], 0]
  while (evaluations.length < rows.size) {
    const asked = isBudgetSpent(config.budget, optimizer) ? [] : optimizer.ask().filter(({ id }) => rows.has(id))
    if (asked.length === 0)
      throw bad(where, `evaluations: ${rows.size - evaluations.length} of ${rows.size} are none that this search makes`)
    const found = asked.map(({ id, iteration, particle, params, velocity }): StoredEvaluation => {
      const [, fitness, standardError, mean, meanError, played, stopped, took, error] = rows.get(id)!
      return {
        ...{ id, iteration, purpose: 'move', again: null, particle: particle ?? null },
        ...{ position: Float64Array.from(params), velocity: velocity ? Float64Array.from(velocity) : null },
        ...{ fitness, standardError, mean, meanError, games: played, stopped, ms: took, error },
      }
    })
    const before = optimizer.iteration
    optimizer.tell(found.map(({ id, fitness }) => ({ id, fitness: fitness ?? NaN })))
    evaluations.push(...found)
    batch.push(...found)
    if (optimizer.iteration === before) continue
    const now = optimizer.best
    iterations.push(iterationOf(batch, bounds, now, { gamesBefore: games, ms: batchMs[iterations.length]?.[0] ?? 0 }))
    games += iterations.at(-1)!.games
    if (now) best = { id: now.id, position: now.params, fitness: now.fitness, evaluations: 1 }
    batch = []
  }
  const positions = new Map(evaluations.map(({ id, position }) => [id, [...position]]))

  // Step 2. The games of its validations.
  const validations = shared.validations.map(({ played, ...rest }, i) => {
    const at = `${where}: validations.${i}`
    const position = rest.candidate === null ? null : positions.get(rest.candidate)
    if (position === undefined || (position === null) !== (rest.subject === 'origin'))
      throw bad(at, `candidate: ${rest.candidate} is none of the run`)
    const all = rowsIn(played, gameShape, `${at}: played`).map(([place, score, maxRank, wins, slides, took]): ValidationGame => ({
      place,
      score,
      maxRank,
      wins,
      slides,
      ms: took,
    }))
    if (all.some(({ place }, k) => place >= rest.games || (k > 0 && place <= all[k - 1]!.place)))
      throw bad(at, `played: places are not in order, or not below ${rest.games}`)
    return { ...rest, position, all }
  })

  // Step 3. It is stored.
  const { id } = await store.runs.add({ name, config, provenance: provenance ?? ours })
  await store.runs.change(id, { state: 'paused' })
  const counts = { iterations: iterations.length, evaluations: evaluations.length, retried, ms, best }
  const failed = evaluations.filter(({ fitness }) => fitness === null).length
  const played = evaluations.reduce((sum, each) => sum + each.games, 0)
  const checkpoint = { optimizer: optimizer.snapshot(), batchMs: 0 }
  await store.runs.advance(id, { evaluations, iterations, checkpoint, progress: { ...counts, failed, games: played } })
  await store.validations.begin(validations.map(({ all: _, ...rest }) => ({ run: id, ...rest })))
  const begun = await store.validations.list(id)
  for (const [i, { all, games: of }] of validations.entries()) {
    const summary = all.length === of ? await summaryOf(config, all, begun[i] as StoredValidation) : undefined
    await store.validations.addGames(begun[i]!.id, all, 0, summary)
  }
  const validated = validatedOf(await store.validations.list(id))
  const isFinished = state === 'finished' && isBudgetSpent(config.budget, optimizer)
  return store.runs.change(id, {
    ...{ state: state === 'finished' && !isFinished ? 'paused' : state, ended: Date.now() },
    ...(validated && { validated }),
  })
}

/** The run of this lab that has the same settings and results; times may differ. */
async function runLike(store: StoreReader, shared: SharedRun, evaluations: number): Promise<StoredTuning | undefined> {
  for (const run of await store.runs.list()) {
    if (run.evaluations !== evaluations || !sameContent(run.config, shared.config)) continue
    const ours = await sharedRunOf(store, run).catch(() => undefined) // one that cannot be shared is another
    if (ours && sameContent(resultsOf(ours), resultsOf(shared))) return run
  }
  return undefined
}

/** All that is computed, without the times in its lines: `evaluationShape`, `gameShape`. */
function resultsOf({ evaluations, validations }: SharedRun) {
  const withoutTimes = (lines: string, time: number) =>
    lines.split('\n').map(line => line && (JSON.parse(line) as unknown[]).toSpliced(time, 1))
  return [withoutTimes(evaluations, 7), validations.map(each => ({ ...each, played: withoutTimes(each.played, 5) }))]
}

const linesOf = (rows: readonly (readonly unknown[])[]): string => rows.map(row => JSON.stringify(row)).join('\n')

/** @throws {LabError} `BAD_FILE` at the first faulty line */
function rowsIn<Row>(text: string, shape: z.ZodType<Row>, where: string): Row[] {
  if (text === '') return []
  return text.split('\n').map((line, i) => {
    let row: unknown
    try {
      row = JSON.parse(line)
    } catch (cause) {
      throw bad(`${where}: line ${i + 1}`, (cause as Error).message)
    }
    return parseShape(shape, row, `${where}: line ${i + 1}`, 'BAD_FILE')
  })
}

function bad(where: string, problem: string): LabError {
  return new LabError('BAD_FILE', `${where}: ${problem}`, { where })
}
