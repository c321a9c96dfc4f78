import { deriveSeed } from '../random'

export interface Seating {
  readonly seed: number
  /** By agent: which of the players it is, from 0. */
  readonly players: readonly number[]
}

/**
 * Who sits where in a match of a series: a seed is played once from each rotation of the seats before the next one is drawn, so that
 * two players swap sides and luck is the same for both.
 *
 * @param players how many there are @param number of the match, from 0
 */
export function seatingOf(seriesSeed: number, players: number, number: number): Seating {
  const turned = number % players
  return {
    seed: deriveSeed(seriesSeed, Math.floor(number / players)),
    players: Array.from({ length: players }, (_, agent) => (agent + turned) % players),
  }
}

/** Of a list by agent: the same by player. */
export function byPlayer<T>(byAgent: readonly T[], { players }: Pick<Seating, 'players'>): T[] {
  return players.map((_, player) => byAgent[players.indexOf(player)]!)
}
