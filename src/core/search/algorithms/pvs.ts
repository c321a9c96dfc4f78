import type { Actor, Child } from '../depthFirst'
import { searchByDepth } from '../deepening'
import { above, below } from '../../game/bounds'
import { firstLines, playerLines } from '../pseudoCode'
import type { RootLine } from '../report'
import type { Searcher } from '../searcher'
import { Windowed } from '../windowed'

/**
 * Principal variation search. The first child gets the whole window. A null window then tests if another child is better, and only such a
 * child is searched again. α⁺ and β⁻ are the next numbers above α and below β. Sources: Pearl, "Scout: A Simple Game-Searching Algorithm
 * with Proven Optimal Properties", 1980; Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982.
 */
export const pvs: Searcher = {
  id: 'pvs',
  agents: 2,
  chance: 'worst',
  isLimited: true,
  windows: true,
  wrappers: ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'rootTies', 'book'],
  rewards: () => 'inside',
  pseudoCode: [
    ...firstLines('PVS(State, D, α, β)'),
    ...playerLines({
      kind: 'max',
      window: 'b ← β for the first c, else α⁺',
      value: 'PVS(c, D − 1, α, b)',
      again: 'if b ≠ β and α < v < β then v ← PVS(c, D − 1, α, β)',
      prunes: true,
    }),
    ...playerLines({
      kind: 'min',
      window: 'a ← α for the first c, else β⁻',
      value: 'PVS(c, D − 1, a, β)',
      again: 'if a ≠ α and α < v < β then v ← PVS(c, D − 1, α, β)',
      prunes: true,
    }),
  ],
  search: (game, root, heuristic, _config, context) =>
    searchByDepth(game, root, heuristic, context, around => new PrincipalVariationSearch(game, heuristic, around)),
}

class PrincipalVariationSearch<State> extends Windowed<State> {
  protected readonly prunes = true

  protected maxValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    const children = this.expand(state, turn, depth)
    let best = -Infinity
    for (const [i, child] of children.entries()) {
      let value = this.childValue(child, depth - 1, alpha, i === 0 ? beta : above(alpha))
      if (i > 0 && value > alpha && value < beta) {
        this.observer?.again(alpha, beta)
        value = this.childValue(child, depth - 1, alpha, beta)
      }
      if (value > best) {
        best = value
        this.variations.improve(this.plyAt(depth), child.edge)
        this.observer?.improve(best)
      }
      if (best >= beta) {
        if (i + 1 < children.length) this.noteCut(beta)
        break
      }
      if (best > alpha) {
        alpha = best
        this.observer?.narrow(alpha, beta)
      }
    }
    return best
  }

  protected minValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    const children = this.expand(state, turn, depth)
    let best = Infinity
    for (const [i, child] of children.entries()) {
      let value = this.childValue(child, depth - 1, i === 0 ? alpha : below(beta), beta)
      if (i > 0 && value < beta && value > alpha) {
        this.observer?.again(alpha, beta)
        value = this.childValue(child, depth - 1, alpha, beta)
      }
      if (value < best) {
        best = value
        this.variations.improve(this.plyAt(depth), child.edge)
        this.observer?.improve(best)
      }
      if (best <= alpha) {
        if (i + 1 < children.length) this.noteCut(alpha)
        break
      }
      if (best < beta) {
        beta = best
        this.observer?.narrow(alpha, beta)
      }
    }
    return best
  }

  /** A null window cannot show that a move is equal to the best: with ties, the root's children are searched as alpha-beta does. */
  protected override lineOf(root: State, child: Child<State>, depth: number, alpha: number, beta: number): RootLine {
    const isFirst = alpha === -Infinity && beta === Infinity
    if (isFirst || this.around.wrapping.rootTies) return super.lineOf(root, child, depth, alpha, beta)
    const isMax = beta === Infinity
    const line = super.lineOf(root, child, depth, isMax ? alpha : below(beta), isMax ? above(alpha) : beta)
    if (line.bound === (isMax ? 'upper' : 'lower')) return line
    this.observer?.again(alpha, beta)
    return super.lineOf(root, child, depth, alpha, beta)
  }
}
