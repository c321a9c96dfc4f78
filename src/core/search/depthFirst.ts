/** The base of the depth-first searches: counting, leaves, children, and the root. */
import type { EdgeId, Game, Turn, Values } from '../game/game'
import type { Heuristic } from '../game/heuristic'
import { Interruption, type Interrupt, type InterruptReason } from '../game/limits'
import { FLAGS, type NodeKind } from '../trace/format'
import type { Observer, Place } from './observer'
import { BestSoFar, bestLine, noEffort, type RootLine } from './report'
import { boundOf, clearlyAbove, clearlyBelow } from '../game/bounds'
import type { Wrapping } from './searcher'
import { Memory } from './table'

/** A child of a position, and the edge to it. */
export interface Child<State> {
  readonly edge: EdgeId
  readonly state: State
  /** The reward to MAX on the way. */
  readonly reward: number
  /** The probability of an outcome. */
  readonly probability: number
}

/** Who acts at an inner node. */
export type Actor = number | 'chance'

export interface Environment {
  /** The agent that searches. */
  readonly agent: number
  readonly wrapping: Wrapping
  readonly interrupt: Interrupt
  readonly observer?: Observer | undefined
  /** See `Context`. */
  readonly exactLines?: true | undefined
}

/** One pass over the root's children at one depth. */
export interface Iteration {
  readonly lines: readonly RootLine[]
  readonly stopped: InterruptReason | undefined
}

/** A swing of the heuristic counts while it is one of the last two plies: one of each player. */
const SWING_PLIES = 2
/** Notes for a node whose value comes from its children. */
const INNER = { flags: 0, source: undefined }
/** Positions whose best moves are remembered from one iteration to the next. */
const REMEMBERED = 2 ** 18

/** Searches from one root, iteration after iteration. All values are MAX's, the first agent's; MIN, the second, minimises them. */
export abstract class DepthFirst<State> {
  readonly effort = noEffort()
  /** A root with the largest possible value has it at every depth, because all others work against its agent or are chance. */
  readonly proves: boolean = true
  /** True if the depth ended some line of this iteration. */
  horizon = false
  /** The longest line of this iteration, in plies. */
  deepest = 0
  protected readonly variations = new Variations()
  /** Plies of this iteration. */
  private rootDepth = 0
  /** The heuristic's values on the current line, by ply, where its swings matter. */
  private readonly estimates: number[] = []
  private readonly bestMoves: Memory<EdgeId> | undefined
  protected readonly observer: Observer | undefined
  /** For the observer only: how the next position is entered, and what to note when the current node is left. */
  private entering = { edge: 0, alpha: -Infinity, beta: Infinity }
  protected leaving: { readonly flags: number; readonly source: Place | undefined } = INNER

  constructor(
    protected readonly game: Game<State>,
    private readonly heuristic: Heuristic<State>,
    protected readonly around: Environment,
  ) {
    this.observer = around.observer
    this.bestMoves = around.wrapping.order === 'dynamic' ? new Memory(REMEMBERED) : undefined
  }

  /**
   * The value of a child of the root, including rewards on the way. Outside the window (alpha, beta) a bound is enough: at most alpha, or
   * at least beta.
   */
  protected abstract childValue(child: Child<State>, depth: number, alpha: number, beta: number): number

  /** True if the root's children get windows; a search that visits every child needs none. */
  protected abstract readonly prunes: boolean

  /** The value of a chance node at the root. */
  protected abstract meanOf(lines: readonly RootLine[], children: readonly Child<State>[]): number

  /** Starts again, with `depth` plies to the horizon. */
  begin(depth: number): void {
    this.rootDepth = depth
    this.deepest = 0
    this.horizon = false
  }

