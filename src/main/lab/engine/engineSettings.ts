import { availableParallelism } from 'node:os'
import type { EngineChoice, EngineView } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { checkThreads, defaultThreads, MACHINE_MEMORY, MEMORY_FOR_THREADS, memoryForTrees } from '../../compute/pool/memory'
import type { PoolSize } from '../../compute/pool/pool'
import { queueAddress } from '../../compute/queue/queuePool'
import type { Store } from '../../store/store'
import { ENGINE_CHOICE, USUAL_ENGINE } from '../context/labData'
import type { Autosave } from '../saving/autosave'
import type { Saving } from '../saving/saving'
import type { ENGINE_CALLS } from '../../../core/contract/calls/engine'
import type { Feature } from '../ground/labFeature'
import type { QueueWatch } from '../machines/machines'
import type { LabContext } from '../context/labContext'

const MIB = 2 ** 20

/** The number of threads and their memory limit: chosen by the user, saved for the next start. */
export class EngineSettings {
  #chosen: EngineChoice
  readonly #autosave: Autosave | undefined

  /**
   * @param stored as read at the start, when the pool was created
   * @param startedWith number of threads set for this run
   */
  constructor(
    stored: EngineChoice,
    private readonly use: (size: PoolSize, choice: EngineChoice) => void,
    store: Pick<Store, 'settings'>,
    saving: Pick<Saving, 'autosave'>,
    private readonly startedWith?: number,
  ) {
    this.#chosen = stored
    this.#autosave = saving.autosave(
      'engine',
      () => store.settings.set(ENGINE_CHOICE, this.#chosen),
      () => ({ engine: this.#autosave?.isBehind ? this.#chosen : undefined }),
    )
  }

  get view(): EngineView {
    const memory = memoryOf(this.#chosen)
    return {
      chosen: this.#chosen,
      usual: { threads: defaultThreads(true, availableParallelism(), memory), memoryMiB: toMiB(MEMORY_FOR_THREADS) },
      ...(this.startedWith !== undefined && { startedWith: this.startedWith }),
      cores: availableParallelism(),
      machineMiB: toMiB(MACHINE_MEMORY),
    }
  }

  /** Bytes that recorded trees may take. */
  get memoryForTrees(): number {
    const { threads, memoryLimit } = sizeInForce(this.#chosen, this.startedWith).size
    return memoryForTrees(threads, memoryLimit ?? MEMORY_FOR_THREADS)
  }

  /** @throws {LabError} `BAD_SETTING` */
  async choose(choice: EngineChoice): Promise<EngineView> {
    this.use(sizeFor(choice, this.startedWith), choice)
    this.#chosen = choice
    this.changed()
    const unsaved = await this.#autosave?.flush()
    return { ...this.view, ...(unsaved && { unsaved }) }
  }

  /** Must be called if the choice is not saved in these data. */
  changed(): void {
    this.#autosave?.changed()
  }
}

/** The pool of a lab beside a window. @throws {LabError} `BAD_SETTING` for more than this machine has. */
function sizeFor(choice: EngineChoice, startedWith?: number): PoolSize {
  checkMachine(choice)
  const memoryLimit = memoryOf(choice)
  const threads = startedWith ?? choice.threads ?? defaultThreads(true, availableParallelism(), memoryLimit)
  if (startedWith === undefined) checkThreads(threads, memoryLimit)
  return { threads, memoryLimit }
}

/** Like `sizeFor`; if the choice was made on another machine and is too much for this one, the default size and the refused choice. */
export function sizeInForce(
  choice: EngineChoice,
  startedWith?: number,
): { readonly size: PoolSize; readonly refused?: LabError } {
  try {
    return { size: sizeFor(choice, startedWith) }
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return { size: sizeFor(USUAL_ENGINE, startedWith), refused: error }
  }
}

/** @throws {LabError} `BAD_SETTING` */
function checkMachine({ memoryMiB }: EngineChoice): void {
  if (memoryMiB !== null && memoryMiB > toMiB(MACHINE_MEMORY))
    throw new LabError('BAD_SETTING', `memory: this machine has ${toMiB(MACHINE_MEMORY)} MiB, not ${memoryMiB}`, {
      field: 'memoryMiB',
    })
}

function memoryOf({ memoryMiB }: EngineChoice): number {
  return memoryMiB === null ? MEMORY_FOR_THREADS : memoryMiB * MIB
}

function toMiB(bytes: number): number {
  return Math.floor(bytes / MIB)
}

/**
 * @param startedWith number of threads set for this run
 * @param onResized called when the pool's size has changed
 */
export function openEngine(
  { engine, store, data, carried, saving, scope, env }: LabContext & { readonly env: NodeJS.ProcessEnv },
  startedWith: number | undefined,
  onResized: () => void,
): Feature<keyof typeof ENGINE_CALLS, 'kernel'> & { readonly settings: EngineSettings } {
  const settings = new EngineSettings(
    carried?.engine ?? data.engine ?? USUAL_ENGINE,
    (size, choice) => {
      const queue = queueAddress(choice.queue, env) // throws
      engine.pool.resize(size)
      engine.useQueue?.(queue)
      onResized()
    },
    store,
    saving,
    startedWith,
  )
  if (carried?.engine) settings.changed()
  let watch: QueueWatch | undefined
  return {
    settings,
    handlers: {
      alive: async () => undefined,
      engine: async () => settings.view,
      chooseEngine: async choice => settings.choose(choice),
      machines: async () => {
        const { queue } = settings.view.chosen
        const url = queueAddress(queue, env)
        if (url === undefined) return null
        watch ??= new (await import('../machines/machines')).QueueWatch(scope)
        return watch.look(url)
      },
      drainWorker: async ({ worker }) =>
        (await import('../machines/machines')).drainWorkerOf({ env }, settings.view.chosen.queue, worker),
    },
    hello: () => ({ kernel: engine.kernel }),
  }
}
