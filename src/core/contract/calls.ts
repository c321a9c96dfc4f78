/**
 * Everything a page can ask of the lab and hear from it, whatever host carries it: the window over Electron's IPC, the
 * browser over a WebSocket.
 *
 * One entry here is the whole change: the hosts will not compile without a handler, both bridges are derived, and the
 * page's `lab` gets the method. Payloads are plain data; what a file may still hold has its shape in `files.ts`.
 */
import { z } from 'zod'
import type { LabErrorData } from '../errors'
import type { Board } from '../games/twenty48/board'
import type { Player, Turn } from '../games/twenty48/player'
import type { SearchReport } from '../search/report'
import type { Profile } from './files'
import { PREFERENCE_FIELDS, type Preferences } from './preferences'
import { moveShape, playerShape, seedShape } from './shapes'
import { GAME_KINDS, GAME_SORTS, type GameQuery, type GameRow } from './stored'

/** Largest message a page may send, in bytes of JSON. */
export const MAX_MESSAGE_BYTES = 1_000_000

/** Sent once to a page as it opens, with all that it shows first. */
export interface Hello {
  readonly version: string
  readonly host: 'window' | 'browser'
  readonly kernel: string
  readonly generator: string
  readonly profiles: readonly Profile[]
  /** Name of the profile that plays until another is chosen. */
  readonly defaultProfile: string
  readonly preferences: Preferences
  readonly game: GameView
  readonly analysis: AnalysisView
  readonly status: EngineStatus
}

/** The game on the board; there is one, and every page shows it. */
export interface GameView {
  /** Grows with each new game. */
  readonly id: number
  /** The tiles are drawn from this seed. */
  readonly seed: number
  /** Where the game began: two tiles drawn from the seed, or a position that somebody set. */
  readonly origin: 'seed' | 'position'
  readonly board: Board
  /** Points so far: since the origin, and those a saved game came with. */
  readonly score: number
  readonly slides: number
  readonly over: boolean
  /** Slides that can be taken back, and played again. */
  readonly undo: number
  readonly redo: number
  /** The one turn between the last view and this, for the animation; absent after any other change. */
  readonly last?: { readonly before: Board; readonly turn: Turn }
  /** Set while the engine plays on by itself. */
  readonly autoplay?: { readonly slidesPerSecond: Speed }
}

/** Some rows of the library, and how many there are under the same filter. */
export interface GameWindow {
  readonly rows: readonly GameRow[]
  readonly total: number
}

/** Slides a second, or as fast as the engine can. */
export type Speed = number | 'fastest'

/** A game as columns for a graph: row i is the position after `slides[i]` slides. */
export interface GameGraph {
  /** Ascending, from the start of the game to the end of its undone slides; of a long game not all, but every extreme. */
  readonly slides: readonly number[]
  readonly score: readonly number[]
  readonly empties: readonly number[]
  /** What the last search of that board found it worth, by whatever player; `null` where none was made. */
  readonly value: readonly (number | null)[]
  /** Slides to the board that is shown. */
  readonly at: number
  /** Slides of the game, undone ones included. */
  readonly total: number
}

/** What the engine thinks of the board; follows the game while it is on. */
export interface AnalysisView {
  readonly on: boolean
  readonly running: boolean
  /** The last report, on the board it names: an older one while a new search begins. */
  readonly report?: SearchReport
  readonly ms?: number
}

/** The status bar. */
export interface EngineStatus {
  readonly state: 'idle' | 'analysing' | 'playing'
  /** Of the last search. */
  readonly depth: number
  readonly nodes: number
  readonly nodesPerSecond: number
  /** Share of the table's look-ups that found an entry to reuse; 0 without a table. */
  readonly hitRate: number
  readonly threads: number
  /** Memory of the kernels of all threads. */
  readonly memoryBytes: number
}

const call = <Arg, Result>(shape: z.ZodType<Arg>) => ({ shape }) as { readonly shape: z.ZodType<Arg>; readonly _result?: Result }

const nothing = z.undefined()
const slideCount = z.strictObject({ slides: z.int().min(1).max(1e9) })
const idShape = z.int().min(1)
const gameIds = z.strictObject({ ids: z.array(idShape).min(1).max(1000) })
const gameQueryShape: z.ZodType<GameQuery> = z.strictObject({
  kind: z.enum(GAME_KINDS).exactOptional(),
  profile: z.string().max(40).exactOptional(),
  batch: idShape.exactOptional(),
  text: z.string().max(200).exactOptional(),
  sort: z.enum(GAME_SORTS),
  descending: z.boolean(),
  offset: z.int().min(0).max(1e9),
  limit: z.int().min(0).max(1000),
})
const speedShape: z.ZodType<Speed> = z.union([z.literal('fastest'), z.number().min(0.1).max(1000)])

