import { z } from 'zod'
import type { WebSocket } from 'ws'
import type { LabEvents, Reply, WebMessage, WebRequest } from '../../core/contract/calls'
import { parseShape } from '../../core/contract/shapes'
import { LabError } from '../../core/errors'
import type { Dispatch } from './dispatch'

/** Answers waiting to be read past which a client counts as lost, in bytes. Events never get there. */
const MAX_BACKLOG_BYTES = 8_000_000

/** How long a client may take to say goodbye. */
const GOODBYE_MS = 1_000

/** Close codes of RFC 6455, 7.4.1. An oversized message is closed by ws itself, with 1009. */
const GOING_AWAY = 1001
const NO_BINARY = 1003
const BAD_DATA = 1007

/** Events of as many subjects may wait; the oldest of more is dropped. */
const MOST_UNSENT = 1_000

const requestShape: z.ZodType<WebRequest> = z.strictObject({
  id: z.int().min(0),
  call: z.string(),
  arg: z.unknown().optional(),
})

/** One connected page. */
export class WebClient {
  readonly #socket: WebSocket
  readonly #dispatch: Dispatch
  /** The newest event of each subject that is not sent yet: a slow client misses events, not memory. */
  readonly #unsent = new Map<string, string>()
  #sending = false
  #alive = true

  constructor(socket: WebSocket, dispatch: Dispatch) {
    this.#socket = socket
    this.#dispatch = dispatch
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(NO_BINARY, 'text only')
      else void this.#hear((data as Buffer).toString())
    })
    socket.on('pong', () => (this.#alive = true))
    // ws has closed or is closing the connection, with the fitting code; there is nothing left to do
    socket.on('error', () => undefined)
  }

  /** @param subject of `subjectOf`. @param text the event as a `WebMessage`. Both are made once for all clients. */
  push(subject: string, text: string): void {
    this.#unsent.set(subject, text)
    const [oldest] = this.#unsent.keys()
    if (this.#unsent.size > MOST_UNSENT) this.#unsent.delete(oldest!)
    if (!this.#sending) this.#sendNext()
  }

  /** To be called at intervals: ends a connection that did not answer the last call. */
  beat(): void {
    if (!this.#alive) return this.#socket.terminate()
    this.#alive = false
    this.#socket.ping()
  }

  close(): void {
    this.#socket.close(GOING_AWAY, 'the lab was closed')
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref()
  }

  async #hear(text: string): Promise<void> {
    let request: WebRequest
    try {
      request = parseShape(requestShape, JSON.parse(text), 'message')
    } catch (error) {
      if (!(error instanceof LabError) && !(error instanceof SyntaxError)) throw error
      // without an id there is no call to answer
      return this.#socket.close(BAD_DATA, 'not a call: {"id", "call", "arg"} in JSON is')
    }
    this.#answer(request.id, await this.#dispatch(request.call, request.arg))
  }

  #answer(id: number, reply: Reply<unknown>): void {
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) return this.#socket.terminate()
    const message: WebMessage = { id, reply }
    this.#socket.send(JSON.stringify(message))
  }

  /** One event on its way at a time: the next leaves when the system has taken this one. */
  #sendNext(): void {
    const [next] = this.#unsent
    this.#sending = next !== undefined
    if (!next) return
    const [subject, text] = next
    this.#unsent.delete(subject)
    this.#socket.send(text, error => {
      if (!error) this.#sendNext()
    })
  }
}

/** What an event tells of. A newer one of the same subject makes it needless; one of another run or analysis does not. */
export function subjectOf<E extends keyof LabEvents>(event: E, payload: LabEvents[E]): string {
  const told: Partial<LabEvents> = { [event]: payload }
  const { run, gameAnalysis, playouts, failure } = told
  if (playouts) {
    const { game, slide, better, worse, player } = playouts
    return JSON.stringify([event, game, slide, better, worse, player])
  }
  return JSON.stringify([event, run?.id ?? gameAnalysis?.id ?? failure?.message])
}
