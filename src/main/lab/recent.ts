/** What was asked for last, so many of them. */
export class Recent<Key, Value> {
  readonly #kept = new Map<Key, Value>()

  constructor(private readonly most: number) {}

  /** It is the latest again. */
  get(key: Key): Value | undefined {
    const value = this.#kept.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.most) break
      this.#kept.delete(oldest)
    }
  }
}
