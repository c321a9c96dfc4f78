/** Operations on the data while no lab has them open: restoring a copy, salvaging, and moving. */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Reopened } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { abridged } from '../../../core/quoted'
import { BACKUPS, backupsIn, companionsIn, DATABASE } from '../../files/dataContents'
import { fileProblem } from '../../files/fileProblem'
import { wasMovedFrom, type DataPlace } from '../../files/home'
import { placeCompanion } from '../../store/files/companions'
import { filesBeside, putAside, putDatabaseAside } from '../../store/files/copies'
import { clearLeft, isLeftComplete, MovingCopy, settleMoves } from '../../store/files/unfinishedMove'
import { openStore, openStoreReadOnly, type CopyOptions } from '../../store/store'
import { requireAtRest } from '../../store/files/fileLock'
import { backupFile } from './backups'
import { THREAD_FILE } from '../ground/storeLease'

/** @throws {LabError} of the store, for a copy that cannot replace the data, or `CANCELLED`; nothing is changed then */
export async function restoreData(file: string, folder: string, copying: CopyOptions = {}): Promise<Reopened> {
  const store = await openStore({ threadFile: THREAD_FILE, folder, program: 'a restore', restoreFrom: file, copying })
  await store.close()
  return { because: 'restored', place: file }
}

/** Replaces damaged data by their readable rows. @throws {LabError} of the store, or `CANCELLED`; nothing is changed then */
export async function salvageData(folder: string, copying: CopyOptions = {}): Promise<Reopened> {
  const store = await openStore({ threadFile: THREAD_FILE, folder, program: 'a salvage', salvage: true, copying })
  await store.close()
  return { because: 'salvaged', place: folder }
}

/**
 * Checks a folder that the data are to move to, and removes what a killed move left there. They may have been moved from it before.
 * @throws {LabError} `BAD_FILE`
 */
export function checkNewFolder(folder: string, from: string): string {
  try {
    const problem = problemOfNewFolder(folder, from)
    if (problem === undefined) return folder
    throw new LabError('BAD_FILE', `${abridged(folder)} ${problem}`, { folder })
  } catch (cause) {
    if (cause instanceof LabError) throw cause
    throw new LabError('BAD_FILE', `${abridged(folder)}: ${fileProblem(cause)}`, { folder }, { cause })
  }
}

function problemOfNewFolder(folder: string, from: string): string | undefined {
  const [to, at] = [realPath(folder), realPath(from)]
  if (to === at) return 'is where the data are'
  if (to.startsWith(at + sep) || at.startsWith(to + sep))
    return `and ${abridged(from)} lie in one another: choose a folder beside it`
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat && !stat.isDirectory()) return 'is a file: choose a folder'
  if (!isLeftComplete(folder)) clearLeft(folder)
  if (wasMovedFrom(folder, from)) return undefined
  if (existsSync(join(folder, DATABASE))) return 'holds data of a lab already: choose an empty folder'
  return stat && readdirSync(folder).length > 0 ? 'is not empty: choose an empty or a new folder' : undefined
}

/** Resolves symbolic links, as far as the path exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path))
}

/**
 * Copies everything, checks that the copy is complete, and only then switches to it; the old data become a backup in the old folder. After
 * a kill, the lab has either place, never none, and the next start removes what is not in use.
 * @throws {LabError} of the store, `BAD_FILE`, or `CANCELLED`; the data are then in their old place, and the new folder is clean
 */
export async function moveData(folder: string, place: DataPlace, { onProgress, signal }: CopyOptions = {}): Promise<Reopened> {
  const from = place.folder
  // no other program writes until the copy is in use
  const store = await openStore({ threadFile: THREAD_FILE, folder: from, program: 'a move of the data' })
  try {
    checkNewFolder(folder, from)
    if (wasMovedFrom(folder, from)) putOldAside(folder)
    const copy = new MovingCopy(folder, place)
    const paths = [...companionsIn(from), ...backupsIn(from)]
    const bytes = paths.map(path => statSync(join(from, path)).size)
    const rest = bytes.reduce((sum, each) => sum + each, 0)
    let done = 0
    await store.copyTo(join(copy.stage, DATABASE), {
      ...{ signal, only: 'database' },
      onProgress: (copied, total) => onProgress?.((done = copied), total + rest),
    })
    const total = done + rest
    for (const [i, path] of paths.entries()) {
      checkWanted(signal)
      await placeCompanion(join(from, path), join(copy.stage, path), path.startsWith(BACKUPS))
      onProgress?.((done += bytes[i]!), total)
    }
    await verify(copy.stage, (await store.maintenance.info()).games)
    await requireAtRest(from)
    checkWanted(signal)
    copy.install()
  } catch (error) {
    settleMoves(from)
    if (error instanceof LabError) throw error
    const message = `${abridged(folder)}: ${abridged((error as Error).message)}. The data are still in ${from}.`
    throw new LabError('BAD_FILE', message, undefined, { cause: error })
  } finally {
    await store.close()
  }
  try {
    putOldAside(from)
  } catch {
    // a full disk is left as it is, which may be the reason for the move: the lab does not use the old files any more
  }
  return { because: 'moved', place: folder }
}

/** Makes a backup of data that are no longer in use. */
function putOldAside(folder: string): void {
  const backup = backupFile(folder, 'move')
  putAside(folder, filesBeside(backup))
  putDatabaseAside(join(folder, DATABASE), backup)
}

/** @throws {LabError} `CANCELLED` */
function checkWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LabError('CANCELLED', 'The move was given up: the data are where they were.')
}

async function verify(folder: string, games: number): Promise<void> {
  const copy = await openStoreReadOnly({ threadFile: THREAD_FILE, folder })
  try {
    const [problem] = await copy.maintenance.check()
    const copied = (await copy.maintenance.info()).games
    if (problem !== undefined)
      throw new LabError('BAD_STORE', `The copy in ${folder} is damaged: ${problem}. The data stay where they are.`)
    if (copied !== games)
      throw new LabError('BAD_STORE', `The copy in ${folder} has ${copied} games, not ${games}. The data stay where they are.`)
  } finally {
    await copy.close()
  }
}
