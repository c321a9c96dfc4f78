import { builtInProfiles } from '../../../src/main/lab/profiles/builtInProfiles'
import { deriveSeed } from '../../../src/core/random'
import { face, MAX_RANK } from '../../../src/core/games/twenty48/board'
import type { SearchSettings } from '../../../src/core/search/settings'
import type { Pool } from '../../../src/main/compute/pool/pool'

/** Games of one player, by seed: game i of every player has the same one. */
export interface Games {
  readonly name: string
  readonly scores: readonly number[]
  /** Share that reached a tile, of those that some games reached and some did not. */
  readonly reached: readonly { readonly face: number; readonly share: number }[]
}

interface Player {
  readonly name: string
  readonly profile: 'thesis' | 'power'
  readonly depth: number
  readonly settings?: Partial<SearchSettings>
}

export const PLAYERS: readonly Player[] = [
  { name: 'thesis, depth 0', profile: 'thesis', depth: 0 },
  { name: 'power, depth 0', profile: 'power', depth: 0 },
  { name: 'thesis, depth 1', profile: 'thesis', depth: 1 },
  { name: 'power, depth 1', profile: 'power', depth: 1 },
]
/** With a setting that changes few games, each beside its player as it is. */
export const ALIKE: readonly Player[] = [
  { name: 'power, no floor', profile: 'power', depth: 1, settings: { floor: 'none' } },
  { name: 'power, dead 100,000', profile: 'power', depth: 1, settings: { dead: 100_000 } },
  { name: 'thesis, dead −20,000', profile: 'thesis', depth: 1, settings: { dead: -20_000 } },
]

export async function playAll(pool: Pool, players: readonly Player[], count: number): Promise<Games[]> {
  const seeds = Array.from({ length: count }, (_, i) => deriveSeed(1, i))
  const numberOf = new Map(seeds.map((seed, i) => [seed, i]))
  const all: Games[] = []
  for (const { name, profile, depth, settings: other } of players) {
    const { evaluator, settings } = builtInProfiles().find(each => each.name === profile)!
    const scores = Array<number>(count)
    const ends = Array<number>(MAX_RANK + 1).fill(0)
    await pool.playGames({ evaluator, settings: { ...settings, ...other }, limits: { depth } }, seeds, ({ result }) => {
      scores[numberOf.get(result.seed)!] = result.score
      ends[result.maxRank]!++
    })
    const reached = ends
      .map((_, rank) => ({ face: face(rank), share: ends.slice(rank).reduce((sum, each) => sum + each, 0) / count }))
      .filter(({ share }) => share > 0 && share < 1)
    all.push({ name, scores, reached })
  }
  return all
}
