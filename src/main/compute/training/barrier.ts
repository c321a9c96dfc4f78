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
