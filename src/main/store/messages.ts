/** What the store asks of its thread. Both ends are of one build. */
import type { Calling } from '../../core/channel/service'
import type { DamagedRow } from '../../core/contract/stored'
import type { WriteOptions } from './opening'
import type { Repositories } from './repositories'

export type Noun = keyof Repositories
type Names = { readonly [N in Noun]: readonly (keyof Repositories[N])[] }

/** What a store that is opened for reading answers. */
export const READS = {
  profiles: ['list'],
  profileDrafts: ['list'],
  games: ['window', 'ids', 'place', 'count', 'find', 'known', 'profileNames', 'get'],
  batches: ['list', 'get', 'played'],
  comparisons: ['list', 'get'],
  settings: ['get'],
  currentGame: ['get'],
  analyses: ['list', 'get'],
  playouts: ['list', 'get'],
  runs: ['list', 'get', 'checkpoint'],
  evaluations: ['window', 'count', 'range', 'sample', 'best', 'iterations', 'iteration'],
  validations: ['list', 'games'],
  deleted: ['window', 'counts', 'ids'],
  maintenance: ['info', 'check', 'setAside', 'content'],
} as const satisfies Names

/** What a writer does besides. Each is one transaction. */
export const WRITES = {
  profiles: ['add', 'change', 'put', 'remove', 'restore'],
  profileDrafts: ['save'],
  games: ['add', 'addAll', 'addNew', 'goOn', 'annotate', 'remove', 'restore'],
  batches: ['begin', 'add', 'end', 'extend', 'drop'],
  comparisons: ['begin', 'end', 'drop'],
  settings: ['set'],
  currentGame: ['save', 'replace'],
  analyses: ['begin', 'append'],
  playouts: ['begin', 'append'],
  runs: ['add', 'change', 'advance', 'interruptAll', 'remove', 'restore'],
  evaluations: [],
  validations: ['begin', 'addGames'],
  deleted: ['forget', 'forgetBefore'],
  maintenance: [],
} as const satisfies Names

export const NOUNS = Object.keys(READS) as readonly Noun[]

/** What a store answers of a noun. */
export function methodsOf(noun: Noun, access: StoreStart['access']): readonly string[] {
  return access === 'read' ? READS[noun] : [...READS[noun], ...WRITES[noun]]
}

type Asynchronous<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never

/** The repositories as the main thread sees them. */
export type RemoteRepositories<N extends Names> = {
  readonly [K in Noun]: { readonly [M in N[K][number] & keyof Repositories[K]]: Asynchronous<Repositories[K][M]> }
}

/** Given to the thread as it starts. */
export type StoreStart =
  | ({
      readonly access: 'write'
      /** Set to 1: the copy that it was to begin with is not wanted any more. */ readonly stop: Int32Array
    } & WriteOptions)
  | { readonly access: 'read'; readonly folder: string }

/** Bytes of a copy so far. */
export interface Copied {
  readonly copied: number
  readonly total: number
}

/**
 * What the thread does besides the methods of its repositories. These are calls too: `noun.method`, of the list of its
 * arguments, with the damaged rows that it met as news.
 */
export interface StoreService {
  /** The first call. */
  open(nothing: undefined, calling: Calling<Copied>): Promise<void>
  /**
   * Puts a copy in the place of all data, which are kept among the backups.
   *
   * @throws {LabError} `BAD_STORE` or `BAD_FILE` for a copy that is damaged, newer, missing or not the lab's; nothing is changed then.
   */
  restore(file: string): Promise<void>
  /** Goes on beside what is asked later. `stop`: as in `StoreStart`. */
  copyTo(copy: { readonly file: string; readonly stop: Int32Array }, calling: Calling<Copied>): Promise<void>
  /** @throws {LabError} `BAD_STORE` with the fault `gone` where the files that are open are not in the folder any more */
  look(): Promise<void>
  /**
   * Makes the folder again and writes everything there, after `look` failed. What lies there instead is kept among the backups.
   *
   * @throws {LabError} `BAD_REQUEST` where nothing is gone; `STORE_LOCKED` where another program has the new folder; `STORE_FULL`
   */
  writeAnew(): Promise<void>
  /** Writes everything into a new or empty file, also after `look` failed. */
  copyOpenTo(file: string): Promise<void>
  close(): Promise<void>
}

/** Of a method of a repository. */
export type MethodCalling = Calling<readonly DamagedRow[]>
