/** The kernel's typed face: packs what the core speaks of into the kernel's memory, and unpacks its answers. */
import { LabError } from '../errors'
import { CELLS, MAX_RANK, MOVES, type Board } from '../games/twenty48/board'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import { lineFormOf, type LineForm } from '../games/twenty48/heuristics/lineForm'
import type { GamePosition } from '../games/twenty48/player'
import { neverStop, type Iteration, type SlideResult, type SlidesRequest, type Stop, type StopReason } from '../search/engine'
import { cutThreshold, DEPTH_RULES, TABLES, type Depth, type SearchSettings } from '../search/settings'
import { FORM, GAME, RESULT, ROOT } from './layout'

export interface Kernel {
  /** Linear memory in use; it never shrinks. */
  readonly memoryBytes: number
  /** Sets what positions are worth. Cheap when nothing changed, about 0.1 ms for new weights or exponents. */
  load(evaluator: Evaluator, settings: SearchSettings): void
  /** One iteration, as the textbook does it: same values, and without a table the same node counts. */
  search(request: SlidesRequest, stop: Stop): Iteration
  /** Puts a game on the kernel's own board; it stays there through searches and loads. */
  beginGame(position: GamePosition): void
  /**
   * Plays at most so many slides at a depth. Once `stop` says so, the slide in hand is dropped without a trace and the
   * game stands where it stood before it.
   * @returns whether the game goes on.
   */
  playSlides(depth: Depth, slides: number, stop?: Stop): boolean
  /** Where the game stands. */
  game(): KernelGame
}

interface KernelGame {
  readonly position: GamePosition
  /** Slides tried since `beginGame`. */
  readonly nodes: number
  /** By rank, 0 … 17: the number of the slide after which the board first held it since `beginGame`, else `null`. */
  readonly firstSlide: readonly (number | null)[]
}

/** What the kernel needs from whoever instantiates it. */
export interface KernelImports {
  readonly host: { readonly stop: () => number }
  readonly env: { readonly abort: () => never }
}

/** What the WebAssembly module exports; see `assembly/index.ts`. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBufferLike }
  setRules(spawned: boolean, points: boolean, deadHeuristic: boolean, dead: number, floor: number, cut: number): void
  setTable(rule: number, bits: number, cut: number): number
  setForm(graded: boolean, runs: boolean): void
  searchSlide(direction: number, depth: number, reach: number, nodes: number): number
  beginGame(): void
  playSlides(depth: number, slides: number): number
}

/** In the order of the kernel's stop codes, from 1. */
const STOP_CODES: readonly StopReason[] = ['limit', 'request']
const RANKS = MAX_RANK + 1

/** @param instantiate makes a WebAssembly instance of the kernel with these imports and gives its exports. */
export function createKernel(instantiate: (imports: KernelImports) => KernelExports): Kernel {
  return new KernelPort(instantiate)
}

class KernelPort implements Kernel {
  readonly #exports: KernelExports
  #view: DataView
  #stop: Stop | undefined
  #evaluator: Evaluator | undefined
  #settings: SearchSettings | undefined

  constructor(instantiate: (imports: KernelImports) => KernelExports) {
    this.#exports = instantiate({
      host: { stop: () => STOP_CODES.indexOf(this.#stop?.() as StopReason) + 1 },
      env: {
        abort() {
          throw new Error('the kernel aborted')
        },
      },
    })
    this.#view = new DataView(this.#exports.memory.buffer)
  }

  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength
  }

  load(evaluator: Evaluator, settings: SearchSettings): void {
    if (settings !== this.#settings) {
      this.#settings = undefined // should the table be refused, the rules are new and the table is not
      this.#setSettings(settings)
    }
    if (evaluator !== this.#evaluator) this.#setForm(lineFormOf(evaluator))
    this.#settings = settings
    this.#evaluator = evaluator
  }

  search({ board, depth, moves, reach, nodes }: SlidesRequest, stop: Stop): Iteration {
    this.#stop = stop
    this.#writeBoard(ROOT, board)
    const slides: SlideResult[] = []
    let budget = nodes
    for (const move of moves) {
      const value = this.#exports.searchSlide(MOVES.indexOf(move), depth, reach, budget)
      const [tried, hits, horizon, code, probes] = [0, 8, 16, 24, 32].map(offset => this.#readNumber(RESULT + offset)) as [
        number,
        number,
        number,
        number,
        number,
      ]
      const stopped = code === 0 ? undefined : STOP_CODES[code - 1]!
      if (stopped) return { slides, unfinishedNodes: tried, stopped }
      slides.push({ move, value, nodes: tried, hits, probes, horizon: horizon !== 0 })
      budget -= tried
    }
    return { slides, unfinishedNodes: 0, stopped: undefined }
  }

  beginGame({ board, random, score, slides }: GamePosition): void {
    this.#writeBoard(GAME, board)
    this.#view.setUint32(GAME + 20, parseInt(random.slice(0, 8), 16), true)
    this.#view.setUint32(GAME + 16, parseInt(random.slice(8), 16), true)
    this.#writeNumbers(GAME + 24, [score, slides, 0, ...Array<number>(RANKS).fill(-1)])
    this.#exports.beginGame()
  }

  playSlides(depth: Depth, slides: number, stop: Stop = neverStop): boolean {
    this.#stop = stop
    return this.#exports.playSlides(typeof depth === 'number' ? depth : -1 - DEPTH_RULES.indexOf(depth), slides) !== 0
  }

  game(): KernelGame {
    const [high, low] = [this.#view.getUint32(GAME + 20, true), this.#view.getUint32(GAME + 16, true)]
    const first = Array.from({ length: RANKS }, (_, rank) => this.#readNumber(GAME + 48 + 8 * rank))
    return {
      position: {
        board: this.#readBoard(GAME),
        score: this.#readNumber(GAME + 24),
        slides: this.#readNumber(GAME + 32),
        random: high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0'),
      },
      nodes: this.#readNumber(GAME + 40),
      firstSlide: first.map(slide => (slide < 0 ? null : slide)),
    }
  }

  #setSettings({ leaf, points, dead, floor, cut, table, tableBits }: SearchSettings): void {
    this.#exports.setRules(
      leaf === 'spawned',
      points === 'added',
      dead === 'heuristic',
      dead === 'heuristic' ? 0 : dead,
      floor === 'none' ? -Infinity : floor,
      cutThreshold(cut),
    )
    if (!this.#exports.setTable(TABLES.indexOf(table), tableBits, cut))
      throw new LabError('BAD_SETTING', `tableBits: no memory for a table of 2^${tableBits} entries`, { field: 'tableBits' })
    this.#view = new DataView(this.#exports.memory.buffer) // a larger table moves the memory
  }

  #setForm(form: LineForm): void {
    const { constant, empty, merge, minimum, both, gradient, ends } = form
    this.#writeNumbers(FORM, [
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
    this.#exports.setForm(gradient !== 0 || ends !== 0, form.mergeRule === 'runs')
  }

  #writeBoard(at: number, board: Board): void {
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

  #readBoard(at: number): Board {
    return Array.from({ length: CELLS }, (_, cell) => {
      const byte = at + (cell >> 1)
      const shift = (cell & 1) * 4
      return ((this.#view.getUint8(byte) >> shift) & 15) | (((this.#view.getUint8(byte + 8) >> shift) & 1) << 4)
    })
  }

  #readNumber(at: number): number {
    return this.#view.getFloat64(at, true)
  }

  #writeNumbers(at: number, numbers: readonly number[]): void {
    numbers.forEach((number, i) => this.#view.setFloat64(at + 8 * i, number, true))
  }
}
