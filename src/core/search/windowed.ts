/** The base of minimax, alpha-beta and related searches, without their rule for the two players: leaves, and the transposition table. */
import type { Game } from '../game/game'
import { DepthFirst, type Actor, type Child, type Environment } from './depthFirst'
import { FLAGS } from '../trace/format'
import type { Heuristic } from '../game/heuristic'
import { boundOf } from '../game/bounds'
import type { RootLine } from './report'
import { Memory, type Entry } from './table'

/** Swings of the heuristic look two plies back, but a stored value must not depend on what came before its position. */
const SHALLOWEST_WITH_SWINGS = 2

export abstract class Windowed<State> extends DepthFirst<State> {
  private readonly table: Memory<Entry> | undefined
  private readonly shallowest: number
  /** MAX's rewards from the root to the current node. */
  protected earned = 0

  constructor(game: Game<State>, heuristic: Heuristic<State>, around: Environment) {
    super(game, heuristic, around)
    const { table, quiescence } = around.wrapping
    this.table = table === undefined ? undefined : new Memory(2 ** table)
    this.shallowest = quiescence?.swing === undefined ? 0 : SHALLOWEST_WITH_SWINGS
  }

  override begin(depth: number): void {
    super.begin(depth)
    this.earned = 0
  }

  protected abstract maxValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number
  protected abstract minValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number

  /**
   * The value of a position to MAX, including the rewards since the root. Outside the window (alpha, beta) it may be a bound: see
   * `childValue`.
   */
  private value(state: State, depth: number, alpha: number, beta: number): number {
    const turn = this.enter(state, depth)
    // Step 1. Leaf.
    const leaf = this.leafValue(state, turn, depth)
    if (leaf !== undefined) return this.earned + leaf
    // Step 2. Table.
    const known = this.lookUp(state, depth, alpha, beta)
    if (known !== undefined) return known
    // Step 3. The children.
    const horizonBefore = this.horizon
    this.horizon = false
    const actor = turn as Actor
    const value = this.maximises(actor)
      ? this.maxValue(state, actor, depth, alpha, beta)
      : this.minValue(state, actor, depth, alpha, beta)
    this.noteBest(state, depth)
    if (this.table && depth >= this.shallowest)
      this.table.set(this.game.key(state), {
        value: value - this.earned,
        bound: boundOf(value, alpha, beta),
        depth,
        horizon: this.horizon,
        place: this.observer?.place,
      })
    this.horizon ||= horizonBefore
    return value
  }

  /**
   * Searches a child. All values and windows include the rewards since the root: if windows were shifted by each reward instead, two
   * neighbouring doubles could become one.
   */
  protected override childValue(child: Child<State>, depth: number, alpha: number, beta: number): number {
    const before = this.enterChild(child, alpha, beta)
    return this.leaveChild(before, this.value(child.state, depth, alpha, beta))
  }

  /** Earns the reward of an action. @returns what was earned before it, for `leaveChild` */
  protected enterChild({ edge, reward }: Child<State>, alpha: number, beta: number): number {
    const before = this.earned
    this.earned = before + reward
    if (this.observer) this.goesTo(edge, alpha, beta)
    return before
  }

  protected leaveChild(before: number, value: number): number {
    if (this.observer) this.noteValue(value)
    this.earned = before
    return value
  }

  /** Nature as an adversary: the worst outcome for the agent that searches. */
  protected override meanOf(lines: readonly RootLine[], _children: readonly Child<State>[]): number {
    const values = lines.filter(({ bound }) => bound === 'exact').map(({ values }) => values[0]!)
    return this.maximises('chance') ? Math.max(...values) : Math.min(...values)
  }

  protected override withOutcome(
    soFar: number | undefined,
    { bound, values }: RootLine,
    _child: Child<State>,
  ): number | undefined {
    if (bound !== 'exact' || soFar === undefined) return bound === 'exact' ? values[0]! : soFar
    return this.maximises('chance') ? Math.max(soFar, values[0]!) : Math.min(soFar, values[0]!)
  }

  protected lookUp(state: State, depth: number, alpha: number, beta: number): number | undefined {
    if (!this.table || depth < this.shallowest) return undefined
    this.effort.probes++
    this.observer?.probe()
    const entry = this.table.get(this.game.key(state))
    if (!entry || entry.depth !== depth) return undefined
    const { bound } = entry
    const value = this.earned + entry.value
    if (bound === 'lower' ? value < beta : bound === 'upper' && value > alpha) return undefined
    this.effort.hits++
    this.horizon ||= entry.horizon
    if (this.observer) this.noteHit(value, entry)
    return value
  }

  /** Notes that the current node skips its remaining children. @param bound the end of the window that was reached */
  protected noteCut(bound: number): void {
    this.effort.cutoffs++
    this.observer?.cut(bound)
  }

  private noteHit(value: number, { place }: Entry): void {
    this.leaving = { flags: FLAGS.TABLE_HIT, source: place }
    this.observer?.hit(value, place)
  }
}
