/** What a comparison plays: the same seeds with every player. A bench is a comparison of one player. */
import type { StopRule } from '../../../core/contract/files'
import type { Player } from '../../../core/games/twenty48/player'
import { deriveSeed } from '../../../core/random'
import { validationSeeds } from '../../../core/tuning/seeds'

export interface ComparedProfile {
  /** Unique among the players. */
  readonly name: string
  /** Name of the profile that the player is based on. */
  readonly profile: string
  readonly player: Player
}

export interface ComparePlan {
  /** One for a bench. */
  readonly players: readonly ComparedProfile[]
  /** Game i of every player is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  readonly rule: StopRule
  /** Plays the unseen games of a tuning run with that seed instead, from this one on: `validationSeeds(seed, validation, games)`. */
  readonly validation?: number
  /** Limit of moves in a game; absent: it ends when no move is legal. */
  readonly maxSlides?: number
}

export function seedsOfGames({ rule: { games }, seed, validation }: Omit<ComparePlan, 'players'>): number[] {
  return validation === undefined
    ? Array.from({ length: games }, (_, index) => deriveSeed(seed, index))
    : validationSeeds(seed, validation, games)
}

/** If the rule depends on scores, it is checked whenever all players have played this many further seeds. */
export const SEEDS_PER_LOOK = 10

export function looksAtScores({ verdict, width }: StopRule): boolean {
  return verdict !== undefined || width !== undefined
}

/** True if it may end before its last game. */
export function mayEndEarly(rule: StopRule): boolean {
  return looksAtScores(rule) || rule.minutes !== undefined
}
