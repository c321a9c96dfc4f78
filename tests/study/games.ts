import { builtInProfiles } from '../../src/main/lab/profiles/builtInProfiles'
import { deriveSeed } from '../../src/core/random'
import { face, MAX_RANK } from '../../src/core/games/twenty48/board'
import type { Pool } from '../../src/main/compute/pool/pool'

/** Games of one player, by seed: game i of every player has the same one. */
export interface Games {
  readonly name: string
  readonly scores: readonly number[]
  /** Share that reached a tile, of those that some games reached and some did not. */
  readonly reached: readonly { readonly face: number; readonly share: number }[]
}

const EVALUATORS = ['thesis', 'power'] as const
const DEPTHS = [0, 1] as const

export async function playAll(pool: Pool, count: number, onGame: () => void): Promise<Games[]> {
  const seeds = Array.from({ length: count }, (_, i) => deriveSeed(1, i))
  const numberOf = new Map(seeds.map((seed, i) => [seed, i]))
  const all: Games[] = []
  for (const depth of DEPTHS)
    for (const name of EVALUATORS) {
      const { evaluator, settings } = builtInProfiles().find(each => each.name === name)!
      const scores = Array<number>(count)
      const ends = Array<number>(MAX_RANK + 1).fill(0)
      await pool.playGames({ evaluator, settings, limits: { depth } }, seeds, ({ result }) => {
        scores[numberOf.get(result.seed)!] = result.score
        ends[result.maxRank]!++
        onGame()
      })
      const reached = ends
        .map((_, rank) => ({ face: face(rank), share: ends.slice(rank).reduce((sum, each) => sum + each, 0) / count }))
        .filter(({ share }) => share > 0 && share < 1)
      all.push({ name: `${name}, depth ${depth}`, scores, reached })
    }
  return all
}
