/** The kernel's typed face. */
import type { GamePosition } from '../games/twenty48/player'
import type { Evaluator } from '../games/twenty48/heuristics/family'
import type { Iteration, SlidesRequest, Stop } from '../search/engine'
import type { Depth, SearchSettings } from '../search/settings'

/** One instance of the kernel, for one thread. Holds one evaluator, one table and one game. */
export interface Kernel {
  /** Linear memory in use; it never shrinks. */
  readonly memoryBytes: number
  /** Sets what positions are worth. Cheap when nothing changed, 0.1 ms for weights, 1 ms for exponents or another family. */
  load(evaluator: Evaluator, settings: SearchSettings): void
  /** One iteration, as the textbook does it: same values, and without a table the same node counts. */
  search(request: SlidesRequest, stop: Stop): Iteration
  /** Puts a game on the kernel's own board; it stays there through searches and loads. */
  beginGame(position: GamePosition): void
  /** Plays at most so many slides at a depth. @returns whether the game goes on. */
  playSlides(depth: Depth, slides: number): boolean
  /** Where the game stands. */
  game(): KernelGame
}

export interface KernelGame {
  readonly position: GamePosition
  /** Slides tried since `beginGame`. */
  readonly nodes: number
  /** By rank, 0 … 17: the number of the slide after which the board first held it since `beginGame`, else `null`. */
  readonly firstSlide: readonly (number | null)[]
}
