import { SingleBar } from 'cli-progress'
import { duration } from './numbers'

/** A bar on standard error with the time that is left, where somebody can see it. */
export class Progress {
  readonly #bar: SingleBar | undefined
  readonly #started = performance.now()

  constructor(
    private readonly total: number,
    visible: boolean,
    unit: 'games' | 'slides' = 'games',
  ) {
    if (!visible) return
    this.#bar = new SingleBar({
      format: `  {bar}  {value}/{total} ${unit}  {duration_formatted}  {note}`,
      stream: process.stderr,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      barsize: 32,
      clearOnComplete: true,
      hideCursor: true,
      // the library would answer Ctrl-C with an exit of its own; ours shows what is done
      gracefulExit: false,
      linewrap: true,
    })
    this.#bar.start(total, 0, { note: '' })
  }

  /** @param before what was done when it began */
  show(done: number, note: string, before = 0): void {
    if (!this.#bar) return
    const left = ((performance.now() - this.#started) / (done - before)) * (this.total - done)
    this.#bar.update(done, { note: done > before ? `ETA ${duration(left)}  ${note}` : note })
  }

  stop(): void {
    this.#bar?.stop()
  }
}
