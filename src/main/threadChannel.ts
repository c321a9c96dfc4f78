/** Channels between the lab and its threads. */
import type { Transferable } from 'node:worker_threads'
import { Answerer, type AnswererOptions } from '../core/channel/answerer'
import { Asker } from '../core/channel/asker'
import type { Method, ToAnswerer, ToAsker } from '../core/channel/service'

/** What the lab needs of a `Worker`, so that tests can pass their own. */
export interface ThreadLike {
  postMessage(message: ToAnswerer, transfer?: readonly Transferable[]): void
  on(event: 'message', listener: (message: ToAsker) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<unknown>
}

/** What a thread needs of its `parentPort`. */
export interface ThreadPort {
  postMessage(message: ToAsker, transfer?: readonly Transferable[]): void
  on(event: 'message', listener: (message: ToAnswerer) => void): unknown
}

/**
 * The asking end of a channel to a thread.
 *
 * @param lost is called as the thread has ended, with what it died of, if anything. Its result is the error of each question
 *   that has no answer, and of all later ones.
 */
export function askThread<S>(thread: ThreadLike, lost: (fault: unknown, code: number) => unknown): Asker<S> {
  const asker = new Asker<S>({ post: (message, transfer) => thread.postMessage(message, transfer as readonly Transferable[]) })
  let fault: unknown
  thread.on('message', message => asker.receive(message))
  thread.on('error', error => (fault = error))
  thread.on('exit', code => asker.end(lost(fault, code)))
  return asker
}

/** Answers in a thread. */
export function answerInThread<S extends { readonly [K in keyof S]: Method }>(
  port: ThreadPort,
  service: S,
  bugs: AnswererOptions['bugs'],
): void {
  const post = (message: ToAsker, transfer?: readonly object[]) => port.postMessage(message, transfer as readonly Transferable[])
  port.on('message', new Answerer(service, { post }, { bugs }).hear)
}
