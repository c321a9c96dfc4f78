/** Memory access that both ports share: packs the core's data into the kernel's memory, and unpacks its answers. */
import { CELLS, type Board, type Move, type Rank } from '../games/twenty48/board'
import type { Evaluator, NetworkEvaluator, TermEvaluator } from '../games/twenty48/heuristics/family'
import { networkOf, noNetworks, type NetworkSource } from '../games/twenty48/heuristics/networkEvaluator'
import { LINES_IN_TABLE, fillTables, lineFormOf } from '../games/twenty48/heuristics/lineForm'
import { MOST_EVALUATOR_BYTES, setSize } from '../games/twenty48/wallGame/network'
import type { Iteration, SlideResult, SlidesRequest, Stop, StopReason, Variation } from '../games/twenty48/search/engine'
import { badSetting } from '../settingChecks'
import { cutThreshold, TABLES, type SearchSettings } from '../search/settings'
import type { RoomExports } from './drawnRoom'
import { stagesOf, writeLookups } from './wallKernel/wallMemory'

const PARAMETERS = 0x10000

/** The imports that the kernel needs when it is instantiated. */
export interface KernelImports {
  /** `now` in milliseconds, for times of a recorded search. */
  readonly host: { readonly stop: () => number; readonly now: () => number }
  readonly env: { readonly abort: () => never }
}

/** Exports of the WebAssembly module; see `assembly/index.ts`. */
export interface KernelExports extends RoomExports {
  readonly memory: { readonly buffer: ArrayBufferLike }
  setRules(spawned: boolean, points: boolean, deadHeuristic: boolean, dead: number, floor: number, cut: number): void
  setTable(rule: number, bits: number, cut: number): number
  setForm(graded: boolean, runs: boolean, tables: number): void
  setNetwork(lookups: number, size: number, stages: number, wide: boolean, unit: number): void
  searchSlide(direction: number, depth: number, reach: number, nodes: number): number
  variationAfter(direction: number, depth: number, reach: number): number
  beginGame(): void
  playSlides(depth: number, slides: number): number
  makeRoom(capacity: number, tableBits: number): number
  recordSlide(direction: number, depth: number, reach: number, nodes: number, node: number): number
  clearTimes(): void
}

/** The result of one search of the kernel. */
interface SearchResult extends Omit<SlideResult, 'move' | 'variation' | 'tree'> {
  readonly stopped: StopReason | undefined
}

/** In the order of the kernel's stop codes, from 1. */
const STOP_CODES: readonly StopReason[] = ['limit', 'request']

export class KernelMemory {
  readonly exports: KernelExports
  /** Polled by the kernel during a search. */
  stop: Stop | undefined
  #view: DataView
  #evaluator: Evaluator | undefined
  #settings: SearchSettings | undefined
  /** The cut that the kernel has now: that of the settings, or of the last request. */
  #cut = 0

  /** @param networks for evaluators that name one */
  constructor(
    instantiate: (imports: KernelImports) => KernelExports,
    now: () => number = () => 0,
    private readonly networks: NetworkSource = noNetworks,
  ) {
    this.exports = instantiate({
      host: { stop: () => STOP_CODES.indexOf(this.stop?.() as StopReason) + 1, now },
      env: {
        abort() {
          throw new Error('the kernel aborted')
        },
      },
    })
    this.#view = new DataView(this.exports.memory.buffer)
  }

  get view(): DataView {
    return this.#view
  }

  /**
   * Cheap if both are the same objects as last time, about 0.1 ms for a new evaluator, 2 ms if its lines differ.
   * A network is read anew and copied.
   * @throws {LabError} `BAD_SETTING` if there is no memory for the table or the network; errors of `networks`
   */
  load(evaluator: Evaluator, settings: SearchSettings): void {
    if (settings !== this.#settings) {
      this.#settings = undefined // if the table is refused, the rules are new and the table is not
      this.#setSettings(settings)
    }
    if (evaluator !== this.#evaluator) {
      if (evaluator.family === 'network') this.#setNetwork(evaluator)
      else this.#setForm(evaluator)
    }
    this.#settings = settings
    this.#evaluator = evaluator
  }

  /** Sets the cut of the next searches; absent: that of the settings. Cheap. */
  useCut(cut: number | undefined): void {
    const settings = this.#settings!
    const wanted = cut ?? settings.cut
    if (wanted !== this.#cut) this.#setSettings({ ...settings, cut: wanted })
  }

  #setSettings({ leaf, points, dead, floor, cut, table, tableBits }: SearchSettings): void {
    this.#cut = cut
    this.exports.setRules(
      leaf === 'spawned',
      points === 'added',
      dead === 'heuristic',
      dead === 'heuristic' ? 0 : dead,
      floor === 'none' ? -Infinity : floor,
      cutThreshold(cut),
    )
    if (!this.exports.setTable(TABLES.indexOf(table), tableBits, cut))
      throw badSetting('tableBits', `no memory for a table of 2^${tableBits} entries`)
    this.#view = new DataView(this.exports.memory.buffer) // a larger table moves the memory
  }

