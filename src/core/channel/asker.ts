import { LabError } from '../errors'
import type { AnswerOf, ArgOf, CallOf, NewsOf, Port, Remote, RemoteOptions, ToAnswerer, ToAsker } from './service'

/** Receives exactly one of `done` and `failed`, once, and nothing after it. */
export interface AnswerListener<Answer, News> {
  done(answer: Answer): void
  failed(error: unknown): void
  news?(news: News): void
}

/** The asking end of a channel to a service `S`. The owner of the port calls `hear`, and `lose` or `end` when the port breaks. */
export class Asker<S> {
  readonly #pending = new Map<number, AnswerListener<unknown, unknown>>()
  #lastId = 0
  #end: { readonly error: unknown } | undefined

  constructor(private readonly port: Port<ToAnswerer>) {}

  /** Questions without an answer so far. */
  get pending(): number {
    return this.#pending.size
  }

  /** True once later questions fail. */
  get isClosed(): boolean {
    return this.#end !== undefined
  }

  /** Every call of the service as a function that promises its answer. */
  get remote(): Remote<S> {
    const request =
      (call: CallOf<S>) =>
      (arg: unknown, { onNews: news, transfer }: RemoteOptions<never> = {}) =>
        new Promise((done, failed) => this.ask(call, arg as never, { done, failed, ...(news && { news }) }, transfer))
    // it is not a promise itself, so that an async function may return it
    const get = (_: object, call: string | symbol) =>
      typeof call === 'string' && call !== 'then' ? request(call as CallOf<S>) : undefined
    return new Proxy({}, { get }) as Remote<S>
  }

  /**
   * Like `remote`, but the listener is called as soon as a message arrives.
   * @returns a function that cancels the question; the service still answers it
   */
  ask<K extends CallOf<S>>(
    call: K,
    arg: ArgOf<S, K>,
    listener: AnswerListener<AnswerOf<S, K>, NewsOf<S, K>>,
    transfer?: readonly object[],
  ): () => void {
    const id = ++this.#lastId
    let failure = this.#end
    if (!failure) {
      this.#pending.set(id, listener)
      try {
        this.port.post({ id, call, arg }, transfer)
      } catch (error) {
        failure = { error }
      }
    }
    if (failure) {
      this.#pending.delete(id)
      listener.failed(failure.error)
    }
    return () => {
      if (this.#pending.has(id)) this.port.post({ id, cancel: true })
    }
  }

  /**
   * Makes a call without an answer; a failure is a bug of the service. Does nothing once the channel has ended.
   * @throws what the port throws
   */
  tell<K extends CallOf<S>>(call: K, arg: ArgOf<S, K>): void {
    if (!this.#end) this.port.post({ call, arg })
  }

  receive(message: ToAsker): void {
    if ('news' in message) return this.#pending.get(message.id)?.news?.(message.news)
    const { id, reply } = message
    const listener = this.#take(id)
    if (reply.ok) listener?.done(reply.value)
    else listener?.failed('bug' in reply ? reply.bug : LabError.fromData(reply.error))
  }

  /** Fails all open questions. Later answers are ignored. */
  lose(error: unknown): void {
    const lost = [...this.#pending.values()]
    this.#pending.clear()
    for (const listener of lost) listener.failed(error)
  }

  /** Fails all later questions; open ones are still answered. The first error counts. */
  close(error: unknown): void {
    this.#end ??= { error }
  }

  /** `close` and `lose`. */
  end(error: unknown): void {
    this.close(error)
    this.lose(this.#end!.error)
  }

  #take(id: number): AnswerListener<unknown, unknown> | undefined {
    const listener = this.#pending.get(id)
    this.#pending.delete(id)
    return listener
  }
}
