import type { Game, Turn } from '../../game/game'
import type { NodeKind } from '../../trace/format'
import { searchByDepth } from '../deepening'
import type { Actor, Child, Iteration, Environment } from '../depthFirst'
import type { Bounds } from '../../game/bounds'
import type { Heuristic } from '../../game/heuristic'
import { firstLines, playerLines, type PseudoLine } from '../pseudoCode'
import { meanOfLines, type RootLine } from '../report'
import { boundsFor, type Searcher } from '../searcher'
import { AlphaBeta } from './alphaBeta'
import type { ExpectimaxConfig } from './expectimax'

/** The config of Star1 and Star2: how the opponent plays, as for expectimax. */
export type StarConfig = Pick<ExpectimaxConfig, 'opponent'>

/** The facts that Star1 and Star2 share. */
export const STAR = {
  agents: 2,
  chance: 'mean',
  isLimited: true,
  wrappers: ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'rootTies', 'book'],
  windows: true,
  needsBounds: true,
  rewards: () => 'inside',
} as const satisfies Partial<Searcher<StarConfig>>

/**
 * Star1: the value of expectimax, without children that cannot change it. The values of outcomes not yet searched are bounded, so a chance
 * node has a window for each of its outcomes, and stops once its mean is outside its own window. Fail-soft: a chance node that stops early
 * returns the bound that it proved. Sources: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983; Hauk, Buro
 * and Schaeffer, "*-Minimax Performance in Backgammon", 2004. Stopping a player's node at the largest possible value: course work on
 * warehouse robots.
 */
export const star1: Searcher<StarConfig> = {
  id: 'star1',
  ...STAR,
  pseudoCode: [...starPlayerLines('Star1'), ...starChanceLines('Star1')],
  search(game, root, heuristic, { opponent }, context) {
    const bounds = boundsFor(star1, game, root, heuristic, context)
    return searchByDepth(game, root, heuristic, context, around => new Star1(game, heuristic, around, bounds, opponent))
  },
}

/** Bounds of the value of an outcome that is not searched yet. */
export interface Span {
  low: number
  high: number
  /** True if its first child was searched, for one of the bounds. */
  isProbed: boolean
}

/**
 * Alpha-beta with chance nodes, whose value is their mean. Without bounds, a chance node searches all outcomes, and only the last has a
 * window.
 */
export class Star1<State> extends AlphaBeta<State> {
  /** Nature at the root has no choice, so it gives no window. */
  protected override prunes = true
  private rootTurn: Turn = 'over'

  constructor(
    game: Game<State>,
    heuristic: Heuristic<State>,
    around: Environment,
    bounds: Bounds,
    private readonly opponent: StarConfig['opponent'] = 'min',
  ) {
    super(game, heuristic, around, undefined, bounds)
  }

  override iterate(root: State, depth: number, previous: readonly RootLine[]): Iteration {
    this.rootTurn = this.game.toAct(root)
    this.prunes = this.rootTurn !== 'chance'
    return super.iterate(root, depth, previous)
  }

  protected override suffices({ values }: RootLine): boolean {
    if (this.rootTurn === 'chance' || this.around.exactLines) return false
    return this.rootTurn === 0 ? values[0]! >= this.bounds[1] : values[0]! <= this.bounds[0]
  }

