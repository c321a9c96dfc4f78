import { LabError } from '../../errors'
import type { Heuristic } from '../../game/heuristic'
import type { Game, Outcome } from '../../game/game'
import {
  type Board,
  SPAWNS,
  emptyCells,
  isDead,
  legalMoves,
  slide,
  slideEdge,
  slideOfEdge,
  spawnEdge,
  spawnOfEdge,
  startBoard,
  withTile,
} from './board'
import { compileEvaluator } from './heuristics/evaluator'
import type { Evaluator } from './heuristics/family'
import { makePosition, makeSpawn, parseBoard } from './notation'

/** A board and who acts on it: the player moves, then chance sets a tile on the afterstate. */
export interface Twenty48State {
  readonly board: Board
  readonly turn: 0 | 'chance'
}

/** Ends the text of an afterstate. */
const AFTERSTATE = '*'

/** 2048 for the textbook's searchers: one agent, rewards as points of the move, no utility at the end. */
export const twenty48: Game<Twenty48State> = {
  id: 'twenty48',
  start: (_, random) => ({ board: startBoard(random), turn: 0 }),
  agents: () => 1,
  toAct: ({ board, turn }) => (turn === 0 && isDead(board) ? 'over' : turn),
  actions: ({ board }) => legalMoves(board).map(slideEdge),
  apply({ board }, action) {
    const move = slideOfEdge(action)
    const slid = move && slide(board, move)
    if (!slid) throw new LabError('ILLEGAL_MOVE', `${makePosition(board)}: nothing moves ${move ?? action}`)
    return { state: { board: slid.board, turn: 'chance' }, rewards: [slid.reward] }
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
  utilities: () => [0],
  key: makeText,
  parse(text) {
    if (!text.endsWith(AFTERSTATE)) return { board: parseBoard(text), turn: 0 }
    const board = parseBoard(text.slice(0, -AFTERSTATE.length))
    if (emptyCells(board).length === 0) throw new LabError('BAD_POSITION', 'no move leaves a full board')
    return { board, turn: 'chance' }
  },
  format: makeText,
  words: ({ turn }, edge) => (turn === 'chance' ? makeSpawn(spawnOfEdge(edge)) : slideOfEdge(edge)!),
}

/** An evaluator of boards; it values afterstates as well. */
export function boardHeuristic(evaluator: Evaluator): Heuristic<Twenty48State> {
  const evaluate = compileEvaluator(evaluator)
  return { evaluate: ({ board }) => evaluate(board) }
}

function makeText({ board, turn }: Twenty48State): string {
  return makePosition(board) + (turn === 'chance' ? AFTERSTATE : '')
}
