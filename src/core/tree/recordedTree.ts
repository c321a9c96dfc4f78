import { LabError } from '../errors'
import { isEqualButForRounding, isHigher } from '../rounding'
import type { Bound } from '../game/bounds'
import { FLAGS, type FlagName, type NodeId, type NodeKind } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { Place } from './views'
import type { Chance, DerivedOutcome, OpenTreeGame, Positions, TreeGame } from './treeGame'

/** Positions to cache; one outline shows dozens. */
const MOST_STATES = 20_000
const AGENTS: readonly NodeKind[] = ['max', 'min', 'agent']
const CERTAIN: Chance = { draws: 1, chance: 1 }

/** A trace with everything that follows from it: positions, the outcomes of a leaf, the action taken. */
export class RecordedTree<State = unknown> implements Positions<State> {
  readonly game: TreeGame<State>
  readonly #states = new Map<NodeId, State>()
  /** Outcomes of the last leaf requested: they are requested one after the other. */
  #derived: { readonly node: NodeId; readonly outcomes: readonly DerivedOutcome<State>[] } | undefined

  constructor(
    readonly trace: Trace,
    open: OpenTreeGame<State>,
  ) {
    this.game = open({ trace, state: node => this.state(node) })
  }

  /** @throws {LabError} `BAD_FILE` if the trace does not fit its own root. */
  state(node: NodeId): State {
    const known = this.#states.get(node)
    if (known !== undefined) return known
    const parent = this.trace.parent(node)
    const state = parent === undefined ? this.game.root : this.game.after(this.state(parent), node)
    if (this.#states.size >= MOST_STATES) this.#states.clear()
    this.#states.set(node, state)
    return state
  }

  stateAt({ node, draw }: Place): State {
    return draw === undefined ? this.state(node) : this.outcome(node, draw).state
  }

  /** The kind of a node when the searcher enters it and does not know yet that it is a leaf. */
  kindOnEntry(node: NodeId): NodeKind {
    const kind = this.trace.kind(node)
    return kind === 'leaf' ? this.game.turn(node) : kind
  }

  /** The flags of the trace, without `stopped` if the search was not stopped and its searcher gives such a node no value. */
  flagNames(node: NodeId): FlagName[] {
    const { data, head } = this.trace
    const isStopped = !data.space.hasWindows || head.stopped !== undefined
    return this.trace.flagNames(node).filter(name => isStopped || name !== 'stopped')
  }

  /** The outcomes in a leaf's mean; empty for other nodes. */
  outcomes(node: NodeId): readonly DerivedOutcome<State>[] {
    if (this.trace.kind(node) !== 'leaf' || !this.trace.isDone(node)) return []
    if (this.#derived?.node !== node) this.#derived = { node, outcomes: this.game.outcomes(node) }
    return this.#derived.outcomes
  }

  /** Their number, without computing their values. */
  outcomeCount(node: NodeId): number {
    return this.trace.kind(node) === 'leaf' && this.trace.isDone(node) ? this.game.outcomeCount(node) : 0
  }

  /** The children of a node; below a leaf, the outcomes in its mean. */
  below({ node, draw }: Place): Place[] {
    if (draw !== undefined) return []
    const children = this.trace.children(node)
    if (children.length > 0) return children.map(child => ({ node: child }))
    return Array.from({ length: this.outcomeCount(node) }, (_, outcome) => ({ node, draw: outcome }))
  }

  /** @throws {LabError} `NOT_FOUND` */
  outcome(node: NodeId, draw: number): DerivedOutcome<State> {
    const outcome = this.outcomes(node)[draw]
    if (!outcome) throw new LabError('NOT_FOUND', `Node ${node} has no outcome number ${draw}.`, { node, draw })
    return outcome
  }

  /** The chance of a node below its parent: 1 after an action. */
  chance(node: NodeId): Chance {
    const parent = this.trace.parent(node)
    return parent === undefined || this.trace.kind(parent) !== 'chance' ? CERTAIN : this.game.chance(node)
  }

  /** Cumulative probability of a node, bit for bit the one that the search compares with its cut. */
  reach(node: NodeId): number {
    return this.trace.path(node).reduce((reach, each) => {
      const { draws, chance } = this.chance(each)
      return (reach / draws) * chance
    }, this.trace.head.reach)
  }

  /** The reward of an agent (absent: MAX) for the action that led to the node, if values contain it; otherwise 0. */
  reward(node: NodeId, agent = 0): number {
    return node === 0 || !this.game.hasRewards ? 0 : this.game.reward(node, agent)
  }

  /** The agent for whose value the agent at a node compares its children: MAX, unless each agent has its own value. */
  comparesFor(node: NodeId): number {
    return this.trace.kind(node) === 'agent' ? this.game.choice(node).for : 0
  }

  /** The value of a child by the aim of the agent at its parent; `undefined` if the search did not finish it. */
  worth(child: NodeId): number | undefined {
    const parent = this.trace.parent(child)!
    return signed(this.trace.kind(parent), this.sum(child, this.comparesFor(parent)))
  }

  /** True if an agent acts at a node. */
  isAgents(node: NodeId): boolean {
    return AGENTS.includes(this.trace.kind(node))
  }

  /** The value of the node to an agent (absent: MAX) at its parent, reward + value; `undefined` if the search did not finish it. */
  sum(node: NodeId, agent = 0): number | undefined {
    const value = this.trace.valueTo(node, agent)
    return value === undefined ? undefined : this.reward(node, agent) + value
  }

  /** How its value relates to the true one; a leaf's own is always exact. `undefined` without a value. */
  bound(node: NodeId): Bound | undefined {
    return this.trace.kind(node) === 'leaf' && this.trace.value(node) !== undefined ? 'exact' : this.trace.bound(node)
  }

  /** The children of a node, one per edge: for repeated searches, the last. */
  actions(node: NodeId): NodeId[] {
    const { trace } = this
    const children = trace.children(node)
    if (!children.some(child => trace.has(child, FLAGS.SEARCHED_AGAIN))) return children
    const { edge } = trace.columns
    const last = new Map(children.map(child => [edge[child]!, child]))
    return children.filter(child => last.get(edge[child]!) === child)
  }

  /**
   * The children that can be compared: those visited; at the root of an interrupted search, only those searched deepest.
   * @param last the last child to consider
   */
  comparable(node: NodeId, last = Infinity): NodeId[] {
    const { trace } = this
    const visited = this.actions(node).filter(child => child <= last && !trace.has(child, FLAGS.NOT_VISITED))
    const { depth } = trace.columns
    const deepest = Math.max(...visited.map(child => depth[child]!))
    return visited.filter(child => depth[child] === deepest)
  }

  /**
   * The action taken at an agent's node: by the tie rule of reports, the lowest of those of equal value. Below the root, a search by depth
   * takes the first in its order.
   */
  bestChild(node: NodeId): NodeId | undefined {
    if (!this.isAgents(node)) return undefined
    return this.takesFirst(node) ? this.firstBest(node) : this.lowestBest(node)
  }

  private takesFirst(node: NodeId): boolean {
    const { space } = this.trace.data
    return node !== 0 && space.hasWindows === true && !space.hasVisits && this.trace.kind(node) !== 'agent'
  }

  private firstBest(node: NodeId): NodeId | undefined {
    let best: NodeId | undefined
    let highest = -Infinity
    for (const child of this.comparable(node)) {
      const worth = this.trace.isCounted(child) ? this.worth(child) : undefined
      if (worth === undefined || worth <= highest) continue
      best = child
      highest = worth
    }
    return best
  }

  private lowestBest(node: NodeId): NodeId | undefined {
    // A child whose window showed only that it is no better is not taken if another has the same value, even if it is a leaf.
    const worse = this.trace.kind(node) === 'max' ? 'upper' : 'lower'
    const { edge } = this.trace.columns
    const isBefore = (one: NodeId, other: NodeId) => {
      const [isWorse, isOtherWorse] = [this.trace.bound(one) === worse, this.trace.bound(other) === worse]
      return isWorse === isOtherWorse ? edge[one]! < edge[other]! : isOtherWorse
    }
    let best: NodeId | undefined
    let highest = -Infinity
    const comparable = this.comparable(node)
    const children = this.mostVisited(node === 0 && this.game.takesBestMean ? this.worthMost(comparable) : comparable)
    for (const child of children) {
      const worth = this.trace.isCounted(child) ? this.worth(child) : undefined
      if (worth === undefined) continue
      const isBetter = best === undefined || isHigher(worth, highest)
      const isFirst = best !== undefined && isEqualButForRounding(worth, highest) && isBefore(child, best)
      if (!isBetter && !isFirst) continue
      best = child
      highest = worth
    }
    const against = this.trace.kind(node) === 'agent' ? this.game.choice(node).against : undefined
    return best === undefined || against === undefined ? best : this.worstFor(against, best, children)
  }

  /** The child that an agent likes least, among the best and those of equal value. */
  private worstFor(agent: number, best: NodeId, children: readonly NodeId[]): NodeId {
    const brings = (child: NodeId) => this.sum(child, agent)!
    return children
      .filter(child => this.isTie(child, best))
      .reduce((worst, child) => (isHigher(brings(worst), brings(child)) ? child : worst), best)
  }

  /** The children of the best value, but for rounding. */
  private worthMost(children: readonly NodeId[]): readonly NodeId[] {
    const worth = (child: NodeId) => this.worth(child) ?? -Infinity
    const most = children.reduce((most, child) => Math.max(most, worth(child)), -Infinity)
    return children.filter(child => !isHigher(most, worth(child)))
  }

  /** A tree of visits takes only a most-visited child. */
  private mostVisited(children: readonly NodeId[]): readonly NodeId[] {
    const { trace } = this
    const most = children.reduce((most, child) => Math.max(most, trace.visits(child) ?? 0), 0)
    return most === 0 ? children : children.filter(child => trace.visits(child) === most)
  }

  /** True if an action has the value of the best one, but for rounding, and is not taken. */
  isTie(child: NodeId, best: NodeId | undefined): boolean {
    const { depth, edge } = this.trace.columns
    if (best === undefined || edge[child] === edge[best] || depth[child] !== depth[best]) return false
    if (this.bound(child) !== 'exact' || !this.trace.isCounted(child)) return false
    if (this.trace.visits(child) !== this.trace.visits(best)) return false
    const [sum, highest] = [this.worth(child), this.worth(best)]
    return sum !== undefined && highest !== undefined && isEqualButForRounding(sum, highest)
  }
}

/** Converts MAX's value to the value of the agent at a node. */
export function signed(kind: NodeKind, value: number | undefined): number | undefined {
  return value === undefined || kind !== 'min' ? value : -value
}
