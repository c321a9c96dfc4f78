/**
 * Expectimax by the book: an agent's node is worth its best act, a chance node the mean of its outcomes.
 *
 * Written to be read, for any game of one agent against nature. It is the oracle of the kernel, which must give the
 * same values and, without a table, the same node counts. Source of the formulas: docs/search-values.md.
 */
import type { Game, Step } from '../../games/game'
import type { Board, Move } from '../../games/twenty48/board'
import { isHigher } from '../../rounding'
import { twenty48, type Twenty48State } from '../../games/twenty48/game'
import { compileEvaluator } from '../../games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../games/twenty48/heuristics/family'
import { type AfterstateEngine, type Engine, type Variation, type SlideResult, type Stop, type StopReason } from '../engine'
import { followVariation } from '../principalVariation'
import { cutThreshold, isBelowFloor, type SearchSettings } from '../settings'
import { FLAGS, type NodeId } from '../../trace/format'
import type { TraceWriter } from '../../trace/writer'

/** The textbook as an engine for 2048. A `writer` that has expanded the root records what is searched. */
export function textbook(evaluator: Evaluator, settings: SearchSettings, writer?: TraceWriter): Engine {
  const evaluateBoard = compileEvaluator(evaluator)
  const evaluate = ({ board }: Twenty48State) => evaluateBoard(board)
  const variationAfter = (search: Expectimax<Twenty48State, Move>, after: Board, depth: number, reach: number): Variation => {
    const before = search.nodes
    const steps = followVariation(after, depth, reach, cutThreshold(settings.cut), evaluateBoard, (board, ...left) =>
      search.bestAction({ board, turn: 0 }, ...left),
    )
    return { steps, isCut: search.stopped !== undefined, nodes: search.nodes - before }
  }
  return ({ board, depth, moves, reach, nodes, variation }, stop) => {
    const slides: SlideResult[] = []
    let budget = nodes
    for (const move of moves) {
      const search = new Expectimax(twenty48, evaluate, settings, budget, stop, writer)
      const step = twenty48.apply({ board, turn: 0 }, move)!
      const value = search.stepValue(step, depth, reach)
      if (search.stopped) return { slides, unfinishedNodes: search.nodes, stopped: search.stopped }
      const { nodes, hits, probes, horizon } = search
      const result = { move, value, nodes, hits, probes, horizon }
      slides.push(variation ? { ...result, variation: variationAfter(search, step.state.board, depth, reach) } : result)
      budget -= nodes
    }
    return { slides, unfinishedNodes: 0, stopped: undefined }
  }
}

/** The same below an afterstate; its value contains no points of the slide that led to it. */
export function textbookAfterstate(evaluator: Evaluator, settings: SearchSettings, writer?: TraceWriter): AfterstateEngine {
  const evaluate = evaluateState(evaluator)
  return ({ board, depth, reach, nodes }, stop) => {
    const search = new Expectimax(twenty48, evaluate, settings, nodes, stop, writer)
    const value = search.chanceValue({ board, turn: 'chance' }, depth, reach)
    return { value, nodes: search.nodes, hits: search.hits, probes: search.probes, stopped: search.stopped }
  }
}

function evaluateState(evaluator: Evaluator): (state: Twenty48State) => number {
  const evaluate = compileEvaluator(evaluator)
  return ({ board }) => evaluate(board)
}

interface Entry {
  readonly depth: number
  readonly value: number
  /** Where it was recorded, if it was. */
  readonly node: NodeId | undefined
}

/**
 * One root act's search: its counters, its table, and the two mutually recursive kinds of node. A trace is written as the
 * search goes: each node is entered and left, with `expand` where it gets its children.
 */
class Expectimax<State, Action> {
  /** Acts tried below the root. */
  nodes = 0
  hits = 0
  probes = 0
  horizon = false
  stopped: StopReason | undefined
  private readonly table = new Map<string, Entry>()
  private readonly cutBelow: number

  constructor(
    private readonly game: Game<State, Action>,
    private readonly evaluate: (state: State) => number,
    private readonly settings: SearchSettings,
    private budget: number,
    private readonly stop: Stop,
    private readonly writer?: TraceWriter,
  ) {
    this.cutBelow = cutThreshold(settings.cut)
  }

  /** Value of what an agent's act leads to, with what it earns on the way. */
  stepValue({ state, reward }: Step<State>, depth: number, reach: number): number {
    const value = this.chanceValue(state, depth, reach)
    return this.settings.points === 'added' ? reward + value : value
  }

