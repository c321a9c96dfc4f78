/** The calls from the compute pool to its threads. Both ends come from one build, so there is no version. */
import type { Calling } from '../channel/service'
import { type Board, CELLS, MAX_RANK, type Rank } from '../games/twenty48/board'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { GamePosition, GameResult, GameRules, Player, SearchedTurn } from '../games/twenty48/player'
import type { DrawnReport, Iteration, SlidesRequest } from '../games/twenty48/search/engine'
import type { ExpertReport, SearchReport, SlideCuts, SlideDepths, SlideValues } from '../games/twenty48/search/report'
import type { MatchResult } from '../match/match'
import type { Report } from '../search/report'
import type { DecidedValue, SampledGame } from '../games/twenty48/scale/sampledGame'
import type { Passage, Passed } from '../games/twenty48/wallGame/phases'
import type { SearchSettings } from '../search/settings'
import type { BoardRoot } from '../games/twenty48/tree/head'
import type { GameTimes } from '../stats/moveTimes'
import type { TraceData } from '../trace/trace'
import type { IterationTime, LevelStatistics } from '../tree/views'
import type { MatchOrder } from './matches'
import type { GameSearch } from './searchers'
import type { GameTurns } from './stored'

/** Start data of a thread. */
export interface ThreadStart {
  /** A compiled `WebAssembly.Module`, whose type only Node and the DOM know. */
  readonly kernel: unknown
  /** Folders with files of networks. */
  readonly networks: readonly string[]
  /** Where a busy thread sees a stop: a search receives no messages, but reads this cell. */
  readonly stopCell: StopCell
}

/**
 * `Int32Array(5)` over shared memory: the id of the newest search that must stop, its `STOP_REASONS` index, the id of the newest batch that
 * must stop in the middle of a move, the id of the newest search requested, for which batches drop their current move, and 1 while the batch
 * gives way to other threads, whose work comes first.
 */
export type StopCell = Int32Array
/** Place of the last one. */
export const HELD = 4

/** Maximum number of threads of one pool. */
export const MOST_THREADS = 256

export const STOP_REASONS = ['limit', 'request'] as const

/** Ids increase; a thread may run one batch (games, boards, passages, samples, matches or an autoplay) beside one search. */
export type JobId = number

/**
 * The work of a thread. Every call but `search` and `start` is a batch. Cancelling a batch stops it, even in the middle of a move if the
 * cell says so.
 */
export interface ComputeService {
  /** Answers once the thread runs. */
  start(): Memory
  /** One iteration of a search. */
  search(order: SearchOrder): SearchedIteration
  /**
   * Whole games, one after the other, in short slices; the thread receives messages between them. Games that end within milliseconds of
   * each other are reported together.
   */
  games(order: GamesOrder, calling: Calling<PackedGames>): Promise<Memory>
  /**
   * Searches of boards from games, each within the player's limits, in slices as for games. The judgements come in the order of the boards.
   */
  boards(order: BoardsOrder, calling: Calling<readonly Judgement[]>): Promise<Memory>
  /** Parts of games from positions, in slices like games. The results come in the order of the passages. */
  passages(order: PassagesOrder, calling: Calling<readonly PlayedPassage[]>): Promise<Memory>
  /** Whole games, of whose searched positions some are kept, in slices. The games come in the order of their starts. */
  samples(order: SamplesOrder, calling: Calling<readonly PlayedSample[]>): Promise<Memory>
  /** Matches of any game, action by action, in slices like games. The results come in the order of the matches. */
  matches(order: MatchesOrder, calling: Calling<readonly MatchResult[]>): Promise<Memory>
  /** One game, move by move from a position. Reports its turns about 30 times per second. */
  autoplay(order: AutoplayOrder, calling: Calling<PlayedTurns>): Promise<Memory>
  /** A recorded search. Reports each finished iteration, and its progress. Receives no messages, but reads the cell. */
  trace(order: RecordOrder, calling: Calling<TraceNews>): Memory
  /** A search of any game by a searcher of the registry, recorded or not. Receives no messages, but reads the cell. */
  searchGame(order: GameSearchOrder, calling: Calling<GameSearchNews>): Promise<Memory>
}

/** Memory of the thread's kernel. */
export interface Memory {
  readonly memoryBytes: number
}

export interface SearchedIteration extends Memory {
  readonly iteration: Iteration
}

