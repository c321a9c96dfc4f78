import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { SOCKET_PATH, type Admission, type Admitted } from '../../../../src/core/contract/admission'
import {
  MAX_MESSAGE_BYTES,
  type ComparisonRow,
  type SweepRow,
  type TournamentView,
  type WebMessage,
} from '../../../../src/core/contract/calls'
import { CONNECTION_LIMITS, startWebHost, type WebHost } from '../../../../src/main/hosts/web/webHost'
import { WebKeys } from '../../../../src/main/hosts/web/secrets'
import { createServedLab, gameView, STATUS } from '../../../support/servedLab'
import { Scope } from '../../../../src/main/scope'

let folder: string
/** A web host with what ends it. */
async function startHost(...given: Parameters<typeof startWebHost> extends [Scope, ...infer Rest] ? Rest : never) {
  const scope = new Scope('a web host')
  return { ...(await startWebHost(scope, ...given)), close: () => scope.close() }
}

let host: Awaited<ReturnType<typeof startHost>>
let served: ReturnType<typeof createServedLab>
let log: unknown[]
let sockets: WebSocket[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lab-page-'))
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'page', 'index.html'), '<title>the page</title>')
  writeFileSync(join(folder, 'page', 'assets', 'code.js'), '"the code"')
  writeFileSync(join(folder, 'secret.txt'), 'the secret')
  served = createServedLab()
  log = []
  sockets = []
  host = await startHost(served, { pageFolder: join(folder, 'page'), log: problem => log.push(problem) })
})

afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets) socket.terminate()
  await host.close()
  rmSync(folder, { recursive: true })
})

const address = () => new URL(host.origin)
const nonceOf = (url: string) => new URL(url).hash.slice(1)

interface Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A request as it is written here: `fetch` would tidy the path and refuse to set Host and Origin. */
function ask(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Response> {
  const { hostname, port } = address()
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

/** A WebSocket, as a page of ours makes it. */
function open(path = SOCKET_PATH, options: ClientOptions = {}, { host: name, origin } = address()): WebSocket {
  const socket = new WebSocket(`ws://${name}${path}`, { origin, ...options })
  socket.on('error', () => undefined) // each test says what it expects instead
  sockets.push(socket)
  return socket
}

const opened = (socket: WebSocket) =>
  new Promise<WebSocket>((resolve, reject) =>
    socket
      .once('open', () => resolve(socket))
      .once('unexpected-response', (_, { statusCode }) => reject(new Error(String(statusCode)))),
  )
const refusedWith = async (socket: WebSocket) => {
  try {
    await opened(socket)
    return 'opened'
  } catch (error) {
    return (error as Error).message
  }
}
const closedWith = (socket: WebSocket) => new Promise<number>(resolve => socket.once('close', resolve))
const nextMessage = (socket: WebSocket) =>
  new Promise<WebMessage>(resolve =>
    socket.once('message', data => resolve(JSON.parse((data as Buffer).toString()) as WebMessage)),
  )

/** Sends text and hears what comes next. */
function say(socket: WebSocket, text: string): Promise<WebMessage> {
  const answer = nextMessage(socket)
  socket.send(text)
  return answer
}
/** Opens a WebSocket and shows what should let it in. */
async function show(admission: Admission | string): Promise<Admitted | { readonly closed: number }> {
  const socket = await opened(open())
  const answer = nextMessage(socket)
  const closed = closedWith(socket).then(code => ({ closed: code }))
  socket.send(typeof admission === 'string' ? admission : JSON.stringify(admission))
  return Promise.race([answer as Promise<unknown> as Promise<Admitted>, closed])
}

/** A page that was let in. */
async function enter(of: WebHost = host, options: ClientOptions = {}): Promise<WebSocket> {
  const socket = await opened(open(SOCKET_PATH, options, new URL(of.origin)))
  await say(socket, JSON.stringify({ nonce: nonceOf(of.freshAddress()) }))
  return socket
}
const call = (socket: WebSocket, id: number, name: string, arg?: unknown) => say(socket, JSON.stringify({ id, call: name, arg }))

describe('an address', () => {
  test('carries its nonce in the fragment, which no browser sends', () => {
    const { origin, pathname, search, hash } = new URL(host.freshAddress())
    expect([origin, pathname, search]).toEqual([host.origin, '/', ''])
    expect(hash).toMatch(/^#[\w-]{22}$/)
  })

  test('is good for one exchange', async () => {
    const nonce = nonceOf(host.freshAddress())
    expect(await show({ nonce })).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/) as string })
    expect(await show({ nonce })).toEqual({ closed: 4401 })
  })

  test('gives a secret that opens as often as it is shown, in this run alone', async () => {
    const admitted = (await show({ nonce: nonceOf(host.freshAddress()) })) as Admitted
    for (let time = 0; time < 3; time++) expect(await show(admitted)).toEqual(admitted)
    const { port } = address()
    await host.close()
    host = await startHost(served, { pageFolder: join(folder, 'page'), port: Number(port) })
    expect(await show(admitted)).toEqual({ closed: 4401 })
  })

  test('comes fresh to a program that has the key of the file, and to no other', async () => {
    const post = (key: string) => ask('/address', { authorization: `Bearer ${key}` }, 'POST')
    const { status, body } = await post(host.addressKey)
    expect(status).toBe(200)
    const admitted = (await show({ nonce: nonceOf(body.trim()) })) as Admitted
    for (const wrong of ['', 'x', admitted.secret, host.addressKey.slice(1), `${host.addressKey}x`])
      expect(await post(wrong)).toMatchObject({ status: 403, body: expect.not.stringContaining('#') as string })
    expect(await ask('/address', {}, 'POST')).toMatchObject({ status: 403 })
    expect(await ask('/address', { authorization: `Bearer ${host.addressKey}` })).toMatchObject({ status: 404 })
    expect(
      await ask('/address', { authorization: `Bearer ${host.addressKey}`, origin: 'http://127.0.0.1:1' }, 'POST'),
    ).toMatchObject({ status: 403 })
  })
})

