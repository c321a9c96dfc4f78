/**
 * All calls and events between a page and the lab, for every host: the window over Electron's IPC, the browser over a WebSocket.
 *
 * To add a call, add one entry to a file of `calls/`. The hosts do not compile without a handler, both bridges are derived, and the page's
 * `lab` gets the method. Payloads are plain data; shapes that files share are in `files.ts`.
 */
import { z } from './zod'
import type { Question, Reply } from '../channel/service'
import type { LabErrorData } from '../errors'
import { ANALYSIS_CALLS, type GameAnalysisView, type PlayoutView } from './calls/analyses'
import { ARENA_CALLS, type MatchView, type TournamentView } from './calls/arena'
import { call, nothing } from './calls/call'
import { CALIBRATION_CALLS, type CalibrationRow } from './calls/calibrations'
import { COMPARISON_CALLS, type ComparisonRow } from './calls/comparisons'
import { DATA_CALLS, DELETED_CALLS, type Reopened } from './calls/data'
import { EXERCISE_CALLS } from './calls/exercises'
import { ENGINE_CALLS } from './calls/engine'
import { JOB_CALLS, type JobView } from './calls/jobs'
import { LIBRARY_CALLS, REPLAY_CALLS } from './calls/library'
import { IMPORT_CALLS } from './calls/imports'
import { PLAY_CALLS, type AnalysisView, type GameView, type OutlookView, type PlayTree } from './calls/play'
import { DRAFT_CALLS, type KnownProfile, PROFILE_CALLS, type ProfileDraftView } from './calls/profiles'
import type { RUN_EVENTS } from './calls/runRow'
import { RUN_CALLS, type RunKind } from './calls/runs'
import { REMOTE_CALLS, type PageGameView } from './calls/remote'
import { SAVING_CALLS, type RescuedView, type Saved, type UnsavedView } from './calls/saving'
import { TRAINING_CALLS, type TrainingRow } from './calls/training'
import { STUDY_CALLS, type StudyRunRow } from './calls/studies'
import { SWEEP_CALLS, type SweepRow } from './calls/sweeps'
import { TREE_CALLS, type TreeView } from './calls/tree'
import { TUNING_CALLS, type TuningRow } from './calls/tuning'
import { WALL_CALLS, type WallTestRow } from './calls/walls'
import { PREFERENCE_FIELDS, type Preferences } from './preferences'

export type { Reply } from '../channel/service'
export type * from './calls/analyses'
export type * from './calls/arena'
export type * from './calls/comparisons'
export type * from './calls/data'
export type * from './calls/profiles'
export type * from './calls/engine'
export type * from './calls/exercises'
export type * from './calls/jobs'
export type * from './calls/library'
export type * from './calls/play'
export type * from './calls/imports'
export type * from './calls/library'
export type * from './calls/profiles'
export type * from './calls/remote'
export type * from './calls/runs'
export type * from './calls/runRow'
export type * from './calls/saving'
export type * from './calls/studies'
export type * from './calls/sweeps'
export type * from './calls/training'
export type * from './calls/tree'
export type * from './calls/tuning'
export type * from './calls/walls'

/** Largest message a page may send, in bytes of JSON. */
export const MAX_MESSAGE_BYTES = 1_000_000

/** Sent once to a page when it opens, with everything that it shows first. */
export interface Hello {
  readonly version: string
  /** Names and versions of the programs that it runs on: Node, and in the window Electron and Chromium. */
  readonly programs: Readonly<Record<string, string>>
  readonly host: 'window' | 'browser'
  /** Starts the terminal of this installation, for commands that the user copies. */
  readonly command: string
  readonly kernel: string
  readonly generator: string
  /** The built-in ones, then the user's, each sorted by name. */
  readonly profiles: readonly KnownProfile[]
  /** Unsaved changes of the user's profiles. */
  readonly drafts: readonly ProfileDraftView[]
  /** Name of the profile that plays by default. */
  readonly defaultProfile: string
  readonly preferences: Preferences
  readonly game: GameView
  readonly analysis: AnalysisView
  readonly status: EngineStatus
  /** The last game on a web page. */
  readonly pageGame?: PageGameView
  /** The current long jobs, oldest first. */
  readonly jobs: readonly JobView[]
  /** Why the lab cannot save anything; absent if the data folder is usable. */
  readonly storeProblem?: LabErrorData
  /** What is not saved yet; absent if everything is. */
  readonly unsaved?: UnsavedView
  /** Work of earlier labs that this one has recovered. */
  readonly rescued: readonly RescuedView[]
  /** The data folder that the user named, for commands about this lab; absent for the default folder. */
  readonly home?: string
}

/** What was opened in the system: a file, by a double click or a drop on the icon, or a link of the lab's scheme, also on a page. */
export type OpenedThing =
  | {
      readonly name: string
      /** Path of its content at the page's own origin. */
      readonly path: string
    }
  | { readonly link: string }
  /** Names a file that cannot be opened, and why. */
  | { readonly problem: string }

/** The status bar. */
export interface EngineStatus {
  readonly state: 'idle' | 'analysing' | 'playing'
  /** Depth of the last search. The fields below are also of that search; 0 nodes before the first. */
  readonly depth: number
  readonly nodes: number
  /** `null` if the search took no measurable time. */
  readonly nodesPerSecond: number | null
  /** Share of the table's look-ups that found an entry to reuse; `null` without look-ups. */
  readonly hitRate: number | null
  readonly threads: number
  /** Resident memory of the lab's process with all its threads, kernels, tables and recorded trees. */
  readonly memoryBytes: number
}

/** Reports that the library changed, but not how: pages that show it request it again. */
interface LibraryChange {
  /** Increases with every change. */
  readonly revision: number
}

