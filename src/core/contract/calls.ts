/**
 * Everything a page can ask of the lab and hear from it, whatever host carries it: the window over Electron's IPC, the
 * browser over a WebSocket.
 *
 * One entry in a file of `calls/` is the whole change: the hosts will not compile without a handler, both bridges are derived, and the
 * page's `lab` gets the method. Payloads are plain data; what a file may still hold has its shape in `files.ts`.
 */
import { z } from './zod'
import type { Question, Reply } from '../channel/messages'
import type { LabErrorData } from '../errors'
import { ANALYSIS_CALLS, type GameAnalysisView, type PlayoutView } from './calls/analyses'
import { ARENA_CALLS, type MatchView, type TournamentList } from './calls/arena'
import { call, nothing } from './calls/call'
import { DATA_CALLS, type Reopened } from './calls/data'
import { DELETED_CALLS } from './calls/deleted'
import { DRAFT_CALLS, type ProfileDraftView } from './calls/drafts'
import { ENGINE_CALLS } from './calls/engine'
import { JOB_CALLS, type JobView } from './calls/jobs'
import { LIBRARY_CALLS } from './calls/library'
import { IMPORT_CALLS } from './calls/imports'
import { REPLAY_CALLS } from './calls/replays'
import { PLAY_CALLS, type AnalysisView, type GameView } from './calls/play'
import { PROFILE_CALLS, type KnownProfile } from './calls/profiles'
import { REMOTE_CALLS, type PageGameView } from './calls/remote'
import { SAVING_CALLS, type RescuedView, type Saved, type UnsavedView } from './calls/saving'
import { TREE_CALLS, type TreeView } from './calls/tree'
import { TUNING_CALLS, type RunRow } from './calls/tuning'
import { PREFERENCE_FIELDS, type Preferences } from './preferences'

export type { Reply } from '../channel/messages'
export type * from './calls/analyses'
export type * from './calls/arena'
export type * from './calls/data'
export type * from './calls/deleted'
export type * from './calls/drafts'
export type * from './calls/engine'
export type * from './calls/jobs'
export type * from './calls/library'
export type * from './calls/play'
export type * from './calls/imports'
export type * from './calls/replays'
export type * from './calls/profiles'
export type * from './calls/remote'
export type * from './calls/saving'
export type * from './calls/tree'
export type * from './calls/tuning'

/** Largest message a page may send, in bytes of JSON. */
export const MAX_MESSAGE_BYTES = 1_000_000

/** Sent once to a page as it opens, with all that it shows first. */
export interface Hello {
  readonly version: string
  readonly host: 'window' | 'browser'
  readonly kernel: string
  readonly generator: string
  /** The built-in ones, then the user's own, each by name. */
  readonly profiles: readonly KnownProfile[]
  /** Unsaved changes of the user's own, as they were kept. */
  readonly drafts: readonly ProfileDraftView[]
  /** Name of the profile that plays until another is chosen. */
  readonly defaultProfile: string
  readonly preferences: Preferences
  readonly game: GameView
  readonly analysis: AnalysisView
  readonly status: EngineStatus
  /** The last game on a web page. */
  readonly pageGame?: PageGameView
  /** The long jobs that there are, the oldest first. */
  readonly jobs: readonly JobView[]
  /** Why nothing is kept when the lab ends; absent where the data folder can be used. */
  readonly unkept?: LabErrorData
  /** What is not saved; absent while everything is. */
  readonly unsaved?: UnsavedView
  /** Work of earlier labs that this one has taken over. */
  readonly rescued: readonly RescuedView[]
  /** The data folder that a person named, for commands about this lab; absent for the folder of the system. */
  readonly home?: string
}

/** The status bar. */
export interface EngineStatus {
  readonly state: 'idle' | 'analysing' | 'playing'
  /** Of the last search; without one 0 nodes. */
  readonly depth: number
  readonly nodes: number
  /** `null` where the search took no time that could be measured. */
  readonly nodesPerSecond: number | null
  /** Share of the table's look-ups that found an entry to reuse; `null` where nothing was looked up. */
  readonly hitRate: number | null
  readonly threads: number
  /** Resident memory of the lab's process, with all its threads: kernels, tables, recorded trees and all else. */
  readonly memoryBytes: number
}

/** Tells that the library changed, not how: whoever shows it asks again. */
interface LibraryChange {
  /** Grows with every change. */
  readonly revision: number
}

