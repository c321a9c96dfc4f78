import type { AnalysedSlide, AssessedSlides } from '../../core/contract/calls'
import type { Judgement } from '../../core/contract/compute'
import type { AnalysisWithValues } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import { MOVES, type Board, type Move } from '../../core/games/twenty48/board'
import { assessSlide, type SlideAssessment } from '../../core/games/twenty48/gameAnalysis'
import type { Player } from '../../core/games/twenty48/player'
import type { Timeline } from '../../core/games/twenty48/timeline'
import { slideValues } from '../../core/search/report'
import type { Pool } from '../compute/pool'

/** Boards that are made ready at once. */
const WINDOW = 512

/** A game with what is known of its slides by one player, from the first on. */
export class AnalysedGame {
  readonly #values: Float64Array
  readonly #depths: Uint8Array
  #done: number

  /** @throws {LabError} `BAD_STORE` for an analysis that cannot be of this game. */
  constructor(
    readonly timeline: Timeline,
    analysis?: AnalysisWithValues,
  ) {
    const { length } = timeline
    if (analysis && analysis.slides !== length)
      throw new LabError('BAD_STORE', `Analysis ${analysis.id} is of ${analysis.slides} slides, its game has ${length}.`)
    this.#values = new Float64Array(MOVES.length * length)
    this.#depths = new Uint8Array(length)
    this.#done = analysis?.done ?? 0
    if (!analysis) return
    this.#values.set(analysis.values)
    this.#depths.set(analysis.depths)
  }

  /** Slides judged, from the first on. */
  get done(): number {
    return this.#done
  }

  /** Before the slides `from + 1` … `from + count`, or to the last. */
  boards(from: number, count: number): Board[] {
    const { timeline } = this
    return Array.from(timeline.positions(from, Math.min(count, timeline.length - from)), ({ board }) => board)
  }

  /** Of the next slides. */
  extend(judgements: readonly Judgement[]): void {
    const { values, depths } = columnsOf(judgements)
    this.#values.set(values, this.#done * MOVES.length)
    this.#depths.set(depths, this.#done)
    this.#done += judgements.length
  }

  assessment(slide: number): SlideAssessment {
    const at = (slide - 1) * MOVES.length
    const values = slideValues(move => {
      const value = this.#values[at + MOVES.indexOf(move)]!
      return Number.isNaN(value) ? null : value
    })
    return assessSlide(slide, this.timeline.replay.turns[slide - 1]!.move, { values, depth: this.#depths[slide - 1]! })
  }

  assessed(from: number, most: number): AssessedSlides {
    const columns = {
      from,
      move: [] as Move[],
      best: [] as Move[],
      value: [] as number[],
      loss: [] as number[],
      share: [] as number[],
    }
    for (let slide = from + 1; slide <= Math.min(this.#done, from + most); slide++) {
      const { move, best, values, loss, share } = this.assessment(slide)
      columns.move.push(move)
      columns.best.push(best)
      columns.value.push(values[best]!)
      columns.loss.push(loss)
      columns.share.push(share)
    }
    return columns
  }

  /** @throws {LabError} `NOT_FOUND` for a slide that is not judged */
  slide(slide: number): AnalysedSlide {
    if (slide > this.#done)
      throw new LabError('NOT_FOUND', `Slide ${slide} is not analysed yet: ${this.#done} of ${this.timeline.length} are.`)
    return { assessment: this.assessment(slide), board: this.timeline.at(slide - 1).board }
  }
}

/**
 * Searches the slides that are not judged yet, in the background.
 *
 * @param onJudged hears each once, in no fixed order: slide `index + 1` of the game.
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

/** As the store keeps them. */
export function columnsOf(judgements: readonly Judgement[]): { values: Float64Array; depths: Uint8Array } {
  const values = new Float64Array(MOVES.length * judgements.length)
  judgements.forEach((each, i) => MOVES.forEach((move, m) => (values[i * MOVES.length + m] = each.values[move] ?? NaN)))
  return { values, depths: Uint8Array.from(judgements, ({ depth }) => depth) }
}