/** A thread's order, with its number in the cell. */
interface Order {
  readonly job: JobId
}

export interface SearchOrder extends Order {
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly request: SlidesRequest
  /** See `Kernel.load`; absent: no. */
  readonly readsExpert?: boolean
}

export interface GamesOrder extends Order {
  readonly rules: GameRules
  readonly groups: readonly GameGroup[]
}

export interface BoardsOrder extends Order {
  readonly player: Player
  readonly boards: readonly Board[]
}

export interface PassagesOrder extends Order {
  readonly player: Player
  readonly passages: readonly Passage[]
}

export interface SamplesOrder extends Order {
  readonly player: Player
  readonly games: readonly GameToSample[]
}

export interface GameToSample {
  readonly start: GamePosition
  /** The game stops at the first board whose tiles have this sum or more, and that board is searched. Absent: it is played to its end. */
  readonly until?: number
}

export interface MatchesOrder extends Order {
  readonly matches: readonly MatchOrder[]
}

export interface AutoplayOrder extends Order {
  readonly player: Player
  readonly from: GamePosition
  /** Upper bound; absent: as fast as the thread can. */
  readonly slidesPerSecond?: number
  /** Pairs to record of a search now and then; absent: none is recorded. */
  readonly pairs?: number
}

export interface RecordOrder extends Order {
  readonly player: Player
  readonly order: TraceOrder
}

export interface GameSearchOrder extends Order {
  readonly search: OrderedSearch
  /** True to send the newest finished iteration during the search, a few times per second. */
  readonly sendsIterations: boolean
  /** Whether the report of each finished iteration but the last is sent; of a search that is not recorded. */
  readonly sendsReports?: boolean
}

/** A position in the game's text, the complete config of the searcher, and its heuristic by name. */
export interface OrderedSearch extends Omit<GameSearch, 'config' | 'options'> {
  readonly config: unknown
  readonly heuristic: string
  /** Room for its tree and log; absent: it is not recorded. */
  readonly mebibytes?: number
}

export type GameSearchNews =
  | { readonly searched: SearchedGame }
  | { readonly interim: SearchedGame }
  | { readonly iteration: RecordedIteration; readonly ms: number }
  | RecordProgress

/** The result of a search of any game. */
export interface SearchedGame {
  readonly report: Report
  /** If it was recorded: the iteration that the report's lines come from. */
  readonly iteration?: RecordedIteration
  readonly ms: number
}

export interface PlayedTurns {
  readonly turns: readonly SearchedTurn[]
  /** The search behind the last of the turns, and its time. */
  readonly last: SearchReport
  readonly ms: number
  /** One of the searches behind the turns, recorded. */
  readonly drawn?: { readonly report: DrawnReport; readonly ms: number }
}

export type TraceNews = { readonly recorded: RecordedSearch } | RecordProgress

export interface RecordProgress {
  readonly depth: number
  /** Chance nodes of the current iteration; for a searcher of the registry, positions of all iterations. */
  readonly expanded: number
  /** Share of the whole search that is done, 0 … 1, if it can be estimated. */
  readonly share?: number
}

/** The search to record. */
export interface TraceOrder {
  readonly root: BoardRoot
  /**
   * The depth of each move's value in an earlier search of the position, to repeat it. Absent: the position is searched within the player's
   * limits.
   */
  readonly depths?: SlideDepths
  /** And its cut; absent: that of the player. */
  readonly cuts?: SlideCuts
  /**
   * Cumulative probability of the root: 1 for a position. A root with less, or an afterstate, is searched at its full depth without
   * iterations.
   */
  readonly reach: number
  /** Room for the entries of all iterations in memory at a time. */
  readonly mebibytes: number
}

/** The result of a recorded search. */
export interface RecordedSearch {
  /** The newest iteration; absent if it was sent before and is still the newest. */
  readonly iteration?: RecordedIteration
  /** All finished moves of all iterations; absent for an afterstate. */
  readonly report?: SearchReport
  /** What the player's expert says of the position, if it is for such boards; the recorded search is the evaluator's all the same. */
  readonly expert?: ExpertReport
  /** Milliseconds since the search began. */
  readonly ms: number
}

export interface RecordedIteration {
  readonly data: TraceData
  readonly levels: readonly LevelStatistics[]
  /** All earlier iterations and this one. */
  readonly iterations: readonly IterationTime[]
}

