/**
 * The one way to end: who opens something (a thread, a timer, a file, a listener) owns it in a scope, which closes it.
 *
 *     const scope = new Scope('recorder')
 *     const thread = scope.add(startThread())
 *     const timer = setInterval(look, 1000)
 *     scope.defer(() => clearInterval(timer))
 *     await scope.close() // first the timer, then the thread
 */
import { LabError } from '../core/errors'

export interface Closable {
  /** A promise if that takes time. */
  close(): void | Promise<unknown>
}

/** Owns what was opened, and closes it once, the last first. */
export class Scope {
  /** In the order of opening. */
  readonly #owned = new Set<Closable>()
  readonly #controller = new AbortController()
  #closing: Promise<void> | undefined

  /** @param together closes all at once, of which none needs another */
  constructor(
    readonly name: string,
    private readonly together = false,
    private readonly parent?: Scope,
  ) {}

  /** Aborts when closing begins, also that of the parent. Long work polls it or passes it on. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isClosed(): boolean {
    return this.signal.aborted
  }

  /** Owns a thing until the scope closes. @returns the thing @throws {LabError} `CANCELLED` once it has, and closes the thing */
  add<T extends Closable>(thing: T): T {
    if (this.isClosed) {
      void thing.close()
      throw new LabError('CANCELLED', 'the lab was closed')
    }
    this.#owned.add(thing)
    return thing
  }

  /** Calls `end` when the scope closes. */
  defer(end: Closable['close']): void {
    this.add({ close: end })
  }

  /** Calls `act` now and every `ms` until the scope closes, but never while it is at work. `act` reports its failures itself. */
  every(ms: number, act: () => Promise<void>): void {
    let isAtWork = false
    const call = (): void => {
      if (isAtWork) return
      isAtWork = true
      void act()
        .catch(() => undefined)
        .finally(() => (isAtWork = false))
    }
    const timer = setInterval(call, ms)
    this.defer(() => clearInterval(timer))
    call()
  }

  /** A part that can close before the whole. */
  child(name: string, together = false): Scope {
    return this.add(new Scope(name, together, this))
  }

  /**
   * Closes everything, even if a part fails. The parts up to the first that takes time, as a child does, end before this returns.
   * @throws the first failure
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    this.#abort()
    const failures: unknown[] = []
    const waiting: Promise<unknown>[] = []
    for (const thing of [...this.#owned].reverse())
      try {
        const ending = thing.close()
        if (!ending) continue
        waiting.push(ending.catch((failure: unknown) => failures.push(failure)))
        if (!this.together) await waiting.at(-1)
      } catch (failure) {
        failures.push(failure)
      }
    if (waiting.length > 0) await Promise.all(waiting)
    this.#owned.clear()
    if (this.parent) this.parent.#owned.delete(this)
    if (failures.length > 0) throw failures[0]
  }

  /** All parts know it at once, so that they need not wait for each other to stop. */
  #abort(): void {
    this.#controller.abort()
    for (const thing of this.#owned) if (thing instanceof Scope) thing.#abort()
  }
}

/** Lends a scope, and closes it in any case. */
export async function scoped<T>(name: string, use: (scope: Scope) => T | Promise<T>): Promise<T> {
  const scope = new Scope(name)
  try {
    return await use(scope)
  } finally {
    await scope.close()
  }
}
