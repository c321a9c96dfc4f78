/**
 * Questions, answers and events over a WebSocket, as the DevTools protocol and WebDriver BiDi send them. Nothing that comes is
 * trusted: any program may hold a port.
 */
import { WebSocket, type RawData } from 'ws'
import { z } from '../../../core/contract/zod'

/** Longest message that is taken, in bytes. A page of 2048 sends less than 100 kB. */
const MAX_MESSAGE = 10_000_000
/** How long the other side may take to agree that the connection ends, in milliseconds. A stopped browser never does. */
const CLOSE_MS = 500

const messageShape = z.union([
  z.object({ id: z.int(), result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() }),
  z.object({ id: z.undefined().optional(), method: z.string() }),
])

/** Why no question is answered any more. `garbled`: what came was not the protocol. */
type Loss = 'closed' | 'crashed' | 'garbled'

export class JsonRpc {
  readonly #socket: WebSocket
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #closed = Promise.withResolvers<void>()
  #lastId = 0
  #loss: Loss | undefined

  /** Rejects if the connection cannot be opened. */
  readonly opened: Promise<void>

  constructor(
    address: string,
    private readonly onEvent: (method: string) => void,
  ) {
    // a redirection would lead to another machine
    const socket = new WebSocket(address, { followRedirects: false, perMessageDeflate: false, maxPayload: MAX_MESSAGE })
    this.#socket = socket
    this.opened = new Promise((resolve, reject) => {
      socket.on('open', resolve).on('error', reject)
    })
    socket.on('message', data => this.#take(data))
    socket.on('close', () => {
      this.lose('closed')
      this.#closed.resolve()
    })
  }

  get loss(): Loss | undefined {
    return this.#loss
  }

  /** @throws {Error} with the words of the other side where it refuses, or when the connection ends */
  async send(method: string, params: object): Promise<unknown> {
    if (this.#loss) throw new Error(this.#loss)
    const asked = Promise.withResolvers<unknown>()
    this.#asked.set(++this.#lastId, asked)
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params }))
    return asked.promise
  }

  /** Refuses all questions from now on. Only the first reason counts. */
  lose(why: Loss): void {
    this.#loss ??= why
    for (const { reject } of this.#asked.values()) reject(new Error(why))
    this.#asked.clear()
  }

  /** Also ends the attempt to connect. Resolves when the connection has ended. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_MS)
    this.#socket.close()
    await this.#closed.promise
    clearTimeout(timer)
  }

  #take(data: RawData): void {
    const message = read(data)
    if (!message) {
      this.lose('garbled')
      this.#socket.terminate()
    } else if (message.id === undefined) this.onEvent(message.method)
    else {
      const asked = this.#asked.get(message.id)
      this.#asked.delete(message.id)
      if (message.error) asked?.reject(new Error(message.error.message))
      else asked?.resolve(message.result)
    }
  }
}

function read(data: RawData): z.infer<typeof messageShape> | undefined {
  try {
    return messageShape.parse(JSON.parse((data as Buffer).toString())) // a text is one buffer
  } catch {
    return undefined
  }
}
