import type { PlayedSample, SamplesOrder } from '../../../core/contract/compute'
import { isOver, playTurn, startGame } from '../../../core/games/twenty48/playGame'
import type { Board } from '../../../core/games/twenty48/board'
import type { GamePosition } from '../../../core/games/twenty48/player'
import { GameSampler } from '../../../core/games/twenty48/scale/sampledGame'
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
export class SamplesJob extends ChunkJob<number, PlayedSample> {
  readonly readsExpert = true
  #inPlay: GameInPlay | undefined

  constructor(
    private readonly order: SamplesOrder,
    private readonly kernel: Kernel,
    tell: (games: readonly PlayedSample[]) => void,
    private readonly isInterrupted: () => boolean,
  ) {
    super(order.player, order.seeds, tell)
  }

  protected work(seed: number): Worked<PlayedSample> {
    if (this.isInterrupted()) return 'cut'
    const began = performance.now()
    const game = (this.#inPlay ??= this.#begin(seed))
    const { board, score } = game.position
    const { best, values, expert, stopped } = game.search(board)
    if (stopped === 'request') return 'cut' // the move is searched again
    game.sampler.add(board, score, { value: values[best!]!, decider: expert?.decides ? 'expert' : 'search' })
    game.position = playTurn(game.position, best!)!.position
    game.ms += performance.now() - began
    if (!isOver(game.position)) return 'more'
    this.#inPlay = undefined
    return { result: { game: game.sampler.end(game.position.board, game.position.score), ms: game.ms } }
  }

  #begin(seed: number): GameInPlay {
    const search = searchesOfGame(this.kernel, this.order.player, this.isInterrupted)
    return { position: startGame(seed), sampler: new GameSampler(), search, ms: 0 }
  }
}
