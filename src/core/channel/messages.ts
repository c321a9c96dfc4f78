/** The messages between the two ends of a channel. */
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
