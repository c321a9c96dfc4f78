/** What a wall test has played so far. */
import type { WallGame, WallPhase, WallSettings } from '../../../core/contract/files'
import type { PhaseBoard, PhaseRule } from '../../../core/games/twenty48/wallGame/phases'
import type { Player } from '../../../core/games/twenty48/player'

/** Where games and phases are written as they end. */
export interface WallSink {
  add(line: WallGame | WallPhase): void
}

/** What was played before: boards and phases of the same plan. */
interface Played {
  readonly games: readonly WallGame[]
  readonly phases: readonly WallPhase[]
}

/** The games and phases of a test, each with its place in the plan. */
export class WallRecord {
  /** By number. */
  readonly games = new Map<number, WallGame>()
  readonly phases: WallPhase[] = []
  readonly #played = new Set<string>()

  /** @param sink absent: nothing is saved */
  constructor(
    readonly plan: WallPlan,
    private readonly sink?: WallSink,
    before: Played = { games: [], phases: [] },
  ) {
    for (const game of before.games) this.games.set(game.game, game)
    for (const phase of before.phases) this.#take(phase)
  }

  /** Whether a phase was played before. */
  has({ board, continuation, player }: Pick<WallPhase, 'board' | 'continuation' | 'player'>): boolean {
    return this.#played.has(`${board} ${continuation} ${player}`)
  }

  addGame(game: WallGame): void {
    this.games.set(game.game, game)
    this.sink?.add(game)
  }

  addPhase(phase: WallPhase): void {
    this.#take(phase)
    this.sink?.add(phase)
  }

  /** The games that the boards come from: from the first on, until there are enough boards or a game is missing. */
  get gamesInOrder(): WallGame[] {
    const games: WallGame[] = []
    let missing = this.plan.source.boards
    for (let game = this.games.get(0); game && missing > 0; game = this.games.get(games.length)) {
      games.push(game)
      missing -= game.boards.length
    }
    return games
  }

  /** Boards of the games in order, at most as many as the plan wants. */
  get boards(): PhaseBoard[] {
    return this.gamesInOrder
      .flatMap(({ game, boards }) => boards.map(position => ({ position, game })))
      .slice(0, this.plan.source.boards)
  }

  /** Phases of this plan, by board, continuation and player. A file may hold others, of a test with more boards or continuations. */
  get phasesInOrder(): WallPhase[] {
    const { boards, plan } = this
    return this.phases
      .filter(
        ({ board, continuation, player }) =>
          board < boards.length && continuation < plan.continuations && player < plan.players.length,
      )
      .toSorted((a, b) => a.board - b.board || a.continuation - b.continuation || a.player - b.player)
  }

  #take(phase: WallPhase): void {
    if (this.has(phase)) return
    this.#played.add(`${phase.board} ${phase.continuation} ${phase.player}`)
    this.phases.push(phase)
  }
}

interface WallPlayer {
  readonly name: string
  readonly player: Player
}

/** Where the boards come from: the games of one player. */
export interface WallSource extends PhaseRule {
  /** Game i is played from `deriveSeed(gameSeed, i)`. */
  readonly gameSeed: number
  /** Wanted number. */
  readonly boards: number
  /** Maximum number of games that are played for them. */
  readonly games: number
  readonly from: WallPlayer
}

/** Determines the whole test, unless a clock decides. */
export interface WallPlan {
  readonly source: WallSource
  /** Seed of the random tiles of the phases. */
  readonly seed: number
  /** Phases from each board. */
  readonly continuations: number
  /** One, or two that are compared. */
  readonly players: readonly WallPlayer[]
}

export function planOf({ players, seed, continuations, ...head }: WallSettings): WallPlan {
  return { source: sourceOf(head), seed, continuations, players }
}

function sourceOf({
  multiple,
  walls,
  leastSum,
  gameSeed,
  boards,
  games,
  from,
}: Omit<WallSettings, 'players'> | WallSource): WallSource {
  return { multiple, walls, leastSum, gameSeed, boards, games, from }
}
