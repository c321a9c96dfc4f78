/** Exercises from the mistakes of analysed games: found when a page or a command lists them, and repeated by `core/games/twenty48/exercises.ts`. */
import type { Arg, ExerciseList, ExerciseResult, ExerciseView } from '../../../core/contract/calls'
import type { NewExercise, StoredExercise } from '../../../core/contract/stored'
import { readPreferences } from '../../../core/contract/preferences'
import { LabError } from '../../../core/errors'
import type { Move } from '../../../core/games/twenty48/board'
import { dayOf, endOf, isDue, isExercise, MOST_TRIES, numberOf, pulledIn, streakOf } from '../../../core/games/twenty48/exercises'
import type { SlideAssessment } from '../../../core/games/twenty48/gameAnalysis'
import { costOf, kindsOfMistake } from '../../../core/games/twenty48/mistakeKinds'
import { makePosition } from '../../../core/games/twenty48/notation'
import type { Player } from '../../../core/games/twenty48/player'
import { isByHand, type HandMoves } from '../../../core/games/twenty48/replay'
import type { LossThresholds } from '../../../core/games/twenty48/scale/lossClass'
import { Timeline } from '../../../core/games/twenty48/timeline'
import type { Store, StoreReader } from '../../store/store'
import { notFound } from '../../store/fields'
import { scaleOf } from '../calibrations/findCalibration'
import { PREFERENCES, requireGame } from '../context/labData'
import { handOf } from '../games/labGame'
import type { LocalContext } from '../ground/storeLease'
import { paced } from '../ground/throttle'
import { Jobs } from '../jobs/jobs'
import { findReplay, isNumber } from '../library/replayFiles'
import type { AnalysedGame } from './analysedGame'
import { analysedOnce, analyseReplay, type AnalyseOptions } from './analyseReplay'
import { GameAnalyses } from './gameAnalyses'

/** Moves looked through before what was found is stored. */
const PORTION = 2_000

export class Exercises {
  /** Analyses that could not be read; reported once. */
  readonly #failed = new Set<number>()
  #looking = Promise.resolve()

  /** @param store a reader's: nothing is looked through */
  constructor(
    private readonly store: Store | StoreReader,
    private readonly analyses: Pick<GameAnalyses, 'game' | 'find'>,
    private readonly onFailure: (error: unknown) => void,
    private readonly today: () => number = () => dayOf(new Date()),
  ) {}

  async list({ limit, ...filter }: Arg<'exercises'>): Promise<ExerciseList> {
    const { store, today: now } = this
    const { game = null } = filter
    const today = now()
    if ('add' in store.exercises) await this.#look(store as Store, game)
    const counts = await store.exercises.counts(game, today)
    const exercises = limit > 0 ? await store.exercises.list(filter, today, limit) : []
    return { ...(await this.#day(today)), ...counts, exercises: exercises.map(each => ({ ...each, ...pulledIn(each, today) })) }
  }

  /** @throws {LabError} `NOT_FOUND`, `BAD_STORE` */
  async view(id: number): Promise<ExerciseView> {
    const exercise = await this.#find(id)
    const { player, profile } = await this.analyses.find(exercise.analysis)
    const game = await this.analyses.game(exercise.analysis)
    const slide = game.slide(exercise.slide)
    const cost = costOf(slide.board, slide.assessment, game.player.evaluator)
    return { exercise, ...slide, player: player as ExerciseView['player'], profile, cost }
  }

  /** @throws {LabError} as `view` */
  async finish(id: number, tries: readonly Move[]): Promise<ExerciseResult> {
    const { assessment } = await this.view(id)
    const found = endOf(assessment, tries)?.isFound ?? false
    const today = this.today()
    const exercise = await (this.store as Store).exercises.finish(id, found, today)
    return { isFound: found, exercise, ...(await this.#day(today)) }
  }

  async #find(id: number): Promise<StoredExercise> {
    const exercise = await this.store.exercises.get(id)
    if (!exercise) throw notFound('exercise', id)
    return exercise
  }

  async #day(today: number) {
    return { today, streak: streakOf(await this.store.exercises.days(), today) }
  }

  /** One at a time: two pages may ask at once. */
  #look(store: Store, game: number | null): Promise<void> {
    const looking = this.#looking.then(async () => {
      for (const id of await store.exercises.unread(game)) if (!this.#failed.has(id)) await this.#lookThrough(store, id)
    })
    this.#looking = looking.catch(() => undefined)
    return looking
  }