  /** Searches every child of the root. @param previous lines of the iteration before */
  iterate(root: State, depth: number, previous: readonly RootLine[]): Iteration {
    const lines: RootLine[] = []
    this.begin(depth)
    this.observer?.iteration(depth)
    try {
      this.goesTo(0)
      const turn = this.enter(root, depth) as Actor
      const maximises = this.maximises(turn)
      const chooser = this.chooser(turn)
      this.noteEstimate(root, depth)
      const inOrder = this.inRootOrder(this.children(root, turn, depth), previous, turn)
      this.observer?.expand(this.kindOf(turn), depth - 1, inOrder)
      const best = new BestSoFar(chooser)
      let value: number | undefined
      for (const child of inOrder) {
        if (this.isNeedless(child, best.line)) continue
        const highest = this.prunes && !this.around.exactLines ? best.line?.values[0] : undefined
        const line = this.lineOf(root, child, depth, ...this.rootWindow(highest, maximises))
        lines.push(line)
        const taken = best.line
        best.add(line)
        if (!this.observer) continue
        const before = value
        value = turn === 'chance' ? this.withOutcome(value, line, child) : best.line?.values[0]
        if (value !== undefined && (value !== before || best.line !== taken)) this.noteRootValue(value, maximises)
      }
      const isCut = lines.length < inOrder.length
      if (isCut) this.effort.cutoffs++
      if (value !== undefined) this.leaveRoot(isCut, value)
    } catch (error) {
      if (!(error instanceof Interruption)) throw error
      return { lines: sorted(lines), stopped: error.reason }
    }
    return { lines: sorted(lines), stopped: undefined }
  }

  /** The line to play. */
  best(lines: readonly RootLine[]): RootLine | undefined {
    return bestLine(lines, this.around.agent)
  }

  /** The root's value from its finished lines. */
  rootValue(root: State, lines: readonly RootLine[]): Values | undefined {
    const turn = this.game.toAct(root) as Actor
    if (turn !== 'chance') return bestLine(lines, turn)?.values
    const children = this.outcomes(root) // not ordered, because ordering evaluates them and a report must count nothing
    return lines.length < children.length ? undefined : this.valuesOf(root, this.meanOf(lines, children))
  }

  /** The mean of a chance node at the root so far, with one more outcome. */
  protected withOutcome(soFar: number | undefined, { values }: RootLine, { probability }: Child<State>): number | undefined {
    return (soFar ?? 0) + probability * values[0]!
  }

  private noteRootValue(value: number, maximises: boolean): void {
    this.observer?.improve(value)
    if (this.prunes) this.observer?.narrow(...this.rootWindow(value, maximises))
  }

  /** The window of the root's next child. With ties, only a child that is worse by more than rounding is outside. */
  private rootWindow(best: number | undefined, maximises: boolean): [alpha: number, beta: number] {
    if (best === undefined) return [-Infinity, Infinity]
    const { rootTies } = this.around.wrapping
    if (maximises) return [rootTies ? clearlyBelow(best) : best, Infinity]
    return [-Infinity, rootTies ? clearlyAbove(best) : best]
  }

  private leaveRoot(isCut: boolean, value: number): void {
    if (isCut) this.observer?.cut(value)
    this.observer?.leave(value, 0)
  }

  /** How a node's value follows from the values of its children. */
  protected kindOf(turn: Turn): NodeKind {
    if (turn === 'over') return 'leaf'
    return this.maximises(turn) ? 'max' : 'min'
  }

  /** MAX's value as a value for each agent. */
  valuesOf(state: State, value: number): Values {
    return this.game.agents(state) === 1 ? [value] : [value, 0 - value]
  }

  /** True if the node's value is the greatest of its children's. If nature is the adversary, its nodes count as the opponent's. */
  maximises(turn: Actor): boolean {
    return turn === 'chance' ? this.around.agent !== 0 : turn === 0
  }

  /** True if a child of the root need not be searched: the best so far suffices. Among ties, those before it in tie order still matter. */
  private isNeedless({ edge }: Child<State>, best: RootLine | undefined): boolean {
    return best !== undefined && this.suffices(best) && !(this.around.wrapping.rootTies && edge < best.action)
  }

