/**
 * Positions as text: a board as CSV, then fields between spaces.
 *
 *     0,-1,30/1,0,2 scores=0,-300 turn=2,last fruitTurns=4 penalty=300,always
 *     0,-1,30/1,3,2 players=3
 *
 * Rows end with a slash or a line; 0 is a free cell, −1 a blocked or visited one, 1 and 2 are the players, 3 and more a fruit. `turn` is who
 * acts, `last` that a player could not move, so that the game ends with this round. `fruitTurns` are those until the fruits disappear,
 * `always` the rule by which a player that cannot move always pays. With `players=4`, 3 and 4 are players too, and fruits begin at 5. Fields come in any order; a field that is missing is that of a game's
 * first position by the usual rules, so that a CSV file alone is a position.
 */
import { LabError } from '../../errors'
import { plainMinus } from '../../numberText'
import { quoted } from '../../quoted'
import { readFields } from '../fields'
import type { Cell, Grid } from '../grid'
import {
  type CantGoBackState,
  FRUIT_RANGE,
  PENALTY_RANGE,
  PLAYER_RANGE,
  SIDE_RANGE,
  TIME_RANGE,
  USUAL_OPTIONS,
  fruitOn,
  lowestFruit,
  neighboursOf,
} from './position'

const FIELDS = ['scores', 'turn', 'fruitTurns', 'penalty', 'players'] as const
type FieldName = (typeof FIELDS)[number]

const MOST_POINTS = 1e9
const MOST_TURNS = TIME_RANGE.max * SIDE_RANGE.max
const BLOCKED = -1

/** The contents of a CSV board. */
export interface CsvBoard extends Grid {
  /** By cell. */
  readonly isClosed: readonly boolean[]
  readonly fruits: readonly number[]
  readonly cells: readonly Cell[]
}

export function makeText(state: CantGoBackState): string {
  const { board, scores, turn, fruitTurns, isLastRound } = state
  const ends = [isLastRound ? ',last' : '', board.alwaysPenalty ? ',always' : '']
  const players = scores.length === USUAL_OPTIONS.players ? '' : ` players=${scores.length}`
  return `${makeCsv(state, '/')} scores=${scores.join()} turn=${turn + 1}${ends[0]} fruitTurns=${fruitTurns} penalty=${board.penalty}${ends[1]}${players}`
}

/** @throws {LabError} `BAD_POSITION`, naming row and column, or the field */
export function parseText(text: string): CantGoBackState {
  const end = /\s[a-z]\w*=/i.exec(text)?.index ?? text.length
  const fields = readFields(text.slice(end).split(/\s+/).filter(Boolean), FIELDS)
  const { fruitTime, penalty: usual } = USUAL_OPTIONS
  const players = readWhole('players', fields.players ?? String(USUAL_OPTIONS.players), PLAYER_RANGE.min, PLAYER_RANGE.max)
  const { width, height, isClosed, fruits, cells } = parseCsv(text.slice(0, end), players)
  const [turn, isLastRound] = readTurn(fields.turn ?? '1', players)
  const [penalty, alwaysPenalty] = readPenalty(fields.penalty ?? String(usual))
  const fruitTurns = readWhole('fruitTurns', fields.fruitTurns ?? String(fruitTime * Math.min(width, height)), 0, MOST_TURNS)
  const board = { width, height, neighbours: neighboursOf({ width, height }), fruits, penalty, alwaysPenalty }
  return { board, isClosed, cells, scores: readScores(fields.scores, players), turn, fruitTurns, isLastRound }
}

