import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Admission, Admitted } from '../../../src/core/contract/admission'
import type { LabBridge, WebMessage, WebRequest } from '../../../src/core/contract/calls'
import { readCredentials } from '../../../src/renderer/src/bridge/admission'
import { createWebBridge, type Away } from '../../../src/renderer/src/bridge/web'

/** A socket whose other end is the test. */
class TestSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING
  readonly sent: (Admission | WebRequest)[] = []

  send(text: string): void {
    if (this.readyState !== WebSocket.OPEN) throw new Error('not open')
    this.sent.push(JSON.parse(text) as Admission | WebRequest)
  }
  /** Opens, and lets the page in. */
  open(): void {
    this.connect()
    this.say({ secret: 'secret' })
  }
  connect(): void {
    this.readyState = WebSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  close(code = 1006): void {
    this.readyState = WebSocket.CLOSED
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
  /** What it was asked, after what should let it in. */
  get asked(): WebRequest[] {
    return this.sent.slice(1) as WebRequest[]
  }
  say(message: WebMessage | Admitted): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

let sockets: TestSocket[]
let states: boolean[]
let away: (Away | undefined)[]
let bridge: LabBridge
const socket = () => sockets.at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  states = []
  away = []
  load('#nonce')
})
afterEach(() => vi.useRealTimers())

/** Loads the page anew, at this address, in the same tab. */
function load(hash = ''): void {
  history.replaceState(undefined, '', location.pathname + hash)
  bridge = createWebBridge(
    () => {
      sockets.push(new TestSocket())
      return socket() as unknown as WebSocket
    },
    readCredentials(),
    up => states.push(up),
    why => away.push(why),
  )
}

const lost = { ok: false, error: { code: 'DISCONNECTED' } }

describe('calls', () => {
  test('made before the connection stands are sent, in order, when it does', () => {
    void bridge.hello(undefined)
    void bridge.undo({ slides: 2 })
    expect(socket().asked).toEqual([])
    socket().open()
    expect(socket().asked).toMatchObject([{ call: 'hello' }, { call: 'undo', arg: { slides: 2 } }])
  })

  test('get the answer of their own id, in whatever order answers come', async () => {
    socket().open()
    const answers = [bridge.undo({ slides: 1 }), bridge.redo({ slides: 1 })]
    const [undo, redo] = socket().asked
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
    expect(socket().asked).toEqual([])
  })

  test('waiting for a connection that is refused are answered DISCONNECTED and not sent later', async () => {
    const answer = bridge.hello(undefined)
    socket().close()
    expect(await answer).toMatchObject(lost)
    vi.runOnlyPendingTimers()
    socket().open()
    expect(socket().asked).toEqual([])
  })

  test('made while there is no connection are answered DISCONNECTED at once', async () => {
    socket().open()
    socket().close()
    expect(await bridge.hello(undefined)).toMatchObject(lost)
  })

  test('of a new connection take no answer meant for an old one', async () => {
    socket().open()
    void bridge.stopAnalysis(undefined)
    const { id } = socket().asked[0]!
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

describe('the page is let in', () => {
  test('by the nonce of its address, which is gone from the address bar at once, and is shown once', () => {
    expect(location.hash).toBe('')
    socket().connect()
    expect(socket().sent).toEqual([{ nonce: 'nonce' }])
    expect(states).toEqual([])
    socket().close() // before the answer
    vi.runOnlyPendingTimers()
    expect(sockets).toHaveLength(1)
    expect(away).toEqual(['noAddress'])
  })

  test('by its nonce also when the lab answers late', () => {
    socket().close()
    vi.runOnlyPendingTimers()
    socket().connect()
    expect(socket().sent).toEqual([{ nonce: 'nonce' }])
  })

  test('by the secret that it got, from then on: after a loss and after a reload', () => {
    socket().open()
    socket().close()
    vi.runOnlyPendingTimers()
    socket().connect()
    expect(socket().sent).toEqual([{ secret: 'secret' }])
    load()
    socket().connect()
    expect(socket().sent).toEqual([{ secret: 'secret' }])
  })

  test('and only then sends what was asked', () => {
    void bridge.hello(undefined)
    socket().connect()
    expect(socket().asked).toEqual([])
    socket().say({ secret: 'secret' })
    expect(socket().asked).toMatchObject([{ call: 'hello' }])
  })

  test('keeps the secret nowhere but in the storage of its tab', () => {
    socket().open()
    expect(Object.values(sessionStorage)).toEqual(['secret'])
    expect([document.cookie, location.href, localStorage.length]).toEqual(['', expect.not.stringContaining('secret'), 0])
  })
})

describe('a page that is not let in says why, and does not try again', () => {
  const settled = () => {
    const known = sockets.length
    vi.runAllTimers()
    return sockets.length === known
  }

  test('noAddress: another tab, where there is nothing to show', async () => {
    load()
    expect(sockets).toHaveLength(1) // that of the page before
    expect(away).toEqual(['noAddress'])
    expect(await bridge.hello(undefined)).toMatchObject(lost)
  })

  test('usedAddress: a nonce that the lab does not take', async () => {
    const answer = bridge.hello(undefined)
    socket().connect()
    socket().close(4401)
    expect(away).toEqual(['usedAddress'])
    expect(await answer).toMatchObject(lost)
    expect(settled()).toBe(true)
  })

  test('restarted: a secret that the lab does not take any more; a reload says the same', () => {
    socket().open()
    socket().close()
    vi.runOnlyPendingTimers()
    socket().connect()
    socket().close(4401)
    expect(away.at(-1)).toBe('restarted')
    expect(settled()).toBe(true)
    load()
    socket().connect()
    socket().close(4401)
    expect(away.at(-1)).toBe('restarted')
  })

  test('but a used address in a tab that was let in changes nothing', () => {
    socket().open()
    load('#used')
    socket().connect()
    socket().close(4401)
    socket().connect()
    expect(socket().sent).toEqual([{ secret: 'secret' }])
    socket().say({ secret: 'secret' })
    expect([away.at(-1), states.at(-1)]).toEqual([undefined, true])
  })

  test('nor does a lab that refuses all pages for now', () => {
    socket().open()
    socket().close(1001)
    vi.runOnlyPendingTimers()
    socket().connect()
    socket().close(1013)
    vi.runOnlyPendingTimers()
    socket().open()
    expect([away.at(-1), states.at(-1)]).toEqual([undefined, true])
  })
})

describe('the connection', () => {
  test('is silent after four tries that failed, until the lab answers', () => {
    socket().open()
    for (let tries = 1; tries <= 6; tries++) {
      socket().close()
      vi.runOnlyPendingTimers()
      expect(away.at(-1)).toBe(tries < 4 ? undefined : 'silent')
    }
    socket().open()
    expect(away.at(-1)).toBe(undefined)
  })

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
