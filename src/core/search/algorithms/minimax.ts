import type { Actor } from '../depthFirst'
import { searchByDepth } from '../deepening'
import { firstLines, playerLines } from '../pseudoCode'
import type { Searcher } from '../searcher'
import { Windowed } from '../windowed'

/**
 * Minimax: MAX takes the greatest value at its own nodes, MIN the smallest at the others. Visits every child. Source: Russell and Norvig,
 * "Artificial Intelligence: A Modern Approach", "Optimal Decisions in Games".
 */
export const minimax: Searcher = {
  id: 'minimax',
  agents: 2,
  chance: 'worst',
  isLimited: true,
  wrappers: ['deepening', 'table', 'quiescence', 'shorterWin', 'book'],
  rewards: () => 'inside',
  pseudoCode: [
    ...firstLines('RB-Minimax(State, D)'),
    ...playerLines({ kind: 'max', value: 'RB-Minimax(c, D − 1)', prunes: false }),
    ...playerLines({ kind: 'min', value: 'RB-Minimax(c, D − 1)', prunes: false }),
  ],
  search: (game, root, heuristic, _config, context) =>
    searchByDepth(game, root, heuristic, context, around => new Minimax(game, heuristic, around)),
}

class Minimax<State> extends Windowed<State> {
  protected readonly prunes = false

  protected maxValue(state: State, turn: Actor, depth: number): number {
    let best = -Infinity
    for (const child of this.expand(state, turn, depth)) {
      const value = this.childValue(child, depth - 1, -Infinity, Infinity)
      if (value <= best) continue
      best = value
      this.variations.improve(this.plyAt(depth), child.edge)
      this.observer?.improve(best)
    }
    return best
  }

  protected minValue(state: State, turn: Actor, depth: number): number {
    let best = Infinity
    for (const child of this.expand(state, turn, depth)) {
      const value = this.childValue(child, depth - 1, -Infinity, Infinity)
      if (value >= best) continue
      best = value
      this.variations.improve(this.plyAt(depth), child.edge)
      this.observer?.improve(best)
    }
    return best
  }
}
