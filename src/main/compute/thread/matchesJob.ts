import type { MatchesOrder } from '../../../core/contract/compute'
import { readMatch, type MatchOrder } from '../../../core/contract/matches'
import type { MatchResult } from '../../../core/match/match'
import { MatchInPlay, type Clocks } from '../../../core/match/playMatch'
import { readBoardMatch } from '../../../core/contract/playerText'
import type { GameTurns } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { type Board, drawSpawn, FirstSteps, maxRank, slideOfEdge, spawnEdge } from '../../../core/games/twenty48/board'
import { playTurn, startGame } from '../../../core/games/twenty48/playGame'
import type { GameResult, Turn } from '../../../core/games/twenty48/player'
import { encodeTurns } from '../../../core/games/twenty48/turnBytes'
import { follow } from '../../../core/match/match'
import { restoreRandom } from '../../../core/random'
import { type GameTimes, TimesSum } from '../../../core/stats/moveTimes'
import { ChunkJob, type Worked } from './chunkJobs'

const CLOCKS: Clocks = {
  now: () => performance.now(),
  processor() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
}

/** Matches, one after another, action by action. An interrupted action is searched again. */
export class MatchesJob extends ChunkJob<MatchOrder, MatchResult> {
  #inPlay: MatchInPlay<unknown> | undefined

  constructor(
    order: MatchesOrder,
    tell: (results: readonly MatchResult[]) => void,
    /** Whether it was released, or a search waits for the thread. */
    private readonly isInterrupted: () => boolean,
  ) {
    super(undefined, order.matches, tell)
  }

  protected work(order: MatchOrder): Worked<MatchResult> {
    this.#inPlay ??= new MatchInPlay(readMatch(order), CLOCKS)
    const result = this.#inPlay.step(this.isInterrupted)
    if (!result) return this.isInterrupted() ? 'cut' : 'more'
    this.#inPlay = undefined
    return { result }
  }
}

/**
 * A game of 2048 by a searcher: a match of one, whose tiles are those that every player has for the seed. A tile follows the last move, also
 * where a 2048 ends the game. All its turns are reported, so that it can be shown without the searcher.
 */
export class SearcherGame {
  readonly #times = new TimesSum()
  readonly #ms: number[] = []
  readonly #inPlay: MatchInPlay<unknown>
  #turns: readonly Turn[] = []

  /** @throws {LabError} `BAD_SETTING` for a text that is not of a searcher of 2048 */
  constructor(
    private readonly searcher: string,
    private readonly seed: number,
    maxSlides: number,
    private readonly isInterrupted: () => boolean,
  ) {
    const match = readBoardMatch(searcher, seed)
    const { game } = match
    const random = restoreRandom(startGame(seed).random)
    this.#inPlay = new MatchInPlay(
      {
        ...match,
        bounds: { actions: maxSlides },
        draw: state => {
          const edge = spawnEdge(drawSpawn((state as { readonly board: Board }).board, random))
          return { edge, state: follow(game, state, edge)!.state }
        },
      },
      CLOCKS,
    )
  }

  step(): GameResult | undefined {
    const { played } = this.#inPlay
    const start = performance.now()
    const result = this.#inPlay.step(this.isInterrupted)
    const ms = performance.now() - start
    if (this.#inPlay.played > played) {
      this.#times.addMoves(ms)
      this.#ms.push(ms)
    }
    return result && this.#result(result)
  }

  get times(): GameTimes {
    return this.#times.gameTimes
  }

  get turns(): GameTurns {
    return { turns: encodeTurns(this.#turns), values: [], ms: Float32Array.from(this.#ms) }
  }

  /** @throws {LabError} `BAD_SETTING` for a searcher that found no move */
  #result({ fault, edges, players }: MatchResult): GameResult {
    if (fault) throw new LabError('BAD_SETTING', `${this.searcher}: ${fault.message}`)
    let position = startGame(this.seed)
    const first = new FirstSteps()
    first.see(position.board, 0)
    const turns: Turn[] = []
    // moves and tiles take turns
    for (let i = 0; i < edges.length; i += 2) {
      const played = playTurn(position, slideOfEdge(edges[i]!)!)!
      position = played.position
      turns.push(played.turn)
      first.see(position.board, position.slides)
    }
    this.#turns = turns
    const { board, score, slides } = position
    return { seed: this.seed, score, slides, board, maxRank: maxRank(board), firstSlide: first.steps, nodes: players[0]!.nodes }
  }
}
