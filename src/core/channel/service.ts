/** The types of a service, by which both ends of a channel are typed: an interface of methods `(arg, calling) => answer`. */

/** A question as the service sees it while it answers. */
export interface Calling<News = never> {
  /** Says something before the answer: the asker hears it in this order. */
  news(news: News, transfer?: readonly object[]): void
  /** Objects that move with the answer. */
  readonly transfer: object[]
  /** Whether the asker wants no more than what there is. There must be an answer all the same. */
  readonly isCancelled: boolean
  /** `act` is called once the question is cancelled, at once if it is. */
  onCancel(act: () => void): void
}

export type Method = (arg: never, calling: Calling) => unknown

/** Names of what can be asked of a service. */
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

/** A service as the asking end sees it. */
export type Remote<S> = {
  readonly [K in CallOf<S>]: undefined extends ArgOf<S, K>
    ? (arg?: ArgOf<S, K>, options?: RemoteOptions<NewsOf<S, K>>) => Promise<AnswerOf<S, K>>
    : (arg: ArgOf<S, K>, options?: RemoteOptions<NewsOf<S, K>>) => Promise<AnswerOf<S, K>>
}
