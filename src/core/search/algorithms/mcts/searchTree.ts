import type { EdgeId, Turn, Values } from '../../../game/game'
import { ucb1 } from './ucb1'

/** A row of a `SearchTree`. The root is row 0. It has no parent, so as a child 0 means none. */
export type Row = number
export const ROOT: Row = 0
export const NONE: Row = 0

const FEWEST = 1024
const OVER = -2
const CHANCE = -1

/**
 * A tree that grows one node at a time. Rows of typed arrays, doubled when full: objects take several times as much memory. A node's
 * children form a linked list, in the order of their creation.
 */
export class SearchTree<State> {
  size = 0
  private readonly states: State[] = []
  private edges = new Uint16Array(FEWEST)
  private firstChildren = new Uint32Array(FEWEST)
  private lastChildren = new Uint32Array(FEWEST)
  private siblings = new Uint32Array(FEWEST)
  private turns = new Int32Array(FEWEST)
  /** Actions of a node that have no child yet; unknown for a chance node. */
  private unvisited = new Uint32Array(FEWEST)
  private visitCounts = new Uint32Array(FEWEST)
  /** Totals for each agent. */
  private totals: Float64Array
  private earned: Float64Array

  /** @param most largest number of nodes */
  constructor(
    private readonly agents: number,
    private readonly most: number,
  ) {
    this.totals = new Float64Array(FEWEST * agents)
    this.earned = new Float64Array(FEWEST * agents)
  }

  get isFull(): boolean {
    return this.size >= this.most
  }

  /** @param actions number of actions, if an agent acts @param earned by each agent, from the root to here */
  add(parent: Row, edge: EdgeId, state: State, turn: Turn, actions: number, earned: ArrayLike<number>): Row {
    const row = this.size++
    if (row === this.edges.length) this.grow()
    this.states.push(state)
    this.edges[row] = edge
    this.turns[row] = turn === 'over' ? OVER : turn === 'chance' ? CHANCE : turn
    this.unvisited[row] = actions
    this.earned.set(earned, row * this.agents)
    if (row === ROOT) return row
    const last = this.lastChildren[parent]!
    if (last === NONE) this.firstChildren[parent] = row
    else this.siblings[last] = row
    this.lastChildren[parent] = row
    if (turnIsAgent(this.turns[parent]!)) this.unvisited[parent]!--
    return row
  }

  state(row: Row): State {
    return this.states[row]!
  }

  edge(row: Row): EdgeId {
    return this.edges[row]!
  }

  turn(row: Row): Turn {
    const turn = this.turns[row]!
    return turn === OVER ? 'over' : turn === CHANCE ? 'chance' : turn
  }

  visits(row: Row): number {
    return this.visitCounts[row]!
  }

  /** Actions that have no child yet. */
  left(row: Row): number {
    return this.unvisited[row]!
  }

  /** Writes what each agent has earned from the root to a node. */
  readEarned(row: Row, into: Float64Array): void {
    for (let agent = 0; agent < this.agents; agent++) into[agent] = this.earned[row * this.agents + agent]!
  }

  hasChildren(row: Row): boolean {
    return this.firstChildren[row] !== NONE
  }

  /** In the order of their creation. */
  children(row: Row): Row[] {
    const children: Row[] = []
    for (let child = this.firstChildren[row]!; child !== NONE; child = this.siblings[child]!) children.push(child)
    return children
  }

  /** The child that an edge leads to, or `NONE`. */
  child(row: Row, edge: EdgeId): Row {
    let child = this.firstChildren[row]!
    while (child !== NONE && this.edges[child] !== edge) child = this.siblings[child]!
    return child
  }

  /** The child with the greatest UCB1 for an agent, the first of equals. All children must have been visited. */
  choose(row: Row, agent: number, C: number): Row {
    const logarithm = Math.log(this.visitCounts[row]!)
    let best = NONE
    let greatest = -Infinity
    for (let child = this.firstChildren[row]!; child !== NONE; child = this.siblings[child]!) {
      const value = ucb1(this.totals[child * this.agents + agent]!, this.visitCounts[child]!, logarithm, C)
      if (best !== NONE && value <= greatest) continue
      best = child
      greatest = value
    }
    return best
  }

  /** Adds a visit with these values. */
  visit(row: Row, values: ArrayLike<number>): void {
    this.visitCounts[row]!++
    for (let agent = 0; agent < this.agents; agent++) this.totals[row * this.agents + agent]! += values[agent]!
  }

  /** Means over all visits, by agent. */
  means(row: Row): Values {
    return Array.from({ length: this.agents }, (_, agent) => this.totals[row * this.agents + agent]! / this.visits(row))
  }

  private grow(): void {
    const rows = Math.min(2 * this.edges.length, Math.max(this.most, this.size))
    this.edges = copied(this.edges, new Uint16Array(rows))
    this.firstChildren = copied(this.firstChildren, new Uint32Array(rows))
    this.lastChildren = copied(this.lastChildren, new Uint32Array(rows))
    this.siblings = copied(this.siblings, new Uint32Array(rows))
    this.turns = copied(this.turns, new Int32Array(rows))
    this.unvisited = copied(this.unvisited, new Uint32Array(rows))
    this.visitCounts = copied(this.visitCounts, new Uint32Array(rows))
    this.totals = copied(this.totals, new Float64Array(rows * this.agents))
    this.earned = copied(this.earned, new Float64Array(rows * this.agents))
  }
}

function turnIsAgent(turn: number): boolean {
  return turn >= 0
}

function copied<Column extends { set(from: Column): void }>(from: Column, into: Column): Column {
  into.set(from)
  return into
}
