import { FLAGS } from '../../trace/format'
import { searchByDepth } from '../deepening'
import type { Child } from '../depthFirst'
import { boundsFor, type Searcher } from '../searcher'
import { STAR, Star1, starChanceLines, starPlayerLines, type Span, type StarConfig } from './star1'

/**
 * Star2: as Star1, but a chance node probes its outcomes before it searches them. For a player's node, a probe searches only the first
 * child, which bounds the node's value. In a good move order that is often enough; otherwise the first children are searched twice.
 * Sources: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983; Hauk, Buro and Schaeffer, "*-Minimax
 * Performance in Backgammon", 2004.
 */
export const star2: Searcher<StarConfig> = {
  id: 'star2',
  ...STAR,
  probes: true,
  pseudoCode: [
    ...starPlayerLines('Star2'),
    ...starChanceLines('Star2', [
      { text: '    for each c in Succ(State): probe its first child f' },
      { text: '      if Turn(c) = MAX then Low(c) ← Star2(f, D − 2, −∞, b)' },
      { text: '      if Turn(c) = MIN then High(c) ← Star2(f, D − 2, a, ∞)' },
      { text: '      if Σ P · Low ≥ β or Σ P · High ≤ α then return it', on: ['probed chance'] },
    ]),
  ],
  search(game, root, heuristic, { opponent }, context) {
    const bounds = boundsFor(star2, game, root, heuristic, context)
    return searchByDepth(game, root, heuristic, context, around => new Star2(game, heuristic, around, bounds, opponent))
  },
}

class Star2<State> extends Star1<State> {
  protected override probe(
    children: readonly Child<State>[],
    spans: readonly Span[],
    depth: number,
    alpha: number,
    beta: number,
  ): number | undefined {
    if (depth <= 1) return undefined
    let least = sumOf(children, spans, 'low')
    let most = sumOf(children, spans, 'high')
    for (const [i, child] of children.entries()) {
      const { probability } = child
      const span = spans[i]!
      const turn = this.game.toAct(child.state)
      if (this.isDrawn(turn)) continue
      if (turn === 0 && beta < Infinity) {
        const others = least - probability * span.low
        const b = (beta - others) / probability
        const value = this.probed(child, depth - 1, -Infinity, b)
        span.low = Math.min(Math.max(value, span.low), span.high)
        span.isProbed = true
        least = others + probability * span.low
        if (value >= b) return this.outside(Math.max(least, beta), beta, child, depth, true)
      } else if (turn === 1 && alpha > -Infinity) {
        const others = most - probability * span.high
        const a = (alpha - others) / probability
        const value = this.probed(child, depth - 1, a, Infinity)
        span.high = Math.max(Math.min(value, span.high), span.low)
        span.isProbed = true
        most = others + probability * span.high
        if (value <= a) return this.outside(Math.min(most, alpha), alpha, child, depth, true)
      }
    }
    return undefined
  }

  /** A bound of the value of a player's node, from its first child; includes rewards since the root. */
  private probed(child: Child<State>, depth: number, alpha: number, beta: number): number {
    const before = this.enterChild(child, alpha, beta)
    return this.leaveChild(before, this.firstValue(child.state, depth, alpha, beta))
  }

  private firstValue(state: State, depth: number, alpha: number, beta: number): number {
    const turn = this.enter(state, depth) as number
    const leaf = this.leafValue(state, turn, depth)
    if (leaf !== undefined) return this.earned + leaf
    const known = this.lookUp(state, depth, alpha, beta)
    if (known !== undefined) return known
    const children = this.expand(state, turn, depth)
    const value = this.childValue(children[0]!, depth - 1, alpha, beta)
    this.variations.improve(this.plyAt(depth), children[0]!.edge)
    this.observer?.improve(value)
    if (children.length > 1) this.leaving = { flags: FLAGS.PROBED, source: undefined }
    return value
  }
}

/** The least, or the greatest, possible mean. */
function sumOf<State>(children: readonly Child<State>[], spans: readonly Span[], end: 'low' | 'high'): number {
  return children.reduce((sum, { probability }, i) => sum + probability * spans[i]![end], 0)
}
