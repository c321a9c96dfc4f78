import { deriveSeed } from '../random'

export interface Seating {
  readonly seed: number
  /** Index of the player of each agent, from 0. */
  readonly players: readonly number[]
}

/**
 * The seats of a match in a series. Each seed is played once with each rotation of the seats, so that two players swap sides and have the
 * same luck.
 * @param players number of players
 * @param number of the match, from 0
 */
export function seatingOf(seriesSeed: number, players: number, number: number): Seating {
  const turned = number % players
  return {
    seed: deriveSeed(seriesSeed, Math.floor(number / players)),
    players: Array.from({ length: players }, (_, agent) => (agent + turned) % players),
  }
}

/** Reorders a list by agent into a list by player. */
export function byPlayer<T>(byAgent: readonly T[], { players }: Pick<Seating, 'players'>): T[] {
  return players.map((_, player) => byAgent[players.indexOf(player)]!)
}
