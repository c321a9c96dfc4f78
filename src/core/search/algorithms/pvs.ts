import type { Actor } from '../depthFirst'
import { searchByDepth } from '../deepening'
import { above, below } from '../doubles'
import type { Searcher } from '../searcher'
import { Windowed } from '../windowed'

/**
 * Principal variation search: the first child is searched with the whole window, each other one is first only asked whether it is better,
 * by a null window, and searched again if it is.
 * Sources: Pearl, "Scout: A Simple Game-Searching Algorithm with Proven Optimal Properties", 1980; Marsland and Campbell, "Parallel
 * Search of Strongly Ordered Game Trees", 1982.
 */
export const pvs: Searcher = {
  id: 'pvs',
  agents: 2,
  chance: 'worst',
  isLimited: true,
  wrappers: ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'book'],
  search: (game, root, heuristic, _config, context) =>
    searchByDepth(game, root, heuristic, context, around => new PrincipalVariationSearch(game, heuristic, around)),
}

class PrincipalVariationSearch<State> extends Windowed<State> {
  protected readonly prunes = true

  protected maxValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    let best = -Infinity
    for (const [i, { edge, state: next, reward }] of this.children(state, turn, depth).entries()) {
      // what the child has to pass, before the reward on the way to it
      const low = alpha - reward
      const high = beta - reward
      let value = this.value(next, depth - 1, low, i === 0 ? high : above(low))
      if (i > 0 && value > low && value < high) value = this.value(next, depth - 1, low, high)
      if (reward + value > best) {
        best = reward + value
        this.variations.improve(this.plyAt(depth), edge)
      }
      if (best >= beta) {
        this.effort.cutoffs++
        break
      }
      alpha = Math.max(alpha, best)
    }
    return best
  }

  protected minValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    let best = Infinity
    for (const [i, { edge, state: next, reward }] of this.children(state, turn, depth).entries()) {
      const low = alpha - reward
      const high = beta - reward
      let value = this.value(next, depth - 1, i === 0 ? low : below(high), high)
      if (i > 0 && value < high && value > low) value = this.value(next, depth - 1, low, high)
      if (reward + value < best) {
        best = reward + value
        this.variations.improve(this.plyAt(depth), edge)
      }
      if (best <= alpha) {
        this.effort.cutoffs++
        break
      }
      beta = Math.min(beta, best)
    }
    return best
  }
}