  async #lookThrough(store: Store, id: number): Promise<void> {
    try {
      const { looked, game: number } = await this.analyses.find(id)
      const game = await this.analyses.game(id)
      const { done } = game // it grows while the analysis runs
      const { lossThresholds } = readPreferences(await store.settings.get(PREFERENCES), () => undefined)
      const hand = handOf(await requireGame(store, number))
      for (let from = looked; from < done; from += PORTION) {
        const to = Math.min(from + PORTION, done)
        await store.exercises.add(id, to, await paced(exercisesIn(game, from, to - from, { hand, thresholds: lossThresholds })))
      }
    } catch (error) {
      this.#failed.add(id)
      this.onFailure(error)
    }
  }
}

interface Wanted {
  /** Absent: of all moves. */
  readonly hand?: HandMoves | undefined
  readonly thresholds?: LossThresholds | undefined
}

/** The exercises among some moves of an analysed game: of the person's, where it is known which they are. */
export function* exercisesIn(
  game: AnalysedGame,
  from: number,
  count: number,
  { hand, thresholds }: Wanted = {},
): Generator<undefined, NewExercise[]> {
  const found: NewExercise[] = []
  for (const assessment of game.assessments(from, count)) {
    yield
    if (!isExercise(assessment, thresholds) || (hand && !isByHand(hand, assessment.step))) continue
    const { step, move, best, chanceLoss } = assessment
    const { board } = game.timeline.at(step - 1)
    found.push({ slide: step, board: makePosition(board), move, kinds: kindsOfMistake(board, move, best), loss: chanceLoss })
  }
  return found
}

/** What a command shows of an exercise, and of its answer. */
export interface LearnedExercise {
  /** What is due, and the days in a row. Absent if the exercises are not stored. */
  readonly list?: ExerciseList
  /** Exercises that are not stored: of a file, or beside an open lab. */
  readonly found?: number
  /** Absent: there is none. */
  readonly exercise?: NewExercise & Partial<StoredExercise>
  readonly solution?: Pick<ExerciseView, 'assessment' | 'board' | 'player'>
  /** If the tries ended it, and it is stored. */
  readonly result?: ExerciseResult
  /** The moves of a game whose analysis is not complete, and how many of them are analysed. */
  readonly analysed?: { readonly done: number; readonly slides: number }
}

/** Tries for one exercise. */
export interface ExerciseAnswer {
  /** See `numberOf`. */
  readonly number: number
  readonly tries: readonly Move[]
}

interface LearnOptions extends Omit<AnalyseOptions, 'onUnsaved'> {
  /** Absent: only shows the exercise. */
  readonly answer?: ExerciseAnswer
  /** Called with the reason why the answer is not stored. */
  readonly onUnsaved: (why: LabError) => void
}

/**
 * The next exercise, or the one that is answered, for commands; a game that no player has analysed to its end is analysed first.
 * @param source as in `findReplay`; absent: of all games
 * @throws {LabError} as `analyseReplay`; `BAD_REQUEST` for an answer to an exercise that is not due
 */
