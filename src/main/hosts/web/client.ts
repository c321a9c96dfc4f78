import { z } from 'zod'
import type { WebSocket } from 'ws'
import { Answerer } from '../../../core/channel/answerer'
import type { ToAsker } from '../../../core/channel/messages'
import { CLOSED } from '../../../core/contract/admission'
import type { LabEvents, WebRequest } from '../../../core/contract/calls'
import { parseShape } from '../../../core/contract/shapes'
import { LabError } from '../../../core/errors'
import type { CheckedCalls } from '../dispatch'

/** Answers waiting to be read past which a client counts as lost, in bytes. Events never get there. */
const MAX_BACKLOG_BYTES = 8_000_000

/** How long a client may take to say goodbye. */
const GOODBYE_MS = 1_000

/** Events of as many subjects may wait; the oldest of more is dropped. */
const MOST_UNSENT = 1_000

const requestShape: z.ZodType<WebRequest> = z.strictObject({
  id: z.int().min(0),
  call: z.string(),
  arg: z.unknown().optional(),
})

/** Closes a connection, also where the other side does not answer. An oversized message is closed by ws itself, with 1009. */
export function sayGoodbye(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}

/** One page that was let in. */
export class WebClient {
  readonly #socket: WebSocket
  readonly #answerer: Answerer<CheckedCalls>
  /** The newest event of each subject that is not sent yet: a slow client misses events, not memory. */
  readonly #unsent = new Map<string, string>()
  #sending = false
  #alive = true

  constructor(socket: WebSocket, calls: CheckedCalls) {
    this.#socket = socket
    this.#answerer = new Answerer(calls, { post: message => this.#send(message) }, { bugs: 'thrown' })
    socket.on('message', (data, isBinary) => {
      if (isBinary) sayGoodbye(socket, CLOSED.noBinary, 'text only')
      else this.#hear((data as Buffer).toString())
    })
    socket.on('pong', () => (this.#alive = true))
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
    sayGoodbye(this.#socket, CLOSED.goingAway, 'the lab was closed')
  }

  #hear(text: string): void {
    let request: WebRequest
    try {
      request = parseShape(requestShape, JSON.parse(text), 'message')
    } catch (error) {
      if (!(error instanceof LabError) && !(error instanceof SyntaxError)) throw error
      // without an id there is no call to answer
      return sayGoodbye(this.#socket, CLOSED.badData, 'not a call: {"id", "call", "arg"} in JSON is')
    }
    this.#answerer.hear(request)
  }

  #send(message: ToAsker): void {
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) return this.#socket.terminate()
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
