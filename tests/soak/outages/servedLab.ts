/** `lab serve` as a process of its own, and a page's side of its WebSocket: what was confirmed is known here, not there. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '../../../src/core/contract/admission'
import type { Arg, CallName, Hello, LabEvents, Reply, Result, WebMessage, WebRequest } from '../../../src/core/contract/calls'
import { LabError } from '../../../src/core/errors'

const CLI = join(import.meta.dirname, '../../../out/main/cli.js')
/** No call and no ending may take longer: what hangs is a fault. */
export const HANGS_AFTER_MS = 180_000

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Rejects the calls of a lab that is gone: expected after a kill, and no fault of the lab. */
export class Gone extends Error {}

export class Served {
  readonly #waiting = new Map<number, { resolve: (reply: Reply<unknown>) => void; reject: (gone: Gone) => void }>()
  readonly #listeners = new Map<string, ((payload: never) => void)[]>()
  #nextId = 1

  private constructor(
    readonly process: ChildProcess,
    /** Both streams, for what is said when something is wrong. */
    readonly output: () => string,
    readonly exited: Promise<Exit>,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString('utf8')) as WebMessage))
    socket.on('close', () => this.#lose())
    socket.on('error', () => undefined)
  }

  /** @throws where it has no address within `HANGS_AFTER_MS`. */
  static async start(home: string, env: NodeJS.ProcessEnv = {}): Promise<Served> {
    const child = spawn(process.execPath, [CLI, 'serve', '--threads', '1', '--home', home], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    const exited = new Promise<Exit>(resolve => child.on('exit', (code, signal) => resolve({ code, signal })))
    const url = await within(
      address(() => text, exited),
      `the address of lab serve: ${text}`,
    )
    const socket = await within(connect(url), 'the connection')
    return new Served(child, () => text, exited, socket)
  }

  /** @throws {LabError} what the lab refused. @throws {Gone} */
  async call<K extends CallName>(name: K, ...[arg]: Arg<K> extends undefined ? [] : [arg: Arg<K>]): Promise<Result<K>> {
    const reply = await within(this.#ask(name, arg), name)
    if (reply.ok) return reply.value as Result<K>
    throw LabError.fromData(reply.error)
  }

  hello(): Promise<Hello> {
    return this.call('hello')
  }

  on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }

  /** @throws where it has not ended within `HANGS_AFTER_MS`. */
  async end(signal: NodeJS.Signals): Promise<Exit> {
    this.process.kill(signal)
    return within(this.exited, () => `the end after ${signal}: ${this.output()}`)
  }

  #ask(call: CallName, arg: unknown): Promise<Reply<unknown>> {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject(new Gone(call))
      const request: WebRequest = { id: this.#nextId++, call, arg }
      this.#waiting.set(request.id, { resolve, reject })
      this.socket.send(JSON.stringify(request))
    })
  }

  #hear(message: WebMessage): void {
    if ('event' in message) {
      for (const listener of this.#listeners.get(message.event) ?? []) listener(message.payload as never)
      return
    }
    if (!('reply' in message)) return
    this.#waiting.get(message.id)?.resolve(message.reply)
    this.#waiting.delete(message.id)
  }

  #lose(): void {
    for (const { reject } of this.#waiting.values()) reject(new Gone('the connection was lost'))
    this.#waiting.clear()
  }
}

async function address(text: () => string, exited: Promise<Exit>): Promise<string> {
  let gone: Exit | undefined
  void exited.then(exit => (gone = exit))
  for (;;) {
    const [url] = /http:\/\/\S+/.exec(text()) ?? []
    if (url) return url
    if (gone) throw new Error(`lab serve ended with ${gone.code ?? gone.signal}: ${text()}`)
    await pause(5)
  }
}

/** Opens a printed address, as a page does. */
async function connect(url: string): Promise<WebSocket> {
  const { host, origin, hash } = new URL(url)
  const socket = new WebSocket(`ws://${host}${SOCKET_PATH}`, { origin })
  await once(socket, 'open')
  socket.send(JSON.stringify({ nonce: hash.slice(1) }))
  await once(socket, 'message')
  return socket
}

async function within<T>(promise: Promise<T>, what: string | (() => string)): Promise<T> {
  const stop = new AbortController()
  const hang = pause(HANGS_AFTER_MS, undefined, { signal: stop.signal }).then(
    () => Promise.reject(new Error(`hangs: ${typeof what === 'string' ? what : what()}`)),
    () => new Promise<never>(() => undefined),
  )
  try {
    return await Promise.race([promise, hang])
  } finally {
    stop.abort()
  }
}
