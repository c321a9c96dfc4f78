/** Deletions that Ctrl+Z takes back; the others are among what was deleted. */
const MOST_UNDONE = 50

/** What was deleted here, or is asked to be, and can be taken back: the latest first. */
export class Deletions<D> {
  #all: readonly D[] = []

  get latest(): D | undefined {
    return this.#all.at(-1)
  }

  add(deletion: D): void {
    this.#all = [...this.#all, deletion].slice(-MOST_UNDONE)
  }

  /** It came to nothing, or is taken back. */
  forget(deletion: D): void {
    this.#all = this.#all.filter(each => each !== deletion)
  }

  has(deletion: D): boolean {
    return this.#all.includes(deletion)
  }
}
