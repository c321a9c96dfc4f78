import { SingleBar } from 'cli-progress'
import { duration, whole } from './numbers'

/** A bar on standard error with the time that is left, where somebody can see it. */
export class Progress {
  readonly #bar: SingleBar | undefined
  readonly #started = performance.now()

  constructor(
    private readonly games: number,
    visible: boolean,
  ) {
    if (!visible) return
    this.#bar = new SingleBar({
      format: '  {bar}  {value}/{total} games  {duration_formatted}  {note}',
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
    this.#bar.start(games, 0, { note: '' })
  }

  show({ games, mean }: { readonly games: number; readonly mean: number }): void {
    if (!this.#bar) return
    const left = ((performance.now() - this.#started) / games) * (this.games - games)
    this.#bar.update(games, { note: `ETA ${duration(left)}  mean ${whole(mean)}` })
  }

  stop(): void {
    this.#bar?.stop()
  }
}
