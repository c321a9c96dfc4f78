import { columnsOf } from '../../../core/growingColumns'
import type { AnalysedSlide, AssessedSlides } from '../../../core/contract/calls'
import type { Judgement } from '../../../core/contract/compute'
import type { AnalysisWithValues } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { MOVES, type Board } from '../../../core/games/twenty48/board'
import { isJudge } from '../../../core/games/twenty48/playerHash'
import { assessSlide, type SlideAssessment } from '../../../core/games/twenty48/gameAnalysis'
import { LosingRisk } from '../../../core/games/twenty48/losingRisk'
import type { Player } from '../../../core/games/twenty48/player'
import type { Scale } from '../../../core/games/twenty48/scale/judgedMoves'
import type { Timeline } from '../../../core/games/twenty48/timeline'
import { slideValues } from '../../../core/games/twenty48/search/report'
import type { Pool } from '../../compute/pool/pool'

/** Boards prepared at once. */
const WINDOW = 512

/** A game and one player's assessments of its moves so far, from the first on. */
export class AnalysedGame {
  readonly #values: Float64Array
  readonly #depths: Uint8Array
  #done: number
  readonly #risk: LosingRisk
  readonly #judge: Player | undefined
  /** How its values are judged. */
  scale: Scale = {}

  /** @throws {LabError} `BAD_STORE` for an analysis that does not fit this game */
  constructor(
    readonly timeline: Timeline,
    readonly player: Player,
    analysis?: AnalysisWithValues,
  ) {
    const { length } = timeline
    if (analysis && analysis.slides !== length)
      throw new LabError('BAD_STORE', `Analysis ${analysis.id} is of ${analysis.slides} slides, its game has ${length}.`)
    this.#risk = new LosingRisk(player)
    this.#judge = isJudge(player) ? player : undefined
    this.#values = new Float64Array(MOVES.length * length)
    this.#depths = new Uint8Array(length)
    this.#done = analysis?.done ?? 0
    if (!analysis) return
    this.#values.set(analysis.values)
    this.#depths.set(analysis.depths)
  }

  /** Moves assessed, from the first on. */
  get done(): number {
    return this.#done
  }

  /** Boards before the moves `from + 1` … `from + count`, or to the last. */
  boards(from: number, count: number): Board[] {
    const { timeline } = this
    return Array.from(timeline.positions(from, Math.min(count, timeline.length - from)), ({ board }) => board)
  }

  /** Adds the judgements of the next moves. */
  extend(judgements: readonly Judgement[]): void {
    const { values, depths } = judgedColumns(judgements)
    this.#values.set(values, this.#done * MOVES.length)
    this.#depths.set(depths, this.#done)
    this.#done += judgements.length
  }

  /** Assessments of the moves `from + 1` … `from + count`, as far as they exist. */
  *assessments(from: number, count: number): Generator<SlideAssessment> {
    const judged = Math.min(count, this.#done - from)
    for (const position of this.timeline.positions(from, judged)) yield this.#assess(position.step + 1, position)
  }

  #assess(slide: number, position: { readonly board: Board; readonly score: number }): SlideAssessment {
    const at = (slide - 1) * MOVES.length
    const values = slideValues(move => {
      const value = this.#values[at + MOVES.indexOf(move)]!
      return Number.isNaN(value) ? null : value
    })
    const { move } = this.timeline.replay.turns[slide - 1]!
    const by = { risk: this.#risk, scale: this.scale, judge: this.#judge }
    return assessSlide(slide, move, position, { values, depth: this.#depths[slide - 1]! }, by)
  }

  /** True if risks beyond the next tile are shown separately: decided by the last move assessed, for all of them. */
  get showsDistantRisks(): boolean {
    if (this.#done === 0) return true
    const deepest = this.#depths.reduce((a, b) => Math.max(a, b), 0)
    return this.#risk.showsDistantRisks(this.timeline.at(this.#done - 1).board, deepest)
  }

  assessed(from: number, most: number): AssessedSlides {
    const slides = [...this.assessments(from, most)]
    return {
      from,
      ...columnsOf(slides, 'move', 'best', 'depth', 'loss', 'chanceLoss', 'pointsLoss', 'noise', 'risk', 'ownRisk', 'counted'),
      value: slides.map(({ values, best }) => values[best]!),
      rough: slides.map(({ moves, move }) => moves[move]?.isRough ?? false),
      showsDistantRisks: this.showsDistantRisks,
    }
  }

  /** @throws {LabError} `NOT_FOUND` for a move that is not assessed */
  slide(slide: number): AnalysedSlide {
    if (slide > this.#done)
      throw new LabError('NOT_FOUND', `Slide ${slide} is not analysed yet: ${this.#done} of ${this.timeline.length} are.`)
    const position = this.timeline.at(slide - 1)
    return { assessment: this.#assess(slide, position), board: position.board }
  }
}

/**
 * Searches the moves that are not assessed yet, in the background.
 * @param onJudged called once for each, in no fixed order: move `index + 1` of the game
 * @param signal ends it early
 */
export async function searchSlides(
  pool: Pool,
  game: AnalysedGame,
  player: Player,
  onJudged: (judgement: Judgement, index: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let from = game.done; from < game.timeline.length && !signal.aborted; from += WINDOW)
    await pool.searchBoards(player, game.boards(from, WINDOW), (judgement, i) => onJudged(judgement, from + i), { signal })
}

/** In the store's form. */
export function judgedColumns(judgements: readonly Judgement[]): { values: Float64Array; depths: Uint8Array } {
  const values = new Float64Array(MOVES.length * judgements.length)
  judgements.forEach((each, i) => MOVES.forEach((move, m) => (values[i * MOVES.length + m] = each.values[move] ?? NaN)))
  return { values, depths: Uint8Array.from(judgements, ({ depth }) => depth) }
}