const LAB_CALLS = {
  hello: call<Hello>()(nothing),

  /** What the system handed to the window and no page has received yet; nothing in a browser. */
  takeOpened: call<readonly OpenedThing[]>()(nothing),

  /** Saves the given preferences, for every page of this data folder. Answers once they are on the disk, or with the failure. */
  setPreferences: call<Saved>()(z.strictObject(PREFERENCE_FIELDS)),
} as const

export const CALLS = {
  ...LAB_CALLS,
  ...PLAY_CALLS,
  ...LIBRARY_CALLS,
  ...REPLAY_CALLS,
  ...IMPORT_CALLS,
  ...PROFILE_CALLS,
  ...CALIBRATION_CALLS,
  ...DRAFT_CALLS,
  ...JOB_CALLS,
  ...DATA_CALLS,
  ...SAVING_CALLS,
  ...DELETED_CALLS,
  ...ENGINE_CALLS,
  ...TREE_CALLS,
  ...ANALYSIS_CALLS,
  ...EXERCISE_CALLS,
  ...COMPARISON_CALLS,
  ...WALL_CALLS,
  ...STUDY_CALLS,
  ...SWEEP_CALLS,
  ...TUNING_CALLS,
  ...RUN_CALLS,
  ...TRAINING_CALLS,
  ...ARENA_CALLS,
  ...REMOTE_CALLS,
} as const

const event = <Payload>() => ({}) as { readonly _payload?: Payload }

/** Events that every page receives. */
const EVENTS = {
  /** After every change; at most 30 per second, the newest wins. */
  game: event<GameView>(),
  /** At most 10 per second, and always the last one. */
  analysis: event<AnalysisView>(),
  /** At most 30 per second, and always the last one; none before a page has asked, and while the tree is folded. */
  playTree: event<PlayTree>(),
  /** At most 5 per second, and always the last one; none before a page has asked. */
  outlook: event<OutlookView | null>(),
  /** At most 4 per second, and always when the state changes. */
  status: event<EngineStatus>(),
  /** Games were saved, deleted, restored or annotated; at most 4 per second. */
  library: event<LibraryChange>(),
  /** The whole list, after a change. */
  profiles: event<readonly KnownProfile[]>(),
  /** The recorded trees; at most 10 per second, and always when one begins, ends or is closed. */
  trees: event<readonly TreeView[]>(),
  /** The current long jobs; at most 4 times per second, and always the last state. */
  jobs: event<readonly JobView[]>(),
  /** An analysis that runs or waits; at most 4 times per second, and always when its state changes. */
  gameAnalysis: event<GameAnalysisView>(),
  /** Like `gameAnalysis`. */
  playouts: event<PlayoutView>(),
  /** What is not saved, after each change; `null` once everything is. */
  unsaved: event<UnsavedView | null>(),
  /** The lab was closed and opened again: everything that a page knows of it is out of date. */
  reopened: event<Reopened>(),
  /** A tuning run that changed: at most 4 per second for each, and always its last state. */
  tuning: event<TuningRow>(),
  /** A comparison that changed, or a bench: at most 4 per second for each, and always its last state. */
  comparison: event<ComparisonRow>(),
  /** Like `comparison`. */
  wallTest: event<WallTestRow>(),
  /** Like `comparison`. */
  study: event<StudyRunRow>(),
  /** Like `comparison`. */
  sweep: event<SweepRow>(),
  /** A training run that changed: at most 4 per second for each, and always its last state. */
  training: event<TrainingRow>(),
  /** A calibration that runs or waits; at most 4 times per second, and always its last state. */
  calibration: event<CalibrationRow>(),
  /** The match in the arena; at most 10 per second, and always after a move, a start or a pause. */
  match: event<MatchView>(),
  /** Like `comparison`. */
  tournament: event<TournamentView>(),
  /** The game on a web page; at most 20 a second, and always the last state. */
  pageGame: event<PageGameView>(),
  /** The window was handed files or links: `takeOpened` has them. */
  opened: event<null>(),
  /** A failure outside any call. */
  failure: event<LabErrorData>(),
} as const

// ---- derived types: nothing below changes when a call is added ----

export type LabEvents = { -readonly [E in keyof typeof EVENTS]: Exclude<(typeof EVENTS)[E]['_payload'], undefined> }
export const EVENT_NAMES = Object.keys(EVENTS) as readonly (keyof LabEvents)[]

/** The row of a run of a kind. */
export type RunRow<K extends RunKind> = LabEvents[(typeof RUN_EVENTS)[K]]

export type CallName = keyof typeof CALLS
export type Arg<K extends CallName> = (typeof CALLS)[K] extends { shape: z.ZodType<infer A> } ? A : never
export type Result<K extends CallName> = (typeof CALLS)[K] extends { _result?: infer R } ? Exclude<R, undefined> : never

/** The lab's implementation. Handlers receive checked arguments. */
export type LabHandlers = HandlersOf<CallName>

/** The handlers of some calls: each service of the lab answers its own. */
export type HandlersOf<K extends CallName> = { readonly [Name in K]: (arg: Arg<Name>) => Promise<Result<Name>> }

export type Unsubscribe = () => void

/** The bridge that the preload script exposes as `window.lab`, and that the browser's WebSocket bridge implements too. */
export type LabBridge = {
  readonly [K in CallName]: (arg: Arg<K>) => Promise<Reply<Result<K>>>
} & {
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
}

/** JSON messages between a browser page and its host. The channel also carries events. */
export type WebRequest = Question & { readonly id: number }
export type WebMessage =
  | { readonly id: number; readonly reply: Reply<unknown> }
  | { readonly event: keyof LabEvents; readonly payload: LabEvents[keyof LabEvents] }
