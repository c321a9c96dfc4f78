import { z } from 'zod'
import type { WebSocket } from 'ws'
import { Answerer } from '../../../core/channel/answerer'
import type { ToAsker } from '../../../core/channel/service'
import { CLOSED } from '../../../core/contract/admission'
import type { LabEvents, WebRequest } from '../../../core/contract/calls'
import { parseShape } from '../../../core/contract/shapes'
import { LabError } from '../../../core/errors'
import type { CheckedCalls } from '../dispatch'

/** Unread answers, in bytes, above which a client counts as lost. Events never reach this. */
const MAX_BACKLOG_BYTES = 8_000_000

/** Time limit for the client's closing handshake. */
const GOODBYE_MS = 1_000

/** Limit of subjects with a waiting event; beyond that the oldest is dropped. */
const MOST_UNSENT = 1_000

const requestShape: z.ZodType<WebRequest> = z.strictObject({
  id: z.int().min(0),
  call: z.string(),
  arg: z.unknown().optional(),
})

/** Closes a connection, even if the other side does not answer. ws itself closes after an oversized message, with 1009. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}

/** An admitted page. */
export class WebClient {
  readonly #socket: WebSocket
  readonly #answerer: Answerer<CheckedCalls>
  /** The newest unsent event of each subject: for a slow client events are skipped, so that memory does not grow. */
  readonly #unsent = new Map<string, string>()
  #sending = false
  #alive = true

  constructor(socket: WebSocket, calls: CheckedCalls) {
    this.#socket = socket
    this.#answerer = new Answerer(calls, { post: message => this.#send(message) }, { bugs: 'thrown' })
    socket.on('message', (data, isBinary) => {
      if (isBinary) closeSocket(socket, CLOSED.noBinary, 'text only')
      else this.#onMessage((data as Buffer).toString())
    })
    socket.on('pong', () => (this.#alive = true))
  }

  /** @param subject from `subjectOf` @param text the event as a `WebMessage`; both are made once for all clients */
  push(subject: string, text: string): void {
    this.#unsent.set(subject, text)
    const [oldest] = this.#unsent.keys()
    if (this.#unsent.size > MOST_UNSENT) this.#unsent.delete(oldest!)
    if (!this.#sending) this.#sendNext()
  }

  /** Must be called at intervals: ends a connection that did not answer the last call. */
  beat(): void {
    if (!this.#alive) return this.#socket.terminate()
    this.#alive = false
    this.#socket.ping()
  }

  close(): void {
    closeSocket(this.#socket, CLOSED.goingAway, 'the lab was closed')
  }

  #onMessage(text: string): void {
    let request: WebRequest
    try {
      request = parseShape(requestShape, JSON.parse(text), 'message')
    } catch (error) {
      if (!(error instanceof LabError) && !(error instanceof SyntaxError)) throw error
      // without an id there is no call to answer
      return closeSocket(this.#socket, CLOSED.badData, 'not a call: {"id", "call", "arg"} in JSON is')
    }
    this.#answerer.hear(request)
  }

  #send(message: ToAsker): void {
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) return this.#socket.terminate()
    this.#socket.send(JSON.stringify(message))
  }

  /** Sends one event at a time: the next follows when the system has accepted this one. */
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

/** The subject of an event. A newer event of the same subject replaces it; one of another run does not. */
export function subjectOf<E extends keyof LabEvents>(event: E, payload: LabEvents[E]): string {
  const payloads: Partial<LabEvents> = { [event]: payload }
  const { failure, tuning, training, comparison, wallTest, study, sweep, calibration, tournament, gameAnalysis, playouts } =
    payloads
  if (comparison) return JSON.stringify([event, comparison.kind, comparison.id])
  const run = tuning ?? training ?? wallTest ?? study ?? sweep ?? calibration ?? tournament ?? gameAnalysis ?? playouts
  return JSON.stringify([event, run?.id ?? failure?.message])
}
