import type { FromThread, JobId, MoveTimes, StopCell } from '../../core/contract/compute'
import { maxRank } from '../../core/games/twenty48/board'
import { gameSteps, startGame } from '../../core/games/twenty48/playGame'
import type { GameResult, Player } from '../../core/games/twenty48/player'
import type { Kernel } from '../../core/kernel/port'
import { deepen } from '../../core/search/deepening'
import type { Stop } from '../../core/search/engine'
import type { Depth } from '../../core/search/settings'
import type { Progress, SlicedJob } from './slicedJob'
import { searchSlide } from './slideSearch'
import { SlideTimes } from './slideTimes'

/** Where slides take less, 16 are timed together, so that the clock does not cost more than the search. */
const QUICK_SLIDE_MS = 0.02
const QUICK_STRIDE = 16

/** A game in play: a step is a slide, or a few quick ones. */
interface GameInPlay {
  /** @returns the result once the game is over. */
  step(): GameResult | undefined
  readonly times: MoveTimes
}

/** Whole games, one after the other, each told as it ends. */
export class GamesJob implements SlicedJob {
  #next = 0
  #game: GameInPlay | undefined
  /** Time spent on the game in play. */
  #ms = 0

  constructor(
    readonly job: JobId,
    readonly player: Player,
    private readonly seeds: readonly number[],
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    private readonly post: (message: FromThread) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
  ) {}

  play(until: number): Progress {
    let now = performance.now()
    while (this.#next < this.seeds.length && now < until && !this.#interrupted()) {
      this.#game ??= this.#begin(this.seeds[this.#next]!)
      const result = this.#game.step()
      const then = now
      now = performance.now()
      this.#ms += now - then
      if (!result || this.#released()) continue // a slide that was cut short does not count
      this.post({ kind: 'game', job: this.job, result, times: this.#game.times, ms: this.#ms })
      this.#game = undefined
      this.#ms = 0
      this.#next++
    }
    return this.#next < this.seeds.length ? 'more' : 'done'
  }

  release(): void {
    // each game was told as it ended
  }

  #begin(seed: number): GameInPlay {
    const { depth, nodes, ms } = this.player.limits
    if (depth !== undefined && nodes === undefined && ms === undefined)
      return new InsideKernel(seed, depth, this.kernel, () => this.#interrupted())
    return new SlideBySlide(seed, this.player, this.kernel, this.stopCell, this.job)
  }

  #interrupted(): boolean {
    return this.#released() || this.isWanted()
  }

  #released(): boolean {
    return Atomics.load(this.stopCell, 2) >= this.job
  }
}

/** Played inside the kernel: nothing crosses between two slides. */
class InsideKernel implements GameInPlay {
  readonly #times = new SlideTimes()
  #timed = 0
  #quick = false

  constructor(
    private readonly seed: number,
    private readonly depth: Depth,
    private readonly kernel: Kernel,
    private readonly interrupted: () => boolean,
  ) {
    kernel.beginGame(startGame(seed))
  }

  step(): GameResult | undefined {
    const stop: Stop = () => (this.interrupted() ? 'request' : undefined)
    const stride = this.#quick ? QUICK_STRIDE : 1
    const start = performance.now()
    const goesOn = this.kernel.playSlides(this.depth, stride, stop)
    const ms = performance.now() - start
    // At its end, or when told to stop, the game may have made fewer slides.
    const slides = goesOn && !this.interrupted() ? stride : this.kernel.game().position.slides - this.#timed
    if (slides > 0) {
      this.#timed += slides
      this.#times.add(ms / slides, slides)
      this.#quick = ms / slides < QUICK_SLIDE_MS
    }
    return goesOn ? undefined : this.#result()
  }

  get times(): MoveTimes {
    return this.#times.times
  }

  #result(): GameResult {
    const { position, nodes, firstSlide } = this.kernel.game()
    const { board, score, slides } = position
    return { seed: this.seed, score, slides, board, maxRank: maxRank(board), firstSlide, nodes }
  }
}

/** Played slide by slide, where a limit in nodes or time rules each search. */
class SlideBySlide implements GameInPlay {
  readonly #times = new SlideTimes()
  readonly #steps: Generator<void, GameResult>

  constructor(seed: number, { limits }: Player, kernel: Kernel, stopCell: StopCell, job: JobId) {
    this.#steps = gameSteps(seed, board => searchSlide(kernel, deepen(board, limits), limits, stopCell, job))
  }

  step(): GameResult | undefined {
    const start = performance.now()
    const step = this.#steps.next()
    if (step.done) return step.value
    this.#times.add(performance.now() - start)
    return undefined
  }

  get times(): MoveTimes {
    return this.#times.times
  }
}