  #setNetwork(evaluator: NetworkEvaluator): void {
    const known = this.#evaluator
    if (known?.family === 'network' && known.network === evaluator.network) return
    const network = networkOf(evaluator, this.networks)
    const { weights, unit } = network
    if (weights.byteLength > NETWORK.room)
      throw badSetting(
        'evaluator.network',
        `network ${evaluator.network} has ${weights.byteLength} bytes of weights; an evaluator has at most ${NETWORK.room}`,
      )
    this.#evaluator = undefined // if a tuple is refused, the tables are of neither
    const { buffer } = this.#view
    const lookups = writeLookups(buffer, network, NETWORK)
    const wide = weights instanceof Int16Array
    const count = weights.length
    if (wide) new Int16Array(buffer, NETWORK.weights, count).set(weights)
    else new Int8Array(buffer, NETWORK.weights, count).set(weights)
    this.exports.setNetwork(lookups, setSize(network), stagesOf(network), wide, unit)
  }

  #setForm(evaluator: TermEvaluator): void {
    const form = lineFormOf(evaluator)
    const { constant, empty, merge, minimum, both, gradient, ends } = form
    this.writeNumbers(FORM, [
      constant,
      empty,
      merge,
      minimum,
      both,
      gradient,
      ends,
      ...form.cell,
      ...form.slopeTile,
      ...form.gradientTile,
    ])
    const tables = fillTables(form.terms, new Float64Array(this.#view.buffer, TERMS, 8 * LINES_IN_TABLE))
    this.exports.setForm(gradient !== 0 || ends !== 0, form.mergeRule === 'runs', tables)
  }

  /**
   * Searches the moves of a request one after the other, within its budget. `search` returns the value of one, `follow` its principal
   * variation.
   */
  iterate(
    { board, moves, nodes, cut }: SlidesRequest,
    stop: Stop,
    search: (move: Move, budget: number) => number,
    follow?: (move: Move) => Variation | undefined,
  ): Iteration {
    this.useCut(cut)
    const slides: SlideResult[] = []
    let budget = nodes
    for (const move of moves) {
      const { stopped, ...result } = this.searchRoot(board, stop, () => search(move, budget))
      if (stopped) return { slides, unfinishedNodes: result.nodes, stopped }
      const variation = follow?.(move)
      slides.push({ move, ...result, ...(variation && { variation }) })
      budget -= result.nodes
    }
    return { slides, unfinishedNodes: 0, stopped: undefined }
  }

  /** One search from a board, with the kernel's counts. */
  searchRoot(board: Board, stop: Stop, search: () => number): SearchResult {
    this.stop = stop
    this.writeBoard(ROOT, board)
    const value = search()
    const [nodes, hits, horizon, code, probes] = [0, 8, 16, 24, 32].map(offset => this.readNumber(RESULT + offset)) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const stopped = code === 0 ? undefined : STOP_CODES[code - 1]!
    return { value, nodes, hits, probes, horizon: horizon !== 0, stopped }
  }

  writeBoard(at: number, board: Board): void {
    for (let half = 0; half < 2; half++) {
      let [low, high] = [0, 0]
      for (let i = 0; i < CELLS / 2; i++) {
        const rank = board[half * 8 + i]!
        low |= (rank & 15) << (4 * i)
        high |= (rank >> 4) << (4 * i)
      }
      this.#view.setUint32(at + 4 * half, low, true)
      this.#view.setUint32(at + 8 + 4 * half, high, true)
    }
  }

  readBoard(at: number): Board {
    const board: Rank[] = [] // in a loop, because games call this thousands of times per second
    for (let cell = 0; cell < CELLS; cell++) {
      const byte = at + (cell >> 1)
      const shift = (cell & 1) * 4
      board.push(((this.#view.getUint8(byte) >> shift) & 15) | (((this.#view.getUint8(byte + 8) >> shift) & 1) << 4))
    }
    return board
  }

  readNumber(at: number): number {
    return this.#view.getFloat64(at, true)
  }

  writeNumbers(at: number, numbers: readonly number[]): void {
    numbers.forEach((number, i) => this.#view.setFloat64(at + 8 * i, number, true))
  }
}

/** The size of the table in memory. */
export function tableBitsOf({ table, tableBits }: SearchSettings): number {
  return table === 'off' ? 0 : tableBits
}

/** LineForm, f64 each: constant, empty, merge, minimum, both, gradient, ends, cell[18], slopeTile[18], gradientTile[18]. */
const FORM = PARAMETERS
/** Board: low nibbles u64, fifth bits u64. */
const ROOT = PARAMETERS + 0x400
/** Result of the last move searched, f64 each: moves tried, table hits, horizon reached, stop reason, table look-ups. */
export const RESULT = ROOT + 16
/** Board as ROOT, random state u64, then f64: score, slides, nodes, firstSlide[18] (−1 for never). */
export const GAME = PARAMETERS + 0x500
/** If the tree is recorded, f64 each: levels with a time of their own, then the milliseconds at each. */
export const LEVEL_TIMES = PARAMETERS + 0x800
/** The principal variation after a move, u8 each: cell, direction, cell, … */
export const VARIATION = PARAMETERS + 0xc00

/** Tables of terms, f64[8][18^4], see `lineForm.ts`. */
const TERMS = PARAMETERS + 0x2000

/** Place of a network, in that of the tables of lines: lookups, patterns, and weights up to the transposition table. */
const LINES = TERMS + (8 << 20) + 65536 * (4 + 32 + 16 + 4 + 1 + 1) + 0x2000 + 3 * (4 << 20)
export const NETWORK = {
  lookups: LINES,
  patterns: LINES + 0x10000,
  weights: LINES + (5 << 20),
  /** Maximum bytes of weights. */
  room: MOST_EVALUATOR_BYTES,
} as const

/** A search polls for a stop at every 64th chance node that it expands. */
export const POLL_EVERY = 64
