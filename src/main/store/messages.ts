/** Messages between the store and its thread, and which questions there are. Both ends are of one build. */
import type { LabErrorData } from '../../core/errors'
import type { Analyses } from './analyses'
import type { Batches } from './batches'
import type { CurrentGame } from './currentGame'
import type { Deleted } from './deleted'
import type { Games } from './games'
import type { Maintenance } from './maintenance'
import type { WriteOptions } from './opening'
import type { Playouts } from './playouts'
import type { ProfileDrafts } from './profileDrafts'
import type { Profiles } from './profiles'
import type { Runs } from './runs'
import type { Settings } from './settings'
import type { Validations } from './validations'
import type { Evaluations } from './evaluations'

/** One a noun; they live in the thread. */
export interface Repositories {
  readonly profiles: Profiles
  readonly profileDrafts: ProfileDrafts
  readonly games: Games
  readonly batches: Batches
  readonly settings: Settings
  readonly currentGame: CurrentGame
  readonly analyses: Analyses
  readonly playouts: Playouts
  readonly runs: Runs
  readonly evaluations: Evaluations
  readonly validations: Validations
  readonly deleted: Deleted
  readonly maintenance: Maintenance
}

export type Noun = keyof Repositories
type Names = { readonly [N in Noun]: readonly (keyof Repositories[N])[] }

/** What a store that is opened for reading answers. */
export const READS = {
  profiles: ['list'],
  profileDrafts: ['list'],
  games: ['window', 'ids', 'place', 'count', 'known', 'profileNames', 'get'],
  batches: ['list'],
  settings: ['get'],
  currentGame: ['get'],
  analyses: ['list', 'get'],
  playouts: ['list', 'get'],
  runs: ['list', 'get', 'checkpoint'],
  evaluations: ['window', 'count', 'range', 'sample', 'best', 'iterations', 'iteration'],
  validations: ['list', 'games'],
  deleted: ['window', 'counts', 'ids'],
  maintenance: ['info', 'check'],
} as const satisfies Names

/** What a writer does besides. Each is one transaction. */
export const WRITES = {
  profiles: ['add', 'change', 'put', 'remove', 'restore'],
  profileDrafts: ['save'],
  games: ['add', 'addAll', 'addNew', 'goOn', 'annotate', 'remove', 'restore'],
  batches: ['begin', 'end'],
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

type Asynchronous<F> = F extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never

/** The repositories as the main thread sees them. */
export type Remote<N extends Names> = {
  readonly [K in Noun]: { readonly [M in N[K][number] & keyof Repositories[K]]: Asynchronous<Repositories[K][M]> }
}

/** Given to the thread as it starts. */
export type StoreStart =
  | ({
      readonly access: 'write'
      /** Set to 1: the copy that it was to begin with is not wanted any more. */ readonly stop: Int32Array
    } & WriteOptions)
  | { readonly access: 'read'; readonly folder: string }

export type ToStore =
  | {
      readonly id: number
      readonly kind: 'call'
      readonly noun: Noun
      readonly method: string
      readonly args: readonly unknown[]
    }
  | { readonly id: number; readonly kind: 'restore'; readonly file: string }
  /** `stop`: as in `StoreStart`. */
  | { readonly id: number; readonly kind: 'copy'; readonly file: string; readonly stop: Int32Array }
  | { readonly id: number; readonly kind: 'close' }

export type FromStore =
  | { readonly kind: 'opened' }
  /** Bytes of a copy so far; `id` 0 while it opens. */
  | { readonly kind: 'copied'; readonly id: number; readonly copied: number; readonly total: number }
  | { readonly kind: 'refused'; readonly error: LabErrorData }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: LabErrorData }
  /** A bug; it keeps its message and its stack. */
  | { readonly kind: 'broken'; readonly id: number; readonly error: unknown }
