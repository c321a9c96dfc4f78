/**
 * The rules of Can't Go Back. Two players move by turns to a free cell beside them; a cell that was visited is closed for both.
 *
 * Source: course work "Can't Go Back" (Technion 236501), its report and its framework; where these differ, `CantGoBackOptions` chooses.
 * Our decisions:
 * - Player 1 begins. A player that cannot move has a turn all the same, in which it pays or does not.
 * - A round is a turn of player 1 and one of player 2, so that player 2 moves once more after player 1 could not.
 */
import type { ActionId, Game, Turn, Values } from '../../game/game'
import { type CsvBoard, makeText, parseCsv, parseText } from './notation'
import {
  type CantGoBackOptions,
  type CantGoBackState,
  DIRECTIONS,
  FRUIT_RANGE,
  fruitOn,
  keyOf,
  neighboursOf,
  waysFrom,
} from './position'
import type { Random } from '../../random'
import { asSetting, badSetting } from '../../settingChecks'
import { type Cell, drawCells, drawObstacles, freeCells } from '../grid'
import { LabError } from '../../errors'
import { quoted } from '../../quoted'

/** The action of a player that cannot move. */
const STUCK = DIRECTIONS.length

const WORDS = [...DIRECTIONS, 'stuck']
const ONLY_STUCK = [STUCK]
const DRAW: Values = [0, 0]
const FIRST_WINS: Values = [1, -1]
const SECOND_WINS: Values = [-1, 1]

const NOTHING = [0, 0]

/** Two players who close every cell that they visit: the higher score wins, 1 to the winner and −1 to the other; 0 for a draw. */
export const cantGoBack: Game<CantGoBackState, CantGoBackOptions> = {
  id: 'cantGoBack',
  start: placeAll,
  agents: () => 2,
  toAct,
  actions,
  apply: (state, action) => ({ state: apply(state, action), rewards: NOTHING }),
  outcomes: () => [],
  utilities,
  utilityRange: [-1, 1],
  forfeit: (_, agent) => resultOf(1 - agent),
  mostActions,
  key: keyOf,
  isNoisy,
  parse: parseText,
  format: makeText,
  words: (_, edge) => actionName(edge),
}

/** One for each player. */
const FEWEST_CELLS = 2

/**
 * Draws, in this order: blocked cells, the players' cells, the fruits' cells and values, uniformly.
 * @throws {LabError} `BAD_SETTING` for an invalid board, or one without room for the players
 */
function placeAll(options: CantGoBackOptions, random: Random): CantGoBackState {
  const { penalty, alwaysPenalty, fruitTime } = options
  const { width, height, isClosed, cells, fruits } =
    options.board.trim() === '' ? drawBoard(options, random) : asSetting('board', () => parseCsv(options.board))
  const drawn = fruits.some(fruit => fruit > 0) ? fruits : drawFruits(options, isClosed, random)
  return {
    board: { width, height, neighbours: neighboursOf({ width, height }), fruits: drawn, penalty, alwaysPenalty },
    ...{ isClosed, cells },
    scores: [0, 0],
    turn: 0,
    fruitTurns: fruitTime * Math.min(width, height),
    isLastRound: false,
  }
}

function drawBoard({ width, height, blocked }: CantGoBackOptions, random: Random): CsvBoard {
  const count = width * height
  if (count - blocked < FEWEST_CELLS)
    throw badSetting('blocked', `${blocked} of ${count} cells leave fewer than ${FEWEST_CELLS} free`)
  const isBlocked = drawObstacles({ width, height }, blocked, random)
  const [one, two] = drawCells(freeCells(isBlocked), FEWEST_CELLS, random)
  const isClosed = isBlocked.with(one!, true).with(two!, true)
  return { width, height, isClosed, fruits: isBlocked.map(() => 0), cells: [one!, two!] }
}

function drawFruits({ fruits, maxFruit }: CantGoBackOptions, isClosed: readonly boolean[], random: Random): readonly number[] {
  const free = freeCells(isClosed)
  const values = isClosed.map(() => 0)
  for (const cell of drawCells(free, Math.floor((free.length * fruits) / 100), random))
    values[cell] = FRUIT_RANGE.min + random.below(maxFruit - FRUIT_RANGE.min + 1)
  return values
}

function toAct({ turn, isLastRound }: CantGoBackState): Turn {
  return isLastRound && turn === 0 ? 'over' : turn
}

function actions({ board, isClosed, cells, turn }: CantGoBackState): readonly ActionId[] {
  const legal: ActionId[] = []
  const neighbours = board.neighbours[cells[turn]]!
  for (let direction = 0; direction < STUCK; direction++) {
    const next = neighbours[direction]
    if (next !== undefined && !isClosed[next]) legal.push(direction)
  }
  return legal.length > 0 ? legal : ONLY_STUCK
}

/** @throws {LabError} `ILLEGAL_MOVE` */
function apply(state: CantGoBackState, action: ActionId): CantGoBackState {
  const { board, isClosed, cells, turn } = state
  if (toAct(state) !== 'over') {
    const next = action < STUCK ? board.neighbours[cells[turn]]![action] : undefined
    if (next !== undefined && !isClosed[next]) return moved(state, next)
    if (action === STUCK && waysFrom(state, cells[turn]) === 0) return stuck(state)
  }
  throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: player ${turn + 1} cannot do ${quoted(actionName(action))}`)
}

function utilities({ scores: [first, second] }: CantGoBackState): Values {
  return first === second ? DRAW : resultOf(first > second ? 0 : 1)
}

function resultOf(winner: number): Values {
  return winner === 0 ? FIRST_WINS : SECOND_WINS
}

function actionName(action: ActionId): string {
  return WORDS[action] ?? String(action)
}

/** True if a score is about to change: a player has no free cell to go to, or a fruit is next to the player to act. */
function isNoisy(state: CantGoBackState): boolean {
  const { board, cells, turn } = state
  if (waysFrom(state, cells[0]) === 0 || waysFrom(state, cells[1]) === 0) return true
  return board.neighbours[cells[turn]]!.some(next => next !== undefined && fruitOn(state, next) > 0)
}

/** It enters every other free cell, and is then stuck. */
function mostActions({ isClosed }: CantGoBackState): number {
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