describe('the keys', () => {
  const MINUTE = 60_000

  test('forget a nonce after ten minutes', () => {
    let now = 0
    const keys = new WebKeys(() => now)
    const [early, late] = [keys.issueNonce(), keys.issueNonce()]
    now = 10 * MINUTE - 1
    expect(keys.admit({ nonce: early })).toHaveProperty('secret')
    now = 10 * MINUTE
    expect(keys.admit({ nonce: late })).toBe('wrong')
  })

  test('hold a bounded number of nonces: the oldest is void', () => {
    const keys = new WebKeys(() => 0)
    const nonces = Array.from({ length: 17 }, () => keys.issueNonce())
    expect(nonces.map(nonce => keys.admit({ nonce }) !== 'wrong')).toEqual([false, ...nonces.slice(1).map(() => true)])
  })

  test('turn wrong ones away after thirty of their kind, until a minute has passed', () => {
    let now = 0
    const keys = new WebKeys(() => now)
    const tries = [() => keys.admit({ nonce: 'wrong' }), () => keys.admit({ secret: 'wrong' }), () => keys.refuseAddress('wrong')]
    for (const wrong of tries) {
      expect(Array.from({ length: 30 }, wrong)).toEqual(Array(30).fill('wrong'))
      expect(wrong()).toBe('tooMany')
    }
    now = MINUTE - 1
    expect(tries.map(wrong => wrong())).toEqual(['tooMany', 'tooMany', 'tooMany'])
    now = MINUTE
    expect(tries.map(wrong => wrong())).toEqual(['wrong', 'wrong', 'wrong'])
  })
})

