import type { Judgement, PlayedGame, GameToSample, PlayedSample } from '../../../core/contract/compute'
import type { MatchOrder } from '../../../core/contract/matches'
import type { LabError } from '../../../core/errors'
import type { Board } from '../../../core/games/twenty48/board'
import type { GamePosition, GameRules, Player } from '../../../core/games/twenty48/player'
import type { Passage } from '../../../core/games/twenty48/wallGame/phases'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../core/search/settings'
import type { More, Work, WorkOptions } from './chunkedWork'
import {
  boardsWork,
  gamesWork,
  matchesWork,
  passagesWork,
  playoutsWork,
  samplesWork,
  seedsWork,
  type GameTask,
  type MatchesListener,
  type MoreGames,
  type OnPassage,
  type SeedTask,
} from './workKinds'

interface PassageOptions extends WorkOptions {
  /** See `TaskOptions`. Absent: the first lost passage ends the work. */
  readonly onLost?: ((passage: number, error: LabError) => More<Passage>) | undefined
}

interface TaskOptions {
  /** See `WorkOptions`. */
  readonly signal?: AbortSignal | undefined
  /**
   * Receives a game that cannot be played: two threads died during it, or one refused it. It is not tried again; the others continue.
   * Tasks that it returns are added.
   */
  readonly onLost: (task: number, error: LabError) => MoreGames
}

/** For results that the kernel has no part in. */
const NO_TABLE: SearchSettings = { ...PLAIN_SETTINGS, table: 'off' }

function tableBitsOf({ table, tableBits }: SearchSettings): number {
  return table === 'off' ? 0 : tableBits
}

/** The calls of a pool that are handed out in chunks, to threads of this machine or through a queue. */
export abstract class WorkCalls {
  /** False if other machines do a part of the work that may leave this one. */
  abstract readonly isOneMachine: boolean

  /** Does all of a work. @param settings those that a thread's table must have room for */
  abstract run<Item, Result>(settings: SearchSettings, work: Work<Item, Result>, options: WorkOptions): Promise<void>

  /** @param onGame receives each game once, when it ends, with the number of its seed in the list, in no fixed order */
  async playGames(
    { evaluator, ...rules }: Player & Pick<GameRules, 'maxSlides'>,
    seeds: readonly number[],
    onGame: (game: PlayedGame, index: number) => void,
    options: WorkOptions = {},
  ): Promise<void> {
    const tasks = seeds.map(seed => ({ evaluator, seed }))
    await this.run(rules.settings, gamesWork(rules, tasks, { onGame: (...game) => void onGame(...game) }), options)
  }

  /**
   * Plays each seed with several players on one machine, also if a clock decides: all players then have the same pace.
   * @param onSeed receives the games of each seed once, in the order of its players, with the number of the seed in the list
   */
  async playSeeds(
    tasks: readonly SeedTask[],
    onSeed: (games: readonly PlayedGame[], index: number) => void,
    options: WorkOptions = {},
  ): Promise<void> {
    const settings = new Set(tasks.flatMap(({ players }) => players.map(({ rules }) => rules.settings)))
    const [largest = NO_TABLE] = [...settings].toSorted((a, b) => tableBitsOf(b) - tableBitsOf(a))
    await this.run(largest, seedsWork(tasks, onSeed), options)
  }

  /**
   * Plays games of many evaluators, keeping the threads busy across them. The choice of games must not depend on their order.
   * @param onGame receives each game once, when it ends, with the number of its task, in no fixed order. Tasks that it returns
   * are added, with the next numbers.
   */
  playTasks(
    rules: GameRules,
    tasks: readonly GameTask[],
    onGame: (game: PlayedGame, task: number) => MoreGames,
    { onLost, signal }: TaskOptions,
  ): Promise<void> {
    return this.run(rules.settings, gamesWork(rules, tasks, { onGame, onLost }), { signal })
  }

  /**
   * Searches the boards of games, each within the player's limits on one thread, in the background: see
   * `PRIORITIES`.
   * @param onJudged receives each board once, in no fixed order, but the first boards are searched first.
   * @param options `priority`: absent, that of an analysis
   */
  searchBoards(
    player: Player,
    boards: readonly Board[],
    onJudged: (judgement: Judgement, index: number) => void,
    { priority = 'analysis', ...options }: WorkOptions & { readonly priority?: 'analysis' | 'batch' } = {},
  ): Promise<void> {
    return this.run(player.settings, boardsWork(player, boards, onJudged, priority), options)
  }

  /**
   * Plays games from positions to their ends, in the background like `searchBoards`. Depth must be the player's only limit.
   * @param onEnd receives the end of each game once, in no fixed order, but the first games are played first.
   */
  async playOut(
    player: Player,
    starts: readonly GamePosition[],
    onEnd: (end: GamePosition, index: number) => void,
    options: WorkOptions = {},
  ): Promise<void> {
    return this.run(player.settings, playoutsWork(player, starts, onEnd), options)
  }

  /**
   * Plays parts of games from positions, in the background like games.
   * @param onPassage receives each once, in no fixed order, but the first are begun first
   */
  playPassages(
    player: Player,
    passages: readonly Passage[],
    onPassage: OnPassage,
    { onLost, ...options }: PassageOptions = {},
  ): Promise<void> {
    return this.run(player.settings, passagesWork(player, passages, { onPassage, onLost }), options)
  }

  /**
   * Plays games in the background, and samples their positions with the values that the player's searches find.
   * @param onSample receives each game once, with its number, in no fixed order
   */
  sampleGames(
    player: Player,
    games: readonly GameToSample[],
    onSample: (sample: PlayedSample, index: number) => void,
    options: WorkOptions = {},
  ): Promise<void> {
    return this.run(player.settings, samplesWork(player, games, onSample), options)
  }

  /**
   * Plays matches of any game, in the background like games. Timed matches use real time, so their results change if
   * several threads share a core.
   */
  playMatches(matches: readonly MatchOrder[], listener: MatchesListener, options: WorkOptions = {}): Promise<void> {
    return this.run(NO_TABLE, matchesWork(matches, listener), options)
  }
}
