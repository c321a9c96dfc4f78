import type { Game } from '../../game/game'
import { type CsvBoard, makeText, parseCsv, parseText } from './notation'
import { type CantGoBackOptions, FRUIT_RANGE } from './options'
import { type CantGoBackState, keyOf, neighboursOf } from './position'
import { actionName, actions, apply, isNoisy, mostActions, resultOf, toAct, utilities } from './rules'
import type { Random } from '../../random'
import { asSetting, badSetting } from '../../settingChecks'
import { drawCells, drawObstacles, freeCells } from '../grid'

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

/** The first position of a game, drawn from a seed. */

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