describe('a WebSocket that has not been let in', () => {
  test('is answered no call, and hears no event', async () => {
    const socket = await opened(open())
    const heard: unknown[] = []
    socket.on('message', data => heard.push(data))
    served.emit('status', STATUS)
    const code = closedWith(socket)
    socket.send(JSON.stringify({ id: 1, call: 'newGame', arg: {} }))
    expect(await code).toBe(1007)
    expect([heard, served.asked]).toEqual([[], []])
  })

  test.each(['{', '{"nonce":"a","secret":"b"}', ' '.repeat(2_000)])(
    'is closed with 1007 for what is no admission: %s',
    async text => {
      expect(await show(text)).toEqual({ closed: 1007 })
    },
  )

  test.each(['', 'x'])('is closed with 4401 for a wrong nonce or secret: "%s"', async wrong => {
    expect(await show({ nonce: wrong })).toEqual({ closed: 4401 })
    expect(await show({ secret: wrong })).toEqual({ closed: 4401 })
  })

  test('is let in after too many wrong tries of others, and a wrong one is closed with 1013', async () => {
    const nonces = [nonceOf(host.freshAddress()), nonceOf(host.freshAddress())]
    const { secret } = (await show({ nonce: nonces[0]! })) as Admitted
    for (let tries = 0; tries < 35; tries++) {
      await show({ secret: 'wrong' })
      await show({ nonce: 'wrong' })
      await ask('/address', { authorization: 'Bearer wrong' }, 'POST')
    }
    expect(await show({ nonce: nonces[1]! })).toEqual({ secret })
    expect(await show({ secret })).toEqual({ secret })
    const asked = await ask('/address', { authorization: `Bearer ${host.addressKey}` }, 'POST')
    expect(asked).toMatchObject({ status: 200 })
    expect(await show({ nonce: nonceOf(asked.body.trim()) })).toEqual({ secret })

    for (const wrong of [{ secret: 'wrong' }, { nonce: nonces[1]! }]) expect(await show(wrong)).toEqual({ closed: 1013 })
    expect(await ask('/address', { authorization: 'Bearer wrong' }, 'POST')).toMatchObject({ status: 429 })
  })

  test('has no key in its address, its cookies or its protocol', async () => {
    const nonce = nonceOf(host.freshAddress())
    const { secret } = (await show({ nonce: nonceOf(host.freshAddress()) })) as Admitted
    for (const key of [nonce, secret]) {
      const headers = { cookie: `lab-${address().port}=${key}; token=${key}`, authorization: `Bearer ${key}` }
      const socket = await opened(open(`${SOCKET_PATH}?token=${key}&nonce=${key}&secret=${key}`, { headers }))
      const code = closedWith(socket)
      socket.send(JSON.stringify({ id: 1, call: 'newGame', arg: {} }))
      expect(await code).toBe(1007)
    }
    expect(served.asked).toEqual([])
    expect(await show({ nonce })).toHaveProperty('secret')
  })

  test('may take ten seconds to say who it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const patient = await enter()
    const silent = await opened(open())
    const code = closedWith(silent)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(silent.readyState).toBe(WebSocket.OPEN)
    await vi.advanceTimersByTimeAsync(1)
    expect(await code).toBe(1006)
    expect(await call(patient, 1, 'newGame', {})).toMatchObject({ reply: { ok: true } })
  })

  test('is one of sixteen at most', async () => {
    const waiting = await Promise.all(Array.from({ length: 16 }, () => opened(open())))
    expect(await refusedWith(open())).toBe('503')
    waiting[0]!.close()
    await vi.waitUntil(async () => (await refusedWith(open())) === 'opened', 20_000)
  })
})

