/** What both ports of the wall kernel share: its memory, its rules, and where the weights of a board are. */
import { LabError } from '../../errors'
import { CELLS, SIDE, type Board } from '../../games/twenty48/board'
import { digitsOf, setSize, SYMMETRIES, tableSizes, type NetworkShape } from '../../games/twenty48/walls/network'
import type { WallRules } from '../../games/twenty48/walls/wallGame'
import { BOARD, LOOKUP_BYTES, LOOKUPS, MOST_PATTERNS, PATTERN_BYTES, PATTERNS } from './layout'

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
export interface WallExports {
  setRules(target: number, stay: boolean): void
  setNetwork(lookups: number, at: number, setWeights: number, stages: number): void
  setChances(wide: boolean): void
  searchSlide(direction: number, depth: number, cut: number, nodes: number): number
  slideBoard(direction: number): number
  chance(): number
  setArea(at: number, weights: number, errors: number, shapes: number): void
  setStep(rate: number, lambda: number, exploration: number, bigTiles: number, ordered: number, again: number): void
  train(least: number): number
  validate(shape: number, games: number, seed: bigint, sum: number): number
}

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
    this.exports.setRules(shape.target, walls === 'stay')
    const digits = digitsOf(shape)
    const patterns = new Map<string, number>()
    const tableOf = (places: readonly number[]): number => {
      const key = places.join()
      let table = patterns.get(key)
      if (table === undefined) {
        if (patterns.size === MOST_PATTERNS)
          throw new LabError('BAD_SETTING', `tuples: more than ${MOST_PATTERNS} orders of cells in a line`, { field: 'tuples' })
        table = PATTERNS + patterns.size * PATTERN_BYTES
        this.#fillPattern(table, places, digits)
        patterns.set(key, table)
      }
      return table
    }
    let lookup = LOOKUPS
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
        numbers.forEach((number, j) => this.view.setUint32(lookup + 4 * j, number, true))
        lookup += LOOKUP_BYTES
      }
      base += tableSizes(shape)[i]!
    }
    const stages = shape.stages.reduce((bits, rank, i) => bits | (rank << (4 * i)), 0)
    this.exports.setNetwork(shape.tuples.length * SYMMETRIES.length, at, setSize(shape), stages)
  }

  /** The number that the digits at some places of a line form, for each line. */
  #fillPattern(table: number, places: readonly number[], digits: number): void {
    const numbers = new Uint16Array(this.memory.buffer, table, 65536)
    for (let line = 0; line < 65536; line++) {
      let number = 0
      for (const place of places) number = number * digits + Math.min((line >> (4 * place)) & 15, digits - 1)
      numbers[line] = number
    }
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
  throw new LabError('BAD_SETTING', `tuples: cells ${cells.join(', ')} lie in more than two rows and more than two columns`, {
    field: 'tuples',
  })
}
