/**
 * The best chance to make a tile in a few cells beside walls that never move: exact, for every board of these cells.
 *
 * The rules are those of the wall game with walls that stay: tiles slide, and merge, only within the free cells that follow each other in a
 * row or column. A move that makes the target wins: value 1. A board without a move is lost: value 0. After any other move a 2 (0.9) or a 4
 * (0.1) appears on an empty free cell, each cell as likely. So each board's value depends on boards with a sum larger by 2 or 4 alone, and
 * one pass from the largest sum to the smallest finds all.
 */
import { LabError } from '../../../errors'
import { badSetting } from '../../../settingChecks'
import { CELLS, EMPTY, face, SIDE, SPAWNS, type Board, type Rank } from '../board'
import { slideWalls } from './wallGame'

/** Maximum number of free cells. */
export const MOST_EXACT_CELLS = 9
/** Smallest target: a 4 may appear by itself. */
export const LEAST_EXACT_TARGET: Rank = 3
/** Bytes of the largest table, unless set. */
const USUAL_EXACT_BYTES = 2 ** 30

const BYTES_PER_BOARD = Float32Array.BYTES_PER_ELEMENT

export interface ExactShape {
  /** The free cells, 0 … 15, row by row. */
  readonly free: readonly number[]
  /** The rank to make. */
  readonly target: Rank
}

export interface ExactTable extends ExactShape {
  readonly boards: number
  readonly bytes: number
  /** Chance of success with best play before the first two tiles: each a 2 or a 4, on different cells, all equally likely. */
  readonly start: number
  /**
   * Chance of success with best play, before a move; rounded to 32 bits, an error of at most 10⁻⁶.
   * @param board its other cells are walls, whatever they hold
   * @throws {LabError} `BAD_POSITION` for a free cell with the target or more
   */
  value(board: Board): number
}

export function exactBytes({ free, target }: ExactShape): number {
  return target ** free.length * BYTES_PER_BOARD
}

/**
 * Finds the table in steps of some milliseconds. @returns in each step the share that is done
 * @throws {LabError} `BAD_SETTING` for a shape that is not supported, or a table that is too large, with its bytes
 */
export function* exactTableSteps(shape: ExactShape, mostBytes = USUAL_EXACT_BYTES): Generator<number, ExactTable> {
  const free = [...new Set(shape.free)].toSorted((a, b) => a - b)
  const { target } = shape
  checkShape({ free: shape.free, target }, mostBytes)
  const powers = free.map((_, place) => target ** place)
  const boards = target ** free.length
  const values = new Float32Array(boards)
  const moves = movesOf(free, powers, target)
  const halves = [free.slice(0, free.length >> 1), free.slice(free.length >> 1)] as const
  const [low, high] = [bySum(halves[0].length, target), bySum(halves[1].length, target)]
  const highFactor = target ** halves[0].length
  const lowCount = halves[0].length
  const digits = new Uint8Array(free.length)
  let done = 0
  let paused = 0
  for (let sum = low.length + high.length - 2; sum >= 0; sum--) {
    for (let half = Math.max(0, sum - low.length + 1); half < high.length && half <= sum; half++) {
      const lows = low[sum - half]!
      for (const upper of high[half]!) {
        writeDigits(upper, target, digits, lowCount, free.length)
        for (const lower of lows) {
          writeDigits(lower, target, digits, 0, lowCount)
          const index = upper * highFactor + lower
          values[index] = bestOf(index, digits, moves, powers, values)
        }
      }
      done += lows.length * high[half]!.length
      if (done - paused < BOARDS_PER_STEP) continue
      paused = done
      yield done / boards
    }
  }
  return { free, target, boards, bytes: values.byteLength, start: startValue(powers, values), value }

  function value(board: Board): number {
    let index = 0
    for (const [place, cell] of free.entries()) {
      const rank = board[cell]!
      if (rank >= target)
        throw new LabError('BAD_POSITION', `Cell ${cell} has a ${face(rank)}; the free cells have tiles below ${face(target)}.`)
      index += rank * powers[place]!
    }
    return values[index]!
  }
}

/** A few milliseconds of work. */
const BOARDS_PER_STEP = 20_000

/** @throws {LabError} `BAD_SETTING` */
function checkShape({ free, target }: ExactShape, mostBytes: number): void {
  const isCell = (cell: number): boolean => Number.isInteger(cell) && cell >= 0 && cell < CELLS
  if (free.length < 2 || free.length > MOST_EXACT_CELLS || !free.every(isCell) || new Set(free).size < free.length)
    throw badSetting('cells', `2 … ${MOST_EXACT_CELLS} different cells in 0 … ${CELLS - 1}`)
  if (!Number.isInteger(target) || target < LEAST_EXACT_TARGET)
    throw badSetting('target', `a tile of ${face(LEAST_EXACT_TARGET)} or more`)
  const bytes = exactBytes({ free, target })
  if (bytes > mostBytes)
    throw new LabError(
      'BAD_SETTING',
      `${free.length} cells with tiles below ${face(target)} have ${target}^${free.length} boards: the table takes ${bytes.toLocaleString('en')} bytes, at most ${mostBytes.toLocaleString('en')} are allowed`,
      { bytes },
    )
}

