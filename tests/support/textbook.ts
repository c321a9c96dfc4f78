/** The textbook's expectimax as an engine for 2048, its recorder and its games: depth in (tile + slide) pairs, and nodes as slides tried. */
import { isHigher } from '../../src/core/rounding'
import { Expectimax } from '../../src/core/search/algorithms/expectimax'
import { Interruption, type InterruptReason } from '../../src/core/game/limits'
import { SilentObserver, type Place } from '../../src/core/search/observer'
import { cutThreshold, type SearchLimits, type SearchSettings } from '../../src/core/search/settings'
import { WITHOUT_WINDOWS, capacityOf, newSpace, type NodeKind } from '../../src/core/trace/format'
import type { Clock, LevelTimes } from '../../src/core/trace/levelTimes'
import type { TraceWriter } from '../../src/core/trace/writer'
import {
  type Board,
  MOVES,
  type Move,
  SPAWNS,
  emptyCells,
  legalMoves,
  slide,
  slideEdge,
  withTile,
} from '../../src/core/games/twenty48/board'
import { twenty48, type Twenty48State } from '../../src/core/games/twenty48/game'
import { compileEvaluator } from '../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator, Feature } from '../../src/core/games/twenty48/heuristics/family'
import type { NetworkSource } from '../../src/core/games/twenty48/heuristics/networkEvaluator'
import type { GameResult } from '../../src/core/games/twenty48/player'
import { gameSteps } from '../../src/core/games/twenty48/playGame'
import { deepen } from '../../src/core/games/twenty48/search/deepening'
import {
  drive,
  neverStop,
  type AfterstateEngine,
  type Engine,
  type SlideResult,
  type Stop,
  type Variation,
} from '../../src/core/games/twenty48/search/engine'
import { clockOf } from '../../src/core/games/twenty48/search/gameClock'
import { likelySpawn } from '../../src/core/games/twenty48/tree/boardTree'
import type { PvStep } from '../../src/core/games/twenty48/search/report'
import { recordRoot, type Tracer } from '../../src/core/games/twenty48/tree/tracer'

/** Where a search is recorded, and the time at each level. */
interface PairRecorder {
  readonly writer: TraceWriter
  readonly times: LevelTimes | undefined
}

/** A writer that has expanded the root records the search. @param networks for an evaluator that names one */
export function textbook(
  evaluator: Evaluator,
  settings: SearchSettings,
  recorder?: PairRecorder,
  networks?: NetworkSource,
): Engine {
  const evaluate = compileEvaluator(evaluator, networks)
  return ({ board, depth, moves, reach, cut = settings.cut, nodes, variation }, stop) => {
    const cutSettings = { ...settings, cut }
    const slides: SlideResult[] = []
    let budget = nodes
    for (const move of moves) {
      const search = new PairSearch(evaluate, cutSettings, depth, budget, stop, recorder, 1)
      const value = search.slideValue(board, move, depth, reach)
      if (value === undefined) return { slides, unfinishedNodes: search.tried, stopped: search.stopped }
      const { tried, hits, probes, horizon } = search
      const result = { move, value, nodes: tried, hits, probes, horizon }
      slides.push(variation ? { ...result, variation: search.variation(slide(board, move)!.board, depth, reach) } : result)
      budget -= tried
    }
    return { slides, unfinishedNodes: 0, stopped: undefined }
  }
}

/** The same below an afterstate; its value contains no points of the slide that led to it. */
function textbookAfterstate(
  evaluator: Evaluator,
  settings: SearchSettings,
  recorder?: PairRecorder,
  networks?: NetworkSource,
): AfterstateEngine {
  const evaluate = compileEvaluator(evaluator, networks)
  return ({ board, depth, reach, cut = settings.cut, nodes }, stop) => {
    const search = new PairSearch(evaluate, { ...settings, cut }, depth, nodes, stop, recorder, 0)
    const value = search.afterstateValue(board, depth, reach) ?? 0
    return { value, nodes: search.tried, hits: search.hits, probes: search.probes, stopped: search.stopped }
  }
}

/** Counts moves tried, and records them if there is a writer. */
class PairObserver extends SilentObserver {
  /** The nodes from the first one on that are being searched: when they were entered, and whether their level has its own time. */
  readonly #line: { readonly since: number | undefined; isTimed: boolean }[] = []

  /** @param level of the first node */
  constructor(
    private readonly search: PairSearch,
    private readonly recorder: PairRecorder | undefined,
    private readonly level: number,
  ) {
    super()
  }

  override get place(): Place | undefined {
    return this.recorder?.writer.node
  }

  override enter(kind: NodeKind, edge: number, depth: number): void {
    const [own, nodes] = kind === 'chance' ? (['chance', 0] as const) : (['max', MOVES.length] as const)
    this.recorder?.writer.enter(own, edge, Math.floor(depth / 2), -Infinity, Infinity, nodes)
    this.#line.push({ since: this.recorder?.times?.now(), isTimed: false })
    this.search.tried += nodes
  }