const LAB_CALLS = {
  hello: call<Hello>()(nothing),

  /** Keeps what is named, for every page of this data folder. Answers when it is on the disk, or says that it is not. */
  setPreferences: call<Saved>()(z.strictObject(PREFERENCE_FIELDS)),
} as const

export const CALLS = {
  ...LAB_CALLS,
  ...PLAY_CALLS,
  ...LIBRARY_CALLS,
  ...REPLAY_CALLS,
  ...IMPORT_CALLS,
  ...PROFILE_CALLS,
  ...DRAFT_CALLS,
  ...JOB_CALLS,
  ...DATA_CALLS,
  ...SAVING_CALLS,
  ...DELETED_CALLS,
  ...ENGINE_CALLS,
  ...TREE_CALLS,
  ...ANALYSIS_CALLS,
  ...TUNING_CALLS,
  ...ARENA_CALLS,
  ...REMOTE_CALLS,
} as const

const event = <Payload>() => ({}) as { readonly _payload?: Payload }

/** What every page hears. */
const EVENTS = {
  /** After every change; at most 30 a second, the newest wins. */
  game: event<GameView>(),
  /** At most 10 a second, and always the last one. */
  analysis: event<AnalysisView>(),
  /** At most 4 a second, and always when the state changes. */
  status: event<EngineStatus>(),
  /** Games were kept, deleted, restored or annotated; at most 4 a second. */
  library: event<LibraryChange>(),
  /** The whole list, when it changed. */
  profiles: event<readonly KnownProfile[]>(),
  /** The recorded trees; at most 10 a second, and always when one begins, ends or is closed. */
  trees: event<readonly TreeView[]>(),
  /** The long jobs that there are, at most 4 times a second, and always the last state. */
  jobs: event<readonly JobView[]>(),
  /** One that runs or waits, at most 4 times a second while it does, and always when that changes. */
  gameAnalysis: event<GameAnalysisView>(),
  /** As `gameAnalysis`. */
  playouts: event<PlayoutView>(),
  /** What is not saved, whenever that changes; `null` once everything is. */
  unsaved: event<UnsavedView | null>(),
  /** The lab was closed and opened again: all that a page knows of it is out of date. */
  reopened: event<Reopened>(),
  /** A tuning run that changed: at most 4 a second for each, and always its last state. */
  run: event<RunRow>(),
  /** The match in the arena; at most 10 a second, and always after a move, a start or a pause. */
  match: event<MatchView>(),
  /** The kept tournaments, at most 4 times a second, and always the last state. */
  tournaments: event<TournamentList>(),
  /** The game on a web page; at most 20 a second, and always the last state. */
  pageGame: event<PageGameView>(),
  /** A failure that no call is waiting for. */
  failure: event<LabErrorData>(),
} as const

// ---- derived types: nothing below changes when a call is added ----

export type LabEvents = { -readonly [E in keyof typeof EVENTS]: Exclude<(typeof EVENTS)[E]['_payload'], undefined> }
export const EVENT_NAMES = Object.keys(EVENTS) as readonly (keyof LabEvents)[]

export type CallName = keyof typeof CALLS
export type Arg<K extends CallName> = (typeof CALLS)[K] extends { shape: z.ZodType<infer A> } ? A : never
export type Result<K extends CallName> = (typeof CALLS)[K] extends { _result?: infer R } ? Exclude<R, undefined> : never

/** What the lab implements. Handlers get checked arguments. */
export type LabHandlers = HandlersOf<CallName>

/** The handlers of some calls: each service of the lab answers its own. */
export type HandlersOf<K extends CallName> = { readonly [Name in K]: (arg: Arg<Name>) => Promise<Result<Name>> }

export type Unsubscribe = () => void

/** What the preload script exposes as `window.lab`, and what the browser's WebSocket bridge offers too. */
export type LabBridge = {
  readonly [K in CallName]: (arg: Arg<K>) => Promise<Reply<Result<K>>>
} & {
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
}

/** A browser page and its host exchange these as JSON, over a channel that carries events beside its answers. */
export type WebRequest = Question & { readonly id: number }
export type WebMessage =
  | { readonly id: number; readonly reply: Reply<unknown> }
  | { readonly event: keyof LabEvents; readonly payload: LabEvents[keyof LabEvents] }
