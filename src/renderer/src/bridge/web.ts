/** The lab over a WebSocket: reconnects automatically, and answers every call. */
import { Asker } from '../../../core/channel/asker'
import { replyOf } from '../../../core/channel/answerer'
import type { ToAnswerer } from '../../../core/channel/service'
import { CLOSED, type Admitted } from '../../../core/contract/admission'
import {
  CALLS,
  EVENT_NAMES,
  type CallName,
  type LabBridge,
  type LabEvents,
  type Reply,
  type WebMessage,
} from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import type { Credentials } from './admission'

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 5_000
/** Failed attempts in a row, about four seconds, after which the lab counts as silent. */
const TRIES_UNTIL_SILENT = 4

/**
 * Why the lab cannot be reached. `silent`: it does not answer, and the page retries. After the others it does not retry: the lab
 * does not accept this page (any more), and only a fresh address opens another.
 */
export type Away = 'silent' | 'noAddress' | 'usedAddress' | 'restarted'

type Listener = (payload: never) => void

/**
 * Connects immediately. Calls made while connecting wait; without a connection, and when one breaks, they are answered
 * `DISCONNECTED`.
 * @param onConnection receives `true` each time the lab admits the page, `false` when the connection is lost.
 * @param onAway receives why the lab cannot be reached, and `undefined` once it can again
 */
export function createWebBridge(
  connect: () => WebSocket,
  credentials: Credentials,
  onConnection: (up: boolean) => void,
  onAway: (why: Away | undefined) => void,
): LabBridge {
  const listeners = new Map<string, Set<Listener>>(EVENT_NAMES.map(name => [name, new Set()]))
  const asker = new Asker<Record<string, (arg: unknown) => unknown>>({ post })
  const { remote } = asker
  /** Messages to send once the page is admitted. */
  let unsent: string[] = []
  /** Whether there is a connection, or one is being made. */
  let isTrying = false
  /** The connection that admitted this page. */
  let socket: WebSocket | undefined
  let delay = FIRST_DELAY_MS
  let failures = 0
  let triedNonce = false

  open()
  const calls = (Object.keys(CALLS) as CallName[]).map(name => [name, (arg: unknown) => ask(name, arg)])
  return { ...Object.fromEntries(calls), on } as LabBridge

  function open(): void {
    const credential = credentials.next()
    if (!credential) return giveUp('noAddress')
    isTrying = true
    const current = connect()
    current.addEventListener('open', () => {
      if ('nonce' in credential) credentials.spendNonce()
      current.send(JSON.stringify(credential))
    })
    current.addEventListener('message', ({ data }) => {
      if (socket) receive(JSON.parse(data as string) as WebMessage)
      else enter(current, JSON.parse(data as string) as Admitted)
    })
    current.addEventListener('close', ({ code }) => {
      lose()
      if (code !== CLOSED.refused) return tryAgain()
      if ('secret' in credential) return giveUp(triedNonce ? 'usedAddress' : 'restarted')
      // a tab that was admitted stays so, whatever address is typed into it later
      triedNonce = true
      if (credentials.next()) open()
      else giveUp('usedAddress')
    })
  }

  function enter(current: WebSocket, { secret }: Admitted): void {
    credentials.save(secret)
    socket = current
    delay = FIRST_DELAY_MS
    failures = 0
    for (const text of unsent.splice(0)) current.send(text)
    onAway(undefined)
    onConnection(true)
  }

  function lose(): void {
    socket = undefined
    isTrying = false
    unsent = []
    asker.lose(disconnected())
    onConnection(false)
  }

  function tryAgain(): void {
    if (++failures === TRIES_UNTIL_SILENT) onAway('silent')
    setTimeout(open, delay)
    delay = Math.min(2 * delay, LONGEST_DELAY_MS)
  }

  function giveUp(why: Away): void {
    onAway(why)
    onConnection(false)
  }

  function post(message: ToAnswerer): void {
    const text = JSON.stringify(message)
    if (socket) socket.send(text)
    else unsent.push(text)
  }

  function ask(call: CallName, arg: unknown): Promise<Reply<unknown>> {
    return replyOf(isTrying ? remote[call]!(arg) : Promise.reject(disconnected()))
  }

  function receive(message: WebMessage): void {
    if ('event' in message) {
      for (const listener of listeners.get(message.event) ?? []) listener(message.payload as never)
      return
    }
    asker.receive(message)
  }

  function on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void) {
    const ofEvent = listeners.get(event)!
    ofEvent.add(listener)
    return () => void ofEvent.delete(listener)
  }
}

function disconnected(): LabError {
  const message =
    'There is no connection to the lab. If it was lost, it comes back by itself while the program that serves the lab is running.'
  return new LabError('DISCONNECTED', message)
}