  override expand(kind: NodeKind, depth: number, children: readonly { readonly edge: number }[]): void {
    if (children.length === 0) return
    const open = this.#line.at(-1)
    this.recorder?.times?.goTo(this.level + this.#line.length - 1, open?.since)
    if (open) open.isTimed = true
    const rest = { kind: kind === 'chance' ? 'max' : 'chance', depth: Math.floor(depth / 2) } as const
    this.recorder?.writer.expand(children.map(({ edge }) => ({ edge, ...rest })))
  }

  override leave(value: number, flags: number, source?: Place): void {
    const { isTimed } = this.#line.pop()!
    if (isTimed) this.recorder?.times?.goTo(Math.max(0, this.level + this.#line.length - 1))
    this.recorder?.writer.leave(value, flags, source)
  }
}

/** One root slide's search, with a table of its own. */
class PairSearch {
  /** Slides tried below the root, 4 per player node. */
  tried = 0
  stopped: InterruptReason | undefined
  readonly #search: Expectimax<Twenty48State>

  constructor(
    private readonly evaluate: Feature,
    private readonly settings: SearchSettings,
    depth: number,
    private budget: number,
    stop: Stop,
    recorder: PairRecorder | undefined,
    level: number,
  ) {
    const observer = new PairObserver(this, recorder, level)
    this.#search = new Expectimax(
      twenty48,
      { evaluate: ({ board }) => evaluate(board) },
      { agent: 0, wrapping: {}, interrupt: () => undefined, observer },
      settings,
      { beforeChance: () => (this.tried >= this.budget ? 'limit' : stop()) },
    )
    this.#search.begin(2 * depth)
  }

  get hits(): number {
    return this.#search.effort.hits
  }

  get probes(): number {
    return this.#search.effort.probes
  }

  get horizon(): boolean {
    return this.#search.horizon
  }

  /** `undefined` if it was stopped, as in all methods here. */
  slideValue(board: Board, move: Move, depth: number, reach: number): number | undefined {
    const slid = slide(board, move)!
    const child = {
      edge: slideEdge(move),
      state: { board: slid.board, turn: 'chance' as const },
      reward: slid.reward,
      probability: 1,
    }
    return this.#unlessStopped(() => this.#search.childValue(child, 2 * depth, -Infinity, Infinity, reach))
  }

  afterstateValue(board: Board, depth: number, reach: number): number | undefined {
    return this.#unlessStopped(() => this.#search.value({ board, turn: 'chance' }, 0, 2 * depth, reach))
  }

  /** Read from the table that the search left, without a limit on nodes. */
  variation(after: Board, depth: number, reach: number): Variation {
    const before = this.tried
    this.budget = Infinity
    const steps = followVariation(after, depth, reach, cutThreshold(this.settings.cut), this.evaluate, (board, ...left) =>
      this.#bestSlide(board, ...left),
    )
    return { steps, isCut: this.stopped !== undefined, nodes: this.tried - before }
  }

  #bestSlide(board: Board, depth: number, reach: number): Move | undefined {
    this.tried += MOVES.length
    let best: { move: Move; value: number } | undefined
    for (const move of legalMoves(board)) {
      const value = this.slideValue(board, move, depth, reach)
      if (value === undefined) return undefined
      if (!best || isHigher(value, best.value)) best = { move, value }
    }
    return best?.move
  }

  #unlessStopped(search: () => number): number | undefined {
    try {
      return search()
    } catch (error) {
      if (!(error instanceof Interruption)) throw error
      this.stopped = error.reason
      return undefined
    }
  }
}

/**
 * The principal variation after a slide: a likely tile, the best answer to it, a likely tile, … down to the horizon or the cut.
 * The kernel does the same (src/core/kernel/assembly/variation.ts). With the table `deeper` an answer may rest on values of more depth than is left,
 * as it did in the search.
 *
 * @param after the board after the slide, which was searched to `depth`
 * @param reach of that board
 * @param answer the best slide of a board, searched as it was inside the tree: with what its search left in the table, and the depth
 * and the cumulative probability that are left there. `undefined` ends it.
 */
function followVariation(
  after: Board,
  depth: number,
  reach: number,
  cutBelow: number,
  evaluate: Feature,
  answer: (board: Board, depth: number, reach: number) => Move | undefined,
): PvStep[] {
  const steps: PvStep[] = []
  for (let left = depth - 1; left >= 0 && reach >= cutBelow; left--) {
    const spawn = likelySpawn(after, evaluate)
    steps.push({ spawn })
    reach = (reach / emptyCells(after).length) * SPAWNS[0].chance
    const next = withTile(after, spawn)
    const move = legalMoves(next).length > 0 ? answer(next, left, reach) : undefined
    if (move === undefined) break
    steps.push({ move })
    after = slide(next, move)!.board
  }
  return steps
}

/**
 * Records searches of the textbook, each in shared memory of its own.
 * @param now absent: no times are taken
 * @param networks for an evaluator that names one
 */
export function traceTextbook(evaluator: Evaluator, settings: SearchSettings, now?: Clock, networks?: NetworkSource): Tracer {
  const enginesFor = (writer: TraceWriter, times: LevelTimes | undefined) => ({
    slides: textbook(evaluator, settings, { writer, times }, networks),
    afterstate: textbookAfterstate(evaluator, settings, { writer, times }, networks),
  })
  return (request, stop) => {
    const space = newSpace(capacityOf(request.mebibytes, WITHOUT_WINDOWS), WITHOUT_WINDOWS)
    return recordRoot(request, 'textbook', { evaluator, settings }, space, enginesFor, stop, now, networks)
  }
}

/**
 * Plays a whole game, one search per move. The kernel plays the same games faster if depth is their only limit.
 * @param startClock makes the stop signal of one search; only a time limit needs one
 * @param cut of the engine's settings; if given, a limit on nodes is then a mean over the game, see `GameClock`
 */
export function playGame(
  seed: number,
  engine: Engine,
  limits: SearchLimits,
  startClock: () => Stop = () => neverStop,
  cut?: number,
): GameResult {
  const clock = limits.ms === undefined ? clockOf(limits, cut ?? 0, () => 0) : undefined
  const steps = gameSteps(seed, board => {
    const stop = startClock()
    const report = drive(deepen(board, limits, { cut, pace: clock?.begin() }), request => engine(request, stop))
    clock?.end(report.nodes)
    return report
  })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
