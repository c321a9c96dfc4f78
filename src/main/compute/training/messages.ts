import type { TrainedNetwork, TrainingStep, Validation } from '../../../core/games/twenty48/wallGame/training'
import type { TrainingCounts } from '../../../core/kernel/wallKernel/trainer'
import type { LinearMemory } from '../../../core/kernel/wallKernel/wallMemory'
import type { NetworkHead } from '../../../core/contract/networkFile'
import type { CheckpointState } from './checkpoint'

/** Start data of a training thread. */
export interface TrainingStart {
  /** A compiled `WebAssembly.Module` of the wall kernel. */
  readonly kernel: unknown
  /** A `WebAssembly.Memory`, which the threads of a network share. */
  readonly memory: LinearMemory
  readonly trained: TrainedNetwork
  /** The number, from 0 to the number of `threads` minus 1. */
  readonly thread: number
  readonly threads: number
  /** Seed of its generator. */
  readonly seed: number
  /** Memory of the `Barrier` of the threads. */
  readonly barrier: SharedArrayBuffer
}

/**
 * A thread that trains a network. Calls that read or write all that was learned (`begin`, `save`, `restore`, `finish`) are for one thread
 * while the others wait.
 */
export interface TrainingService {
  /** Answers once the thread's kernel is ready: the first thread's makes the memory. */
  ready(): void
  /** Begins from the network in a file. @throws {LabError} `BAD_FILE`; `BAD_SETTING` if it does not fit */
  begin(from: { readonly file: string; readonly lowered: number }): void
  /** All threads are to be asked at once. @returns the moves that this thread learned; of two, only the first one learns */
  train(slice: { readonly step: TrainingStep; readonly least: number }): number
  /** Counts of this thread since the network began. */
  counts(): TrainingCounts
  validate(of: { readonly start: number; readonly games: number; readonly seed: number }): Validation
  /** Writes a checkpoint. @returns the ms it took @throws {LabError} `BAD_FILE` for an error of the file system */
  save(to: { readonly file: string; readonly state: CheckpointState }): number
  /** Restores a checkpoint. @throws {LabError} `BAD_FILE` for a damaged one; what was learned is then undefined */
  restore(from: { readonly file: string }): CheckpointState
  /** Writes the network. @returns its id @throws {LabError} `BAD_FILE` for an error of the file system */
  finish(to: { readonly file: string; readonly origin: NetworkHead['origin'] }): string
}

const ARRIVED = 0
const PASSED = 1
/** Looks before a thread sleeps: waking it costs more than a short wait. */
const LOOKS = 5000

/** Where threads wait until all of them have arrived, again and again. */
export class Barrier {
  static readonly BYTES = 2 * Int32Array.BYTES_PER_ELEMENT
  readonly #cells: Int32Array

  /** @param memory of `Barrier.BYTES`, zeros at first, which the threads share */
  constructor(
    memory: SharedArrayBuffer,
    private readonly threads: number,
  ) {
    this.#cells = new Int32Array(memory)
  }

  /** Blocks the thread. */
  wait(): void {
    const cells = this.#cells
    const passed = Atomics.load(cells, PASSED)
    if (Atomics.add(cells, ARRIVED, 1) === this.threads - 1) {
      Atomics.store(cells, ARRIVED, 0)
      Atomics.add(cells, PASSED, 1)
      Atomics.notify(cells, PASSED)
      return
    }
    for (let look = 0; look < LOOKS; look++) if (Atomics.load(cells, PASSED) !== passed) return
    while (Atomics.load(cells, PASSED) === passed) Atomics.wait(cells, PASSED, passed)
  }
}
