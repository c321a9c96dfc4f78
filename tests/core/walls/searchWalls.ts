/** The textbook's expectimax on the wall game with a network at its leaves: the oracle of the wall kernel. */
import { Expectimax } from '../../../src/core/search/algorithms/expectimax'
import { SilentObserver } from '../../../src/core/search/observer'
import type { NodeKind } from '../../../src/core/trace/format'
import type { Game, Outcome } from '../../../src/core/game/game'
import {
  type Board,
  MOVES,
  SPAWNS,
  emptyCells,
  slideEdge,
  slideOfEdge,
  spawnEdge,
  spawnOfEdge,
  startBoard,
  withTile,
} from '../../../src/core/games/twenty48/board'
import { makePosition, makeSpawn, parseBoard } from '../../../src/core/games/twenty48/notation'
import type { SlideResult } from '../../../src/core/games/twenty48/search/engine'
import { chanceOf, type Network } from '../../../src/core/games/twenty48/wallGame/network'
import { slideWalls, type WallRules } from '../../../src/core/games/twenty48/wallGame/wallGame'
import { wallResult } from '../support/wallResult'

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

/** A board of the wall game, and who acts on it. */
interface WallState {
  readonly board: Board
  readonly turn: 0 | 'chance' | 'over'
  /** The result, 0 … 1. */
  readonly result: number
}

const AFTERSTATE = '*'

/** For the textbook's searchers: one agent, no rewards, the result as its utility. Its positions are boards of the wall game. */
function wallGame(rules: WallRules): Game<WallState> {
  const canMove = (board: Board) => MOVES.some(move => slideWalls(board, move, rules))
  const turnOn = (board: Board): WallState => ({ board, turn: canMove(board) ? 0 : 'over', result: 0 })
  return {
    id: 'walls',
    start: (_, random) => turnOn(startBoard(random)),
    agents: () => 1,
    toAct: ({ turn }) => turn,
    actions: ({ board }) => MOVES.filter(move => slideWalls(board, move, rules)).map(slideEdge),
    apply({ board }, action) {
      const slid = slideWalls(board, slideOfEdge(action)!, rules)!
      const isMade = slid.merged.length > 0
      return {
        state: { board: slid.board, turn: isMade ? 'over' : 'chance', result: isMade ? wallResult(slid, rules) : 0 },
        rewards: [0],
      }
    },
    outcomes({ board }) {
      const cells = emptyCells(board)
      return cells.flatMap(cell =>
        SPAWNS.map(({ rank, chance }): Outcome<WallState> => ({
          state: turnOn(withTile(board, { cell, rank })),
          draws: cells.length,
          chance,
          edge: spawnEdge({ cell, rank }),
        })),
      )
    },
    utilities: ({ result }) => [result],
    key: makeText,
    parse: text =>
      text.endsWith(AFTERSTATE) ? { board: parseBoard(text.slice(0, -1)), turn: 'chance', result: 0 } : turnOn(parseBoard(text)),
    format: makeText,
    words: ({ turn }, edge) => (turn === 'chance' ? makeSpawn(spawnOfEdge(edge)) : slideOfEdge(edge)!),
  }
}

function makeText({ board, turn }: WallState): string {
  return makePosition(board) + (turn === 'chance' ? AFTERSTATE : '')
}
