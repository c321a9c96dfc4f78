/** The state of a run: from its last checkpoint or, if that is lost, from its evaluations. */
import type { StoredEvaluation, StoredTuning } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import type { Best, Candidate, Evaluation, Optimizer, OptimizerSnapshot } from '../../../core/tuning/optimizer'
import { optimizerOf } from '../../../core/tuning/optimizers'
import type { TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import type { StoreReader } from '../../store/store'

/** The data from which a run resumes. */
export interface Checkpoint {
  readonly optimizer: OptimizerSnapshot
  /** Time spent on the current batch. */
  readonly batchMs: number
}

/**
 * The optimiser of a run in its current state. Without a checkpoint it is rebuilt bit for bit from the stored evaluations; only the time of
 * the current batch is lost.
 * @throws {LabError} `BAD_STORE` for a checkpoint of another configuration, and if evaluations are missing too
 */
export async function optimizerAt(
  { runs, evaluations }: Pick<StoreReader, 'runs' | 'evaluations'>,
  run: StoredTuning,
  config: TuningConfig,
): Promise<{ readonly optimizer: Optimizer; readonly batchMs: number }> {
  const checkpoint = (await runs.checkpoint(run.id)) as Checkpoint | undefined
  if (checkpoint) return { optimizer: optimizerOf(config, checkpoint.optimizer), batchMs: checkpoint.batchMs }
  return { optimizer: await rebuilt(evaluations, run, config), batchMs: 0 }
}

/** The mean of all evaluations of a point that a run with reassessment, of an earlier lab, remembers; `undefined` for other points. */
export async function reassessedFitness(
  { runs }: { readonly runs: Pick<StoreReader['runs'], 'checkpoint'> },
  run: number,
  candidate: number,
): Promise<number | undefined> {
  const checkpoint = (await runs.checkpoint(run)) as Checkpoint | undefined
  const { bests = [], particles = [] } = (checkpoint?.optimizer.state ?? {}) as Remembered
  return [...bests, ...particles.map(({ best }) => best)].find(best => best?.id === candidate)?.fitness
}

interface Remembered {
  readonly bests?: readonly Best[]
  readonly particles?: readonly { readonly best: Best | null }[]
}

async function rebuilt(
  evaluations: Pick<StoreReader['evaluations'], 'range'>,
  run: StoredTuning,
  config: TuningConfig,
): Promise<Optimizer> {
  const optimizer = optimizerOf(config)
  for (let answered = 0; answered < run.evaluations;) {
    const asked = new Map(optimizer.ask().map(candidate => [candidate.id, candidate]))
    const first = Math.min(...asked.keys())
    const stored = asked.size === 0 ? [] : await evaluations.range(run.id, first, Math.max(...asked.keys()) + 1 - first)
    const answers = stored.filter(({ id }) => asked.has(id))
    const stranger = answers.find(each => !isOf(asked.get(each.id)!, each))
    if (stranger)
      throw lost(run, `its evaluation ${stranger.id} has other weights than a search of this lab, so that it cannot be rebuilt`)
    if (answers.length === 0)
      throw lost(
        run,
        `of the ${run.evaluations} evaluations that it could be rebuilt from only ${answered} are left in one piece`,
      )
    optimizer.tell(answers.map(answerOf))
    answered += answers.length
  }
  return optimizer
}

function isOf({ params }: Candidate, { position }: StoredEvaluation): boolean {
  return params.length === position.length && params.every((value, d) => Object.is(value, position[d]))
}

/** The optimiser's answer from a stored evaluation. */
function answerOf({ id, fitness }: StoredEvaluation): Evaluation {
  return { id, fitness: fitness ?? NaN }
}

function lost({ id }: StoredTuning, why: string): LabError {
  return new LabError(
    'BAD_STORE',
    `Run ${id} cannot be resumed: its checkpoint is lost, and ${why}. Clone the run on the Tune screen: the clone searches from the start.`,
    { id },
  )
}
