/** What both ports of the wall kernel share: its memory, its rules, and where the weights of a board are. */
import { LabError } from '../../errors'
import { type Board, CELLS, SIDE } from '../../games/twenty48/board'
import { type NetworkShape, SYMMETRIES, digitsOf, outputOf, setSize, tableSizes } from '../../games/twenty48/wallGame/network'
import type { WallRules } from '../../games/twenty48/wallGame/wallGame'
import type { RoomExports } from '../drawnRoom'
import { badSetting } from '../../settingChecks'

/** Memory of the kernel, which threads may share: a `WebAssembly.Memory`. */
export interface LinearMemory {
  readonly buffer: ArrayBufferLike
  grow(pages: number): number
}

interface WallImports {
  readonly host: { readonly stop: () => number }
  readonly env: { readonly memory: LinearMemory; readonly abort: () => never }
}

/** Exports of the WebAssembly module; see `assembly/index.ts`. */
export interface WallExports extends RoomExports {
  setRules(target: number, stay: boolean): void
  setWholeRules(most: number): void
  setNetwork(lookups: number, at: number, setWeights: number, stages: number): void
  setChances(wide: boolean): void
  searchSlide(direction: number, depth: number, cut: number, nodes: number, records: boolean): number
  placeRoom(at: number, capacity: number): number
  slideBoard(direction: number): number
  chance(): number
  setArea(at: number, weights: number, errors: number, shapes: number): void
  setStep(rate: number, lambda: number, exploration: number, bigTiles: number, ordered: number, again: number): void
  useWeights(at: number): void
  train(least: number, notes: number, later: boolean): number
  trainWhole(least: number, notes: number, later: boolean): number
  learn(notes: number): number
  learnWhole(notes: number): number
  beginChanges(at: number): void
  endChanges(at: number): void
  repeatChanges(at: number, weights: number): void
  validate(shape: number, games: number, seed: bigint, sum: number): number
  validateWhole(games: number, seed: bigint, results: number): number
}

/** Shared memory layout of the ports and the wall kernel: the addresses of `assembly/memory.ts`. */
const BOARD = 0x10000
/** Result of the last move searched, f64 each: moves tried, horizon reached, stop reason. */
export const RESULT = 0x10010
const LOOKUPS = 0x12000
/** Bytes of a lookup: first line, its table, second line, its table, the factor of the first, and where the tuple's table begins; u32. */
const LOOKUP_BYTES = 32
export const SHAPES = 0x14000
const PATTERNS = 0x80000
const PATTERN_BYTES = 2 * 65536
const MOST_PATTERNS = 28
export const CHANCES = 0x400000 + 16 * 65536

/** Bytes of a training thread: the generator u64, then counts f64. */
export const AREA_BYTES = 0x90000
export const AREA_COUNTS = 8
/** Rounds that were played, f64. */
export const AREA_ROUNDS = AREA_COUNTS + 3 * 8
/** Results of a validation, f64 each. */
export const AREA_RESULTS = 0x700
/** Bytes of the generator, the counts and the results. */
export const AREA_STATE = 0x800
/** In an area: the boards to begin again from. */
export const KEPT_BOARDS = { at: 0x2000, bytes: 8 * 65536 } as const
/** Games that are played and not yet learned: the moves of all, their stretches, and the boards before and after each move. */
export const NOTES_BYTES = 16 + 16 * 8192 + 2 * 8 * 65536
/** Bytes of a list of changes, besides 8 for each lookup of each move that is learned. */
export const CHANGES_HEAD = 64
/** Maximum number of moves in notes. */
export const MOST_NOTED = 65536

const PAGE = 65536

export type InstantiateWalls = (imports: WallImports) => WallExports

export class WallMemory {
  readonly exports: WallExports
  #view: DataView

  constructor(
    instantiate: InstantiateWalls,
    private readonly memory: LinearMemory,
    stop: () => number = () => 0,
  ) {
    this.reserve(PATTERNS + MOST_PATTERNS * PATTERN_BYTES)
    this.exports = instantiate({
      host: { stop },
      env: {
        memory,
        abort() {
          throw new Error('the wall kernel aborted')
        },
      },
    })
    this.#view = new DataView(memory.buffer)
  }

  get view(): DataView {
    return this.#view
  }

  get bytes(): number {
    return this.memory.buffer.byteLength
  }

