/** A cache of the values that were used last, up to a number. */
export class Recent<Key, Value> {
  readonly #values = new Map<Key, Value>()

  /** @param stays true for a value to keep beyond that number */
  constructor(
    private readonly most: number,
    private readonly stays: (key: Key) => boolean = () => false,
  ) {}

  /** Makes the value the latest again. */
  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.most) break
      if (!this.stays(oldest)) this.#values.delete(oldest)
    }
  }

  delete(key: Key): void {
    this.#values.delete(key)
  }
}
