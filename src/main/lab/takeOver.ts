/**
 * Runs that labs before version 15 of the data stored as files beside the database. They are taken into it when the data are opened, and
 * what was read then moves to a folder among the backups. A kill at any moment leaves a run in its file or in both places; the next opening
 * takes it over again, to the same rows.
 */
import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chunks } from '../../core/sliced'
import { LabError, type LabErrorData } from '../../core/errors'
import { ARENA_FOLDER, BACKUPS, TRAINING_FOLDER } from '../files/dataContents'
import { explainingFile } from '../files/fileProblem'
import { makeFolder } from '../files/home'
import { whileLocked } from '../store/files/fileLock'
import type { Store } from '../store/store'
import type { EarlierRun } from './runs/lineRuns'

/** Folder of taken files among the backups. */
const TAKEN = 'taken-over'
/** Lines of one transaction, which may have megabytes each. */
const LINES_AT_ONCE = 50

interface EarlierKind {
  /** Their folder among the data. */
  readonly folder: string
  readonly name: RegExp
  /** What is taken over of one, as names in the folder; the one by which it is found is the last. */
  readonly files: (name: string) => readonly string[]
  /** @throws {LabError} `BAD_FILE` */
  readonly read: (path: string) => Promise<EarlierRun>
}

const KINDS: readonly EarlierKind[] = [
  {
    folder: ARENA_FOLDER,
    name: /^arena-[0-9a-f]{8,64}\.jsonl$/,
    files: name => [name],
    read: async path => (await import('./arena/arenaFiles')).earlierTournament(path),
  },
  {
    folder: TRAINING_FOLDER,
    name: /^[1-9]\d*$/,
    files: name => ['progress.jsonl', 'deleted', 'run.json'].map(file => join(name, file)),
    read: async path => (await import('./training/earlierTrainings')).earlierTraining(path),
  },
]

/** @param folder of the data @returns what could not be taken over, and was left as it is; and what was left out */
export async function takeOver(store: Pick<Store, 'lineRuns'>, folder: string): Promise<LabErrorData[]> {
  const problems: LabErrorData[] = []
  for (const kind of KINDS) {
    const root = join(folder, kind.folder)
    for (const name of namesIn(root).filter(each => kind.name.test(each)))
      try {
        const [first] = kind.files(name)
        if (!existsSync(join(root, kind.files(name).at(-1)!))) continue
        const faults = await whileLocked(join(root, first!), () => takeOne(store, kind, folder, name))
        problems.push(...faults.map(message => ({ code: 'BAD_FILE', message }) as const))
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        problems.push({ ...error.toData(), message: `${error.message}. It was left as it is.` })
      }
    removeIfEmpty(root)
  }
  return problems
}

async function takeOne({ lineRuns }: Pick<Store, 'lineRuns'>, kind: EarlierKind, folder: string, name: string) {
  const { lines, problems, ...run } = await kind.read(join(folder, kind.folder, name))
  const { id } = await lineRuns.add(run)
  for (const some of chunks(lines, LINES_AT_ONCE)) await lineRuns.append(id, some)
  for (const file of kind.files(name)) {
    const [path, taken] = [join(folder, kind.folder, file), join(folder, BACKUPS, TAKEN, kind.folder, file)]
    if (!existsSync(path)) continue
    explainingFile(path, () => {
      makeFolder(dirname(taken))
      renameSync(path, taken)
    })
  }
  return problems
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? explainingFile(folder, () => readdirSync(folder)).toSorted() : []
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // it is not empty, or there is none
  }
}