  /** True if no move of the root can be better than one with this line. */
  protected suffices(_best: RootLine): boolean {
    return false
  }

  private chooser(turn: Actor): number {
    return turn === 'chance' ? (this.maximises(turn) ? 0 : 1) : turn
  }

  protected lineOf(root: State, child: Child<State>, depth: number, alpha: number, beta: number): RootLine {
    const value = this.childValue(child, depth - 1, alpha, beta)
    const pv = [child.edge, ...this.variations.at(1)]
    return { action: child.edge, values: this.valuesOf(root, value), bound: boundOf(value, alpha, beta), depth, pv }
  }

  /** Enters a position and counts it. @throws {Interruption} */
  protected enter(state: State, depth: number): Turn {
    const reason = this.around.interrupt(this.effort.nodes)
    if (reason) throw new Interruption(reason)
    this.effort.nodes++
    const ply = this.plyAt(depth)
    if (ply > this.deepest) this.deepest = ply
    this.variations.begin(ply)
    const turn = this.game.toAct(state)
    if (this.observer) this.noteEntry(turn, depth)
    return turn
  }

  /** Notes for the observer how the next position is entered. */
  protected goesTo(edge: EdgeId, alpha = -Infinity, beta = Infinity): void {
    this.entering = { edge, alpha, beta }
  }

  private noteEntry(turn: Turn, depth: number): void {
    const { edge, alpha, beta } = this.entering
    this.observer?.enter(this.kindOf(turn), edge, depth, alpha, beta)
  }

  /** The value of a position that is not searched further: the end of a game, or the horizon. `undefined`: its children decide. */
  protected leafValue(state: State, turn: Turn, depth: number): number | undefined {
    if (turn === 'over') {
      this.effort.leaves++
      const value = this.game.utilities(state)[0]!
      if (this.observer) this.noteLeaf(value, FLAGS.TERMINAL)
      return value
    }
    this.noteEstimate(state, depth)
    if (depth > 0 || this.isNoisy(state, depth)) return undefined
    this.effort.leaves++
    this.horizon = true
    const value = this.estimates[this.plyAt(depth)] ?? this.estimate(state)
    if (this.observer) this.noteLeaf(value, FLAGS.HORIZON)
    return value
  }

  /** The heuristic's value to MAX. The searching agent's heuristic serves all agents. */
  protected estimate(state: State): number {
    this.effort.evaluations++
    return this.around.agent === 0 ? this.heuristic.evaluate(state, 0) : 0 - this.heuristic.evaluate(state, this.around.agent)
  }

  /** In the order of the search. */
  protected children(state: State, turn: Actor, depth: number): readonly Child<State>[] {
    const children: Child<State>[] = turn === 'chance' ? this.outcomes(state) : this.actions(state)
    // at the root, `inRootOrder` orders them by the iteration before
    if (this.around.wrapping.order === 'static') return this.byEstimate(children, this.maximises(turn))
    if (this.bestMoves && this.plyAt(depth) > 0) return bestFirst(children, this.bestMoves.get(this.game.key(state)))
    return children
  }

  /** In tie order. */
  protected actions(state: State): Child<State>[] {
    return this.game.actions(state).map(action => {
      const { state: next, rewards } = this.game.apply(state, action)
      return { edge: action, state: next, reward: rewards[0]!, probability: 1 }
    })
  }

  /** In the game's own order. */
  protected outcomes(state: State): Child<State>[] {
    return this.game
      .outcomes(state)
      .map(({ edge, state, chance, draws }) => ({ edge, state, reward: 0, probability: chance / draws }))
  }

  /** Like `children`, for a node that is searched now. */
  protected expand(state: State, turn: Actor, depth: number): readonly Child<State>[] {
    const children = this.children(state, turn, depth)
    if (this.observer) this.observer.expand(this.kindOf(turn), depth - 1, children)
    return children
  }