/** The board of a CSV file. Rows and columns are counted from 1. @throws {LabError} `BAD_POSITION`, naming row and column */
export function parseCsv(text: string, numberOfPlayers: number): CsvBoard {
  const rows = text
    .trim()
    .split(/\r?\n|\//)
    .map(row => row.split(','))
  const [width, height] = [rows[0]!.length, rows.length]
  if (width > SIDE_RANGE.max) throw bad(`row 1, column ${SIDE_RANGE.max + 1}`, `a board has at most ${SIDE_RANGE.max} columns`)
  if (height > SIDE_RANGE.max) throw bad(`row ${SIDE_RANGE.max + 1}, column 1`, `a board has at most ${SIDE_RANGE.max} rows`)
  const isClosed: boolean[] = []
  const fruits: number[] = []
  const cells: (Cell | undefined)[] = Array.from({ length: numberOfPlayers }, () => undefined)
  const least = lowestFruit(numberOfPlayers)
  for (const [row, texts] of rows.entries()) {
    for (const [column, cellText] of texts.entries()) {
      const place = `row ${row + 1}, column ${column + 1}`
      if (column >= width) throw bad(place, `the rows above have ${width} cells`)
      const value = readCell(place, cellText.trim(), numberOfPlayers)
      if (value >= 1 && value <= numberOfPlayers) {
        const other = cells[value - 1]
        if (other !== undefined) throw bad(place, `player ${value} stands in ${placeOf({ width }, other)} already`)
        cells[value - 1] = isClosed.length
      }
      isClosed.push(value !== 0 && value < least)
      fruits.push(value >= least ? value : 0)
    }
    if (texts.length < width) throw bad(`row ${row + 1}, column ${texts.length + 1}`, `a cell is missing, rows have ${width}`)
  }
  const placed = cells.filter(cell => cell !== undefined)
  if (placed.length < numberOfPlayers) {
    const missing = [...cells.keys()].filter(player => cells[player] === undefined).map(player => player + 1)
    const whole = `row 1, column 1 … row ${height}, column ${width}`
    throw bad(whole, missing.map(number => `no cell is ${number}, player ${number} is missing`).join('; '))
  }
  return { width, height, isClosed, fruits, cells: placed }
}

/** The cells in the format of a CSV file. @param rowEnd between rows */
function makeCsv(state: CantGoBackState, rowEnd: string): string {
  const { board, isClosed, cells } = state
  const cellText = (cell: Cell) => {
    const player = cells.indexOf(cell)
    if (player >= 0) return player + 1
    return isClosed[cell] ? BLOCKED : fruitOn(state, cell)
  }
  const row = (_: unknown, y: number) => Array.from({ length: board.width }, (_each, x) => cellText(y * board.width + x)).join()
  return Array.from({ length: board.height }, row).join(rowEnd)
}

function readCell(place: string, text: string, players: number): number {
  const value = wholeNumber(text)
  if (value >= BLOCKED && value <= FRUIT_RANGE.max) return value + 0 // -0 is 0
  throw bad(place, `${quoted(text)} is not -1, 0, ${numbers(players)} or a fruit, ${lowestFruit(players)} … ${FRUIT_RANGE.max}`)
}

function placeOf({ width }: Pick<Grid, 'width'>, cell: Cell): string {
  return `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`
}

function readTurn(text: string, players: number): readonly [turn: number, isLastRound: boolean] {
  const [, turn, last] = /^([1-9])(,last)?$/.exec(text) ?? []
  if (turn !== undefined && Number(turn) <= players) return [Number(turn) - 1, last !== undefined]
  const all = numbers(players).replace(/, (\d)$/, ' or $1')
  throw bad('turn', `${quoted(text)} is not ${all}, nor one of them with ",last"`)
}

function readPenalty(text: string): readonly [penalty: number, always: boolean] {
  const [penalty = '', ...rest] = text.split(',')
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== 'always'))
    throw bad('penalty', `${quoted(text)} is not a number, nor a number with ",always"`)
  return [readWhole('penalty', penalty, PENALTY_RANGE.min, PENALTY_RANGE.max), rest.length === 1]
}

function readScores(text: string | undefined, players: number): readonly number[] {
  const scores = text?.split(',') ?? Array<string>(players).fill('0')
  if (scores.length !== players)
    throw bad('scores', `${quoted(text)} is not a number for each player, as ${['0', '-300', '0', '0'].slice(0, players).join()}`)
  return scores.map(score => readWhole('scores', score, -MOST_POINTS, MOST_POINTS))
}

/** 1, 2, … */
function numbers(players: number): string {
  return Array.from({ length: players }, (_, i) => i + 1).join(', ')
}

function readWhole(field: FieldName, text: string, least: number, most: number): number {
  const number = wholeNumber(text) + 0
  if (number >= least && number <= most) return number
  throw bad(field, `${quoted(text)} is not a whole number in ${least} … ${most}`)
}

function bad(place: string, problem: string): LabError {
  return new LabError('BAD_POSITION', `${place}: ${problem}`)
}

/** `NaN` for another text. */
function wholeNumber(text: string): number {
  const plain = plainMinus(text)
  return /^-?\d{1,10}$/.test(plain) ? Number(plain) : NaN
}