describe('requests from elsewhere', () => {
  test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80', '127.0.0.1:'])(
    'a Host that is not ours is refused, for its name may be rebound to us: %s',
    async hostName => {
      expect(await ask('/', { host: hostName })).toMatchObject({ status: 421 })
      expect(await refusedWith(open(SOCKET_PATH, { headers: { host: hostName } }))).toBe('421')
    },
  )

  test.each(['localhost', 'LOCALHOST:8888', '127.0.0.1:1', '[::1]:9000'])(
    'a tunnel may bring another port: %s is us',
    async name => {
      expect(await ask('/', { host: name })).toMatchObject({ status: 200 })
      await opened(open(SOCKET_PATH, { origin: `http://${name.toLowerCase()}`, headers: { host: name } }))
    },
  )

  test.each(['http://evil.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1:1'])(
    'a page of another origin is refused: %s',
    async origin => {
      expect(await ask('/', { origin })).toMatchObject({ status: 403 })
      expect(await refusedWith(open(SOCKET_PATH, { origin }))).toBe('403')
    },
  )

  test('a WebSocket without an origin is refused: no browser opens one', async () => {
    const socket = new WebSocket(`ws://${address().host}${SOCKET_PATH}`)
    sockets.push(socket.on('error', () => undefined))
    expect(await refusedWith(socket)).toBe('403')
  })

  test('only this machine is listened to', () => {
    expect(address().hostname).toBe('127.0.0.1')
  })
})

describe('files', () => {
  test('need nothing that lets in', async () => {
    expect(await ask('/')).toMatchObject({ status: 200, body: '<title>the page</title>' })
    expect(await ask('/assets/code.js')).toMatchObject({ status: 200, body: '"the code"' })
  })

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '//secret.txt',
    '/page/../../secret.txt',
    '/assets/code.js%00',
  ])('what is not of the page is not found, however it is spelled: %s', async path => {
    expect(await ask(path)).toMatchObject({ status: 404, body: expect.not.stringContaining('secret') as string })
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async method => {
    expect(await ask('/', {}, method)).toMatchObject({ status: 405 })
  })

  test('come with a policy that lets nothing run but files of the same origin', async () => {
    for (const path of ['/', '/missing']) {
      const { headers } = await ask(path)
      const policy = headers['content-security-policy']!
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types vue")
      expect(headers['permissions-policy']).toContain('clipboard-read=(self), clipboard-write=(self)')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    }
  })

  test('a page that is not built is refused before the host starts', async () => {
    await expect(startHost(served, { pageFolder: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'BAD_FILE' })
  })
})

describe('messages', () => {
  test.each(['noSuchCall', '__proto__', 'toString', 'on'])('an unknown call is refused by name: %s', async name => {
    const socket = await enter()
    expect(await call(socket, 1, name)).toMatchObject({
      id: 1,
      reply: { ok: false, error: { code: 'BAD_REQUEST', message: expect.stringContaining(name) as string } },
    })
    expect(await call(socket, 2, 'newGame', {})).toMatchObject({ reply: { ok: true } })
    expect(served.asked).toEqual([['newGame', {}]])
  })

  test('a bad argument, a failure and a bug are answered, and the connection stays open', async () => {
    const socket = await enter()
    expect(await call(socket, 1, 'newGame', { seed: 'x' })).toMatchObject({
      reply: { ok: false, error: { code: 'BAD_REQUEST' } },
    })
    expect(await call(socket, 2, 'slide', { move: 'up' })).toMatchObject({
      reply: { ok: false, error: { code: 'ILLEGAL_MOVE' } },
    })
    expect(await call(socket, 3, 'undo', { slides: 1 })).toMatchObject({ reply: { ok: false, error: { code: 'INTERNAL' } } })
    expect(log).toHaveLength(1)
    expect(await call(socket, 4, 'newGame', {})).toMatchObject({ reply: { ok: true } })
  })

  test.each(['{', '{"id":1}', '{"id":1,"call":"newGame","more":1}'])(
    'what is no call ends its connection with 1007 and no other: %s',
    async text => {
      const [bad, good] = await Promise.all([enter(), enter()])
      const code = closedWith(bad)
      bad.send(text)
      expect(await code).toBe(1007)
      expect(await call(good, 1, 'newGame', {})).toMatchObject({ reply: { ok: true } })
    },
  )

  test('an oversized message ends its connection with 1009, and no handler runs', async () => {
    const socket = await enter()
    const code = closedWith(socket)
    socket.send(JSON.stringify({ id: 1, call: 'setPosition', arg: { text: 'x'.repeat(MAX_MESSAGE_BYTES) } }))
    expect(await code).toBe(1009)
    expect(served.asked).toEqual([])
  })

  test('binary data ends its connection with 1003', async () => {
    const socket = await enter()
    const code = closedWith(socket)
    socket.send(Buffer.from('{"id":1,"call":"hello"}'))
    expect(await code).toBe(1003)
  })
})