export async function learn(
  context: LocalContext,
  source: string | undefined,
  player: Player,
  profile: string,
  options: LearnOptions,
): Promise<LearnedExercise> {
  const { answer, signal } = options
  if (source !== undefined && !isNumber(source)) {
    const timeline = Timeline.of(await findReplay(context, source, signal))
    return learnUnsaved(await analysedOnce(context, timeline, player, options), player, answer)
  }
  const game = source === undefined ? undefined : Number(source)
  if (game !== undefined) {
    const known = await context.store.readOr([], async ({ games, analyses }) => {
      if (!(await games.get(game))) throw notFound('game', game)
      return analyses.list(game)
    })
    if (!known.some(({ done, slides }) => done === slides)) {
      let isUnsaved = false
      const onUnsaved = (why: LabError) => {
        isUnsaved = true
        options.onUnsaved(why)
      }
      const { game: analysed } = await analyseReplay(context, String(game), player, profile, { ...options, onUnsaved })
      if (isUnsaved) return learnUnsaved(analysed, player, answer)
    }
  }
  const use = async (store: Store | StoreReader, isWriter: boolean): Promise<LearnedExercise> => {
    const analyses = analysesFor(context, store as Store, signal)
    const exercises = new Exercises(store, analyses, context.reportBug)
    const list = await exercises.list({ ...(game !== undefined && { game }), limit: 1, isDue: true })
    const exercise = answer ? await answered(store, answer.number, game, list) : list.exercises[0]
    if (!exercise) {
      const [unread] = isWriter ? [] : await store.exercises.unread(game ?? null)
      if (unread !== undefined) {
        const its = await analyses.game(unread)
        return learnUnsaved(its, its.player, answer)
      }
      const known = game === undefined ? [] : await store.analyses.list(game)
      const furthest = known.toSorted((a, b) => b.done / b.slides - a.done / a.slides)[0]
      const { done = 0, slides = 0 } = furthest ?? {}
      return { list, ...(done < slides && { analysed: { done, slides } }) }
    }
    const solution = await exercises.view(exercise.id)
    if (answer) requireTries(solution.assessment, answer.tries)
    const isEnded = answer !== undefined && endOf(solution.assessment, answer.tries) !== undefined
    return { list, exercise, solution, ...(isEnded && isWriter && { result: await exercises.finish(exercise.id, answer.tries) }) }
  }
  return context.store
    .write(store => use(store, true))
    .catch((error: unknown) => {
      if (!(error instanceof LabError && error.code === 'STORE_LOCKED')) throw error
      if (answer) options.onUnsaved(error)
      return context.store.read(store => use(store, false))
    })
}

/** @throws {LabError} `BAD_REQUEST` if the exercise is not due, which names the one that is */
async function answered(
  store: Store | StoreReader,
  number: number,
  game: number | undefined,
  { exercises: [next], today }: ExerciseList,
): Promise<StoredExercise | undefined> {
  const exercise = await store.exercises.get(number)
  if (exercise && isDue(exercise, today) && (game === undefined || exercise.game === game)) return exercise
  if (!next && !('add' in store.exercises)) return undefined // it may be one that is not stored
  throw notAsked(number, game, next)
}

function notAsked(number: number, game: number | undefined, next: Parameters<typeof numberOf>[0] | undefined): LabError {
  const isNext = next ? `exercise ${numberOf(next)} is.` : 'none is.'
  const of = game === undefined ? '' : ` of game ${game}`
  return new LabError('BAD_REQUEST', `Exercise ${number}${of} is not due: ${isNext}`, { number })
}

/** The exercises of a game that are not stored, the largest mistake first. @throws {LabError} `BAD_REQUEST` */
async function learnUnsaved(game: AnalysedGame, player: Player, answer: ExerciseAnswer | undefined): Promise<LearnedExercise> {
  const found = (await paced(exercisesIn(game, 0, game.done))).toSorted((a, b) => (b.loss ?? 1) - (a.loss ?? 1))
  const exercise = answer ? found.find(({ slide }) => slide === answer.number) : found[0]
  if (answer && !exercise) throw notAsked(answer.number, undefined, found[0])
  const { done, timeline } = game
  const solution = exercise && { ...game.slide(exercise.slide), player }
  if (answer && solution) requireTries(solution.assessment, answer.tries)
  return {
    found: found.length,
    ...(exercise && solution && { exercise, solution }),
    ...(done < timeline.length && { analysed: { done, slides: timeline.length } }),
  }
}

/** @throws {LabError} `BAD_REQUEST` for more tries than an exercise has; illegal moves do not count */
function requireTries({ values }: SlideAssessment, tries: readonly Move[]): void {
  const legal = tries.filter(move => values[move] !== null)
  if (legal.length > MOST_TRIES)
    throw new LabError(
      'BAD_REQUEST',
      `An exercise has ${MOST_TRIES} tries; the answer names ${legal.length}: ${legal.join(', ')}.`,
    )
}

function analysesFor(context: LocalContext, store: Store, signal: AbortSignal): GameAnalyses {
  return new GameAnalyses({
    get engine() {
      return context.engine
    },
    ...{ store, jobs: new Jobs(() => undefined), onFailure: context.reportBug, onRow: () => undefined },
    timelineOf: async game => Timeline.of(await findReplay(context, String(game), signal)),
    scaleOf: its => scaleOf(store, its, context.store.complain),
  })
}
