/**
 * Expectimax by the book: an agent's node is worth its best act, a chance node the mean of its outcomes.
 *
 * Written to be read, for any game of one agent against nature. It is the oracle of the kernel, which must give the
 * same values and, without a table, the same node counts. Source of the formulas: docs/search-values.md.
 */
import type { Game } from '../games/game'
import { twenty48, type Twenty48State } from '../games/twenty48/game'
import { compileEvaluator } from '../games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { Engine, SlideResult, Stop, StopReason } from './engine'
import { cutThreshold, type SearchSettings } from './settings'

/** The textbook as an engine for 2048. */
export function textbook(evaluator: Evaluator, settings: SearchSettings): Engine {
  const evaluateBoard = compileEvaluator(evaluator)
  const evaluate = ({ board }: Twenty48State) => evaluateBoard(board)
  return ({ board, depth, moves, reach, nodes }, stop) => {
    const slides: SlideResult[] = []
    let budget = nodes
    for (const move of moves) {
      const search = new Expectimax(twenty48, evaluate, settings, budget, stop)
      const value = search.actValue({ board, turn: 0 }, move, depth, reach)
      if (search.stopped) return { slides, unfinishedNodes: search.nodes, stopped: search.stopped }
      const { nodes, hits, probes, horizon } = search
      slides.push({ move, value: value!, nodes, hits, probes, horizon })
      budget -= nodes
    }
    return { slides, unfinishedNodes: 0, stopped: undefined }
  }
}

interface Entry {
  readonly depth: number
  readonly value: number
}

/** One root act's search: its counters, its table, and the two mutually recursive kinds of node. */
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
    private readonly budget: number,
    private readonly stop: Stop,
  ) {
    this.cutBelow = cutThreshold(settings.cut)
  }

  /** Value of one act at an agent's node, `undefined` if it is illegal. */
  actValue(state: State, action: Action, depth: number, reach: number): number | undefined {
    const step = this.game.apply(state, action)
    if (!step) return undefined
    const points = this.settings.points === 'added' ? step.reward : 0
    return points + this.chanceValue(step.state, depth, reach)
  }

  /** An agent's node: its best act. */
  private agentValue(state: State, depth: number, reach: number): number {
    let best: number | undefined
    const candidates = this.game.candidates(state)
    this.nodes += candidates.length
    for (const action of candidates) {
      const value = this.actValue(state, action, depth, reach)
      if (this.stopped) return 0 // no value matters from here on: the caller drops them all
      if (value !== undefined && (best === undefined || value > best)) best = value
    }
    const value = best ?? this.deadValue(state)
    return this.settings.floor === 'none' ? value : Math.max(value, this.settings.floor)
  }

  /** A chance node: the mean over what nature may do next. */
  private chanceValue(state: State, depth: number, reach: number): number {
    // Step 1. Leaf: at the horizon, or too unlikely to look further.
    if (depth === 0) this.horizon = true
    if (depth === 0 || reach < this.cutBelow) return this.leafValue(state)
    // Step 2. Stop: asked only where a node is expanded, so that depth 0 always finishes.
    if ((this.stopped = this.nodes >= this.budget ? 'limit' : this.stop())) return 0
    // Step 3. Table.
    const key = this.tableKey(state, depth, reach)
    const known = this.lookUp(key, depth)
    if (known !== undefined) return known
    // Step 4. Mean over the outcomes. The draws divide once, at the end and down the path alike.
    let sum = 0
    let draws = 1
    for (const outcome of this.game.outcomes(state)) {
      draws = outcome.draws
      sum += outcome.chance * this.agentValue(outcome.state, depth - 1, (reach / draws) * outcome.chance)
      if (this.stopped) return 0
    }
    const value = sum / draws
    if (this.settings.table !== 'off') this.table.set(key, { depth, value })
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

  private lookUp(key: string, depth: number): number | undefined {
    if (this.settings.table === 'off') return undefined
    this.probes++
    const entry = this.table.get(key)
    if (!entry || entry.depth < depth) return undefined
    this.hits++
    return entry.value
  }
}