  /** The best act of a state below the root, found again from what the search left, without a limit on nodes. */
  bestAction(state: State, depth: number, reach: number): Action | undefined {
    this.budget = Infinity
    const candidates = this.game.candidates(state)
    this.nodes += candidates.length
    let best: { action: Action; value: number } | undefined
    for (const action of candidates) {
      const step = this.game.apply(state, action)
      if (!step) continue
      const value = this.stepValue(step, depth, reach)
      if (this.stopped) return undefined
      if (!best || isHigher(value, best.value)) best = { action, value }
    }
    return best?.action
  }

  /** An agent's node: its best act. */
  private agentValue(state: State, depth: number, reach: number): number {
    this.writer?.enter(this.nodes)
    const candidates = this.game.candidates(state)
    this.nodes += candidates.length
    const steps = candidates.flatMap((action, edge) => {
      const step = this.game.apply(state, action)
      return step ? [{ ...step, edge }] : []
    })
    this.writer?.expand('chance', depth, steps)
    let best: number | undefined
    for (const step of steps) {
      const value = this.stepValue(step, depth, reach)
      if (this.stopped) return 0 // no value matters from here on: the caller drops them all
      if (best === undefined || value > best) best = value
    }
    const value = best ?? this.deadValue(state)
    const floor = this.settings.floor === 'none' ? -Infinity : this.settings.floor
    const isLifted = isBelowFloor(value, floor)
    return this.left(Math.max(value, floor), (best === undefined ? FLAGS.TERMINAL : 0) | (isLifted ? FLAGS.FLOOR : 0))
  }

  /** A chance node: the mean over what nature may do next. */
  chanceValue(state: State, depth: number, reach: number): number {
    this.writer?.enter(this.nodes)
    // Step 1. Leaf: at the horizon, or too unlikely to look further.
    if (depth === 0) this.horizon = true
    if (depth === 0 || reach < this.cutBelow)
      return this.left(this.leafValue(state), depth === 0 ? FLAGS.HORIZON : FLAGS.PROBABILITY_CUT)
    // Step 2. Stop: asked only where a node is expanded, so that depth 0 always finishes.
    if ((this.stopped = this.nodes >= this.budget ? 'limit' : this.stop())) return 0
    // Step 3. Table.
    const key = this.tableKey(state, depth, reach)
    const known = this.lookUp(key, depth)
    if (known) return this.left(known.value, FLAGS.TABLE_HIT, known.node)
    // Step 4. Mean over the outcomes. The draws divide once, at the end and down the path alike.
    const outcomes = this.game.outcomes(state)
    this.writer?.expand('max', depth - 1, outcomes)
    let sum = 0
    let draws = 1
    for (const outcome of outcomes) {
      draws = outcome.draws
      sum += outcome.chance * this.agentValue(outcome.state, depth - 1, (reach / draws) * outcome.chance)
      if (this.stopped) return 0
    }
    const value = sum / draws
    if (this.settings.table !== 'off') this.table.set(key, { depth, value, node: this.writer?.node })
    return this.left(value)
  }

  /** The value of the node in hand, which is done. */
  private left(value: number, flags?: number, source?: NodeId): number {
    this.writer?.leave(value, this.nodes, flags, source)
    return value
  }

  private leafValue(state: State): number {
    if (this.settings.leaf === 'afterstate') return this.evaluate(state)
    let sum = 0
    let draws = 1
    for (const outcome of this.game.outcomes(state)) {
      draws = outcome.draws
      sum += outcome.chance * this.evaluate(outcome.state)
    }
    return sum / draws
  }

  private deadValue(state: State): number {
    return this.settings.dead === 'heuristic' ? this.evaluate(state) : this.settings.dead
  }

  /** What an entry is found by: its state, and under the exact rule all that its value depends on. */
  private tableKey(state: State, depth: number, reach: number): string {
    switch (this.settings.table) {
      case 'off':
        return ''
      case 'exact':
        return `${this.game.encode(state)} ${depth} ${this.settings.cut > 0 ? reach : ''}`
      case 'deeper':
        return this.game.encode(state)
    }
  }

  private lookUp(key: string, depth: number): Entry | undefined {
    if (this.settings.table === 'off') return undefined
    this.probes++
    const entry = this.table.get(key)
    if (!entry || entry.depth < depth) return undefined
    this.hits++
    return entry
  }
}