  /** @throws {LabError} `BAD_SETTING` if there is not as much memory */
  reserve(bytes: number): void {
    const missing = Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE)
    if (missing <= 0) return
    try {
      this.memory.grow(missing)
    } catch (cause) {
      throw new LabError('BAD_SETTING', `tuples: no memory for ${bytes} bytes`, { field: 'tuples' }, { cause })
    }
    this.#view = new DataView(this.memory.buffer)
  }

  /**
   * Gives the kernel the rules and how to find the weights of a board.
   * @param at address of the first weight
   * @throws {LabError} `BAD_SETTING` for a tuple whose cells lie in more than two rows and more than two columns
   */
  setShape(shape: NetworkShape, walls: WallRules['walls'], at: number): void {
    if (outputOf(shape) === 'points') this.exports.setWholeRules(shape.target)
    else this.exports.setRules(shape.target, walls === 'stay')
    const lookups = writeLookups(this.memory.buffer, shape, { lookups: LOOKUPS, patterns: PATTERNS })
    this.exports.setNetwork(lookups, at, setSize(shape), stagesOf(shape))
  }

  writeBoard(board: Board): void {
    for (let half = 0; half < 2; half++) {
      let bits = 0
      for (let i = 0; i < CELLS / 2; i++) bits |= board[half * 8 + i]! << (4 * i)
      this.view.setInt32(BOARD + 4 * half, bits, true)
    }
  }

  readBoard(): Board {
    return Array.from({ length: CELLS }, (_, cell) => (this.view.getUint8(BOARD + (cell >> 1)) >> (4 * (cell & 1))) & 15)
  }
}

interface LookupPlaces {
  /** Address of the lookups: 32 bytes for each tuple and symmetry. */
  readonly lookups: number
  /** Address of the patterns: `MOST_PATTERNS` tables of `PATTERN_BYTES`. */
  readonly patterns: number
}

/**
 * Writes the lookups of a network, and the patterns that they need.
 * @returns the number of lookups
 * @throws {LabError} `BAD_SETTING` for a tuple whose cells lie in more than two rows and more than two columns
 */
export function writeLookups(buffer: ArrayBufferLike, shape: NetworkShape, at: LookupPlaces): number {
  const view = new DataView(buffer)
  const digits = digitsOf(shape)
  const patterns = new Map<string, number>()
  const tableOf = (places: readonly number[]): number => {
    const key = places.join()
    let table = patterns.get(key)
    if (table === undefined) {
      if (patterns.size === MOST_PATTERNS) throw badSetting('tuples', `more than ${MOST_PATTERNS} orders of cells in a line`)
      table = at.patterns + patterns.size * PATTERN_BYTES
      fillPattern(buffer, table, places, digits)
      patterns.set(key, table)
    }
    return table
  }
  let { lookups: lookup } = at
  let base = 0
  for (const [i, cells] of shape.tuples.entries()) {
    for (const symmetry of SYMMETRIES) {
      const [first, second] = linesOf(cells.map(cell => symmetry[cell]!))
      const numbers = [
        4 * first.line,
        tableOf(first.places),
        4 * second.line,
        tableOf(second.places),
        digits ** second.places.length,
        base,
      ]
      numbers.forEach((number, j) => view.setUint32(lookup + 4 * j, number, true))
      lookup += LOOKUP_BYTES
    }
    base += tableSizes(shape)[i]!
  }
  return shape.tuples.length * SYMMETRIES.length
}

/** The ranks that choose the weight set: a nibble each. */
export function stagesOf({ stages }: Pick<NetworkShape, 'stages'>): number {
  return stages.reduce((bits, rank, i) => bits | (rank << (4 * i)), 0)
}

/** The number that the digits at some places of a line form, for each line. */
function fillPattern(buffer: ArrayBufferLike, table: number, places: readonly number[], digits: number): void {
  const numbers = new Uint16Array(buffer, table, 65536)
  for (let line = 0; line < 65536; line++) {
    let number = 0
    for (const place of places) number = number * digits + Math.min((line >> (4 * place)) & 15, digits - 1)
    numbers[line] = number
  }
}

interface LinePart {
  /** Rows 0 … 3, then columns 4 … 7. */
  readonly line: number
  readonly places: readonly number[]
}

/** Cells in their order as parts of at most two lines, both rows or both columns. */
function linesOf(cells: readonly number[]): readonly [LinePart, LinePart] {
  for (const columns of [false, true]) {
    const parts: { line: number; places: number[] }[] = []
    for (const cell of cells) {
      const [row, column] = [Math.floor(cell / SIDE), cell % SIDE]
      const [line, place] = columns ? [SIDE + column, row] : [row, column]
      if (parts.at(-1)?.line === line) parts.at(-1)!.places.push(place)
      else parts.push({ line, places: [place] })
    }
    const [first, second = { line: 0, places: [] }, ...more] = parts
    if (more.length === 0) return [first!, second]
  }
  throw badSetting('tuples', `cells ${cells.join(', ')} lie in more than two rows and more than two columns`)
}
