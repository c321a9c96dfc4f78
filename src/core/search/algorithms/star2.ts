import { FLAGS } from '../../trace/format'
import { searchByDepth } from '../deepening'
import type { Child } from '../depthFirst'
import { boundsFor, type Searcher } from '../searcher'
import { STAR, Star1, starChanceLines, starPlayerLines, type Span } from './star1'

/**
 * Star2: as Star1, but before a chance node searches its outcomes it probes them: of a player's node the first child alone, which bounds
 * what the node is worth. That is often enough where children are well ordered; else the search goes through the first children again.
 * Sources: Ballard, "The *-Minimax Search Procedure for Trees Containing Chance Nodes", 1983; Hauk, Buro and Schaeffer, "*-Minimax
 * Performance in Backgammon", 2004.
 */
export const star2: Searcher = {
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
  search(game, root, heuristic, _config, context) {
    const bounds = boundsFor(star2, game, root, heuristic)
    return searchByDepth(game, root, heuristic, context, around => new Star2(game, heuristic, around, bounds))
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

  /** A bound of what a player's node is worth, by its first child; with what was earned since the root. */
  private probed({ edge, state }: Child<State>, depth: number, alpha: number, beta: number): number {
    if (this.observer) this.goesTo(edge, alpha, beta)
    const turn = this.enter(state, depth) as number
    let value = this.leafValue(state, turn, depth) ?? this.lookUp(state, depth, alpha, beta)
    if (value === undefined) {
      const children = this.expand(state, turn, depth)
      value = this.childValue(children[0]!, depth - 1, alpha, beta)
      this.variations.improve(this.plyAt(depth), children[0]!.edge)
      this.observer?.improve(value)
      if (children.length > 1) this.leaving = { flags: FLAGS.PROBED, source: undefined }
    }
    if (this.observer) this.noteValue(value)
    return value
  }
}

/** What the mean is at least, or at most. */
function sumOf<State>(children: readonly Child<State>[], spans: readonly Span[], end: 'low' | 'high'): number {
  return children.reduce((sum, { probability }, i) => sum + probability * spans[i]![end], 0)
}
