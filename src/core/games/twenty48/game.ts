import type { Game, Outcome } from '../game'
import { emptyCells, legalMoves, MOVES, slide, SPAWNS, withTile, type Board, type Move } from './board'
import { spawnEdge } from './edges'
import { makePosition, parseBoard } from './notation'

/** A board and who acts on it: the player slides, then chance sets a tile on the afterstate. */
export interface Twenty48State {
  readonly board: Board
  readonly turn: 0 | 'chance'
}

/** 2048 as the textbook searchers see it: one agent, rewards as points of the slide, nothing more at the end. */
export const twenty48: Game<Twenty48State, Move> = {
  name: '2048',
  agents: 1,
  turn: ({ turn }) => turn,
  candidates: () => MOVES,
  apply({ board }, move) {
    const slid = slide(board, move)
    return slid && { state: { board: slid.board, turn: 'chance' }, reward: slid.reward }
  },
  outcomes({ board }) {
    const cells = emptyCells(board)
    const outcomes: Outcome<Twenty48State>[] = []
    for (const cell of cells)
      for (const { rank, chance } of SPAWNS)
        outcomes.push({
          state: { board: withTile(board, { cell, rank }), turn: 0 },
          draws: cells.length,
          chance,
          edge: spawnEdge({ cell, rank }),
        })
    return outcomes
  },
  isTerminal: ({ board, turn }) => turn === 0 && legalMoves(board).length === 0,
  utility: () => 0,
  encode: ({ board, turn }) => makePosition(board) + (turn === 'chance' ? '*' : ''),
  decode: text =>
    text.endsWith('*') ? { board: parseBoard(text.slice(0, -1)), turn: 'chance' } : { board: parseBoard(text), turn: 0 },
}
