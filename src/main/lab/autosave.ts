import { Throttle } from './throttle'

/** Keeps what is on the disk at most a second behind what is on the screen. */
export class Autosave {
  readonly #throttle = new Throttle(1, () => void (this.#isBehind && this.#write()))
  #isBehind = false
  #isFailing = false
  #writing: Promise<void> | undefined

  /**
   * @param save writes the newest state; never called again before it has ended.
   * @param onFailure hears the first of several failures in a row; the next change tries again.
   */
  constructor(
    private readonly save: () => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** To be called after every change. */
  changed(): void {
    this.#isBehind = true
    this.#throttle.ask()
  }

  /** Writes at once what is not yet written, at the end of a game or of the lab. */
  async flush(): Promise<void> {
    this.#throttle.close()
    while (this.#writing) await this.#writing // another flush may have begun the next one
    if (this.#isBehind) await this.#write()
  }

  #write(): Promise<void> {
    this.#writing ??= this.#attempt().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #attempt(): Promise<void> {
    this.#isBehind = false
    try {
      await this.save()
      this.#isFailing = false
      if (this.#isBehind) this.#throttle.ask() // changed while it was written
    } catch (error) {
      this.#isBehind = true
      if (!this.#isFailing) this.onFailure(error)
      this.#isFailing = true
    }
  }
}
