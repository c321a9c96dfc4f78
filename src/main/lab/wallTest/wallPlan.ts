import type { WallSettings } from '../../../core/contract/files'
import type { Player } from '../../../core/games/twenty48/player'
import type { PhaseRule } from '../../../core/games/twenty48/wallGame/phases'

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
