/** What both ports of the wall kernel share: its memory, its rules, and where the weights of a board are. */
import { LabError } from '../../errors'
import { CELLS, type Board } from '../../games/twenty48/board'
import { outputOf, setSize, type NetworkShape } from '../../games/twenty48/wallGame/network'
import type { WallRules } from '../../games/twenty48/wallGame/wallGame'
import type { RoomExports } from '../drawnRoom'
import { BOARD, LOOKUPS, MOST_PATTERNS, PATTERN_BYTES, PATTERNS } from './layout'
import { stagesOf, writeLookups } from './lookups'

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
