import type { GameGroup, GamesOrder, PlayedGame } from '../../../core/contract/compute'
import { TimesSum, type GameTimes } from '../../../core/stats/moveTimes'
import { NO_DEPTH, type GameTurns } from '../../../core/contract/stored'
import { maxRank } from '../../../core/games/twenty48/board'
import { gameSteps, startGame } from '../../../core/games/twenty48/playGame'
import type { GameResult, GameRules, Player, SearchedTurn } from '../../../core/games/twenty48/player'
import { judgeOf, playerHash } from '../../../core/games/twenty48/playerHash'
import { encodeTurns } from '../../../core/games/twenty48/turnBytes'
import type { Kernel } from '../../../core/kernel/port'
import type { Stop } from '../../../core/games/twenty48/search/engine'
import type { Depth } from '../../../core/search/settings'
import type { Progress, SlicedJob } from './chunkJobs'
import type { SearcherGame } from './matchesJob'
import { searchesOfGame } from './slideSearch'

/** How many slides are timed together, by the time of one slide: reading the clock must not cost more than the search. */
const stride = (msPerSlide: number): number => (msPerSlide < 0.001 ? 128 : msPerSlide < 0.02 ? 16 : 1)

/** A game in play: a step is a slide, or a few quick ones. */
interface GameInPlay {
  /** @returns the result once the game is over. */
  step(): GameResult | undefined
  readonly times: GameTimes
  /** Turns so far, if the kernel cannot play them again from the seed. */
  readonly turns?: GameTurns | undefined
}

/** Whole games, one after another, reported at the end of each slice. */
export class GamesJob implements SlicedJob {
  readonly readsExpert = true
  readonly #rules: GameRules
  readonly #groups: readonly GameGroup[]
  /** The next game: the seed of a group, or the group past the last. */
  #group = 0
  #place = 0
  #game: GameInPlay | undefined
  /** Time spent on the game in play. */
  #ms = 0

  constructor(
    { rules, groups }: GamesOrder,
    private readonly kernel: Kernel,
    private readonly load: (player: Player) => void,
    private readonly isReleased: () => boolean,
    private readonly tell: (games: readonly PlayedGame[]) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
    /** Plays the games of a searcher, which other games do not load. */
    private readonly OfSearcher?: typeof SearcherGame,
  ) {
    this.#rules = rules
    this.#groups = groups
  }

  /** Absent for a searcher, which needs no kernel. */
  get player(): Player | undefined {
    const { settings, limits, searcher } = this.#rulesNow
    return searcher === undefined ? { evaluator: this.#groups[this.#group]!.evaluator, settings, limits } : undefined
  }

  play(until: number): Progress {
    const games: PlayedGame[] = []
    let now = performance.now()
    while (this.#group < this.#groups.length && now < until && !this.#interrupted()) {
      this.#game ??= this.#begin()
      const result = this.#game.step()
      const then = now
      now = performance.now()
      this.#ms += now - then
      if (!result || this.isReleased()) continue // an interrupted slide does not count
      const { times, turns } = this.#game
      games.push({ result, times, ms: this.#ms, ...(turns && { turns }) })
      this.#next()
    }
    if (games.length > 0) this.tell(games)
    return this.#group < this.#groups.length ? 'more' : 'done'
  }

  release(): void {
    // each slice reports its games
  }

  #begin(): GameInPlay {
    const { player } = this
    const seed = this.#groups[this.#group]!.seeds[this.#place]!
    if (!player) return new this.OfSearcher!(this.#rulesNow.searcher!, seed, this.#maxSlides, () => this.#interrupted())
    if (this.#place === 0) this.load(player)
    const { depth, nodes, ms } = player.limits
    if (depth !== undefined && nodes === undefined && ms === undefined && !player.settings.expert)
      return new InsideKernel(seed, depth, this.#maxSlides, this.kernel, () => this.#interrupted())
    return new SlideBySlide(seed, player, this.#maxSlides, this.kernel, this.isReleased)
  }

  #next(): void {
    this.#game = undefined
    this.#ms = 0
    this.#place++
    if (this.#place < this.#groups[this.#group]!.seeds.length) return
    this.#place = 0
    this.#group++
  }

  get #maxSlides(): number {
    return this.#rulesNow.maxSlides ?? Infinity
  }

  get #rulesNow(): GameRules {
    return this.#groups[this.#group]!.rules ?? this.#rules
  }

  #interrupted(): boolean {
    return this.isReleased() || this.isWanted()
  }
}

/** A game played inside the kernel: no calls between two slides. */
class InsideKernel implements GameInPlay {
  readonly #times = new TimesSum()
  #timed = 0
  #stride = 1

  constructor(
    private readonly seed: number,
    private readonly depth: Depth,
    private readonly maxSlides: number,
    private readonly kernel: Kernel,
    private readonly interrupted: () => boolean,
  ) {
    kernel.beginGame(startGame(seed))
  }

  step(): GameResult | undefined {
    const stop: Stop = () => (this.interrupted() ? 'request' : undefined)
    const most = Math.min(this.#stride, this.maxSlides - this.#timed)
    const start = performance.now()
    const goesOn = this.kernel.playSlides(this.depth, most, stop)
    const ms = performance.now() - start
    // At its end, or when stopped, the game may have made fewer slides.
    const slides = goesOn && !this.interrupted() ? most : this.kernel.game().position.slides - this.#timed
    if (slides > 0) {
      this.#timed += slides
      this.#times.addMoves(ms / slides, slides)
      this.#stride = stride(ms / slides)
    }
    return goesOn && this.#timed < this.maxSlides ? undefined : this.#result()
  }

  get times(): GameTimes {
    return this.#times.gameTimes
  }

  #result(): GameResult {
    const { position, nodes, firstSlide } = this.kernel.game()
    const { board, score, slides } = position
    return { seed: this.seed, score, slides, board, maxRank: maxRank(board), firstSlide, nodes }
  }
}

/** A game played slide by slide, for searches with a limit in nodes or time. */
class SlideBySlide implements GameInPlay {
  readonly #times = new TimesSum()
  readonly #steps: ReturnType<typeof gameSteps>
  /** If a clock decides. */
  readonly #played: SearchedTurn[] | undefined

  constructor(
    seed: number,
    private readonly player: Player,
    maxSlides: number,
    kernel: Kernel,
    isReleased: () => boolean,
  ) {
    const { limits } = player
    if (limits.ms !== undefined) this.#played = []
    const search = searchesOfGame(kernel, player, isReleased)
    this.#steps = gameSteps(seed, board => search(board), maxSlides)
  }

  step(): GameResult | undefined {
    const start = performance.now()
    const step = this.#steps.next()
    if (step.done) return step.value
    const ms = performance.now() - start
    this.#times.addMoves(ms)
    this.#played?.push({ ...step.value, ms })
    return undefined
  }

  get times(): GameTimes {
    return this.#times.gameTimes
  }

  get turns(): GameTurns | undefined {
    const played = this.#played
    if (!played) return undefined
    return {
      turns: encodeTurns(played),
      values: [
        {
          ...{ hash: playerHash(this.player), profile: null, player: judgeOf(this.player), first: 0 },
          values: Float64Array.from(played, ({ value }) => value ?? NaN),
          depths: Uint8Array.from(played, ({ depth }) => depth ?? NO_DEPTH),
        },
      ],
      ms: Float32Array.from(played, ({ ms }) => ms),
    }
  }
}
