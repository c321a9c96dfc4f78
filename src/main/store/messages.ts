/** Messages between the store and its thread. Both ends are of one build. */
import type { Calling } from '../../core/channel/service'
import type { DamagedRow } from '../../core/contract/stored'
import type { WriteOptions } from './opening'
import type { Repositories } from './repositories'

export type Noun = keyof Repositories
type Names = { readonly [N in Noun]: readonly (keyof Repositories[N])[] }

/** Methods of a store that is opened for reading. */
export const READS = {
  profiles: ['list'],
  profileDrafts: ['list'],
  games: ['window', 'ids', 'place', 'count', 'find', 'known', 'profileNames', 'best', 'get'],
  batches: ['list', 'get', 'played'],
  comparisons: ['list', 'get'],
  settings: ['get'],
  currentGame: ['get'],
  analyses: ['list', 'get'],
  playouts: ['list', 'get'],
  exercises: ['list', 'get', 'counts', 'days', 'unread'],
  runs: ['list', 'get', 'checkpoint'],
  lineRuns: ['list', 'keys', 'get', 'lines'],
  evaluations: ['window', 'count', 'range', 'sample', 'iterations', 'iteration'],
  validations: ['list', 'games'],
  deleted: ['window', 'counts', 'ids', 'runs', 'times'],
  maintenance: ['info', 'check', 'setAside', 'content'],
} as const satisfies Names

/** Additional methods of a writer. Each is one transaction. */
export const WRITES = {
  profiles: ['add', 'change', 'put', 'remove', 'restore'],
  profileDrafts: ['save'],
  games: ['add', 'addAll', 'addNew', 'goOn', 'annotate', 'setSideLines', 'remove', 'restore'],
  batches: ['begin', 'add', 'end', 'extend', 'rename', 'drop', 'remove', 'restore'],
  comparisons: ['begin', 'end', 'rename', 'drop', 'remove', 'restore'],
  settings: ['set'],
  currentGame: ['save', 'replace'],
  analyses: ['begin', 'append'],
  playouts: ['begin', 'want', 'append'],
  exercises: ['add', 'finish'],
  runs: ['add', 'change', 'advance', 'interruptAll', 'remove', 'restore'],
  lineRuns: ['add', 'change', 'append', 'setDeleted'],
  evaluations: [],
  validations: ['begin', 'addGames'],
  deleted: ['forget', 'forgetOf'],
  maintenance: [],
} as const satisfies Names

export const NOUNS = Object.keys(READS) as readonly Noun[]

/** The methods of a noun. */
export function methodsOf(noun: Noun, access: StoreStart['access']): readonly string[] {
  return access === 'read' ? READS[noun] : [...READS[noun], ...WRITES[noun]]
}

type Asynchronous<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never

/** The repositories as the main thread sees them. */
export type RemoteRepositories<N extends Names> = {
  readonly [K in Noun]: { readonly [M in N[K][number] & keyof Repositories[K]]: Asynchronous<Repositories[K][M]> }
}

/** Sent to the thread at its start. */
export type StoreStart =
  | ({
      readonly access: 'write'
      /** Set to 1 to cancel the copy that the thread starts with. */ readonly stop: Int32Array
    } & WriteOptions)
  | { readonly access: 'read'; readonly folder: string }

interface CopyOrder {
  readonly file: string
  readonly stop: Int32Array
  /** See `CopyOf`. */
  readonly only?: 'database' | undefined
}

/** Bytes copied so far. */
export interface Copied {
  readonly copied: number
  readonly total: number
}

/**
 * Calls of the thread in addition to the methods of its repositories. Those are calls too: `noun.method`, with the list of
 * arguments, and news of the damaged rows it found.
 */
export interface StoreService {
  /** The first call. */
  open(nothing: undefined, calling: Calling<Copied>): Promise<void>
  /**
   * Replaces all data by a copy; the old data become a backup.
   * @throws {LabError} `BAD_STORE` or `BAD_FILE` for a copy that is damaged, newer, missing or not the lab's; then nothing is
   * changed.
   */
  restore(file: string): Promise<void>
  /** Runs beside later requests. `stop`: see `StoreStart`. */
  copyTo(copy: CopyOrder, calling: Calling<Copied>): Promise<void>
  /** @throws {LabError} `BAD_STORE` with the fault `gone` if the open files are no longer in the folder */
  look(): Promise<void>
  /**
   * Creates the folder again and writes the database there, after `look` failed. An existing one there becomes a backup.
   * @returns what else was in the folder and is lost, in words
   * @throws {LabError} `BAD_REQUEST` if nothing is gone; `STORE_LOCKED` if another program has the new folder; `STORE_FULL`
   */
  writeAnew(): Promise<string>
  /**
   * Writes everything that is open or still in the folder into a new or empty file, even after `look` failed.
   * @returns what else was in the folder, in words
   */
  copyOpenTo(file: string): Promise<string>
  close(): Promise<void>
}

/** For a method of a repository. */
export type MethodCalling = Calling<readonly DamagedRow[]>
