import type { BoardsOrder, JobId, Judgement, StopCell } from '../../../core/contract/compute'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import type { Kernel } from '../../../core/kernel/port'
import { deepen } from '../../../core/games/twenty48/search/deepening'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import { searchSlide } from './slideSearch'
import { StudyJob, type Worked } from './studyJob'

/**
 * Boards searched one after another. A board that is interrupted, by a release or for a search, is searched again from the start. An expert
 * is not asked: the judgements of a game are compared with each other, so all are in the evaluator's unit.
 */
export class BoardsJob extends StudyJob<Board, Judgement> {
  readonly #job: JobId
  readonly #player: Player

  constructor(
    { job, player, boards }: BoardsOrder,
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    tell: (judgements: readonly Judgement[]) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
  ) {
    super(player, boards, tell)
    this.#job = job
    this.#player = player
  }

  protected work(board: Board): Worked<Judgement> {
    const { limits, settings } = this.#player
    let whole = undefined as SearchReport | undefined
    const steps = deepen(board, limits, { cut: settings.cut, interim: report => (whole = report) })
    const last = searchSlide(this.kernel, steps, limits, this.stopCell, this.#job, this.isWanted)
    // In an interrupted iteration some slides would be compared with shallower ones, so the iteration before it counts.
    const { values, depth } = whole?.depth === last.depth && whole.cut === last.cut ? whole : last
    return last.stopped === 'request' ? 'cut' : { result: { values, depth } }
  }
}