  protected noteLeaf(value: number, flag: number): void {
    this.leaving = { flags: flag, source: undefined }
    if (flag === FLAGS.TERMINAL) this.observer?.utility(value)
    else this.observer?.evaluate(value)
  }

  /** Notes the value of the current node, which is finished. */
  protected noteValue(value: number): void {
    const { flags, source } = this.leaving
    this.leaving = INNER
    this.observer?.leave(value, flags, source)
  }

  /** Remembers the best move of a node for the next iteration. */
  protected noteBest(state: State, depth: number): void {
    const [edge] = this.variations.at(this.plyAt(depth))
    if (this.bestMoves && edge !== undefined) this.bestMoves.set(this.game.key(state), edge)
  }

  /** Distance from the root; `depth` is the plies left, below zero in a quiescence search. */
  protected plyAt(depth: number): number {
    return this.rootDepth - depth
  }

  /** True if a leaf is searched further: it is noisy, and plies for that are left. */
  private isNoisy(state: State, depth: number): boolean {
    const { quiescence } = this.around.wrapping
    if (!quiescence || -depth >= quiescence.plies) return false
    if (this.game.isNoisy?.(state)) return true
    const { swing } = quiescence
    if (swing === undefined) return false
    const leaf = this.plyAt(depth)
    for (let ply = leaf; ply > Math.max(0, leaf - SWING_PLIES); ply--)
      if (Math.abs(this.estimates[ply]! - this.estimates[ply - 1]!) > swing) return true
    return false
  }

  /** Near the horizon, saves the heuristic's value of every node on the line if its swings count. */
  private noteEstimate(state: State, depth: number): void {
    if (this.around.wrapping.quiescence?.swing === undefined || depth > SWING_PLIES) return
    this.estimates[this.plyAt(depth)] = this.estimate(state)
  }

  /** The best of the previous iteration first, if the order is dynamic. */
  private inRootOrder(children: readonly Child<State>[], previous: readonly RootLine[], turn: Actor): readonly Child<State>[] {
    if (this.around.wrapping.order !== 'dynamic' || previous.length === 0) return children
    const values = new Map(previous.map(({ action, values }) => [action, values[0]!]))
    const ranked = children.toSorted((a, b) => compare(values.get(a.edge), values.get(b.edge), this.maximises(turn)))
    return bestFirst(ranked, bestLine(previous, this.chooser(turn))?.action)
  }

  private byEstimate(children: readonly Child<State>[], maximises: boolean): readonly Child<State>[] {
    const estimates = new Map(
      children.map(child => {
        const isOver = this.game.toAct(child.state) === 'over'
        return [child.edge, child.reward + (isOver ? this.game.utilities(child.state)[0]! : this.estimate(child.state))]
      }),
    )
    return children.toSorted((a, b) => compare(estimates.get(a.edge), estimates.get(b.edge), maximises))
  }
}

function compare(one = 0, other = 0, maximises: boolean): number {
  if (one === other) return 0
  return one > other === maximises ? -1 : 1
}

function bestFirst<State>(children: readonly Child<State>[], best: EdgeId | undefined): readonly Child<State>[] {
  const first = children.find(({ edge }) => edge === best)
  return first ? [first, ...children.filter(child => child !== first)] : children
}

function sorted(lines: readonly RootLine[]): RootLine[] {
  return lines.toSorted((a, b) => a.action - b.action)
}

/** The principal variation below each ply of the current line: a triangular array. */
class Variations {
  private readonly below: EdgeId[][] = []

  /** Clears the line of a node at this ply. */
  begin(ply: number): void {
    this.below[ply] = []
  }

  /** Sets the best child so far, the one that was just searched. */
  improve(ply: number, edge: EdgeId): void {
    this.below[ply] = [edge, ...(this.below[ply + 1] ?? [])]
  }

  at(ply: number): readonly EdgeId[] {
    return this.below[ply] ?? []
  }
}
