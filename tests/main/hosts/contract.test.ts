import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALLS, EVENT_NAMES, MAX_MESSAGE_BYTES, type Arg, type CallName } from '../../../src/core/contract/calls'
import { parseProfile } from '../../../src/core/contract/files'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { createDispatch } from '../../support/dispatch'
import { pushEvents, serveCalls, type IpcLike } from '../../../src/main/hosts/window/ipc'
import { fitsIn } from '../../../src/main/hosts/dispatch'
import { LOCAL_CALLS } from '../../../src/main/lab/localCalls'
import { createBridge } from '../../../src/preload/bridge'
import { createLab } from '../../../src/renderer/src/bridge/lab'
import { createServedLab, gameView, STATUS } from '../../support/servedLab'

type Frame = Parameters<Parameters<IpcLike['handle']>[1]>[0]['senderFrame']
const OURS = { url: 'app://lab/', parent: null } as Frame

/** Main, preload and page joined as Electron joins them, without Electron. */
function connect(senderFrame: Frame = OURS) {
  const served = createServedLab()
  const log: unknown[] = []
  const channels = new Map<string, Parameters<IpcLike['handle']>[1]>()
  const heard = new Map<string, Set<(event: unknown, payload: unknown) => void>>()
  const ipc: IpcLike = { handle: (channel, listener) => void channels.set(channel, listener) }
  serveCalls(
    ipc,
    served,
    url => url.startsWith('app://lab/'),
    problem => log.push(problem),
  )
  const send = (channel: string, payload: unknown) =>
    heard.get(channel)?.forEach(listener => listener('the event object', structuredClone(payload)))
  const disconnect = pushEvents({ isDestroyed: () => false, send }, served)
  const bridge = createBridge({
    invoke: async (channel, arg) => structuredClone(await channels.get(channel)!({ senderFrame }, structuredClone(arg))),
    on: (channel, listener) => heard.set(channel, (heard.get(channel) ?? new Set()).add(listener)),
    off: (channel, listener) => heard.get(channel)?.delete(listener),
  })
  return { served, log, channels, bridge, lab: createLab(bridge), disconnect }
}

const { evaluator } = parseProfile(readFileSync('resources/profiles/thesis.json', 'utf8'), 'thesis.json')
const player = { evaluator, settings: PLAIN_SETTINGS, limits: { depth: 1 } }

describe('calls', () => {
  test('every call of the contract has a function in the page and a handler in main, and nothing else has', () => {
    const { bridge, channels } = connect()
    expect(Object.keys(bridge).toSorted()).toEqual([...Object.keys(CALLS), 'on'].toSorted())
    expect([...channels.keys()].toSorted()).toEqual(
      Object.keys(CALLS)
        .map(name => `lab:${name}`)
        .toSorted(),
    )
  })

  test('a call reaches its handler with its argument, and the answer comes back', async () => {
    const { lab, served } = connect()
    expect(await lab.call('newGame', { seed: 7 })).toEqual(gameView(7))
    expect(served.asked).toEqual([['newGame', { seed: 7 }]])
  })

  test('a failure of the lab arrives whole', async () => {
    const failure = { name: 'LabError', code: 'ILLEGAL_MOVE', message: 'left moves nothing', detail: { move: 'left' } }
    await expect(connect().lab.call('slide', { move: 'left' })).rejects.toMatchObject(failure)
  })

  test('a bug arrives as INTERNAL without its text, and its stack is in the log', async () => {
    const { lab, log } = connect()
    const failure: unknown = await lab.call('undo', { slides: 1 }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'LabError', code: 'INTERNAL' })
    expect((failure as Error).message).not.toContain('secret')
    expect(log).toEqual([expect.objectContaining({ stack: expect.stringContaining('the secret of a bug') as string })])
  })
})

describe('an argument that fails its check is refused by field, and no handler runs', () => {
  test.each<[call: CallName, arg: unknown, field: string]>([
    ['newGame', { seed: -1 }, 'newGame: seed: '],
    ['slide', { move: 'sideways' }, 'slide: move: '],
    ['engineMove', { player: { ...player, limits: { depth: -1 } } }, 'engineMove: player.limits: '],
    [
      'startAnalysis',
      { player: { ...player, settings: { ...PLAIN_SETTINGS, tableBits: 60 } } },
      'startAnalysis: player.settings: ',
    ],
  ])('%s, case %#', async (call, arg, field) => {
    const { lab, served } = connect()
    const failure: unknown = await lab.call(call, arg as Arg<CallName>).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(field) as string })
    expect(served.asked).toEqual([])
  })
})

