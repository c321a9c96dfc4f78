/** The types of a service, which type both ends of a channel: an interface of methods `(arg, calling) => answer`. */
import type { LabErrorData } from '../errors'

/** Expected failures travel as data, because Electron keeps only an error's message across `invoke`, and JSON keeps nothing. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: LabErrorData }

/** Without an `id`, there is no answer. */
export interface Question {
  readonly id?: number
  readonly call: string
  readonly arg?: unknown
}

export type ToAnswerer = Question | { readonly id: number; readonly cancel: true }

/** A bug keeps its message and its stack, if the port can carry them. */
export type ToAsker =
  | { readonly id: number; readonly news: unknown }
  | { readonly id: number; readonly reply: Reply<unknown> | { readonly ok: false; readonly bug: unknown } }

/** A `MessagePort`, a thread or a WebSocket, as the end of a channel that sends over it sees it. */
export interface Port<Message> {
  /**
   * @param transfer objects that move to the other end and are of no use here afterwards
   * @throws for a message that cannot be sent
   */
  post(message: Message, transfer?: readonly object[]): void
}

/** A question from the service's side, while it answers. */
export interface Calling<News = never> {
  /** Sends news before the answer; the asker receives them in order. */
  news(news: News, transfer?: readonly object[]): void
  /** Objects that move with the answer. */
  readonly transfer: object[]
  /** True if the asker needs no further results. The service must still answer. */
  readonly isCancelled: boolean
  /** `act` is called when the question is cancelled, immediately if it already is. */
  onCancel(act: () => void): void
}

export type Method = (arg: never, calling: Calling) => unknown

/** Names of a service's calls. */
export type CallOf<S> = keyof S & string

type ArgsOf<S, K extends keyof S> = K extends unknown ? (S[K] extends (...args: infer P) => unknown ? P : never) : never

export type ArgOf<S, K extends keyof S> =
  ArgsOf<S, K> extends infer P ? (P extends readonly [infer Arg, ...unknown[]] ? Arg : undefined) : never

export type AnswerOf<S, K extends keyof S> = S[K] extends (...args: never) => infer R ? Awaited<R> : never

export type NewsOf<S, K extends keyof S> =
  ArgsOf<S, K> extends infer P ? (P extends readonly [unknown, Calling<infer News>] ? News : never) : never

export interface RemoteOptions<News> {
  readonly onNews?: ((news: News) => void) | undefined
  /** Objects that move with the question. */
  readonly transfer?: readonly object[]
}

/** A service from the asker's side. */
export type Remote<S> = {
  readonly [K in CallOf<S>]: undefined extends ArgOf<S, K>
    ? (arg?: ArgOf<S, K>, options?: RemoteOptions<NewsOf<S, K>>) => Promise<AnswerOf<S, K>>
    : (arg: ArgOf<S, K>, options?: RemoteOptions<NewsOf<S, K>>) => Promise<AnswerOf<S, K>>
}
