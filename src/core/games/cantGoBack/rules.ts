/**
 * The rules of Can't Go Back. Two players move by turns to a free cell beside them; a cell that was visited is closed for both.
 *
 * Source: course work "Can't Go Back" (Technion 236501), its report and its framework; where these differ, `CantGoBackOptions` chooses.
 * Our decisions:
 * - Player 1 begins. A player that cannot move has a turn all the same, in which it pays or does not.
 * - A round is a turn of player 1 and one of player 2, so that player 2 moves once more after player 1 could not.
 */
import { LabError } from '../../errors'
import { quoted } from '../../quoted'
import type { ActionId, Turn, Values } from '../../game/game'
import { freeCells, type Cell } from '../grid'
import { makeText } from './notation'
import { DIRECTIONS, fruitOn, waysFrom, type CantGoBackState } from './position'

/** The action of a player that cannot move. */
const STUCK = DIRECTIONS.length

const WORDS = [...DIRECTIONS, 'stuck']
const ONLY_STUCK = [STUCK]
const DRAW: Values = [0, 0]
const FIRST_WINS: Values = [1, -1]
const SECOND_WINS: Values = [-1, 1]

export function toAct({ turn, isLastRound }: CantGoBackState): Turn {
  return isLastRound && turn === 0 ? 'over' : turn
}

export function actions({ board, isClosed, cells, turn }: CantGoBackState): readonly ActionId[] {
  const legal: ActionId[] = []
  const neighbours = board.neighbours[cells[turn]]!
  for (let direction = 0; direction < STUCK; direction++) {
    const next = neighbours[direction]
    if (next !== undefined && !isClosed[next]) legal.push(direction)
  }
  return legal.length > 0 ? legal : ONLY_STUCK
}

/** @throws {LabError} `ILLEGAL_MOVE` */
export function apply(state: CantGoBackState, action: ActionId): CantGoBackState {
  const { board, isClosed, cells, turn } = state
  if (toAct(state) !== 'over') {
    const next = action < STUCK ? board.neighbours[cells[turn]]![action] : undefined
    if (next !== undefined && !isClosed[next]) return moved(state, next)
    if (action === STUCK && waysFrom(state, cells[turn]) === 0) return stuck(state)
  }
  throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: player ${turn + 1} cannot do ${quoted(actionName(action))}`)
}

export function utilities({ scores: [first, second] }: CantGoBackState): Values {
  return first === second ? DRAW : resultOf(first > second ? 0 : 1)
}

export function resultOf(winner: number): Values {
  return winner === 0 ? FIRST_WINS : SECOND_WINS
}

export function actionName(action: ActionId): string {
  return WORDS[action] ?? String(action)
}

/** True if a score is about to change: a player has no free cell to go to, or a fruit is next to the player to act. */
export function isNoisy(state: CantGoBackState): boolean {
  const { board, cells, turn } = state
  if (waysFrom(state, cells[0]) === 0 || waysFrom(state, cells[1]) === 0) return true
  return board.neighbours[cells[turn]]!.some(next => next !== undefined && fruitOn(state, next) > 0)
}

/** It enters every other free cell, and is then stuck. */
export function mostActions({ isClosed }: CantGoBackState): number {
  return Math.ceil(freeCells(isClosed).length / 2) + 1
}

function moved(state: CantGoBackState, cell: Cell): CantGoBackState {
  const { board, cells, scores, turn, fruitTurns, isLastRound } = state
  const isClosed = state.isClosed.slice()
  isClosed[cell] = true
  const fruit = fruitOn(state, cell)
  return {
    board,
    isClosed,
    cells: turn === 0 ? [cell, cells[1]] : [cells[0], cell],
    scores: fruit === 0 ? scores : plus(scores, turn, fruit),
    turn: turn === 0 ? 1 : 0,
    fruitTurns: fruitTurns > 0 ? fruitTurns - 1 : 0,
    isLastRound,
  }
}

function stuck(state: CantGoBackState): CantGoBackState {
  const { board, cells, scores, turn, fruitTurns } = state
  const pays = board.alwaysPenalty || waysFrom(state, cells[1 - turn]!) > 0
  return {
    ...state,
    scores: pays ? plus(scores, turn, -board.penalty) : scores,
    turn: turn === 0 ? 1 : 0,
    fruitTurns: fruitTurns > 0 ? fruitTurns - 1 : 0,
    isLastRound: true,
  }
}

function plus([first, second]: readonly [number, number], player: 0 | 1, points: number): readonly [number, number] {
  return player === 0 ? [first + points, second] : [first, second + points]
}
