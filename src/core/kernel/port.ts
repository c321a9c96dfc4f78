/** The kernel's typed interface. */
import { MAX_RANK, MOVES, SPAWNS } from '../games/twenty48/board'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { NetworkSource } from '../games/twenty48/heuristics/networkEvaluator'
import type { GamePosition } from '../games/twenty48/player'
import { neverStop, type Iteration, type Variation, type SlidesRequest, type Stop } from '../games/twenty48/search/engine'
import type { PvStep } from '../games/twenty48/search/report'
import { DEPTH_RULES, type Depth, type SearchSettings } from '../search/settings'
import { badSetting } from '../settingChecks'
import { DrawnRoom, ROOM } from './drawnRoom'
import { GAME, type KernelExports, type KernelImports, KernelMemory, RESULT, VARIATION, tableBitsOf } from './memory'

export interface Kernel {
  /** Linear memory in use; it never shrinks. */
  readonly memoryBytes: number
  /**
   * Sets evaluator and settings. Cheap if nothing changed, about 0.1 ms for new weights or exponents, 2 ms if each line has its own table,
   * and for another network as long as it takes to read it.
   * @param readsExpert whether to read the network of an expert now: a damaged one is then refused before a game begins. Otherwise the first
   * board that needs the network reads it.
   */
  load(evaluator: Evaluator, settings: SearchSettings, readsExpert?: boolean): void
  /** One iteration, equal to the textbook's: same values, and without a table the same node counts. */
  search(request: SlidesRequest, stop: Stop): Iteration
  /** Puts a game on the kernel's own board; it stays there through searches and loads. */
  beginGame(position: GamePosition): void
  /**
   * Plays at most `slides` moves at a depth. When `stop` returns a reason, drops the current move without a trace, so that the game is in
   * its state before that move.
   * @returns true if the game continues
   */
  playSlides(depth: Depth, slides: number, stop?: Stop): boolean
  /** The state of the game. */
  game(): KernelGame
}

interface KernelGame {
  readonly position: GamePosition
  /** Moves tried since `beginGame`. */
  readonly nodes: number
  /** By rank, 0 … 17: the move after which the board first had it since `beginGame`, otherwise `null`. */
  readonly firstSlide: readonly (number | null)[]
}

const RANKS = MAX_RANK + 1
/** Instead of an entry: the move enters itself. */
const NOWHERE = 0x8000_0000

/**
 * @param instantiate makes a WebAssembly instance of the kernel with these imports and returns its exports.
 * @param now in milliseconds; absent: no times are measured
 * @param networks for evaluators that name one
 */
export function createKernel(
  instantiate: (imports: KernelImports) => KernelExports,
  now?: () => number,
  networks?: NetworkSource,
): Kernel {
  return new KernelPort(instantiate, now, networks)
}

class KernelPort implements Kernel {
  readonly #memory: KernelMemory
  #tableBits = 0
  #room: { readonly tableBits: number; readonly room: DrawnRoom } | undefined

  constructor(
    instantiate: (imports: KernelImports) => KernelExports,
    private readonly now: (() => number) | undefined,
    networks: NetworkSource | undefined,
  ) {
    this.#memory = new KernelMemory(instantiate, undefined, networks)
  }

  get memoryBytes(): number {
    return this.#memory.exports.memory.buffer.byteLength
  }

  load(evaluator: Evaluator, settings: SearchSettings): void {
    this.#memory.load(evaluator, settings)
    this.#tableBits = tableBitsOf(settings)
  }

  search(request: SlidesRequest, stop: Stop): Iteration {
    const { depth, reach, variation, pairs } = request
    const { exports } = this.#memory
    const room = pairs === undefined ? undefined : this.#roomFor()
    room?.begin()
    const iteration = this.#memory.iterate(
      request,
      stop,
      (move, budget) => {
        const direction = MOVES.indexOf(move)
        if (!room) return exports.searchSlide(direction, depth, reach, budget)
        room.beginSlide(depth, pairs!)
        return exports.recordSlide(direction, depth, reach, budget, NOWHERE)
      },
      move => (variation ? this.#variation(() => exports.variationAfter(MOVES.indexOf(move), depth, reach)) : undefined),
    )
    return room ? { ...iteration, slides: room.withTrees(iteration.slides) } : iteration
  }

  /** Room behind the table; another table has another place for it. */
  #roomFor(): DrawnRoom {
    const { exports } = this.#memory
    if (this.#room?.tableBits !== this.#tableBits) {
      const offset = exports.makeRoom(ROOM, this.#tableBits)
      if (offset === 0) throw badSetting('tableBits', `no memory for a tree behind a table of 2^${this.#tableBits} entries`)
      this.#room = { tableBits: this.#tableBits, room: new DrawnRoom(exports, exports.memory.buffer, offset) }
    }
    return this.#room.room
  }

  #variation(follow: () => number): Variation {
    const started = this.now?.()
    const count = follow()
    const ms = started === undefined ? {} : { ms: this.now!() - started }
    const steps = Array.from({ length: count }, (_, i): PvStep => {
      const step = this.#memory.view.getUint8(VARIATION + i)
      return i % 2 === 0 ? { spawn: { cell: step, rank: SPAWNS[0].rank } } : { move: MOVES[step]! }
    })
    return { steps, isCut: this.#memory.readNumber(RESULT + 24) !== 0, nodes: this.#memory.readNumber(RESULT), ...ms }
  }

  beginGame({ board, random, score, slides }: GamePosition): void {
    this.#memory.writeBoard(GAME, board)
    this.#memory.view.setUint32(GAME + 20, parseInt(random.slice(0, 8), 16), true)
    this.#memory.view.setUint32(GAME + 16, parseInt(random.slice(8), 16), true)
    this.#memory.writeNumbers(GAME + 24, [score, slides, 0, ...Array<number>(RANKS).fill(-1)])
    this.#memory.exports.beginGame()
  }

  playSlides(depth: Depth, slides: number, stop: Stop = neverStop): boolean {
    this.#memory.stop = stop
    this.#memory.useCut(undefined)
    return this.#memory.exports.playSlides(typeof depth === 'number' ? depth : -1 - DEPTH_RULES.indexOf(depth), slides) !== 0
  }

  game(): KernelGame {
    const [high, low] = [this.#memory.view.getUint32(GAME + 20, true), this.#memory.view.getUint32(GAME + 16, true)]
    const firstSlide: (number | null)[] = []
    for (let rank = 0; rank < RANKS; rank++) {
      const slide = this.#memory.readNumber(GAME + 48 + 8 * rank)
      firstSlide.push(slide < 0 ? null : slide)
    }
    return {
      position: {
        board: this.#memory.readBoard(GAME),
        score: this.#memory.readNumber(GAME + 24),
        slides: this.#memory.readNumber(GAME + 32),
        random: high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0'),
      },
      nodes: this.#memory.readNumber(GAME + 40),
      firstSlide,
    }
  }
}
