/** Kept games looked over by an engine, slide by slide, and single slides by playouts. Refused where the data folder cannot be used. */
import { z } from '../zod'
import type { LabErrorData } from '../../errors'
import type { Board, Move } from '../../games/twenty48/board'
import type { SlideAssessment } from '../../games/twenty48/gameAnalysis'
import type { Player } from '../../games/twenty48/player'
import type { PlayoutComparison } from '../../games/twenty48/playouts'
import { moveShape, playerShape } from '../shapes'
import { call, idShape } from './call'

/** Where a long job of this kind stands; `stopped`: it can be taken up again where it was. */
type StudyState = 'running' | 'waiting' | 'stopping' | 'stopped' | 'complete'

/** The analysis of a game by one player. */
export interface GameAnalysisView {
  readonly id: number
  readonly game: number
  readonly player: Player
  /** Name of the profile that the player began from. */
  readonly profile: string
  /** Slides of the game, and how many of them are judged and stored, from the first on. */
  readonly slides: number
  readonly done: number
  readonly created: number
  readonly updated: number
  readonly state: StudyState
  /** Milliseconds still to go while it runs; absent until its progress tells. */
  readonly leftMs?: number
  /** Why it ended before it was complete, if nobody asked for that. */
  readonly problem?: LabErrorData
}

/** Judged slides as columns: row i is slide `from + 1 + i` of the game. */
export interface AssessedSlides {
  readonly from: number
  readonly move: readonly Move[]
  readonly best: readonly Move[]
  /** Value of the best slide, in the evaluator's unit. */
  readonly value: readonly number[]
  /** Of the value. */
  readonly depth: readonly number[]
  /** As of `SlideAssessment`. */
  readonly loss: readonly number[]
  readonly share: readonly number[]
  readonly risk: readonly number[]
  readonly ownRisk: readonly number[]
  /** Whether risks further ahead than the next tile are shown; if not, they are part of the losses. Of all slides so far. */
  readonly tellsFurther: boolean
}

export interface AnalysedSlide {
  readonly assessment: SlideAssessment
  /** Before the slide. */
  readonly board: Board
}

/** Two slides of one board compared in points: many games played on from each by one player. */
export interface PlayoutView {
  readonly game: number
  /** Number of the slide in the game. */
  readonly slide: number
  readonly better: Move
  readonly worse: Move
  readonly player: Player
  readonly profile: string
  /** Playouts of each that are stored. */
  readonly games: { readonly better: number; readonly worse: number }
  /** `null` while there are too few. */
  readonly comparison: PlayoutComparison | null
  /** The scores themselves, while there are too few to compare. */
  readonly scores?: { readonly better: readonly number[]; readonly worse: readonly number[] }
  readonly state: StudyState
  /** While they are played: how many of both there are to be in all. */
  readonly total?: number
  readonly leftMs?: number
  readonly problem?: LabErrorData
}

/** Playouts of one slide at most. */
export const MAX_PLAYOUTS = 100_000
/** Slides told at once. */
export const MAX_ASSESSED = 2_000

const slideShape = z.int().min(1).max(1e6)
const pairShape = z.strictObject({ game: idShape, slide: slideShape, better: moveShape, worse: moveShape })
const profileShape = z.string().max(80)

export type SlidePair = z.infer<typeof pairShape>

export const ANALYSIS_CALLS = {
  /** Of one game, the latest first. */
  gameAnalyses: call<readonly GameAnalysisView[]>()(z.strictObject({ game: idShape })),
  /** Begins an analysis, or takes one by this player up where it was. One runs at a time, others wait. */
  startGameAnalysis: call<GameAnalysisView>()(z.strictObject({ game: idShape, player: playerShape, profile: profileShape })),
  /** What is done stays. */
  stopGameAnalysis: call<void>()(z.strictObject({ id: idShape })),
  /** The slides judged so far, after the first `from`. */
  assessedSlides: call<AssessedSlides>()(z.strictObject({ id: idShape, from: z.int().min(0).max(1e6) })),
  analysedSlide: call<AnalysedSlide>()(z.strictObject({ id: idShape, slide: slideShape })),

  /** One for each player that played on from both slides, the latest first. */
  playouts: call<readonly PlayoutView[]>()(pairShape),
  /** Plays this number of further games from each slide; depth must be the player's only limit. One comparison runs at a time, others wait. */
  startPlayouts: call<PlayoutView>()(
    pairShape.extend({ player: playerShape, profile: profileShape, games: z.int().min(1).max(MAX_PLAYOUTS) }),
  ),
  /** Of both slides, by whatever player. What is played stays. */
  stopPlayouts: call<void>()(pairShape),
} as const