/** Cells that follow each other in a line, as places in the list of free cells, and what a move does with their tiles. */
interface Segment {
  readonly places: readonly number[]
  /** By the code of its tiles, the first place the lowest digit: what the move adds to the index of the board. */
  readonly delta: Int32Array
  /** Bits of the places that are then empty. */
  readonly empty: Uint16Array
  /** 1 if it makes the target. */
  readonly makes: Uint8Array
}

/** For each of the four moves its segments; a place is in one of them. */
function movesOf(free: readonly number[], powers: readonly number[], target: Rank): Segment[][] {
  const rows = segmentsOf(free, (line, i) => line * SIDE + i)
  const columns = segmentsOf(free, (line, i) => i * SIDE + line)
  const make = (places: readonly number[]): Segment => segmentOf(places, powers, target)
  return [rows, columns].flatMap(lines => [lines.map(make), lines.map(places => make(places.toReversed()))])
}

function segmentsOf(free: readonly number[], cellAt: (line: number, i: number) => number): number[][] {
  return Array.from({ length: SIDE }, (_, line) => {
    const segments: number[][] = [[]]
    for (let i = 0; i < SIDE; i++) {
      const place = free.indexOf(cellAt(line, i))
      if (place < 0) segments.push([])
      else segments.at(-1)!.push(place)
    }
    return segments
  })
    .flat()
    .filter(places => places.length > 0)
}

/** @param places from the end that the tiles slide to */
function segmentOf(places: readonly number[], powers: readonly number[], target: Rank): Segment {
  const codes = target ** places.length
  const segment = {
    places,
    delta: new Int32Array(codes),
    empty: new Uint16Array(codes),
    makes: new Uint8Array(codes),
  }
  const tiles = new Uint8Array(places.length)
  for (let code = 0; code < codes; code++) {
    writeDigits(code, target, tiles, 0, places.length)
    const slid = slideTiles(tiles, target).slice(0, places.length)
    segment.makes[code] = Number(slid.includes(target))
    for (const [i, place] of places.entries()) {
      segment.delta[code]! += (slid[i]! - tiles[i]!) * powers[place]!
      if (slid[i] === 0) segment.empty[code]! |= 1 << place
    }
  }
  return segment
}

/** The tiles of a line of free cells, slid towards the first; walls are all around it. */
function slideTiles(tiles: Uint8Array, target: Rank): readonly Rank[] {
  const board = EMPTY.map((_, cell) => tiles[cell] ?? target)
  return slideWalls(board, 'left', { target, walls: 'stay' })?.board ?? board
}

/** All numbers of `digits` digits, by half the sum of their tiles. */
function bySum(digits: number, target: Rank): number[][] {
  const lists: number[][] = Array.from({ length: digits * 2 ** (target - 2) + 1 }, () => [])
  const tiles = new Uint8Array(digits)
  for (let code = 0; code < target ** digits; code++) {
    writeDigits(code, target, tiles, 0, digits)
    lists[tiles.reduce((sum, rank) => sum + face(rank) / 2, 0)]!.push(code)
  }
  return lists
}

function writeDigits(code: number, base: number, into: Uint8Array, from: number, to: number): void {
  for (let place = from, rest = code; place < to; place++) {
    const next = Math.floor(rest / base)
    into[place] = rest - next * base
    rest = next
  }
}

/** The value of the best move; the values of the boards after it are known. */
function bestOf(
  index: number,
  digits: Uint8Array,
  moves: readonly (readonly Segment[])[],
  powers: readonly number[],
  values: Float32Array,
): number {
  const base = powers[1]!
  let best = 0
  for (const segments of moves) {
    let [after, empty] = [index, 0]
    for (const { places, delta, empty: left, makes } of segments) {
      let code = 0
      for (let i = places.length - 1; i >= 0; i--) code = code * base + digits[places[i]!]!
      if (makes[code] !== 0) return 1
      after += delta[code]!
      empty |= left[code]!
    }
    if (after === index) continue // nothing moves: each board has its own index
    best = Math.max(best, afterValue(after, empty, powers, values))
  }
  return best
}

/** @param empty bits of the empty places, at least one */
function afterValue(index: number, empty: number, powers: readonly number[], values: Float32Array): number {
  let [sum, count] = [0, 0]
  for (let place = 0; place < powers.length; place++) {
    if ((empty & (1 << place)) === 0) continue
    count++
    for (const { rank, chance } of SPAWNS) sum += chance * values[index + rank * powers[place]!]!
  }
  return Math.min(1, sum / count) // a sum of certain wins rounds up
}

function startValue(powers: readonly number[], values: Float32Array): number {
  let [sum, count] = [0, 0]
  for (const first of powers)
    for (const second of powers) {
      if (first === second) continue
      count++
      for (const one of SPAWNS)
        for (const other of SPAWNS) sum += one.chance * other.chance * values[one.rank * first + other.rank * second]!
    }
  return Math.min(1, sum / count) // a sum of certain wins rounds up
}
