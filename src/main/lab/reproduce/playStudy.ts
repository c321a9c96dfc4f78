/** Computes what the results of a study lack, part by part. */
import { contentHash } from '../../../core/contentHash'
import { unreachable } from '../../../core/errors'
import type { Pool } from '../../compute/pool/pool'
import type { Bench } from './bench'
import { countMissing, countsFingerprint } from './counts'
import { gamesFingerprint, measureSpeed, playMissingGames } from './games'
import { matchesFingerprint, playMissingMatches } from './matches'
import type { Row } from './rows'
import { searchMissing } from './tune'
import { playMissingPhases } from './walls'

/** @throws {LabError} `CANCELLED` if it was stopped, and errors of the pool and of the file */
export async function playStudy(bench: Bench, rows: readonly Row[]): Promise<void> {
  for (const part of partsOf(rows)) await playPart(bench, part)
}

/** Rows of one part after the other. */
function partsOf(rows: readonly Row[]): Row[][] {
  return [...new Set(rows.map(({ part }) => part))].map(part => rows.filter(row => row.part === part))
}

/** The rows of a part are of one kind. */
async function playPart(bench: Bench, rows: readonly Row[]): Promise<void> {
  const matches = rows.filter(row => row.kind === 'match')
  if (matches.length > 0) return playMissingMatches(bench, matches)
  for (const row of rows)
    switch (row.kind) {
      case 'match':
        break
      case 'games':
        await measureSpeed(bench, row)
        await playMissingGames(bench, row)
        break
      case 'tune':
        await searchMissing(bench, row)
        break
      case 'count':
        await countMissing(bench, row)
        break
      case 'walls':
        await playMissingPhases(bench, row)
        break
      default:
        unreachable(row)
    }
}

/** Fingerprint of some results of each kind in a study: two labs with the same one have the same results. */
export async function fingerprintOf(pool: Pick<Pool, 'playGames'>, rows: readonly Row[]): Promise<string> {
  const kinds = new Set(rows.map(({ kind }) => kind))
  const plays2048 = kinds.has('games') || kinds.has('tune') || kinds.has('walls')
  const [matches, counts] = [rows.filter(row => row.kind === 'match'), rows.filter(row => row.kind === 'count')]
  return contentHash([
    ...(plays2048 ? [await gamesFingerprint(pool)] : []),
    ...(matches.length > 0 ? [matchesFingerprint(matches)] : []),
    ...(counts.length > 0 ? [countsFingerprint(counts)] : []),
  ])
}
