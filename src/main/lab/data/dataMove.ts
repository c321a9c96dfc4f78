/** Operations on the data while no lab has them open: restoring a copy, salvaging, and moving. */
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { Reopened } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { abridged } from '../../../core/quoted'
import { openStore, openStoreReadOnly, type CopyOptions } from '../../store/store'
import { BACKUPS } from '../../store/files/backupNames'
import { NETWORKS_FOLDER } from '../engine/enginePool'
import { TRAINING_FOLDER } from '../training/runFolder'
import { backupFile } from './backups'
import { fileProblem } from '../../files/fileProblem'
import { leadTo, makeFolder, wasMovedFrom, type DataPlace } from '../../files/home'
import { THREAD_FILE } from './storeLease'
import { forgetMove, missingFolders, noteMove, removeIfEmpty } from './unfinishedMove'

/** In the data folder: the tournaments of the arena. */
export const ARENA_FOLDER = 'arena'
/** In the data folder: the profile of the browser that plays on web pages. It does not move with the data. */
export const BROWSER_FOLDER = 'browser'
/** Copied with the data if they exist. */
const COMPANIONS = [BACKUPS, ARENA_FOLDER, NETWORKS_FOLDER, TRAINING_FOLDER, 'window.json'] as const

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
 * Checks a folder that the data are to move to. It may be one that they were moved from before.
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
  if (existsSync(join(folder, 'lab.db'))) return 'holds data of a lab already: choose an empty folder'
  if (stat && !wasMovedFrom(folder, from) && readdirSync(folder).length > 0)
    return 'is not empty: choose an empty or a new folder'
  return undefined
}

/** Resolves symbolic links, as far as the path exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path))
}

/**
 * Copies the data, checks that the copy is complete, and only then switches to it; the old data become a backup in the old folder. After a
 * kill, the lab has either place, never none.
 * @throws {LabError} of the store, `BAD_FILE`, or `CANCELLED`; the data are then in their old place, and the new folder is clean
 */
export async function moveData(folder: string, place: DataPlace, { onProgress, signal }: CopyOptions = {}): Promise<Reopened> {
  const from = place.folder
  const written = new WrittenFiles(folder)
  try {
    const companions = COMPANIONS.flatMap(name => filesIn(from, name))
    const companionBytes = companions.reduce((sum, { bytes }) => sum + bytes, 0)
    noteMove(from, folder, written.folders)
    makeFolder(folder)
    let dataBytes = 0
    const games = await copyData(from, written.add('lab.db'), {
      signal,
      onProgress: (copied, total) => {
        dataBytes = total
        onProgress?.(copied, total + companionBytes)
      },
    })
    let copied = dataBytes
    for (const { name, bytes } of companions) {
      checkWanted(signal)
      makeFolder(dirname(join(folder, name)))
      await copyFile(join(from, name), written.add(name))
      onProgress?.((copied += bytes), dataBytes + companionBytes)
    }
    await verify(folder, games)
    checkWanted(signal)
    leadTo(folder, place)
    forgetMove(from)
  } catch (error) {
    written.remove()
    forgetMove(from)
    if (error instanceof LabError) throw error
    throw new LabError(
      'BAD_FILE',
      `${abridged(folder)}: ${abridged((error as Error).message)}. The data are still in ${from}.`,
      undefined,
      {
        cause: error,
      },
    )
  }
  try {
    renameSync(join(from, 'lab.db'), backupFile(from, 'move'))
  } catch {
    // a full disk is left as it is, which may be the reason for the move: the lab does not use the old file any more
  }
  return { because: 'moved', place: folder }
}

/** @throws {LabError} `CANCELLED` */
function checkWanted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new LabError('CANCELLED', 'The move was given up: the data are where they were.')
}

/** Files that a move writes, to remove them after a failure. Existing files stay. */
class WrittenFiles {
  readonly #files: string[] = []
  /** Folders that did not exist, innermost first. */
  readonly folders: readonly string[]

  constructor(private readonly folder: string) {
    this.folders = missingFolders(folder)
  }

  /** @returns the full path of a file that is about to be written */
  add(name: string): string {
    const file = join(this.folder, name)
    if (!existsSync(file)) this.#files.push(file)
    return file
  }

  remove(): void {
    for (const file of this.#files) rmSync(file, { force: true })
    for (const folder of [join(this.folder, BACKUPS), join(this.folder, ARENA_FOLDER), ...this.folders]) removeIfEmpty(folder)
  }
}

/** A file, or those of a folder; none if it does not exist. */
function filesIn(root: string, name: string): { readonly name: string; readonly bytes: number }[] {
  const stat = statSync(join(root, name), { throwIfNoEntry: false })
  if (stat?.isDirectory()) return readdirSync(join(root, name)).flatMap(inner => filesIn(root, join(name, inner)))
  return stat?.isFile() ? [{ name, bytes: stat.size }] : []
}

/** @returns the number of games */
async function copyData(folder: string, file: string, copying: CopyOptions): Promise<number> {
  const store = await openStore({ threadFile: THREAD_FILE, folder, program: 'a move of the data' })
  try {
    await store.copyTo(file, copying)
    return (await store.maintenance.info()).games
  } finally {
    await store.close()
  }
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