describe('several pages', () => {
  test('all hear every event, and each only its own answers', async () => {
    const [one, two] = await Promise.all([enter(), enter()])
    const heardByTwo: WebMessage[] = []
    two.on('message', data => heardByTwo.push(JSON.parse((data as Buffer).toString()) as WebMessage))
    expect(await call(one, 9, 'newGame', {})).toMatchObject({ id: 9 })
    const both = [nextMessage(one), nextMessage(two)]
    served.emit('game', gameView(3))
    const event = { event: 'game', payload: gameView(3) }
    expect(await Promise.all(both)).toEqual([event, event])
    expect(heardByTwo).toEqual([event])
  })

  test('a page that does not read gets the newest event of each kind, not a queue', async () => {
    const EVENTS = 2_000
    const socket = await enter()
    const heard: WebMessage[] = []
    socket.pause()
    socket.on('message', data => heard.push(JSON.parse((data as Buffer).toString()) as WebMessage))
    const padding = 'x'.repeat(50_000)
    for (let n = 1; n <= EVENTS; n++) {
      served.emit('failure', { code: 'INTERNAL', message: padding, detail: { n } })
      if (n % 100 === 0) served.emit('status', { ...STATUS, nodes: n })
      await new Promise(resolve => setImmediate(resolve))
    }
    socket.resume()
    const newest = (kind: string) => heard.findLast(message => 'event' in message && message.event === kind)
    await vi.waitFor(() => {
      expect(newest('failure')).toMatchObject({ payload: { detail: { n: EVENTS } } })
      expect(newest('status')).toMatchObject({ payload: { nodes: EVENTS } })
    }, 20_000)
    // what is there was in the system's buffers: some megabytes, not the hundred that were emitted
    expect(heard.length).toBeLessThan(EVENTS / 2)
  })

  test('a page that reads slowly hears of every run, and of each failure, the newest', async () => {
    const socket = await enter()
    const heard: WebMessage[] = []
    socket.on('message', data => heard.push(JSON.parse((data as Buffer).toString()) as WebMessage))
    for (const nodes of [1, 2]) served.emit('status', { ...STATUS, nodes })
    for (const id of [1, 2]) {
      served.emit('sweep', { id } as SweepRow)
      for (const kind of ['bench', 'comparison'] as const) served.emit('comparison', { kind, id } as ComparisonRow)
      served.emit('tournament', { id: `${id}` } as TournamentView)
    }
    for (const message of ['one', 'two', 'three']) served.emit('failure', { code: 'INTERNAL', message })
    for (const n of [1, 2]) served.emit('failure', { code: 'INTERNAL', message: 'again', detail: { n } })
    await vi.waitFor(() => {
      const failures = heard.flatMap(message => ('event' in message && message.event === 'failure' ? [message.payload] : []))
      expect(failures).toMatchObject([{ message: 'one' }, { message: 'two' }, { message: 'three' }, { detail: { n: 2 } }])
      const runs = heard.flatMap(message => ('event' in message && message.payload && 'id' in message.payload ? [message] : []))
      expect(runs).toHaveLength(8)
    }, 20_000)
  })

  test('a page that does not read its answers is dropped before they fill the memory', async () => {
    const socket = await enter()
    const gone = closedWith(socket)
    socket.pause()
    const ASKED = 200 // of about 1 MB each: more than any system's buffers
    for (let id = 1; id <= ASKED; id++) socket.send(JSON.stringify({ id, call: 'stopAnalysis' }))
    // whether it was dropped or not, the host has read all it will
    let before = -1
    await vi.waitUntil(() => (before > 0 && served.asked.length === before) || void (before = served.asked.length), {
      interval: 300,
      timeout: 20_000,
    })
    let heard = 0
    socket.on('message', () => heard++)
    socket.resume()
    expect(await gone).toBe(1006)
    expect(heard).toBeLessThan(ASKED / 2)
  })

  test('a page that is silently gone is noticed by the second heartbeat, one that answers stays', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const other = createServedLab()
    const beating = await startHost(other, { pageFolder: join(folder, 'page') })
    const [gone, there] = await Promise.all([enter(beating, { autoPong: false }), enter(beating)])
    const pinged = [gone, there].map(socket => new Promise(resolve => socket.once('ping', resolve)))
    vi.advanceTimersByTime(15_000)
    await Promise.all(pinged)
    await call(there, 1, 'newGame', {}) // so that its pong, sent before, has arrived
    const closed = closedWith(gone)
    vi.advanceTimersByTime(15_000)
    expect(await closed).toBe(1006)
    expect(await call(there, 2, 'newGame', {})).toMatchObject({ reply: { ok: true } })
    await beating.close()
  })
})

