/**
 * Positions as text. We write 16 digits, row by row from the top-left: the rank of each tile as 0-9, A-H (H = 131072).
 * We read that, with lower case, spaces and slashes between the rows; 16 face values as programs, spreadsheets and terminals
 * write them (`cellText.ts`); and the JSON that the original game keeps in the browser's storage.
 */
import { LabError } from '../../errors'
import { quoted, visible } from '../../quoted'
import { type Board, CELLS, MAX_FACE_SUM, MAX_RANK, type Rank, SIDE, type Spawn, face, faceSum, legalMoves } from './board'
import { looksLikeCells, numberOf, readCells } from './cellText'

const DIGITS = '0123456789ABCDEFGH'
/** Longest text to read: the original game's JSON takes about 1,000 characters. */
const MAX_TEXT = 10_000
export interface ParsedPosition {
  readonly board: Board
  readonly form: 'digits' | 'faces' | 'saved game'
  /** Points so far; only a saved game has them. */
  readonly score?: number
}

/** @throws {LabError} `BAD_POSITION`, naming the cell or the field. */
export function parsePosition(text: string): ParsedPosition {
  if (text.length > MAX_TEXT) throw bad(`a position is at most ${MAX_TEXT} characters, this has ${text.length}`)
  if (text.trim() === '') throw bad('a position is 16 digits, 16 face values or a saved game; this is empty')
  if (text.trim().startsWith('{') && !looksLikeCells(text)) return parseSavedGame(text.trim())
  const rows = readCells(text)
  const words = rows.flat()
  // Rows of digits are at most four words; face values are one word a cell.
  const areFaces = words.every(word => !Number.isNaN(numberOf(word))) || words.some(word => word.length > 1)
  if (words.length <= SIDE || !areFaces) return { board: checkReachable(parseDigits(words)), form: 'digits' }
  return { board: checkReachable(parseFaces(rows)), form: 'faces' }
}

/** A position that a game can begin from. @throws {LabError} `BAD_POSITION`, also if no move is legal. */
export function parsePlayable(text: string): ParsedPosition {
  const position = parsePosition(text)
  if (legalMoves(position.board).length > 0) return position
  throw new LabError('BAD_POSITION', 'nothing can move on this board: set one with a legal move')
}

/** The board of `parsePosition`, without a score. */
export function parseBoard(text: string): Board {
  return parsePosition(text).board
}

/** 16 characters, `parseBoard` reads them back. */
export function makePosition(board: Board): string {
  return board.map(rank => DIGITS[rank]).join('')
}

/** The same cells from the last to the first: how another public program writes its 16 digits. */
export function reversed(board: Board): Board {
  return board.toReversed()
}

/** `2@r1c3` is a 2 in the first row, third column. */
export function makeSpawn({ cell, rank }: Spawn): string {
  return `${face(rank)}@${makeCell(cell)}`
}

/** @throws {LabError} `BAD_POSITION` on anything but `2@r1c1` … `4@r4c4`. */
export function parseSpawn(text: string): Spawn {
  const [, tile, row, column] = /^([24])@r([1-4])c([1-4])$/.exec(text) ?? []
  if (!tile) throw bad(`${quoted(text)} is not a new tile: write 2@r1c1 … 4@r4c4`)
  return { cell: (Number(row) - 1) * SIDE + Number(column) - 1, rank: tile === '2' ? 1 : 2 }
}

/** Checks ranks that are not from `parsePosition`. @throws {LabError} `BAD_POSITION` */
export function checkBoard(ranks: readonly number[]): Board {
  if (ranks.length !== CELLS) throw bad(`a board has ${CELLS} cells, this has ${ranks.length}`)
  ranks.forEach((rank, cell) => {
    if (!Number.isInteger(rank) || rank < 0 || rank > MAX_RANK)
      throw bad(`${makeCell(cell)}: ${rank} is not a rank in 0 … ${MAX_RANK}`)
  })
  return checkReachable(ranks)
}