describe('senders', () => {
  test.each<[who: string, frame: Frame]>([
    ['a foreign page', { url: 'https://example.org/', parent: null } as Frame],
    ['a host whose name begins like ours', { url: 'app://lab.example.org/', parent: null } as Frame],
    ['a frame within our page', { url: 'app://lab/', parent: OURS } as Frame],
    ['a frame that is gone', null],
  ])('%s is refused', async (_, frame) => {
    const { lab, served } = connect(frame)
    await expect(lab.call('newGame', {})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(served.asked).toEqual([])
  })
})

describe('sizes', () => {
  test('an oversized argument is refused before it is looked at', async () => {
    const { lab, served } = connect()
    const text = 'x'.repeat(MAX_MESSAGE_BYTES + 1)
    await expect(lab.call('setPosition', { text })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('bytes') as string,
    })
    expect(served.asked).toEqual([])
  })

  test('a circular argument is refused too', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    await expect(connect().lab.call('setPosition', circle as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('what fits as JSON is never refused', () => {
    fc.assert(fc.property(fc.jsonValue(), value => fitsIn(value, JSON.stringify(value).length)))
  })

  test('what passes is at most 30 times larger as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const bytes = Math.floor(JSON.stringify(value).length / 30) - 1
        return bytes < 0 || !fitsIn(value, bytes)
      }),
    )
  })

  test('binary data fits nowhere', () => {
    expect(fitsIn({ data: new Uint8Array(1) }, 1000)).toBe(false)
  })
})

describe('events', () => {
  test('reach the listeners of their kind, without the event object, until they unsubscribe', () => {
    const { lab, served } = connect()
    const heard: unknown[] = []
    const stop = lab.on('game', (...args) => heard.push(args))
    served.emit('game', gameView(1))
    served.emit('status', STATUS)
    stop()
    served.emit('game', gameView(2))
    expect(heard).toEqual([[gameView(1)]])
  })

  test('of every kind are carried, and none once the window is closed', () => {
    const { lab, served, disconnect } = connect()
    const heard: string[] = []
    for (const event of EVENT_NAMES) lab.on(event, () => heard.push(event))
    const emitAll = () => EVENT_NAMES.forEach(event => served.emit(event, STATUS))
    emitAll()
    disconnect()
    emitAll()
    expect(heard).toEqual([...EVENT_NAMES])
  })

  test('the page cannot listen to other channels', () => {
    const { bridge } = connect()
    expect(() => bridge.on('ipc-anything' as 'game', () => undefined)).toThrow(RangeError)
  })
})

test.each([
  ['newGame', { seed: { toString: 1 } }, /^newGame: seed: an object is not a whole number/],
  ['setPosition', nested(100_000), /more than 50 deep/],
  ['deleteGames', { ids: Array.from({ length: 5_001 }, () => 'x') }, /a list or object of 5001 entries/],
  ['x\u001b[2J'.repeat(100), undefined, /^there is no call "x\\u001b\[2Jx/],
] as const)('a hostile message is refused in a few words: %#', async (name, arg, message) => {
  const logged: unknown[] = []
  const reply = await createDispatch(createServedLab().handlers, problem => logged.push(problem))(name, arg)
  expect(logged).toEqual([])
  expect(reply).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST', message: expect.stringMatching(message) as string } })
  expect(JSON.stringify(reply).length).toBeLessThan(1_500)
})

test('a call of the terminal alone is refused by the window and by the web host', async () => {
  const { channels, served } = connect()
  const dispatch = createDispatch(served.handlers, () => undefined)
  for (const name of Object.keys(LOCAL_CALLS)) {
    expect(Object.keys(CALLS)).not.toContain(name)
    expect([...channels.keys()]).not.toContain(`lab:${name}`)
    expect(await dispatch(name, ['/etc/passwd'])).toMatchObject({ ok: false, error: { message: `there is no call "${name}"` } })
  }
  expect(Object.keys(LOCAL_CALLS)).toContain('wallBoardsIn')
  expect(served.asked).toEqual([])
})

function nested(depth: number): unknown {
  let value: unknown = []
  for (let i = 1; i < depth; i++) value = [value]
  return value
}