describe('connections', () => {
  const tcp = (of = host) => {
    const { port, hostname } = new URL(of.origin)
    const socket = connectTcp(Number(port), hostname)
    socket.on('error', () => undefined)
    return { socket, ended: new Promise(resolve => socket.on('close', resolve)) }
  }

  test('that do not finish, or that are left open, are closed', async () => {
    for (const limit of Object.values(CONNECTION_LIMITS)) expect(limit).toBeLessThanOrEqual(30_000)
    const hasty = await startHost(served, {
      pageFolder: join(folder, 'page'),
      limits: { headers: 50, request: 75, idle: 150, next: 50, look: 5 },
    })
    const host = `Host: ${new URL(hasty.origin).host}\r\n`
    const left: Readonly<Record<string, string>> = {
      'says nothing': '',
      'a header without its end': 'GET / HTTP/1.1\r\nHost: x\r\n',
      'a body without its end': `POST /address HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nx`,
      'left open after an answer': `GET / HTTP/1.1\r\n${host}\r\n`,
      'left open after a refusal': `GET /lab HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    }
    const open = new Set(Object.keys(left))
    for (const [name, text] of Object.entries(left)) {
      const { socket, ended } = tcp(hasty)
      socket.resume().write(text)
      void ended.then(() => open.delete(name))
    }
    await vi.waitFor(() => expect([...open]).toEqual([]), 25_000)
    await hasty.close()
  })

  test('are a hundred at most, and one that ends makes room', async () => {
    const all = Array.from({ length: 100 }, () => tcp())
    await Promise.all(all.map(({ socket }) => new Promise(resolve => socket.on('connect', resolve))))
    const more = tcp()
    await more.ended
    for (const { socket } of all) socket.destroy()
    await vi.waitUntil(() => ask('/').then(({ status }) => status === 200, () => false), 20_000) // oxfmt-ignore
  })
})

describe('the host itself', () => {
  test('closes its connections with 1001 and lets go of its port', async () => {
    const { pageFolder, port } = { pageFolder: join(folder, 'page'), port: Number(address().port) }
    await expect(startHost(served, { pageFolder, port })).rejects.toMatchObject({
      code: 'BAD_SETTING',
      message: expect.stringContaining(String(port)) as string,
    })
    const code = closedWith(await enter())
    const waiting = await opened(open()) // the host would wait longer for its first message
    await host.close()
    expect(await code).toBe(1001)
    await vi.waitUntil(() => waiting.readyState === WebSocket.CLOSED, 1500)
    expect(served.listening()).toBe(0)
    host = await startHost(served, { pageFolder, port })
    expect(Number(address().port)).toBe(port)
  })
})
