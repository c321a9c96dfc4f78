import { SingleBar } from 'cli-progress'
import { duration } from './numbers'

/** A bar on standard error with the time that is left, where somebody can see it. */
export class Progress {
  readonly #bar: SingleBar | undefined
  readonly #started = performance.now()

  constructor(
    private readonly total: number,
    visible: boolean,
    unit: 'games' | 'slides' | 'evaluations' = 'games',
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

  /** @param left ms, where it is known better than from the share that is done */
  show(done: number, note: string, left = ((performance.now() - this.#started) / done) * (this.total - done)): void {
    if (!this.#bar) return
    this.#bar.update(done, { note: `ETA ${duration(left)}  ${note}` })
  }

  stop(): void {
    this.#bar?.stop()
  }
}
