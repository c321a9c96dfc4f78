/** Which depth, cut and minimum of h4 come closest to what the thesis reports, and how far they are from it. */
import type { Profile } from '../../../core/contract/files'
import type { Player } from '../../../core/games/twenty48/player'
import type { DEPTH_RULES, SearchSettings } from '../../../core/search/settings'
import { PRESETS } from '../../../core/contract/tuning/presets'
import { builtInProfile } from '../profiles/builtInProfiles'
import { gamesOf, type GameBatch } from './reproduction'
import type { ResultsFile } from './resultsFile'
import type { Row } from './tuningSearch'

/** A rule of the depth, which the thesis does not state, with its minimum of h4 or that by line, and a cut, which it does not have. */
export interface Reading {
  readonly h4Minimum: 'board' | 'line'
  readonly depth: (typeof DEPTH_RULES)[number]
  readonly cut: number
}

/** Largest tiles of the thesis's 100 games with tuned weights, by face. */
export const PUBLISHED: Readonly<Record<string, number>> = { 32768: 3, 16384: 27, 8192: 46, 4096: 24 }

/** Finer cuts take ten times as long: they are tried with fewer games, and none of them is played 100 times. */
const FINEST_CUT = 1e-3
const GAMES = { reading: 15, fine: 5, closest: 100 }
/** The closest reading was chosen by games of the first seed, so it is judged by games of the second. */
export const SEEDS = { readings: 20151122, closest: 20151123 }

export const READINGS: readonly Reading[] = [1e-2, 1e-3, 1e-4].flatMap(cut =>
  (['line', 'board'] as const).flatMap(h4Minimum => (['empty', 'distinct'] as const).map(depth => ({ h4Minimum, depth, cut }))),
)

/** Fine ones take longest and decide nothing, so they are played last. */
export const COARSE = READINGS.filter(({ cut }) => cut >= FINEST_CUT)
export const FINE = READINGS.filter(({ cut }) => cut < FINEST_CUT)

export function nameOf({ h4Minimum, depth, cut }: Reading): string {
  return `h4 by ${h4Minimum}, depth by ${depth === 'empty' ? 'empty cells' : 'distinct tiles'}, cut ${cut}`
}

export function batchOf(reading: Reading, most: number): GameBatch {
  const games = Math.min(most, reading.cut < FINEST_CUT ? GAMES.fine : GAMES.reading)
  return { name: nameOf(reading), player: playerOf(builtIn('thesis'), reading), games, seed: SEEDS.readings }
}

/** The closest one with fresh games, and the weights that the thesis began from with the same search. */
export function finalBatches(reading: Reading, most: number): GameBatch[] {
  const games = Math.min(most, GAMES.closest)
  const { closest: seed } = SEEDS
  return [
    { name: 'the closest reading', player: playerOf(builtIn('thesis'), reading), games, seed },
    { name: 'hand-tuned weights', player: playerOf(builtIn('hand-tuned'), reading), games, seed },
  ]
}

/**
 * Of the readings that are not too fine for 100 games the one whose largest tiles are distributed most like the published ones:
 * of two that are equally close the first.
 */
export function closestReading(results: ResultsFile, most: number): Reading {
  const rated = COARSE.map(reading => ({
    reading,
    distance: distanceToPublished(gamesOf(results, batchOf(reading, most)).map(({ largest }) => largest)),
  }))
  return rated.reduce((best, each) => (each.distance < best.distance ? each : best)).reading
}

/** Total variation distance between the distributions of the largest tile: half the sum of the differences of all shares. 0 … 1. */
export function distanceToPublished(largest: readonly number[]): number {
  const published = Object.values(PUBLISHED).reduce((sum, games) => sum + games, 0)
  const faces = new Set([...largest.map(String), ...Object.keys(PUBLISHED)])
  let sum = 0
  for (const face of faces) {
    const share = largest.filter(each => String(each) === face).length / largest.length
    sum += Math.abs(share - (PUBLISHED[face] ?? 0) / published)
  }
  return sum / 2
}

/** As its presets have them: at depth 1, where the thesis searched 3 to 9 levels. */
export const EXPERIMENTS: readonly Row[] = (['thesis-1', 'thesis-3'] as const).map(id => ({
  name: id,
  config: seed => ({ ...PRESETS[id].config, seed }),
}))
function playerOf({ evaluator, settings }: Profile, { h4Minimum, depth, cut }: Reading): Player {
  if (evaluator.family === 'network') throw new Error('a reading is of an evaluator of terms')
  const variants = { ...evaluator.variants, h4Minimum }
  const read = { ...settings, cut } satisfies SearchSettings
  return { evaluator: { ...evaluator, variants }, settings: read, limits: { depth } }
}

function builtIn(name: string): Profile {
  return builtInProfile(name)!
}
