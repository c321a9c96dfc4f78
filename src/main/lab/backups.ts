/** The copies that the lab keeps beside its data. */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '../../core/contract/calls'

const FOLDER = 'backups'

/** How the name of a copy begins; those before migrations and restores are written by the store. */
const PREFIXES = { asked: 'lab-copy-', move: 'lab-moved-' } as const

/** The newest first. */
export function listBackups(folder: string): Backup[] {
  return names(join(folder, FOLDER))
    .flatMap(name => {
      const reason = reasonOf(name)
      const stat = reason && statSync(join(folder, FOLDER, name), { throwIfNoEntry: false })
      return reason && stat?.isFile() ? [{ name, reason, bytes: stat.size, written: stat.mtimeMs }] : []
    })
    .sort((a, b) => b.written - a.written)
}

/** A path for a new copy; its folder is made. */
export function backupFile(folder: string, reason: keyof typeof PREFIXES): string {
  mkdirSync(join(folder, FOLDER), { recursive: true })
  const stamp = new Date().toISOString().replace(/[-:.]/g, '')
  return join(folder, FOLDER, `${PREFIXES[reason]}${stamp}.db`)
}

function reasonOf(name: string): Backup['reason'] | undefined {
  if (!name.endsWith('.db')) return undefined
  if (name.startsWith(PREFIXES.asked)) return 'asked'
  if (name.startsWith(PREFIXES.move)) return 'move'
  if (name.startsWith('lab-replaced-')) return 'restore'
  return /^lab-v\d+-/.test(name) ? 'migration' : undefined
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // no copy was ever made, or the folder cannot be read: the data themselves say what is wrong
  }
}
