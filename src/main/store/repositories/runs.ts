import type { LabErrorData } from '../../../core/errors'
import type {
  NewTuning,
  RunAdvance,
  TuningGoal,
  TuningState,
  StoredTuning,
  StoredValidated,
} from '../../../core/contract/storedRuns'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow, jsonOf, notFound } from '../fields'
import { markDeleted, markRestored } from './deleted'
import { insertEvaluation, insertIteration } from './evaluations'
import type { Provenances } from './provenances'

/** Runs listed at most: enough for any user, and each costs a kilobyte. */
const MOST_LISTED = 1000

/** Fields of a run that can be changed, apart from its progress. */
export interface RunChange {
  readonly name?: string
  readonly config?: unknown
  readonly state?: TuningState
  readonly goal?: TuningGoal
  readonly validated?: StoredValidated
  readonly error?: LabErrorData | null
  readonly started?: number
  readonly ended?: number | null
}

/** Games of the choice at the end; not counted for a finished run. */
const VALIDATION_GAMES = `CASE WHEN state = 'finished' THEN 0 ELSE (SELECT count(*) FROM validations
  JOIN validation_games ON validation = validations.id WHERE run = sound_runs.id AND by_hand = 0
  AND (iteration = sound_runs.iterations OR subject = 'origin')) END AS validation_games`
const FOUND = `SELECT *, ${VALIDATION_GAMES} FROM sound_runs WHERE deleted IS NULL`

/** Tuning runs, without deleted ones: see `Deleted`. */
export class Runs {
  constructor(
    private readonly db: Database,
    private readonly provenances: Provenances,
  ) {}

  /** The newest first. */
  list(): StoredTuning[] {
    const rows = this.db.all(`${FOUND} ORDER BY id DESC LIMIT ${MOST_LISTED}`)
    return rows.map(row => this.#runOf(row))
  }

  get(id: number): StoredTuning | undefined {
    const row = this.db.one(`${FOUND} AND id = $id`, { id })
    return row && this.#runOf(row)
  }

  /** The optimiser's last snapshot; `undefined` before the first. */
  checkpoint(id: number): unknown {
    const row = this.db.one('SELECT snapshot FROM sound_checkpoints WHERE run = $id', { id })
    return row && jsonOf(row['snapshot'])
  }

  /** Adds a queued run. */
  add({ name, config, provenance }: NewTuning): StoredTuning {
    return this.db.transaction(() => {
      const now = Date.now()
      const row = { name, config: JSON.stringify(config), state: 'queued', created: now, updated: now }
      return this.get(insertRow(this.db, 'runs', { ...row, provenance: this.provenances.idOf(provenance) }))!
    })
  }

  /** @throws {LabError} `NOT_FOUND` */
  change(id: number, changes: RunChange): StoredTuning {
    return this.db.transaction(() => {
      const run = this.get(id)
      if (!run) throw notFound('tuning run', id)
      const { name, config, state, goal, validated, error, started, ended } = { ...run, ...changes }
      this.db.run(
        `UPDATE runs SET name = $name, config = $config, state = $state, goal = $goal, validated = $validated, error = $error, started = $started,
           ended = $ended, updated = $now WHERE id = $id`,
        {
          ...{ id, name, state, goal, started, ended },
          config: JSON.stringify(config),
          validated: JSON.stringify(validated),
          error: JSON.stringify(error),
          now: Date.now(),
        },
      )
      return this.get(id)!
    })
  }

  /** Saves new evaluations and batches, the following checkpoint and the run's progress: all or nothing. */
  advance(id: number, { evaluations, iterations, checkpoint, progress }: RunAdvance): void {
    this.db.transaction(() => {
      for (const evaluation of evaluations) insertEvaluation(this.db, id, evaluation)
      for (const iteration of iterations) insertIteration(this.db, id, iteration)
      const snapshot = checkpoint === undefined ? undefined : { run: id, snapshot: JSON.stringify(checkpoint) }
      if (snapshot) insertRow(this.db, 'checkpoints', snapshot, 'ON CONFLICT DO UPDATE SET snapshot = excluded.snapshot')
      const { best, ...counts } = progress
      this.db.run(
        `UPDATE runs SET iterations = $iterations, evaluations = $evaluations, failed = $failed, retried = $retried, games = $games,
           ms = $ms, best = $best, updated = $now WHERE id = $id`,
        { id, ...counts, best: JSON.stringify(best), now: Date.now() },
      )
    })
  }

  /** Pauses runs that were queued or running when a lab was killed. @returns how many there were. */
  interruptAll(): number {
    return this.db.run(`UPDATE runs SET state = 'paused' WHERE state IN ('queued', 'running')`).changes
  }

  /** @returns how many were deleted. */
  remove(ids: readonly number[]): number {
    return markDeleted(this.db, 'runs', ids)
  }

  /** Undoes `remove`. @returns how many were restored. */
  restore(ids: readonly number[]): number {
    return markRestored(this.db, 'runs', ids)
  }

  #runOf(row: Row): StoredTuning {
    return {
      ...fieldsOf<StoredTuning>(row, 'deleted'),
      config: jsonOf(row['config']),
      error: jsonOf(row['error']),
      provenance: this.provenances.get(row['provenance'] as number),
      best: jsonOf(row['best']),
      validated: jsonOf(row['validated']),
    }
  }
}