/**
 * The values that the evaluator's search found for the moves of a board, and the last depth that it finished for all of them. An expert is
 * not asked.
 */
export interface Judgement {
  readonly values: SlideValues
  readonly depth: number
}

export interface PlayedPassage extends Passed {
  /** Time on its thread. */
  readonly ms: number
}

export interface PlayedSample {
  readonly game: SampledGame
  /** Value of the board where it was left before its end. */
  readonly left?: DecidedValue
  /** Time on its thread. */
  readonly ms: number
}

/** Games of one evaluator. */
export interface GameGroup {
  readonly evaluator: Evaluator
  /** Absent: those of the order. */
  readonly rules?: GameRules
  readonly seeds: readonly number[]
}

export interface PlayedGame {
  readonly result: GameResult
  readonly times: GameTimes
  /** Time on its thread. */
  readonly ms: number
  /** Present if the kernel cannot play the game again from its seed: a clock decided, or a searcher played. */
  readonly turns?: GameTurns
  /** Name of the machine whose pace decided; absent: this one. */
  readonly machine?: string
}

/** `PlayedGame`s as arrays of numbers: a message from a thread copies them faster than a list of objects with lists. */
export interface PackedGames {
  readonly results: Float64Array
  /** `GameTimes` of all games, one after the other, and the end of each. */
  readonly times: Int32Array
  readonly ends: Int32Array
  /** One for each game; absent if no clock decided. */
  readonly clocked?: readonly Pick<PlayedGame, 'turns' | 'machine'>[]
}

/** The result of a finished game. */
interface TimedResult extends GameResult {
  /** Time on its thread. */
  readonly ms: number
}

const RANKS = MAX_RANK + 1
/** Numbers of a game: seed, score, moves, largest rank, nodes and ms, then its board and the first move of each rank. */
const BOARD = 6
const FIRST = BOARD + CELLS
export const GAME_NUMBERS = FIRST + RANKS
const NEVER = -1

function packResults(results: readonly TimedResult[]): Float64Array {
  const packed = new Float64Array(results.length * GAME_NUMBERS)
  let at = 0
  for (const { seed, score, slides, maxRank, nodes, ms, board, firstSlide } of results) {
    packed[at] = seed
    packed[at + 1] = score
    packed[at + 2] = slides
    packed[at + 3] = maxRank
    packed[at + 4] = nodes
    packed[at + 5] = ms
    for (let cell = 0; cell < CELLS; cell++) packed[at + BOARD + cell] = board[cell]!
    for (let rank = 0; rank < RANKS; rank++) packed[at + FIRST + rank] = firstSlide[rank] ?? NEVER
    at += GAME_NUMBERS
  }
  return packed
}

function unpackResults(packed: Float64Array): TimedResult[] {
  const results: TimedResult[] = []
  for (let at = 0; at < packed.length; at += GAME_NUMBERS) {
    const board: Rank[] = []
    for (let cell = 0; cell < CELLS; cell++) board.push(packed[at + BOARD + cell]!)
    const firstSlide: (number | null)[] = []
    for (let rank = 0; rank < RANKS; rank++) {
      const slide = packed[at + FIRST + rank]!
      firstSlide.push(slide === NEVER ? null : slide)
    }
    results.push({
      ...{ seed: packed[at]!, score: packed[at + 1]!, slides: packed[at + 2]!, board, maxRank: packed[at + 3]!, firstSlide },
      ...{ nodes: packed[at + 4]!, ms: packed[at + 5]! },
    })
  }
  return results
}

export function packGames(games: readonly PlayedGame[]): PackedGames {
  const ends = new Int32Array(games.length)
  let end = 0
  games.forEach(({ times }, i) => (ends[i] = end += times.length))
  const times = new Int32Array(end)
  games.forEach((game, i) => times.set(game.times, ends[i]! - game.times.length))
  const results = packResults(games.map(({ result, ms }) => ({ ...result, ms })))
  const clocked = games.map(({ turns, machine }) => ({ ...(turns && { turns }), ...(machine !== undefined && { machine }) }))
  return { results, times, ends, ...(games.some(({ turns }) => turns) && { clocked }) }
}

export function unpackGames({ results, times, ends, clocked }: PackedGames): PlayedGame[] {
  return unpackResults(results).map(({ ms, ...result }, i) => ({
    ...{ result, ms, times: times.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]), ...clocked?.[i] },
  }))
}
