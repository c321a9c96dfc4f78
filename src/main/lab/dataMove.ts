/** What is done to the data while no lab has them open: a copy put in their place, and a new place for them. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile, cp } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Reopened } from '../../core/contract/calls'
import { LabError } from '../../core/errors'
import { openStore, openStoreReadOnly } from '../store/store'
import { backupFile } from './backups'
import { leadTo, makeFolder, wasMovedFrom, type DataPlace } from './home'
import { THREAD_FILE } from './storeAccess'

/** What is copied with the data if it is there. */
const COMPANIONS = ['backups', 'window.json'] as const

/** @throws {LabError} of the store, for a copy that cannot take their place; then nothing is changed */
export async function restoreData(file: string, folder: string): Promise<Reopened> {
  const store = await openStore({ threadFile: THREAD_FILE, folder, program: 'a restore', restoreFrom: file })
  await store.close()
  return { because: 'restored', place: file }
}

/**
 * A folder for the data to move to. One that they were moved from before will do as well.
 *
 * @throws {LabError} `BAD_FILE`
 */
export function checkNewFolder(folder: string, from: string): string {
  const bad = (problem: string) => new LabError('BAD_FILE', `${folder} ${problem}`, { folder })
  if (folder === from) throw bad('is where the data are')
  if (folder.startsWith(from + sep) || from.startsWith(folder + sep))
    throw bad(`and ${from} lie in one another: choose a folder beside it`)
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat && !stat.isDirectory()) throw bad('is a file: choose a folder')
  if (existsSync(join(folder, 'lab.db'))) throw bad('holds data of a lab already: choose an empty folder')
  if (stat && !wasMovedFrom(folder) && readdirSync(folder).length > 0) throw bad('is not empty: choose an empty or a new folder')
  return folder
}

/**
 * Copies the data, looks whether the copy is whole, and only then leads to it; what was there before stays among the backups of
 * the old folder. A kill on the way leaves the lab with either place, never with none.
 *
 * @throws {LabError} of the store, or `BAD_FILE`; then the data are where they were
 */
export async function moveData(folder: string, place: DataPlace): Promise<Reopened> {
  const from = place.folder
  try {
    makeFolder(folder)
    const games = await copyData(from, join(folder, 'lab.db'))
    await verify(folder, games)
    for (const name of COMPANIONS) await copyIfThere(join(from, name), join(folder, name))
    leadTo(folder, place)
  } catch (error) {
    if (existsSync(join(folder, 'lab.db'))) rmSync(join(folder, 'lab.db'))
    if (error instanceof LabError) throw error
    throw new LabError('BAD_FILE', `${folder}: ${(error as Error).message}. The data are still in ${from}.`, undefined, {
      cause: error,
    })
  }
  renameSync(join(from, 'lab.db'), backupFile(from, 'move'))
  return { because: 'moved', place: folder }
}

/** @returns how many games there are */
async function copyData(folder: string, file: string): Promise<number> {
  const store = await openStore({ threadFile: THREAD_FILE, folder, program: 'a move of the data' })
  try {
    await store.maintenance.backup(file)
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

async function copyIfThere(from: string, to: string): Promise<void> {
  const stat = statSync(from, { throwIfNoEntry: false })
  if (stat?.isDirectory()) await cp(from, to, { recursive: true })
  else if (stat) await copyFile(from, to)
}
