import type { GameToSample, PlayedSample, SamplesOrder } from '../../../core/contract/compute'
import { isOver, playTurn } from '../../../core/games/twenty48/playGame'
import { faceSum, type Board } from '../../../core/games/twenty48/board'
import type { GamePosition } from '../../../core/games/twenty48/player'
import { GameSampler, type DecidedValue } from '../../../core/games/twenty48/scale/sampledGame'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import type { Kernel } from '../../../core/kernel/port'
import { ChunkJob, type Worked } from './chunkJobs'
import { searchesOfGame } from './slideSearch'

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
