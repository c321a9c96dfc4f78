/**
 * The arena: a match that is watched move by move, and tournaments that run in the background. There is one match, which every page shows.
 * Positions of the match and of a tournament's games are addressed by ply: 0 is the first position.
 */
import { lineShape } from '../texts'
import { countShape, textShape, wholeShape, z } from '../zod'
import type { Turn, Values } from '../../game/game'
import type { Fault, MatchBounds, MatchOutcome } from '../../match/match'
import type { StopReason } from '../../search/report'
import type { LabErrorData } from '../../errors'
import type { GivenOptions } from '../gameOptions'
import { matchPlayerShape, type MatchPlayer } from '../matches'
import { GAME_SEARCH, GAME_START, LONGEST_POSITION, type GameSearch } from '../searchers'
import { seedShape } from '../shapes'
import { call, idShape, nothing } from './call'
import type { RunStanding } from './runRow'
import { speedShape, type Speed } from './play'

/** The player of an agent. */
export type MatchSeat = 'person' | MatchPlayer

export interface MatchView {
  /** Increases with each new match. */
  readonly id: number
  /** Increases with every change of the moves. */
  readonly revision: number
  readonly setup: MatchSetup
  /** Actions and chance events so far. */
  readonly plies: number
  /** Plies that `takeBackInMatch` removes: back to a person's last move, or to the last move if no person plays. */
  readonly back: number
  /** The newest position, in the game's text, and who acts there. */
  readonly state: string
  readonly turn: Turn
  /** True if searchers move without being stepped, and clocks run. */
  readonly running: boolean
  readonly speed: Speed
  /** The search for the next move. */
  readonly thinking?: { readonly agent: number; readonly depth: number; readonly nodes: number }
  /** Milliseconds that each player has used, its current move included; by agent. */
  readonly spentMs: readonly number[]
  /** Milliseconds that the current move has taken, while a clock runs. */
  readonly turnMs?: number
  readonly outcome?: MatchOutcome
  /** The failure that paused the match. */
  readonly problem?: LabErrorData
}

/** The search behind a move. */
export interface MoveReport {
  /** From the player's side: higher is better for it. Absent if no iteration finished. */
  readonly value?: number
  /** Plies of the last iteration. */
  readonly depth: number
  /** Positions entered. */
  readonly nodes: number
  readonly stopped: StopReason
  /** The principal variation in words, the move first, in the form of `MoveWords`. */
  readonly line: readonly MoveWords[]
}

/** An edge in the game's own words; `by` is the agent that moves, or chance. */
export interface MoveWords {
  readonly by: number | 'chance'
  readonly edge: number
  readonly words: string
}

export interface MoveRow extends MoveWords {
  /** Ply of the position after it, from 1. */
  readonly ply: number
  /** Time of the move; 0 for a chance event. Absent in a game of a tournament. */
  readonly ms?: number
  /** Absent for chance, for a person, and in a game of a tournament. */
  readonly report?: MoveReport
}

export interface MoveRows {
  readonly rows: readonly MoveRow[]
  readonly total: number
  readonly revision: number
}

/** A position of a match or of a game. */
export interface CoursePosition {
  readonly ply: number
  readonly state: string
  readonly turn: Turn
  /** The move that led here, with the position before it. */
  readonly last?: MoveRow
  readonly before?: string
  /** Each player's latest move up to here that has a report; by agent. */
  readonly reported: readonly (MoveRow | null)[]
  readonly plies: number
}

/** A saved tournament and its progress. */
export interface TournamentView extends RunStanding<'unfinished' | 'finished'> {
  /** Hash of the tournament's content. */
  readonly id: string
  /** Absent: only the texts of its players. */
  readonly name?: string
  readonly game: GameSearch['game']
  readonly options?: GivenOptions
  /** First positions; 0: random. */
  readonly boards: number
  readonly bounds: MatchBounds
  /** In the notation of `parsePlayerText`. */
  readonly players: readonly { readonly name: string; readonly player: string }[]
  readonly seed: number
  /** When it started, in ISO 8601. */
  readonly at: string
  /** Games of all pairings: planned, and saved. */
  readonly total: number
  readonly done: number
}

/** A number, or infinity, which JSON cannot write. */
export type EloNumber = number | '∞' | '−∞'

interface Strength {
  /** Elo above the opponent, or above all opponents together; absent before the first finished pair of games. */
  readonly elo?: EloNumber
  /** 95 %; absent with too few games. */
  readonly interval?: readonly [low: EloNumber, high: EloNumber]
}

export interface Score {
  readonly wins: number
  /** Undecided games included. */
  readonly draws: number
  readonly losses: number
}

export interface TournamentPlayer extends Score, Strength {
  readonly name: string
  readonly points: number
  readonly msPerMove?: number
  readonly nodesPerMove?: number
  /** Games lost by a failure, an illegal move or the clock. */
  readonly faults: number
  readonly overruns: number
}

/** The first player against the second. */
interface TournamentPairing extends Score, Strength {
  readonly players: readonly [number, number]
  /** Number of distinct games. */
  readonly different: number
  /** True if so few games differ that the intervals are too narrow. */
  readonly repeats: boolean
  /** True if the players seem to play alike. */
  readonly alike: boolean
  /** Games that ended at the move limit; they count as draws. */
  readonly undecided: number
}

