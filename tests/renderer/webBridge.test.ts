import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LabBridge, WebMessage, WebRequest } from '../../src/core/contract/calls'
import { createWebBridge } from '../../src/renderer/src/bridge/web'

/** A socket whose other end is the test. */
class TestSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING
  readonly sent: WebRequest[] = []

  send(text: string): void {
    if (this.readyState !== WebSocket.OPEN) throw new Error('not open')
    this.sent.push(JSON.parse(text) as WebRequest)
  }
  open(): void {
    this.readyState = WebSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  close(): void {
    this.readyState = WebSocket.CLOSED
    this.dispatchEvent(new Event('close'))
  }
  say(message: WebMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

let sockets: TestSocket[]
let states: boolean[]
let bridge: LabBridge
const socket = () => sockets.at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  states = []
  bridge = createWebBridge(
    () => {
      sockets.push(new TestSocket())
      return socket() as unknown as WebSocket
    },
    up => states.push(up),
  )
})
afterEach(() => vi.useRealTimers())

const lost = { ok: false, error: { code: 'DISCONNECTED' } }

describe('calls', () => {
  test('made before the connection stands are sent, in order, when it does', () => {
    void bridge.hello(undefined)
    void bridge.undo({ slides: 2 })
    expect(socket().sent).toEqual([])
    socket().open()
    expect(socket().sent).toMatchObject([{ call: 'hello' }, { call: 'undo', arg: { slides: 2 } }])
  })

  test('get the answer of their own id, in whatever order answers come', async () => {
    socket().open()
    const answers = [bridge.undo({ slides: 1 }), bridge.redo({ slides: 1 })]
    const [undo, redo] = socket().sent
    socket().say({ id: redo!.id, reply: { ok: true, value: 'redone' } })
    socket().say({ id: undo!.id, reply: { ok: true, value: 'undone' } })
    expect(await Promise.all(answers)).toEqual([
      { ok: true, value: 'undone' },
      { ok: true, value: 'redone' },
    ])
  })

  test('in flight when the connection breaks are answered DISCONNECTED and not sent again', async () => {
    socket().open()
    const answer = bridge.stopAnalysis(undefined)
    socket().close()
    expect(await answer).toMatchObject(lost)
    vi.runOnlyPendingTimers()
    socket().open()
    expect(socket().sent).toEqual([])
  })

  test('waiting for a connection that is refused are answered DISCONNECTED', async () => {
    const answer = bridge.hello(undefined)
    socket().close()
    expect(await answer).toMatchObject(lost)
  })

  test('made while there is no connection are answered DISCONNECTED at once', async () => {
    socket().open()
    socket().close()
    expect(await bridge.hello(undefined)).toMatchObject(lost)
  })

  test('of a new connection take no answer meant for an old one', async () => {
    socket().open()
    void bridge.stopAnalysis(undefined)
    const { id } = socket().sent[0]!
    socket().close()
    vi.runOnlyPendingTimers()
    socket().open()
    const heard = vi.fn()
    void bridge.stopAnalysis(undefined).then(heard)
    socket().say({ id, reply: { ok: true, value: undefined } })
    await Promise.resolve()
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('the connection', () => {
  test('is reported as it comes and goes', () => {
    socket().open()
    socket().close()
    vi.runOnlyPendingTimers()
    socket().open()
    expect(states).toEqual([true, false, true])
  })

  test('is tried again after ever longer pauses, up to five seconds, and quickly again once it stood', () => {
    const pauses: number[] = []
    const pause = () => {
      const [start, known] = [Date.now(), sockets.length]
      while (sockets.length === known) vi.advanceTimersByTime(1)
      return Date.now() - start
    }
    for (let attempt = 0; attempt < 7; attempt++) {
      socket().close()
      pauses.push(pause())
    }
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
    socket().open()
    socket().close()
    expect(pause()).toBe(250)
  })
})

describe('events', () => {
  test('reach their listeners, across connections, until they unsubscribe', () => {
    const heard: unknown[] = []
    const stop = bridge.on('failure', payload => heard.push(payload.message))
    bridge.on('status', payload => heard.push(payload))
    const say = (message: string) => socket().say({ event: 'failure', payload: { code: 'WORKER_LOST', message } })
    socket().open()
    say('first')
    socket().close()
    vi.runOnlyPendingTimers()
    socket().open()
    say('second')
    stop()
    say('third')
    expect(heard).toEqual(['first', 'second'])
  })
})
