/** The textbook's expectimax as an engine for 2048: depth in (tile + slide) pairs, and nodes as slides tried. */
import { isHigher } from '../../../rounding'
import { Expectimax } from '../../../search/algorithms/expectimax'
import { Interruption, type InterruptReason } from '../../../game/limits'
import { SilentObserver, type Place } from '../../../search/observer'
import { cutThreshold, type SearchSettings } from '../../../search/settings'
import type { NodeKind } from '../../../trace/format'
import type { TraceWriter } from '../../../trace/writer'
import { legalMoves, MOVES, slide, type Board, type Move } from '../board'
import { slideEdge } from '../edges'
import { twenty48, type Twenty48State } from '../game'
import { compileEvaluator } from '../heuristics/evaluator'
import type { Evaluator, Feature } from '../heuristics/family'
import type { NetworkSource } from '../heuristics/networkEvaluator'
import type { AfterstateEngine, Engine, SlideResult, Stop, Variation } from './engine'
import { followVariation } from './principalVariation'

/** A `writer` that has expanded the root records the search. @param networks for an evaluator that names one */
export function textbook(evaluator: Evaluator, settings: SearchSettings, writer?: TraceWriter, networks?: NetworkSource): Engine {
  const evaluate = compileEvaluator(evaluator, networks)
  return ({ board, depth, moves, reach, cut = settings.cut, nodes, variation }, stop) => {
    const cutSettings = { ...settings, cut }
    const slides: SlideResult[] = []
    let budget = nodes
    for (const move of moves) {
      const search = new PairSearch(evaluate, cutSettings, depth, budget, stop, writer)
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
export function textbookAfterstate(
  evaluator: Evaluator,
  settings: SearchSettings,
  writer?: TraceWriter,
  networks?: NetworkSource,
): AfterstateEngine {
  const evaluate = compileEvaluator(evaluator, networks)
  return ({ board, depth, reach, cut = settings.cut, nodes }, stop) => {
    const search = new PairSearch(evaluate, { ...settings, cut }, depth, nodes, stop, writer)
    const value = search.afterstateValue(board, depth, reach) ?? 0
    return { value, nodes: search.tried, hits: search.hits, probes: search.probes, stopped: search.stopped }
  }
}

/** Counts moves tried, and records them if there is a writer. */
class PairObserver extends SilentObserver {
  constructor(
    private readonly search: PairSearch,
    private readonly writer: TraceWriter | undefined,
  ) {
    super()
  }

  override get place(): Place | undefined {
    return this.writer?.node
  }

  override enter(kind: NodeKind): void {
    this.writer?.enter(this.search.tried)
    if (kind !== 'chance') this.search.tried += MOVES.length
  }

  override expand(kind: NodeKind, depth: number, children: readonly { readonly edge: number }[]): void {
    this.writer?.expand(kind === 'chance' ? 'max' : 'chance', Math.floor(depth / 2), children)
  }

  override leave(value: number, flags: number, source?: Place): void {
    this.writer?.leave(value, this.search.tried, flags, source)
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
    writer: TraceWriter | undefined,
  ) {
    const observer = new PairObserver(this, writer)
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
