/** Tuning runs for commands. */
import type { RunRow, RunView } from '../../../core/contract/calls'
import { MOST_DELETED, type DeletedRun } from '../../../core/contract/calls/deleted'
import type { StoredRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { onAbort } from '../../compute/pool/abort'
import type { StoreReader } from '../../store/store'
import type { LocalContext } from '../localContext'
import { runProvenance } from './runProvenance'
import { RunReader, type RunEnding } from './runReader'
import { Tuning, type TuningOptions } from './tuning'

/** Starts or resumes a run. @returns its number */
export type BeginRun = (tuning: Pick<Tuning, 'start' | 'resume' | 'extend'>) => Promise<number>

export interface ComputeOptions extends Pick<TuningOptions, 'onRow' | 'onEvaluated' | 'onFailure' | 'drawSeed'> {
  /** Pauses the run. */
  readonly signal: AbortSignal
  /** Called with the reason why the run could not be paused. */
  readonly onUnpaused: (error: unknown) => void
}

export class TuningCommands {
  constructor(private readonly context: LocalContext) {}

  /** Newest first; none if nothing was stored yet. */
  list(): Promise<readonly RunRow[]> {
    return this.context.store.readOr([], async store => (await this.#readerOf(store)).list())
  }

  /** Lends the stored runs. @throws {LabError} `BAD_STORE`, also if nothing was stored yet */
  read<T>(use: (runs: RunReader) => Promise<T>): Promise<T> {
    return this.context.store.read(async store => use(await this.#readerOf(store)))
  }

  /** All or none. @throws {LabError} `NOT_FOUND`; of the store @returns how many existed */
  delete(ids: readonly number[]): Promise<number> {
    return this.context.store.write(async ({ runs }) => {
      for (const id of ids) if (!(await runs.get(id))) throw new LabError('NOT_FOUND', `There is no tuning run number ${id}.`)
      return runs.remove(ids)
    })
  }

  /** Those that `restore` brings back, the last deleted first. */
  deleted(): Promise<readonly DeletedRun[]> {
    return this.context.store.readOr([], async ({ deleted }) => {
      const rows = await deleted.window('runs', 0, MOST_DELETED)
      return rows.filter(row => row.kind === 'runs')
    })
  }

  /** All or none. @throws {LabError} `NOT_FOUND`; of the store @returns how many existed */
  restore(ids: readonly number[]): Promise<number> {
    return this.context.store.write(async ({ runs, deleted }) => {
      const gone = new Set(await deleted.ids('runs', Number.MAX_SAFE_INTEGER))
      for (const id of ids)
        if (!gone.has(id))
          throw new LabError(
            'NOT_FOUND',
            `No tuning run number ${id} is among the deleted ones: lab tune list --deleted names them.`,
          )
      return runs.restore(ids)
    })
  }

  /** Computes one run to its end, or until it is paused. @throws {LabError} of the store, and what `begin` throws */
  compute(begin: BeginRun, { signal, onUnpaused, ...options }: ComputeOptions): Promise<RunView> {
    return this.context.store.write(async store => {
      const { engine } = this.context
      const tuning = new Tuning({ ...options, store, pool: engine.pool, provenance: () => runProvenance(engine) })
      try {
        const id = await begin(tuning)
        const removeListener = onAbort(signal, () => void tuning.pause(id).catch(onUnpaused))
        await tuning.idle()
        removeListener()
        return await tuning.runs.view(id)
      } finally {
        await tuning.close()
      }
    })
  }

  /** If no lab has the folder, no run computes: one that is listed as computing was left by a kill, or by a full disk. */
  async #readerOf(store: StoreReader): Promise<RunReader> {
    const isAlone = (await this.context.store.writer()) === undefined
    const nothing = () => undefined
    return new RunReader(
      async () => store,
      nothing,
      nothing,
      run => (isAlone ? leftBehind(run) : undefined),
    )
  }
}

function leftBehind({ state }: StoredRun): RunEnding | undefined {
  return state === 'running' || state === 'queued' ? { state: 'paused', error: null, ended: null } : undefined
}
