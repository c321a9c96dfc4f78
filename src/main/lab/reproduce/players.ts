import { deriveSeed } from '../../../core/random'
import { builtInProfiles } from '../profiles/builtInProfiles'
import { ownBatch } from './ownResults'
import { playersPage } from './playersPage'
import { gamesOf, playerKey, playMissing, stopIfAsked, type Bench, type GameBatch, type Reproduction } from './reproduction'
import { machineHere } from '../ground/provenance'

/** Of the game that speed is measured by. */
const TIMED_SLIDES = 500

/** The built-in players, each at its own search. */
export const players: Reproduction = {
  async compute(bench, most) {
    const batches = builtInProfiles().map(profile => ownBatch(profile, most))
    for (const batch of batches) await measureSpeed(bench, batch)
    for (const batch of batches.toSorted((a, b) => b.games - a.games)) await playMissing(bench, batch)
  },
  isEnough: (results, most) => builtInProfiles().some(profile => gamesOf(results, ownBatch(profile, most)).length > 0),
  page: playersPage,
}

/**
 * Once on each machine, in the first game, in processor time, which other work does not affect.
 * @param most moves of that game
 */
export async function measureSpeed(
  { pool, results, signal, onStage }: Bench,
  batch: GameBatch,
  most = TIMED_SLIDES,
): Promise<void> {
  const [player, machine] = [playerKey(batch), machineHere()]
  if (results.has({ kind: 'speed', player, machine })) return
  onStage(`speed of ${batch.name}`, 1, 0)
  const seeds = [deriveSeed(batch.seed, 0)]
  await pool.playGames({ ...batch.player, maxSlides: 1 }, seeds, () => undefined, { signal }) // a thread is ready
  const before = process.cpuUsage()
  await pool.playGames(
    { ...batch.player, ...(most < Infinity && { maxSlides: most }) },
    seeds,
    ({ result: { nodes } }) => {
      const { user, system } = process.cpuUsage(before)
      results.add({ kind: 'speed', player, machine, nodes, ms: (user + system) / 1000 })
    },
    { signal },
  )
  stopIfAsked(signal, results)
}
