import {
  type BoardsOrder,
  type GameToSample,
  HELD,
  type Judgement,
  type PassagesOrder,
  type PlayedPassage,
  type PlayedSample,
  type SamplesOrder,
  type StopCell,
} from '../../../core/contract/compute'
import { type Board, faceSum } from '../../../core/games/twenty48/board'
import type { GamePosition, Player } from '../../../core/games/twenty48/player'
import { deepen } from '../../../core/games/twenty48/search/deepening'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import { searchSlide, searchesOfGame } from './slideSearch'
import type { Kernel } from '../../../core/kernel/port'
import { isOver, playTurn } from '../../../core/games/twenty48/playGame'
import { GameSampler, type DecidedValue } from '../../../core/games/twenty48/scale/sampledGame'
import type { Stop } from '../../../core/games/twenty48/search/engine'
import { PassageInPlay, type Passage, type PlayedOn } from '../../../core/games/twenty48/wallGame/phases'
import type { Depth } from '../../../core/search/settings'

/** Result of a slice: more to play, now or after `waitMs`, or nothing left. */
export type Progress = 'more' | 'done' | { readonly waitMs: number }

/** A batch on a thread, played in slices between which the thread reads messages. */
export interface SlicedJob {
  /** The player whose weights the kernel must have loaded for the next slice; absent: no kernel needed. */
  readonly player?: Player | undefined
  /** See `Kernel.load`; absent: no. */
  readonly readsExpert?: boolean
  /** Plays until the thread's clock (`performance.now()`) passes `until`: a few slides, or one that takes longer. */
  play(until: number): Progress
  /** Sends results that were not sent yet. */
  release(): void
}

/** How long a batch computes before its thread reads messages again. A search waits this long at most, or for one slide. */
export const SLICE_MS = 4

/** How long a batch that gives way rests after a slice. */
export const REST_MS = 9 * SLICE_MS

/** @returns for the polls of a batch that reads no messages: rests there, after each slice, while the batch gives way */
export function restWhileHeld(stopCell: StopCell): () => void {
  let since = performance.now()
  return () => {
    if (Atomics.load(stopCell, HELD) === 0 || performance.now() - since < SLICE_MS) return
    Atomics.wait(stopCell, HELD, 1, REST_MS)
    since = performance.now()
  }
}

/** Quick results are sent together, to keep messages from loading the main process. */
const POST_MS = 20

/** Result of working on an item: it is done, it needs another call, or the thread is needed elsewhere. */
export type Worked<Result> = { readonly result: Result } | 'more' | 'cut'

/** A chunk of work: items done one after another, whose results are sent in their order. */
export abstract class ChunkJob<Item, Result> implements SlicedJob {
  #next = 0
  #results: Result[] = []
  #posted = performance.now()

  constructor(
    /** Absent if no kernel is needed. */
    readonly player: Player | undefined,
    private readonly items: readonly Item[],
    private readonly tell: (results: readonly Result[]) => void,
  ) {}

  /** An interrupted item is not reported. The job restarts or continues it. */
  protected abstract work(item: Item): Worked<Result>

  play(until: number): Progress {
    while (this.#next < this.items.length && performance.now() < until) {
      const worked = this.work(this.items[this.#next]!)
      if (worked === 'cut') break
      if (worked === 'more') continue
      this.#results.push(worked.result)
      this.#next++
      if (performance.now() - this.#posted >= POST_MS) this.release()
    }
    return this.#next < this.items.length ? 'more' : 'done'
  }

  release(): void {
    if (this.#results.length > 0) this.tell(this.#results)
    this.#results = []
    this.#posted = performance.now()
  }
}

/**
 * Boards searched one after another. A board that is interrupted, by a release or for a search, is searched again from the start. An expert
 * is not asked: the judgements of a game are compared with each other, so all are in the evaluator's unit.
 */
export class BoardsJob extends ChunkJob<Board, Judgement> {
  readonly #player: Player

  constructor(
    { player, boards }: BoardsOrder,
    private readonly kernel: Kernel,
    tell: (judgements: readonly Judgement[]) => void,
    private readonly isInterrupted: () => boolean,
  ) {
    super(player, boards, tell)
    this.#player = player
  }

  protected work(board: Board): Worked<Judgement> {
    const { limits, settings } = this.#player
    let whole = undefined as SearchReport | undefined
    const steps = deepen(board, limits, { cut: settings.cut, interim: report => (whole = report) })
    const last = searchSlide(this.kernel, steps, limits, this.isInterrupted)
    // In an interrupted iteration some slides would be compared with shallower ones, so the iteration before it counts.
    const { values, depth } = whole?.depth === last.depth && whole.cut === last.cut ? whole : last
    return last.stopped === 'request' ? 'cut' : { result: { values, depth } }
  }
}

interface GameInPlay {
  position: GamePosition
  readonly sampler: GameSampler
  readonly search: (board: Board) => SearchReport
  ms: number
}

/** Whole games, move by move, of which some positions are kept with their values. An interrupted one stays where it is, and is lost with the job. */
export class SamplesJob extends ChunkJob<GameToSample, PlayedSample> {
  readonly readsExpert = true
  #inPlay: GameInPlay | undefined

  constructor(
    private readonly order: SamplesOrder,
    private readonly kernel: Kernel,
    tell: (games: readonly PlayedSample[]) => void,
    private readonly isInterrupted: () => boolean,
  ) {
    super(order.player, order.games, tell)
  }

  protected work({ start, until = Infinity }: GameToSample): Worked<PlayedSample> {
    if (this.isInterrupted()) return 'cut'
    const began = performance.now()
    const game = (this.#inPlay ??= this.#begin(start))
    const { board, score } = game.position
    if (isOver(game.position)) return this.#end(game) // a playout may begin there
    const { best, values, expert, stopped } = game.search(board)
    if (stopped === 'request') return 'cut' // the move is searched again
    const found = { value: values[best!]!, decider: expert?.decides ? 'expert' : 'search' } as const
    game.sampler.add(board, score, found)
    const isLeft = faceSum(board) >= until
    if (!isLeft) game.position = playTurn(game.position, best!)!.position
    game.ms += performance.now() - began
    return isLeft ? this.#end(game, found) : 'more'
  }

  #end({ position: { board, score }, sampler, ms }: GameInPlay, left?: DecidedValue): Worked<PlayedSample> {
    this.#inPlay = undefined
    return { result: { game: sampler.end(board, score), ...(left && { left }), ms } }
  }

  #begin(position: GamePosition): GameInPlay {
    const search = searchesOfGame(this.kernel, this.order.player, this.isInterrupted)
    return { position, sampler: new GameSampler(), search, ms: 0 }
  }
}

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
