import type { PassagesOrder, PlayedPassage } from '../../../core/contract/compute'
import { isOver, playTurn } from '../../../core/games/twenty48/playGame'
import type { Board } from '../../../core/games/twenty48/board'
import type { GamePosition } from '../../../core/games/twenty48/player'
import type { Stop } from '../../../core/games/twenty48/search/engine'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import { PassageInPlay, type Passage, type PlayedOn } from '../../../core/games/twenty48/wallGame/passage'
import type { Kernel } from '../../../core/kernel/port'
import type { Depth } from '../../../core/search/settings'
import { searchesOfGame } from './slideSearch'
import { ChunkJob, type Worked } from './chunkJobs'

/** Moves between two looks at the clock: the fastest take about 20 microseconds. */
const STRIDE = 16

/** Parts of games, watched as the sums of their tiles grow. An interrupted one stays where it is, and is lost with the job. */
export class PassagesJob extends ChunkJob<Passage, PlayedPassage> {
  readonly readsExpert = true
  #inPlay: PassageInPlay | undefined
  /** Time spent on the passage in play. */
  #ms = 0

  constructor(
    private readonly order: PassagesOrder,
    private readonly kernel: Kernel,
    tell: (passages: readonly PlayedPassage[]) => void,
    private readonly isInterrupted: () => boolean,
  ) {
    super(order.player, order.passages, tell)
  }

  protected work({ start, sums }: Passage): Worked<PlayedPassage> {
    if (this.isInterrupted()) return 'cut'
    const began = performance.now()
    this.#inPlay ??= new PassageInPlay(sums, this.#begin(start))
    const passed = isOver(start) ? { before: [], end: start } : this.#inPlay.step(STRIDE)
    this.#ms += performance.now() - began
    if (!passed) return 'more'
    const result = { ...passed, ms: this.#ms }
    this.#inPlay = undefined
    this.#ms = 0
    return { result }
  }

  #begin(start: GamePosition): PlayedOn {
    const { player } = this.order
    const { depth, nodes, ms } = player.limits
    if (depth === undefined || nodes !== undefined || ms !== undefined || player.settings.expert)
      return new SlideBySlide(start, searchesOfGame(this.kernel, player, this.isInterrupted))
    return new InsideKernel(start, depth, this.kernel, this.isInterrupted)
  }
}

class InsideKernel implements PlayedOn {
  readonly #stop: Stop

  constructor(
    start: GamePosition,
    private readonly depth: Depth,
    private readonly kernel: Kernel,
    interrupted: () => boolean,
  ) {
    this.#stop = () => (interrupted() ? 'request' : undefined)
    kernel.beginGame(start)
  }

  get position(): GamePosition {
    return this.kernel.game().position
  }

  play(moves: number): boolean {
    return this.kernel.playSlides(this.depth, moves, this.#stop)
  }
}

/** For searches with a limit in nodes or time, and for experts. */
class SlideBySlide implements PlayedOn {
  constructor(
    public position: GamePosition,
    private readonly search: (board: Board) => SearchReport,
  ) {}

  /** One move, whatever `moves` is. */
  play(): boolean {
    const report = this.search(this.position.board)
    if (report.stopped === 'request') return true // the move is searched again
    this.position = playTurn(this.position, report.best!)!.position
    return !isOver(this.position)
  }
}
