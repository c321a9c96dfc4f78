/** Analyses of saved games, move by move, and of single moves by playouts. All calls are refused if the data folder is unusable. */
import { wholeShape, z } from '../zod'
import type { Board, Move } from '../../games/twenty48/board'
import type { SlideAssessment } from '../../games/twenty48/gameAnalysis'
import type { Player } from '../../games/twenty48/player'
import type { PlayoutComparison } from '../../games/twenty48/playouts'
import { moveShape, playerShape } from '../shapes'
import type { StoredAnalysis } from '../stored'
import { draftLineShape } from '../texts'
import { call, idShape } from './call'
import type { RunStanding } from './runRow'

/** The analysis of a game by one player. */
export interface GameAnalysisView extends Omit<StoredAnalysis, 'player' | 'stamp' | 'looked'>, AnalysisStanding {
  readonly player: Player
  /** The user paused it; absent if the end of the lab, or a crash, stopped it. */
  readonly paused?: true
}

/** `stopped`: it can resume. */
type AnalysisStanding = RunStanding<'stopped' | 'complete'>

/** Assessed moves as columns: row i is move `from + 1 + i` of the game. */
export interface AssessedSlides {
  readonly from: number
  readonly move: readonly Move[]
  readonly best: readonly Move[]
  /** Value of the best move, in the evaluator's unit. */
  readonly value: readonly number[]
  /** Depth of the value. */
  readonly depth: readonly number[]
  /** See `SlideAssessment`. */
  readonly loss: readonly number[]
  readonly chanceLoss: readonly (number | null)[]
  readonly pointsLoss: readonly (number | null)[]
  readonly noise: readonly (number | null)[]
  readonly risk: readonly number[]
  readonly ownRisk: readonly number[]
  readonly counted: readonly (number | null)[]
  /** Whether a loss is rough. See `JudgedMove`. */
  readonly rough: readonly boolean[]
  /** True if risks beyond the next tile are shown separately for all moves so far; otherwise they are part of the losses. */
  readonly showsDistantRisks: boolean
}

export interface AnalysedSlide {
  readonly assessment: SlideAssessment
  /** Before the move. */
  readonly board: Board
}

/** Compares two moves of one board in points, by many games that one player plays on from each. */
export interface PlayoutView extends SlidePair, AnalysisStanding {
  /** Made of the ids of the stored playouts of both moves. */
  readonly id: string
  readonly player: Player
  readonly profile: string
  /** Stored playouts of each move. */
  readonly games: { readonly better: number; readonly worse: number }
  /** `null` if there are too few. */
  readonly comparison: PlayoutComparison | null
  /** The scores themselves, if there are too few to compare. */
  readonly scores?: { readonly better: readonly number[]; readonly worse: readonly number[] }
  /** Stored and wanted playouts of both moves together. */
  readonly total: number
}

/** Maximum number of playouts of one move. */
export const MAX_PLAYOUTS = 100_000
/** Maximum number of assessed moves in one answer. */
export const MAX_ASSESSED = 2_000

/** Number of a move in its game. */
const slideShape = wholeShape(1, 1e6)
const pairShape = z.strictObject({ game: idShape, slide: slideShape, better: moveShape, worse: moveShape })
const profileShape = draftLineShape(80)

export type SlidePair = z.infer<typeof pairShape>

export const ANALYSIS_CALLS = {
  /** The analyses of one game, latest first. */
  gameAnalyses: call<readonly GameAnalysisView[]>()({ game: idShape }),
  /** Starts an analysis, or resumes the one by this player. One runs at a time, others wait. */
  startGameAnalysis: call<GameAnalysisView>()({ game: idShape, player: playerShape, profile: profileShape }),
  /** The moves assessed so far, after the first `from`. */
  assessedSlides: call<AssessedSlides>()({ id: idShape, from: wholeShape(0, 1e6) }),
  analysedSlide: call<AnalysedSlide>()({ id: idShape, slide: slideShape }),

  /** One for each player that played on from both moves, latest first. */
  playouts: call<readonly PlayoutView[]>()(pairShape),
  /**
   * Plays this number of games from each move, besides those of the move that has fewer; depth must be the player's only limit. One
   * comparison runs at a time, others wait.
   * `BAD_REQUEST` for one that runs or waits.
   */
  startPlayouts: call<PlayoutView>()(
    pairShape.extend({ player: playerShape, profile: profileShape, games: wholeShape(1, MAX_PLAYOUTS) }),
  ),
} as const
