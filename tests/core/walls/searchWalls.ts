/** The textbook's expectimax on the wall game with a network at its leaves: the oracle of the wall kernel. */
import { Expectimax } from '../../../src/core/search/algorithms/expectimax'
import { SilentObserver } from '../../../src/core/search/observer'
import type { NodeKind } from '../../../src/core/trace/format'
import { MOVES, type Board } from '../../../src/core/games/twenty48/board'
import { slideEdge } from '../../../src/core/games/twenty48/edges'
import type { SlideResult } from '../../../src/core/games/twenty48/search/engine'
import { chanceOf, type Network } from '../../../src/core/games/twenty48/wallGame/network'
import { wallGame, type WallRules, type WallState } from '../../../src/core/games/twenty48/wallGame/wallGame'

class PlayerNodes extends SilentObserver {
  count = 0

  override expand(kind: NodeKind, _depth: number, tiles: readonly unknown[]): void {
    if (kind === 'chance') this.count += tiles.length
  }
}

/**
 * The value of each legal move of a board of the wall game.
 * @param layers chance nodes in a row
 */
export function searchWalls(
  network: Network,
  board: Board,
  layers: number,
  cut: number,
  walls: WallRules['walls'] = 'slide',
): SlideResult[] {
  const game = wallGame({ target: network.target, walls })
  const root: WallState = { board, turn: 0, result: 0 }
  return game.actions(root).map(edge => {
    const observer = new PlayerNodes()
    const search = new Expectimax(
      game,
      { evaluate: state => chanceOf(network, state.board) },
      { agent: 0, wrapping: {}, interrupt: () => undefined, observer },
      { leaf: 'afterstate', points: 'ignored', dead: 'utility', floor: 'none', cut, table: 'off' },
    )
    search.begin(2 * layers)
    const { state } = game.apply(root, edge)
    const value = search.value(state, edge, 2 * layers, 1)
    return {
      move: MOVES.find(move => slideEdge(move) === edge)!,
      value,
      nodes: MOVES.length * observer.count,
      hits: 0,
      probes: 0,
      horizon: search.horizon,
    }
  })
}
