/** The backups in the data folder. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '../../../core/contract/calls'
import { BACKUPS, dateInName, REPLACED, timeInName, type Replacement } from '../../files/dataContents'
import { withDatabase } from '../../store/database'
import { filesBeside } from '../../store/files/copies'
import { bytesIn, hasCompanions } from '../../store/files/companions'
import { explaining } from '../../store/failures'

/** Beginnings of the names of backups; the store writes those before migrations, and those of replaced data. */
const PREFIXES = { asked: 'lab-copy-', move: 'lab-moved-', daily: 'lab-daily-' } as const

/** Newest first. */
export function listBackups(folder: string): Backup[] {
  return names(join(folder, BACKUPS))
    .flatMap(name => backupOf(join(folder, BACKUPS, name), name))
    .sort((a, b) => b.written - a.written)
}

function backupOf(file: string, name: string): Backup[] {
  const reason = reasonOf(name)
  const stat = reason && statSync(file, { throwIfNoEntry: false })
  if (!reason || !stat?.isFile()) return []
  const beside = filesBeside(file)
  const verified = reason === 'asked' || reason === 'daily' || reason === 'migration'
  const isWhole = existsSync(beside) || (verified && isPacked(file))
  const bytes = stat.size + bytesIn(beside)
  // a file that was copied or synchronised has the time of that
  const written = timeInName(name) ?? stat.mtimeMs
  return [{ name, reason, holds: isWhole ? 'everything' : 'database', verified, bytes, written }]
}

function isPacked(file: string): boolean {
  try {
    return withDatabase(file, 'read', hasCompanions)
  } catch {
    return false // a restore reports the fault
  }
}

/**
 * A path for a new backup. Creates the folder `backups` in the data folder, which must exist.
 * @throws {LabError} `BAD_STORE`, `STORE_FULL`
 */
export function backupFile(folder: string, reason: keyof typeof PREFIXES, rest = dateInName()): string {
  const backups = join(folder, BACKUPS)
  explaining(backups, () => existsSync(backups) || mkdirSync(backups, { mode: 0o700 }))
  return join(backups, `${PREFIXES[reason]}${rest}.db`)
}

function reasonOf(name: string): Backup['reason'] | undefined {
  if (!name.endsWith('.db')) return undefined
  if (name.startsWith(PREFIXES.asked)) return 'asked'
  if (name.startsWith(PREFIXES.move)) return 'move'
  if (name.startsWith(PREFIXES.daily)) return 'daily'
  for (const [reason, prefix] of Object.entries(REPLACED) as [Replacement, string][]) if (name.startsWith(prefix)) return reason
  return /^lab-v\d+-/.test(name) ? 'migration' : undefined
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // no backup was ever made, or the folder is unreadable: opening the data reports the fault
  }
}