  protected override maxValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    return this.isDrawn(turn) ? this.chanceValue(state, depth, alpha, beta) : super.maxValue(state, turn, depth, alpha, beta)
  }

  protected override minValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    return this.isDrawn(turn) ? this.chanceValue(state, depth, alpha, beta) : super.minValue(state, turn, depth, alpha, beta)
  }

  /** True if nature or a random opponent acts. */
  protected isDrawn(turn: Turn): boolean {
    return turn === 'chance' || (this.opponent === 'chance' && turn !== 'over' && turn !== this.around.agent)
  }

  /** The outcomes of nature, or the actions of an opponent that plays at random. */
  protected override outcomes(state: State): Child<State>[] {
    if (this.game.toAct(state) === 'chance') return super.outcomes(state)
    const actions = this.actions(state)
    return actions.map(child => ({ ...child, probability: 1 / actions.length }))
  }

  /** The mean over the outcomes, or a bound of it outside the window. */
  private chanceValue(state: State, depth: number, alpha: number, beta: number): number {
    const children = this.expand(state, 'chance', depth)
    const [low, high] = this.bounds
    const spans = children.map((): Span => ({ low, high, isProbed: false }))
    // Step 1. What is known of the outcomes before they are searched.
    const proven = this.probe(children, spans, depth, alpha, beta)
    if (proven !== undefined) return proven
    const rests = restsOf(children, spans)
    // Step 2. Outcome by outcome: outside its window (a, b), the mean is outside (alpha, beta) whatever the values of the others.
    let sum = 0
    let likeliest = 0
    for (const [i, child] of children.entries()) {
      const { probability } = child
      const rest = rests[i]!
      const a = endOf(alpha, sum + rest.high, probability, -Infinity)
      const b = endOf(beta, sum + rest.low, probability, Infinity)
      if (spans[i]!.isProbed) this.observer?.again(a, b, child.edge)
      const value = this.childValue(child, depth - 1, a, b)
      sum += probability * value
      const leavesOut = i + 1 < children.length
      if (value >= b && b < Infinity) return this.outside(Math.max(sum + rest.low, beta), beta, child, depth, leavesOut)
      if (value <= a && a > -Infinity) return this.outside(Math.min(sum + rest.high, alpha), alpha, child, depth, leavesOut)
      this.observer?.improve(sum)
      if (probability <= likeliest) continue
      likeliest = probability
      this.variations.improve(this.plyAt(depth), child.edge)
    }
    return sum
  }

  /** Runs before any outcome is searched: narrows their spans, or proves a sufficient bound. */
  protected probe(
    _children: readonly Child<State>[],
    _spans: readonly Span[],
    _depth: number,
    _alpha: number,
    _beta: number,
  ): number | undefined {
    return undefined
  }

  /**
   * The current child proves that the mean is outside the window.
   * @param limit end of the window that was reached
   * @param leavesOut true if some of the outcomes were not searched in full
   */
  protected outside(bound: number, limit: number, child: Child<State>, depth: number, leavesOut: boolean): number {
    this.variations.improve(this.plyAt(depth), child.edge)
    this.observer?.improve(bound)
    if (leavesOut) this.noteCut(limit)
    return bound
  }

  /** Orders the likeliest outcome first, because it narrows the mean most. */
  protected override children(state: State, turn: Actor, depth: number): readonly Child<State>[] {
    if (!this.isDrawn(turn) || this.around.wrapping.order === undefined) return super.children(state, turn, depth)
    return this.outcomes(state).toSorted((one, other) => other.probability - one.probability)
  }

  protected override withOutcome(soFar: number | undefined, { values }: RootLine, { probability }: Child<State>): number {
    return (soFar ?? 0) + probability * values[0]!
  }

  protected override meanOf(lines: readonly RootLine[], children: readonly Child<State>[]): number {
    return meanOfLines(lines, children)
  }

  protected override kindOf(turn: Turn): NodeKind {
    return this.isDrawn(turn) ? 'chance' : super.kindOf(turn)
  }
}

/** The least and the most that the outcomes after each one add to the mean. */
function restsOf<State>(children: readonly Child<State>[], spans: readonly Span[]): readonly { low: number; high: number }[] {
  const rests = [{ low: 0, high: 0 }]
  for (let i = children.length - 1; i > 0; i--) {
    const { probability } = children[i]!
    const { low, high } = rests[0]!
    rests.unshift({ low: low + probability * spans[i]!.low, high: high + probability * spans[i]!.high })
  }
  return rests
}

/**
 * An end of an outcome's window.
 * @param others the most that all other outcomes can add
 * @param none the end to use if infinite values leave no window
 */
function endOf(limit: number, others: number, probability: number, none: number): number {
  const end = (limit - others) / probability
  return Number.isNaN(end) ? none : end
}

/** How MAX and MIN go through their children: they also stop at the largest possible value. */
export function starPlayerLines(name: string): readonly PseudoLine[] {
  const value = `${name}(c, D − 1, α, β)`
  return [
    ...firstLines(`${name}(State, D, α, β)`),
    ...playerLines({ kind: 'max', value, prunes: true, limit: 'min(β, U)' }),
    ...playerLines({ kind: 'min', value, prunes: true, limit: 'max(α, L)' }),
  ]
}

/** @param probing lines that run before the outcomes are searched */
export function starChanceLines(name: string, probing: readonly PseudoLine[] = []): readonly PseudoLine[] {
  return [
    { text: '  if Turn(State) = chance then' },
    { text: '    Sum ← 0; Low(c) ← L, High(c) ← U, c in Succ(State)', on: ['expand chance'] },
    ...probing,
    { text: '    for each c in Succ(State)' },
    { text: '      Rest, Rest⁺ ← sums of P · Low, P · High after c' },
    { text: '      a ← (α − Sum − Rest⁺) / P(c)' },
    { text: '      b ← (β − Sum − Rest) / P(c)' },
    { text: `      v ← ${name}(c, D − 1, a, b)`, ...(probing.length > 0 && { on: ['again chance'] as const }) },
    { text: '      Sum ← Sum + P(c) · v', on: ['improve chance'] },
    { text: '      if v ≥ b then Sum ← Sum + Rest, break', on: ['cut chance'] },
    { text: '      if v ≤ a then Sum ← Sum + Rest⁺, break', on: ['cutLow chance'] },
    { text: '    return Sum', on: ['leave chance'] },
  ]
}
