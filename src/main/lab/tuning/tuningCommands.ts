/** Tuning runs for commands. */
import type { RunRow, RunView } from '../../../core/contract/calls'
import { onAbort } from '../../compute/pool/abort'
import type { StoreReader } from '../../store/store'
import type { CommandContext } from '../shared/commandContext'
import { runProvenance } from './runProvenance'
import { RunReader } from './runReader'
import { Tuning, type TuningOptions } from './tuning'

/** Starts a run or takes one up. @returns its number */
export type BeginRun = (tuning: Pick<Tuning, 'start' | 'resume' | 'extend'>) => Promise<number>

export interface ComputeOptions extends Pick<TuningOptions, 'onRow' | 'onEvaluated' | 'onFailure' | 'drawSeed'> {
  /** Pauses the run. */
  readonly signal: AbortSignal
  /** Hears why the run could not be paused. */
  readonly onUnpaused: (error: unknown) => void
}

export class TuningCommands {
  constructor(private readonly context: CommandContext) {}

  /** The newest first; none where nothing was stored yet. */
  list(): Promise<readonly RunRow[]> {
    return this.context.store.readOr([], store => readerOf(store).list())
  }

  /** Lends what is stored of runs. @throws {LabError} `BAD_STORE`, also where nothing was stored yet */
  read<T>(use: (runs: RunReader) => Promise<T>): Promise<T> {
    return this.context.store.read(store => use(readerOf(store)))
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
}

function readerOf(store: StoreReader): RunReader {
  return new RunReader(async () => store)
}
