/**
 * The rules of Can't Go Back. Two to four players move by turns to a free cell beside them; a cell that was visited is closed for all.
 *
 * Source: course work "Can't Go Back" (Technion 236501), its report and its framework; where these differ, `CantGoBackOptions` chooses.
 * Our decisions:
 * - Player 1 begins. A player that cannot move has a turn all the same, in which it pays or does not.
 * - A round is a turn of each player, so that player 2 moves once more after player 1 could not.
 * - Of three and four players the one with the highest score wins, and all others lose; those who share the highest score draw.
 */
import type { ActionId, Game, Turn, Values } from '../../game/game'
import { type CsvBoard, makeText, parseCsv, parseText } from './notation'
import {
  type CantGoBackOptions,
  type CantGoBackState,
  DIRECTIONS,
  PLAYER_RANGE,
  fruitOn,
  keyOf,
  lowestFruit,
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

/** By the number of players. */
const NOTHING = Array.from({ length: PLAYER_RANGE.max + 1 }, (_, players) => Array<number>(players).fill(0))

/** Players who close every cell that they visit: the highest score wins, 1 to the winner and −1 to the others; 0 for a draw. */
export const cantGoBack: Game<CantGoBackState, CantGoBackOptions> = {
  id: 'cantGoBack',
  start: placeAll,
  agents: ({ cells }) => cells.length,
  toAct,
  actions,
  apply: (state, action) => ({ state: apply(state, action), rewards: NOTHING[state.cells.length]! }),
  outcomes: () => [],
  utilities: ({ scores }) => resultOf(scores),
  utilityRange: [-1, 1],
  forfeit: ({ scores }, agent) => resultOf(scores.with(agent, -Infinity)),
  mostActions,
  key: keyOf,
  isNoisy,
  parse: parseText,
  format: makeText,
  words: (_, edge) => actionName(edge),
}

/**
 * Draws, in this order: blocked cells, the players' cells, the fruits' cells and values, uniformly.
 * @throws {LabError} `BAD_SETTING` for an invalid board, or one without room for the players
 */
function placeAll(options: CantGoBackOptions, random: Random): CantGoBackState {
  const { penalty, alwaysPenalty, fruitTime, players, maxFruit } = options
  if (maxFruit < lowestFruit(players))
    throw badSetting('maxFruit', `fruits for ${players} players are worth ${lowestFruit(players)} or more, not ${maxFruit}`)
  const { width, height, isClosed, cells, fruits } =
    options.board.trim() === '' ? drawBoard(options, random) : asSetting('board', () => parseCsv(options.board, players))
  const drawn = fruits.some(fruit => fruit > 0) ? fruits : drawFruits(options, isClosed, random)
  return {
    board: { width, height, neighbours: neighboursOf({ width, height }), fruits: drawn, penalty, alwaysPenalty },
    ...{ isClosed, cells },
    scores: NOTHING[players]!,
    turn: 0,
    fruitTurns: fruitTime * Math.min(width, height),
    isLastRound: false,
  }
}

function drawBoard({ width, height, blocked, players }: CantGoBackOptions, random: Random): CsvBoard {
  const count = width * height
  if (count - blocked < players) throw badSetting('blocked', `${blocked} of ${count} cells leave fewer than ${players} free`)
  const isBlocked = drawObstacles({ width, height }, blocked, random)
  const cells = drawCells(freeCells(isBlocked), players, random)
  const isClosed = isBlocked.map((its, cell) => its || cells.includes(cell))
  return { width, height, isClosed, fruits: isBlocked.map(() => 0), cells }
}

function drawFruits(
  { fruits, maxFruit, players }: CantGoBackOptions,
  isClosed: readonly boolean[],
  random: Random,
): readonly number[] {
  const free = freeCells(isClosed)
  const values = isClosed.map(() => 0)
  const least = lowestFruit(players)
  for (const cell of drawCells(free, Math.floor((free.length * fruits) / 100), random))
    values[cell] = least + random.below(maxFruit - least + 1)
  return values
}

function toAct({ turn, isLastRound }: CantGoBackState): Turn {
  return isLastRound && turn === 0 ? 'over' : turn
}

function actions({ board, isClosed, cells, turn }: CantGoBackState): readonly ActionId[] {
  const legal: ActionId[] = []
  const neighbours = board.neighbours[cells[turn]!]!
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
    const next = action < STUCK ? board.neighbours[cells[turn]!]![action] : undefined
    if (next !== undefined && !isClosed[next]) return moved(state, next)
    if (action === STUCK && waysFrom(state, cells[turn]!) === 0) return stuck(state)
  }
  throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: player ${turn + 1} cannot do ${quoted(actionName(action))}`)
}

function resultOf(scores: readonly number[]): Values {
  const highest = Math.max(...scores)
  const atTop = scores.filter(score => score === highest).length === 1 ? 1 : 0
  return scores.map(score => (score === highest ? atTop : -1))
}

function actionName(action: ActionId): string {
  return WORDS[action] ?? String(action)
}

/** True if a score is about to change: a player has no free cell to go to, or a fruit is next to the player to act. */
function isNoisy(state: CantGoBackState): boolean {
  const { board, cells, turn } = state
  if (cells.some(cell => waysFrom(state, cell) === 0)) return true
  return board.neighbours[cells[turn]!]!.some(next => next !== undefined && fruitOn(state, next) > 0)
}

/** It enters every other free cell, and is then stuck. */
function mostActions({ isClosed, cells }: CantGoBackState): number {
  return Math.ceil(freeCells(isClosed).length / cells.length) + 1
}

function moved(state: CantGoBackState, cell: Cell): CantGoBackState {
  const { board, cells, scores, turn, fruitTurns, isLastRound } = state
  const isClosed = state.isClosed.slice()
  isClosed[cell] = true
  const fruit = fruitOn(state, cell)
  return {
    board,
    isClosed,
    cells: cells.with(turn, cell),
    scores: fruit === 0 ? scores : plus(scores, turn, fruit),
    turn: (turn + 1) % cells.length,
    fruitTurns: fruitTurns > 0 ? fruitTurns - 1 : 0,
    isLastRound,
  }
}

function stuck(state: CantGoBackState): CantGoBackState {
  const { board, cells, scores, turn, fruitTurns } = state
  const pays = board.alwaysPenalty || cells.some((cell, player) => player !== turn && waysFrom(state, cell) > 0)
  return {
    ...state,
    scores: pays ? plus(scores, turn, -board.penalty) : scores,
    turn: (turn + 1) % cells.length,
    fruitTurns: fruitTurns > 0 ? fruitTurns - 1 : 0,
    isLastRound: true,
  }
}

function plus(scores: readonly number[], player: number, points: number): readonly number[] {
  return scores.with(player, scores[player]! + points)
}
