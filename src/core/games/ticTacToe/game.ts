import { LabError } from '../../errors'
import { quoted } from '../../quoted'
import type { Heuristic } from '../../game/heuristic'
import type { Game, Values } from '../../game/game'

/** The cells of X in bits 0 … 8, row by row, and those of O in bits 9 … 17. X begins; the player with fewer marks acts. */
export type TicTacToeState = number

const CELLS = 9
const FULL = 2 ** CELLS - 1
/** A cell in each row, column and diagonal. */
const LINES = [0b111, 0b111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100]

/** By the cells of one player. */
const EVERY = Array.from({ length: FULL + 1 }, (_, cells) => cells)
const HAS_LINE = EVERY.map(cells => LINES.some(line => (cells & line) === line))
const COUNT = EVERY.map(cells => listed(cells).length)
/** By the cells of both players: the free cells. */
const FREE = EVERY.map(cells => listed(FULL & ~cells))
/** By one player's cells: the lines that are still open to the other. */
const OPEN_TO_OTHER = EVERY.map(cells => LINES.filter(line => (cells & line) === 0).length)

const NOTHING: Values = [0, 0]
const X_WINS: Values = [1, -1]
const O_WINS: Values = [-1, 1]

/** Tic-tac-toe: three in a line win, 1 to the winner and −1 to the other; 0 for a draw. */
export const ticTacToe: Game<TicTacToeState> = {
  id: 'ticTacToe',
  start: () => 0,
  agents: () => 2,
  toAct(state) {
    const [x, o] = [crosses(state), noughts(state)]
    if (HAS_LINE[x] || HAS_LINE[o] || (x | o) === FULL) return 'over'
    return nextPlayer(state)
  },
  actions: state => FREE[crosses(state) | noughts(state)]!,
  apply(state, action) {
    if (!FREE[crosses(state) | noughts(state)]!.includes(action))
      throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: no mark can be set in ${cellName(action)}`)
    return { state: state | (1 << (action + CELLS * nextPlayer(state))), rewards: NOTHING }
  },
  outcomes: () => [],
  utilityRange: [-1, 1],
  utilities: state => (HAS_LINE[crosses(state)] ? X_WINS : HAS_LINE[noughts(state)] ? O_WINS : NOTHING),
  forfeit: (_, agent) => (agent === 0 ? O_WINS : X_WINS),
  key: state => state,
  parse: parseText,
  format: makeText,
  words: (_, edge) => cellName(edge),
}

/**
 * Lines still open to X minus those still open to O, as a fraction of a win, so that no leaf has the value of a won game. Source: Nilsson,
 * "Principles of Artificial Intelligence", 1980, "Searching Game Trees".
 */
export const openLines: Heuristic<TicTacToeState> = {
  evaluate(state, agent) {
    const difference = OPEN_TO_OTHER[noughts(state)]! - OPEN_TO_OTHER[crosses(state)]!
    return (agent === 0 ? difference : -difference) / (LINES.length + 1) + 0 // −0 becomes 0
  },
  bounds: () => [-1, 1],
}

function crosses(state: TicTacToeState): number {
  return state & FULL
}

function noughts(state: TicTacToeState): number {
  return state >> CELLS
}

function nextPlayer(state: TicTacToeState): 0 | 1 {
  return COUNT[crosses(state)]! > COUNT[noughts(state)]! ? 1 : 0
}

/** `r1c1` … `r3c3`. */
function cellName(cell: number): string {
  return `r${Math.floor(cell / 3) + 1}c${(cell % 3) + 1}`
}

/** `X.O/.X./...`: rows from the top. */
function makeText(state: TicTacToeState): string {
  const mark = (cell: number) => ((crosses(state) >> cell) & 1 ? 'X' : (noughts(state) >> cell) & 1 ? 'O' : '.')
  return [0, 3, 6].map(row => [0, 1, 2].map(column => mark(row + column)).join('')).join('/')
}

/** Nine marks X, O or `.`, in either case, with spaces or slashes between them. */
function parseText(text: string): TicTacToeState {
  let state = 0
  let cell = 0
  for (const [i, character] of [...text].entries()) {
    if (/[\s/]/.test(character)) continue
    const mark = '.XO'.indexOf(character.toUpperCase())
    if (mark < 0) throw bad(`character ${i + 1}: ${quoted(character)} is not X, O or .`)
    if (mark > 0 && cell < CELLS) state |= 1 << (cell + CELLS * (mark - 1))
    cell++
  }
  if (cell !== CELLS) throw bad(`a position has ${CELLS} cells, this has ${cell}`)
  const [x, o] = [crosses(state), noughts(state)]
  const lead = COUNT[x]! - COUNT[o]!
  if (lead !== 0 && lead !== 1) throw bad(`X begins and they alternate: ${COUNT[x]} X and ${COUNT[o]} O are not a position`)
  if (HAS_LINE[x] && lead === 0) throw bad('X has three in a line, and O has played on')
  if (HAS_LINE[o] && lead === 1) throw bad('O has three in a line, and X has played on')
  return state
}

function listed(cells: number): number[] {
  return Array.from({ length: CELLS }, (_, cell) => cell).filter(cell => (cells >> cell) & 1)
}

function bad(message: string): LabError {
  return new LabError('BAD_POSITION', message)
}
