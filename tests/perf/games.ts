import type { Player } from '../../src/core/games/twenty48/player'
import { deriveSeed } from '../../src/core/random'
import { PLAIN_SETTINGS, type SearchSettings } from '../../src/core/search/settings'
import { openPool } from '../../src/main/lab/ground/enginePool'
import { builtInProfiles } from './profiles'

const pools = [1, 2].map(threads => openPool({ threads, window: false }).pool)
const { evaluator } = builtInProfiles.thesis
let batch = 1

interface Batch {
  readonly depth: number
  readonly leaf: SearchSettings['leaf']
  readonly threads: number
  readonly games: number
}

/** Whole games of the thesis's evaluator on fresh seeds, through the pool. */
export async function gamesPerSecond({ depth, leaf, threads, games }: Batch): Promise<number> {
  const player: Player = {
    evaluator: { ...evaluator },
    settings: { ...PLAIN_SETTINGS, dead: -1e9, leaf },
    limits: { depth },
  }
  const pool = pools[threads - 1]!
  const seeds = Array.from({ length: games }, (_, i) => deriveSeed(batch, i))
  batch++
  await pool.playGames(player, seeds.slice(0, threads), () => {}) // starts the threads and loads the evaluator
  const start = performance.now()
  await pool.playGames(player, seeds, () => {})
  return (1000 * games) / (performance.now() - start)
}

export async function closePools(): Promise<void> {
  await Promise.all(pools.map(pool => pool.close()))
}