export interface TournamentTable {
  /** Games that count. */
  readonly games: number
  readonly players: readonly TournamentPlayer[]
  readonly pairings: readonly TournamentPairing[]
  /** True if no clock decides. */
  readonly reproducible: boolean
  /** The machine on which it started. */
  readonly machine: string
}

/** A saved game. */
export interface TournamentGame {
  readonly number: number
  /** Indexes in the list of players, by seat. */
  readonly seats: readonly [number, number]
  /** A seat. */
  readonly winner?: number
  readonly ended: MatchOutcome['ended']
  readonly fault?: Fault
  readonly values: Values
  /** By both players. */
  readonly moves: number
  readonly ms: number
}

export interface TournamentGames {
  readonly rows: readonly TournamentGame[]
  readonly total: number
  readonly revision: number
}

/** Maximum number of games of one tournament in the window: its table is computed between two answers. */
export const MOST_TOURNAMENT_GAMES = 5_000
/** Maximum number of saved tournaments. */
export const MOST_TOURNAMENTS = 100
/** Maximum number of plies of a match; it then ends undecided. */
export const MOST_PLIES = 50_000
const MOST_ROWS = 200
const MOST_SEATS = 16
/** Maximum number of first positions of one tournament in the window. */
export const MOST_BOARDS = 1_000
export const MOST_WINDOW_PLAYERS = 8

const clockShape = z.number().min(1).max(86_400_000)
const setupShape = z.strictObject({
  ...GAME_START,
  /** By agent. */
  seats: z
    .array(z.union([z.literal('person'), matchPlayerShape]))
    .min(1)
    .max(MOST_SEATS)
    .readonly(),
  /** Milliseconds that each player has for all of its moves; a player that exceeds them loses. Absent: no clock. */
  clockMs: clockShape.exactOptional(),
})
/** The game, its first position and the players of a match. */
export type MatchSetup = Readonly<z.infer<typeof setupShape>>

const match = z.strictObject({ id: idShape })
const tournamentIdShape = z.string().regex(/^[0-9a-f]{8,64}$/, 'not a tournament')
const tournament = z.strictObject({ id: tournamentIdShape })
const courseShape = z.union([
  z.strictObject({ match: idShape }),
  z.strictObject({ tournament: tournamentIdShape, game: wholeShape(1, 1e6) }),
])
/** The match, or a saved game of a tournament. */
export type CourseId = Readonly<z.infer<typeof courseShape>>

const plyShape = wholeShape(0, 1e6)
const windowFields = { first: countShape, count: wholeShape(1, MOST_ROWS) }

export const ARENA_CALLS = {
  match: call<MatchView | null>()(nothing),
  /** Replaces the previous match. `BAD_POSITION`; `BAD_SETTING` names the field. */
  startMatch: call<MatchView>()(setupShape),
  /**
   * A person's move in the position after `ply` plies. `ILLEGAL_MOVE`; `BAD_REQUEST` if it is not a person's turn, or the position is
   * another.
   */
  moveInMatch: call<void>()({ id: idShape, ply: plyShape, action: wholeShape(0, 65_535) }),
  /** Lets searchers move without being stepped, at most `speed` moves per second. */
  runMatch: call<void>()({ id: idShape, speed: speedShape }),
  /** Stops the running search; its time does not count. */
  pauseMatch: call<void>()(match),
  /** Plays one move of the searcher to act, then pauses. */
  stepMatch: call<void>()(match),
  /** Takes back to a person's last move, or by one move if no person plays; that player then acts again. */
  takeBackInMatch: call<void>()(match),

  courseMoves: call<MoveRows>()({ of: courseShape, ...windowFields }),
  /** `NOT_FOUND` beyond the last ply. */
  courseAt: call<CoursePosition>()({ of: courseShape, ply: plyShape }),

  /** Newest first. */
  tournaments: call<readonly TournamentView[]>()(nothing),
  /**
   * Players are texts for `parsePlayerText`. A tournament that exists resumes, once a pause has ended. `BAD_SETTING` names the
   * field; `BAD_REQUEST` if it runs with fewer games.
   */
  startTournament: call<TournamentView>()({
    game: GAME_SEARCH.game,
    options: GAME_SEARCH.options,
    boards: z.array(textShape(LONGEST_POSITION)).max(MOST_BOARDS),
    players: z
      .array(z.strictObject({ name: lineShape(200), player: textShape(1000) }))
      .min(2)
      .max(MOST_WINDOW_PLAYERS),
    /** Games of each pairing. */
    games: wholeShape(1, MOST_TOURNAMENT_GAMES),
    seed: seedShape,
    clockMs: clockShape.exactOptional(),
    actions: wholeShape(1, 1e6).exactOptional(),
    /** The name of a new one; absent: the texts of its players. */
    name: lineShape(200).exactOptional(),
  }),
  tournamentTable: call<TournamentTable>()(tournament),
  /** In numerical order. */
  tournamentGames: call<TournamentGames>()({ id: tournamentIdShape, ...windowFields }),
} as const
