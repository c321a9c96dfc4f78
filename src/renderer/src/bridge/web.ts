/** The lab over a WebSocket: reconnects by itself, and never leaves a call without an answer. */
import {
  CALLS,
  EVENT_NAMES,
  type CallName,
  type LabBridge,
  type LabEvents,
  type Reply,
  type WebMessage,
  type WebRequest,
} from '../../../core/contract/calls'

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 5_000

type Answer = (reply: Reply<unknown>) => void
type Listener = (payload: never) => void

/**
 * Connects at once. Calls made while a connection is being made wait for it; with none, and when one breaks, they are
 * answered `DISCONNECTED`.
 *
 * @param onConnection hears `true` each time a connection stands, `false` when it is lost.
 */
export function createWebBridge(connect: () => WebSocket, onConnection: (up: boolean) => void): LabBridge {
  const listeners = new Map<string, Set<Listener>>(EVENT_NAMES.map(name => [name, new Set()]))
  const waiting = new Map<number, { readonly text: string; readonly answer: Answer }>()
  let socket: WebSocket | undefined
  let delay = FIRST_DELAY_MS
  let lastId = 0

  open()
  const calls = (Object.keys(CALLS) as CallName[]).map(name => [name, (arg: unknown) => ask(name, arg)])
  return { ...Object.fromEntries(calls), on } as LabBridge

  function open(): void {
    const current = (socket = connect())
    current.addEventListener('open', () => {
      delay = FIRST_DELAY_MS
      for (const { text } of waiting.values()) current.send(text)
      onConnection(true)
    })
    current.addEventListener('message', ({ data }) => hear(JSON.parse(data as string) as WebMessage))
    current.addEventListener('close', () => {
      socket = undefined
      const lost = [...waiting.values()]
      waiting.clear()
      for (const { answer } of lost) answer(disconnected())
      onConnection(false)
      setTimeout(open, delay)
      delay = Math.min(2 * delay, LONGEST_DELAY_MS)
    })
  }

  function ask(call: CallName, arg: unknown): Promise<Reply<unknown>> {
    if (!socket) return Promise.resolve(disconnected())
    const request: WebRequest = { id: ++lastId, call, arg }
    const text = JSON.stringify(request)
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
    return new Promise(answer => waiting.set(request.id, { text, answer }))
  }

  function hear(message: WebMessage): void {
    if ('event' in message) {
      for (const listener of listeners.get(message.event) ?? []) listener(message.payload as never)
      return
    }
    waiting.get(message.id)?.answer(message.reply)
    waiting.delete(message.id)
  }

  function on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void) {
    const heard = listeners.get(event)!
    heard.add(listener)
    return () => void heard.delete(listener)
  }
}

function disconnected(): Reply<never> {
  const message = 'The connection to the lab is lost. It comes back by itself while the program that serves the lab is running.'
  return { ok: false, error: { code: 'DISCONNECTED', message } }
}
