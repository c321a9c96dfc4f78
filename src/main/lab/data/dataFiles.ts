/** The data folder for `lab data`. Works without the store's thread, because the data may be too damaged for one. */
import { existsSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Backup } from '../../../core/contract/calls'
import { TRAINING_RUN } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { dataBytes, packCompanions, placeCompanions } from '../../store/files/companions'
import { copyData } from '../../store/files/copies'
import { freshDraft, removeDraft } from '../../files/wholeFile'
import { dataFile, openForReading, openForWriting } from '../../store/opening'
import { openRepositories } from '../../store/repositories'
import { salvageInto, type Salvaged } from '../../store/salvage/salvage'
import { type DataReport, checkFile, isLoss } from '../../store/salvage/damage'
import { BACKUPS } from '../../files/dataContents'
import { RUN_OF_FORMAT, type StoredProfile } from '../../../core/contract/stored'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import { problemsOfContents } from './checkContents'
import { backupFile, listBackups } from './backups'
import { type DataPlace, makeFolder, placeOfData, typedPath } from '../../files/home'
import { explainingFile } from '../../files/fileProblem'
import { checkNewFile } from '../../files/newFile'
import type { LocalContext } from '../ground/storeLease'
import { missingFolders, removeIfEmpty } from '../../store/files/unfinishedMove'

interface DataWhere extends Omit<DataPlace, 'namedBy'> {
  readonly file: string
  readonly isThere: boolean
  /** Size of the database with its journal and of the data's other files. */
  readonly bytes: number
  readonly backups: readonly string[]
}

interface SalvagedFile extends Salvaged {
  readonly file: string
  /** True if rows may be missing. */
  readonly hasLosses: boolean
}

interface ListedBackup extends Backup {
  readonly file: string
}

type Place = Pick<LocalContext, 'home' | 'env'>

export async function whereData(context: Place): Promise<DataWhere> {
  const { folder, named } = placeOf(context)
  const file = dataFile(folder)
  const backups = listBackups(folder).map(({ name }) => join(folder, BACKUPS, name))
  return { folder, named, file, isThere: existsSync(file), bytes: dataBytes(folder), backups }
}

/** Reads everything, even while a window is open. @throws {LabError} `BAD_STORE` if nothing is stored, or the file is not the lab's */
export async function checkDataFile(context: Place): Promise<DataReport> {
  const file = fileIn(context)
  const report = checkFile(file)
  const { profiles, trainings, runs } = knownIn(dirname(file))
  const problems = await problemsOfContents(dirname(file), profiles, trainings, runs)
  return { ...report, problems: [...report.problems, ...problems] }
}

/** @param target absent: among the backups @returns its path @throws {LabError} `BAD_FILE`, `BAD_STORE`, `STORE_FULL` */
export async function backUpTo(context: Place, target?: string): Promise<string> {
  const file = fileIn(context)
  const copy = target === undefined ? backupFile(dirname(file), 'asked') : checkNewFile(resolve(typedPath(target)))
  await copyData(file, copy)
  return copy
}

export async function backupsOf(context: Place): Promise<readonly ListedBackup[]> {
  const { folder } = placeOf(context)
  return listBackups(folder).map(backup => ({ ...backup, file: join(folder, BACKUPS, backup.name) }))
}

/**
 * Replaces the data, which become a backup.
 * @param chosen a file, or the name of a backup
 * @returns the file
 * @throws {LabError} `STORE_LOCKED` while another program has the folder; `BAD_REQUEST` while one writes beside the database; `BAD_FILE`,
 * `BAD_STORE`, `STORE_FULL`
 */
export async function restoreFrom(context: Place, chosen: string): Promise<string> {
  const named = (await backupsOf(context)).find(({ name }) => name === chosen)
  const file = named?.file ?? resolve(chosen)
  const { folder } = placeOf(context)
  const { close } = await openForWriting({ folder, program: 'lab data restore', restoreFrom: file })
  close()
  return file
}

/**
 * Writes all readable rows: in place, where the damaged file becomes a backup, or to a new file, or as the data of another folder.
 * @throws {LabError} `STORE_LOCKED` in place, while another program has the folder; `BAD_FILE`, `BAD_STORE`, `STORE_FULL`
 */
export async function salvageTo(context: Place, target?: string): Promise<SalvagedFile> {
  const file = fileIn(context)
  if (target === undefined) {
    const { salvaged, close } = await openForWriting({ folder: dirname(file), program: 'lab data salvage', salvage: true })
    close()
    return fileOf(file, salvaged!)
  }
  const whole = resolve(typedPath(target))
  const created = missingFolders(whole)
  const isFolder = explainingFile(
    whole,
    () => /[/\\]$/.test(target) || statSync(whole, { throwIfNoEntry: false })?.isDirectory() === true,
  )
  let draft: string | undefined
  try {
    const copy = explainingFile(whole, () => {
      if (isFolder) makeFolder(whole)
      return checkNewFile(isFolder ? join(whole, basename(file)) : whole)
    })
    const part = (draft = explainingFile(copy, () => freshDraft(copy)))
    const salvaged = salvageInto(file, part)
    if (isFolder) await placeCompanions(dirname(file), whole)
    else await packCompanions(part, dirname(file), {})
    explainingFile(copy, () => renameSync(part, copy))
    return fileOf(copy, salvaged)
  } catch (error) {
    if (draft !== undefined) removeDraft(draft)
    for (const folder of created) removeIfEmpty(folder)
    throw error
  }
}

function placeOf({ home, env }: Place): DataPlace {
  return placeOfData(home, env)
}

function fileIn(context: Place): string {
  const { folder } = placeOf(context)
  const file = dataFile(folder)
  if (!existsSync(file))
    throw new LabError('BAD_STORE', `Nothing is stored in ${folder} yet. Name the right folder with --home FOLDER.`, {
      fault: 'missing',
      file,
    })
  return file
}

/** The check of the database names those that cannot be read. */
function knownIn(folder: string): {
  readonly profiles: readonly StoredProfile[]
  readonly trainings?: readonly string[]
  readonly runs: readonly StoredLineRun[]
} {
  let opened: ReturnType<typeof openForReading> | undefined
  try {
    opened = openForReading(folder)
    const { profiles, lineRuns } = openRepositories(opened)
    return {
      profiles: profiles.list(),
      trainings: lineRuns.keys(TRAINING_RUN.head.format),
      runs: Object.keys(RUN_OF_FORMAT).flatMap(format => lineRuns.list(format)),
    }
  } catch {
    return { profiles: [], runs: [] }
  } finally {
    opened?.close()
  }
}

function fileOf(file: string, salvaged: Salvaged): SalvagedFile {
  return { ...salvaged, file, hasLosses: salvaged.damage.some(isLoss) }
}
