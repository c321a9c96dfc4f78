/**
 * Runs that labs before version 15 of the data stored as files beside the database. They are taken into it when the data are opened, and
 * what was read then moves to a folder among the backups. A kill at any moment leaves a run in its file or in both places; the next opening
 * takes it over again, to the same rows.
 */
import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chunks } from '../../core/chunks'
import { LabError, type LabErrorData } from '../../core/errors'
import { ARENA_FOLDER, BACKUPS } from '../files/dataContents'
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
  /** @throws {LabError} `BAD_FILE` */
  readonly read: (path: string) => Promise<EarlierRun>
}

const KINDS: readonly EarlierKind[] = [
  {
    folder: ARENA_FOLDER,
    name: /^arena-[0-9a-f]{8,64}\.jsonl$/,
    read: async path => (await import('./arena/earlierTournaments')).earlierTournament(path),
  },
]

/** @param folder of the data @returns what could not be taken over, and was left as it is; and what was cut off */
export async function takeOver(store: Pick<Store, 'lineRuns'>, folder: string): Promise<LabErrorData[]> {
  const problems: LabErrorData[] = []
  for (const kind of KINDS) {
    const root = join(folder, kind.folder)
    for (const name of namesIn(root).filter(each => kind.name.test(each)))
      try {
        const path = join(root, name)
        const cutOff = await whileLocked(path, () => takeOne(store, kind, path, join(folder, BACKUPS, TAKEN, kind.folder, name)))
        if (cutOff !== undefined) problems.push({ code: 'BAD_FILE', message: cutOff })
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        problems.push({ ...error.toData(), message: `${error.message}. It was left as it is.` })
      }
    removeIfEmpty(root)
  }
  return problems
}

async function takeOne({ lineRuns }: Pick<Store, 'lineRuns'>, kind: EarlierKind, path: string, taken: string) {
  const { lines, cutOff, ...run } = await kind.read(path)
  const { id } = await lineRuns.add(run)
  for (const some of chunks(lines, LINES_AT_ONCE)) await lineRuns.append(id, some)
  explainingFile(path, () => {
    makeFolder(dirname(taken))
    renameSync(path, taken)
  })
  return cutOff
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
