import type { FromThread, Judgement, StopCell, ToThread } from '../../core/contract/compute'
import type { Board } from '../../core/games/twenty48/board'
import type { Kernel } from '../../core/kernel/port'
import { deepen } from '../../core/search/deepening'
import { searchSlide } from './slideSearch'
import { StudyJob, type Worked } from './studyJob'

/** Boards searched one after the other. One that is cut short, by a release or for a search, is begun anew. */
export class BoardsJob extends StudyJob<Board, Judgement> {
  constructor(
    { job, player, boards }: ToThread & { kind: 'boards' },
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    post: (message: FromThread) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
  ) {
    super(job, player, boards, post)
  }

  protected work(board: Board): Worked<Judgement> {
    const { limits } = this.player
    const steps = deepen(board, limits)
    const { values, depth, stopped } = searchSlide(this.kernel, steps, limits, this.stopCell, this.job, this.isWanted)
    return stopped === 'request' ? 'cut' : { result: { values, depth } }
  }

  protected told(judgements: readonly Judgement[]): FromThread {
    return { kind: 'judged', job: this.job, judgements }
  }
}