export const CALLS = {
  hello: call<undefined, Hello>(nothing),

  /** Starts a game; without a seed one is drawn. */
  newGame: call<{ seed?: number | undefined }, GameView>(z.strictObject({ seed: seedShape.optional() })),
  /** Starts a game from a position in any notation of `parsePosition`. `BAD_POSITION` names what is wrong with it. */
  setPosition: call<{ text: string }, GameView>(z.strictObject({ text: z.string() })),
  /** `ILLEGAL_MOVE` when nothing would move. */
  slide: call<{ move: z.infer<typeof moveShape> }, GameView>(z.strictObject({ move: moveShape })),
  undo: call<{ slides: number }, GameView>(slideCount),
  redo: call<{ slides: number }, GameView>(slideCount),

  /** The game so far in at most so many rows. */
  gameGraph: call<{ points: number }, GameGraph>(z.strictObject({ points: z.int().min(10).max(2000) })),

  /** Searches the board within the player's limits and slides. `CANCELLED` when the game changed meanwhile or it was stopped. */
  engineMove: call<{ player: Player }, SearchReport>(z.strictObject({ player: playerShape })),
  /** Plays on until the game is over, `stop`, or any other change of the game. */
  startAutoplay: call<{ player: Player; speed: Speed }, void>(z.strictObject({ player: playerShape, speed: speedShape })),
  stopAutoplay: call<undefined, void>(nothing),

  /** Turns analysis on, or gives it another player: it follows the board until it is stopped. */
  startAnalysis: call<{ player: Player }, void>(z.strictObject({ player: playerShape })),
  stopAnalysis: call<undefined, void>(nothing),

  /** Keeps what is named, for every page of this data folder. Where that fails it holds until the lab ends, and `failure` says why. */
  setPreferences: call<Partial<Preferences>, void>(z.strictObject(PREFERENCE_FIELDS)),

  /** Part of the library. This and what follows is refused with what is wrong where the data folder cannot be used. */
  games: call<GameQuery, GameWindow>(gameQueryShape),
  /** Until they are purged they can be restored. @returns how many of them there were. */
  deleteGames: call<{ ids: number[] }, number>(gameIds),
  restoreGames: call<{ ids: number[] }, number>(gameIds),
  /** Puts a kept game on the board, with so many of its slides made, or all. The others can be played again if its tiles can. */
  loadGame: call<{ id: number; slides?: number | undefined }, GameView>(
    z.strictObject({ id: idShape, slides: z.int().min(0).optional() }),
  ),
} as const

/** What every page hears. */
export interface LabEvents {
  /** After every change; at most 30 a second, the newest wins. */
  game: GameView
  /** At most 10 a second, and always the last one. */
  analysis: AnalysisView
  /** At most 4 a second, and always when the state changes. */
  status: EngineStatus
  /** A failure that no call is waiting for. */
  failure: LabErrorData
}

export const EVENT_NAMES = ['game', 'analysis', 'status', 'failure'] as const satisfies readonly (keyof LabEvents)[]

// ---- derived types: nothing below changes when a call is added ----

export type CallName = keyof typeof CALLS
export type Arg<K extends CallName> = (typeof CALLS)[K] extends { shape: z.ZodType<infer A> } ? A : never
export type Result<K extends CallName> = (typeof CALLS)[K] extends { _result?: infer R } ? Exclude<R, undefined> : never

/** What the lab implements. Handlers get checked arguments. */
export type LabHandlers = { readonly [K in CallName]: (arg: Arg<K>) => Promise<Result<K>> }

/** Electron keeps only an error's message across `invoke`, and a WebSocket keeps nothing: failures travel as data. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: LabErrorData }

export type Unsubscribe = () => void

/** What the preload script exposes as `window.lab`, and what the browser's WebSocket bridge offers too. */
export type LabBridge = {
  readonly [K in CallName]: (arg: Arg<K>) => Promise<Reply<Result<K>>>
} & {
  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe
}

/** A browser page and its host exchange these as JSON. */
export type WebRequest = { readonly id: number; readonly call: string; readonly arg?: unknown }
export type WebMessage =
  | { readonly id: number; readonly reply: Reply<unknown> }
  | { readonly event: keyof LabEvents; readonly payload: LabEvents[keyof LabEvents] }