function parseDigits(words: readonly string[]): Board {
  const text = words.join('')
  const ranks = [...text].map((character, cell) => {
    const rank = character === '.' ? 0 : DIGITS.indexOf(character.toUpperCase())
    if (rank < 0) throw bad(`character ${cell + 1}: ${quoted(character)} is not one of ${DIGITS}`, { cell })
    return rank
  })
  if (ranks.length !== CELLS) throw bad(`a position has ${CELLS} digits, this has ${ranks.length}`, { found: ranks.length })
  if (words.length > 1 && words.length < CELLS && words.some(({ length }) => length !== SIDE))
    throw bad(`digits are 16 in one word, or four words of ${SIDE}; these are ${words.length} words of other lengths`)
  // four faces of four characters would be another board
  if (words.length === SIDE && words.every(isFaceAlone))
    throw bad(`these are ${SIDE} face values, or rows of digits: write all ${CELLS} face values, or the digits in one word`)
  return ranks
}

/** True for 1024 and 2.00, which are tiles as they are. */
function isFaceAlone(word: string): boolean {
  const value = numberOf(word)
  return Number.isInteger(Math.log2(value)) && value > 1
}

function parseFaces(rows: readonly (readonly string[])[]): Board {
  const words = rows.flat()
  if (words.length === CELLS) return words.map((word, cell) => parseFace(numberOf(word), word, makeCell(cell)))
  const found = { found: words.length }
  for (const [row, cells] of rows.entries())
    for (const [column, word] of cells.entries())
      if (Number.isNaN(numberOf(word))) throw bad(`row ${row + 1}, column ${column + 1}: ${quoted(word)} is not a tile`, found)
  const odd = rows.length === SIDE ? rows.findIndex(({ length }) => length !== SIDE) : -1
  const where = odd >= 0 ? `; row ${odd + 1} has ${rows[odd]!.length}: ${quoted(rows[odd]!.join(' '))}` : ''
  throw bad(`a position has ${CELLS} face values, this has ${words.length}${where}`, found)
}

function parseFace(value: number, shown: string, where: string): Rank {
  if (value === 0) return 0
  const rank = Math.round(Math.log2(value)) // a fraction next to a power of two has its logarithm
  if (!(rank >= 1 && rank <= MAX_RANK && face(rank) === value))
    throw bad(`${where}: ${quoted(shown)} is not a tile; tiles are the powers of two from 2 to ${face(MAX_RANK)}`, { where })
  return rank
}

/** `gameState` of the original game: `{grid: {size, cells: [column][row] of {value} or null}, score, …}`. */
function parseSavedGame(text: string): ParsedPosition {
  const fields = parseJson(text) as { grid?: { cells?: unknown }; score?: unknown }
  const columns = fields.grid?.cells
  if (
    !Array.isArray(columns) ||
    columns.length !== SIDE ||
    !columns.every(column => Array.isArray(column) && column.length === SIDE)
  )
    throw bad('grid.cells: a saved game has 4 columns of 4 cells here')
  const board = Array.from({ length: CELLS }, (_, cell) => {
    const [row, column] = [Math.floor(cell / SIDE), cell % SIDE]
    const where = `grid.cells[${column}][${row}]`
    const tile: unknown = (columns as unknown[][])[column]![row]
    if (tile === null) return 0
    const { value } = Object(tile) as { value?: unknown }
    if (typeof value !== 'number') throw bad(`${where}: a tile has a number as its value`)
    return parseFace(value, String(value), where)
  })
  const { score = 0 } = fields
  if (!Number.isSafeInteger(score) || (score as number) < 0) throw bad('score: not a whole number of points')
  return { board: checkReachable(board), form: 'saved game', score: score as number }
}

function parseJson(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch (cause) {
    throw new LabError('BAD_POSITION', `not a saved game: ${visible((cause as Error).message)}`, undefined, { cause })
  }
}

function checkReachable(board: Board): Board {
  const sum = faceSum(board)
  if (sum > MAX_FACE_SUM) throw bad(`the tiles sum to ${sum}; no game on 4×4 cells passes ${MAX_FACE_SUM}`, { sum })
  return board
}

function makeCell(cell: number): string {
  return `r${Math.floor(cell / SIDE) + 1}c${(cell % SIDE) + 1}`
}

function bad(message: string, detail?: LabError['detail']): LabError {
  return new LabError('BAD_POSITION', message, detail)
}
