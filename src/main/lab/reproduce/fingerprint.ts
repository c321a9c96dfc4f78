import { contentHash } from '../../../core/contentHash'
import type { Player } from '../../../core/games/twenty48/player'
import { deriveSeed } from '../../../core/random'
import { PRESETS } from '../../../core/contract/tuning/presets'
import type { Pool } from '../../compute/pool/pool'

const SEED = 2048
const GAMES = 4
/** Long enough to reach crowded boards; about a tenth of a second in total. */
const SLIDES = 400

const { evaluator, settings } = PRESETS['thesis-1'].config.objective
const deep = { ...settings, cut: 0.02, table: 'deeper' } as const
const PLAYERS: readonly Player[] = [
  { evaluator, settings, limits: { depth: 1 } },
  { evaluator, settings: deep, limits: { depth: 'distinct' } },
  { evaluator, settings: deep, limits: { depth: 'empty' } },
  { evaluator: { ...evaluator, variants: { ...evaluator.variants, h4Minimum: 'board' } }, settings: deep, limits: { depth: 3 } },
]

/**
 * A fingerprint of the games that a lab plays: two labs with the same one have the same results, whatever else differs in their kernels.
 */
export async function fingerprintOf(pool: Pick<Pool, 'playGames'>): Promise<string> {
  const seeds = Array.from({ length: GAMES }, (_, game) => deriveSeed(SEED, game))
  const played = PLAYERS.map(async player => {
    const games: unknown[] = []
    await pool.playGames({ ...player, maxSlides: SLIDES }, seeds, ({ result }) => {
      const { seed, score, slides, nodes, board } = result
      games[seeds.indexOf(seed)] = { score, slides, nodes, board }
    })
    return games
  })
  return contentHash(await Promise.all(played))
}
