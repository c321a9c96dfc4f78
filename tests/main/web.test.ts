import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { MAX_MESSAGE_BYTES, type WebMessage } from '../../src/core/contract/calls'
import { startWebHost, type WebHost } from '../../src/main/hosts/web'
import { createServedLab, gameView, STATUS } from './servedLab'

let folder: string
let host: WebHost
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
  host = await startWebHost(served, { pageFolder: join(folder, 'page'), log: problem => log.push(problem) })
})

afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets) socket.terminate()
  await host.close()
  rmSync(folder, { recursive: true })
})

const address = () => new URL(host.url)
const token = () => address().searchParams.get('token')!
const withToken = (path: string) => `${path}?token=${token()}`

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

async function cookie(): Promise<string> {
  const { headers } = await ask(withToken('/'))
  return headers['set-cookie']![0]!.split(';')[0]!
}

function open(path = withToken('/lab'), options: ClientOptions = {}): WebSocket {
  const socket = new WebSocket(`ws://${address().host}${path}`, { origin: address().origin, ...options })
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
const call = (socket: WebSocket, id: number, name: string, arg?: unknown) => say(socket, JSON.stringify({ id, call: name, arg }))

describe('the token', () => {
  test('opens the page, and its cookie opens everything after', async () => {
    expect(await ask(withToken('/'))).toMatchObject({ status: 200, body: '<title>the page</title>' })
    expect(await ask('/assets/code.js', { cookie: await cookie() })).toMatchObject({ status: 200, body: '"the code"' })
    await opened(open('/lab', { headers: { cookie: await cookie() } }))
  })

  test('is kept from scripts and from other sites, under the name of its port', async () => {
    const { headers } = await ask(withToken('/'))
    expect(headers['set-cookie']).toEqual([`lab-${address().port}=${token()}; Path=/; HttpOnly; SameSite=Strict`])
  })

  test.each(['/', '/assets/code.js', '/missing'])('missing or wrong, nothing is served: %s', async path => {
    for (const attempt of [path, `${path}?token=`, `${path}?token=${token().slice(1)}`, `${path}?token=${token()}x`]) {
      const { status, body } = await ask(attempt)
      expect([status, body]).toEqual([403, expect.stringContaining('token')])
    }
    expect(await ask(path, { cookie: `lab-${address().port}=wrong` })).toMatchObject({ status: 403 })
  })

  test.each(['/lab', '/lab?token=wrong'])('missing or wrong, no WebSocket opens: %s', async path => {
    expect(await refusedWith(open(path))).toBe('403')
  })

  test('differs from host to host', async () => {
    const other = await startWebHost(served, { pageFolder: join(folder, 'page') })
    expect(new URL(other.url).searchParams.get('token')).not.toBe(token())
    await other.close()
  })
})

describe('requests from elsewhere', () => {
  test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1'])(
    'a Host that is not ours is refused, for its name may be rebound to us: %s',
    async hostName => {
      expect(await ask(withToken('/'), { host: hostName })).toMatchObject({ status: 421 })
      expect(await refusedWith(open(withToken('/lab'), { headers: { host: hostName } }))).toBe('421')
    },
  )

  test('localhost is us', async () => {
    const name = `localhost:${address().port}`
    expect(await ask(withToken('/'), { host: name })).toMatchObject({ status: 200 })
    await opened(open(withToken('/lab'), { origin: `http://${name}`, headers: { host: name } }))
  })

  test.each(['http://evil.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1:1'])(
    'a page of another origin is refused: %s',
    async origin => {
      expect(await ask(withToken('/'), { origin })).toMatchObject({ status: 403 })
      expect(await refusedWith(open(withToken('/lab'), { origin }))).toBe('403')
    },
  )

  test('a WebSocket without an origin is refused: no browser opens one', async () => {
    const socket = new WebSocket(`ws://${address().host}${withToken('/lab')}`)
    sockets.push(socket.on('error', () => undefined))
    expect(await refusedWith(socket)).toBe('403')
  })

  test('only this machine is listened to', () => {
    expect(address().hostname).toBe('127.0.0.1')
  })
})

describe('files', () => {
  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/page/../../secret.txt',
    '/assets',
    '/assets/',
    '/index.html/',
    '/assets/code.js%00',
  ])('what is not of the page is not found, however it is spelled: %s', async path => {
    expect(await ask(withToken(path))).toMatchObject({ status: 404, body: expect.not.stringContaining('secret') as string })
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused', async method => {
    expect(await ask(withToken('/'), {}, method)).toMatchObject({ status: 405 })
  })

  test('come with a policy that lets nothing run but files of the same origin', async () => {
    for (const path of [withToken('/'), withToken('/missing'), '/']) {
      const { headers } = await ask(path)
      const policy = headers['content-security-policy']!
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    }
  })

  test('a page that is not built is refused before the host starts', async () => {
    await expect(startWebHost(served, { pageFolder: join(folder, 'nowhere') })).rejects.toMatchObject({ code: 'BAD_FILE' })
  })
})

describe('messages', () => {
  test('a call is answered under its id', async () => {
    const socket = await opened(open())
    expect(await call(socket, 41, 'newGame', { seed: 5 })).toEqual({ id: 41, reply: { ok: true, value: gameView(5) } })
    expect(await call(socket, 42, 'stopAutoplay')).toEqual({ id: 42, reply: { ok: true } })
    expect(served.asked).toEqual([
      ['newGame', { seed: 5 }],
      ['stopAutoplay', undefined],
    ])
  })

  test.each(['noSuchCall', '__proto__', 'toString', 'on'])('an unknown call is refused by name: %s', async name => {
    const socket = await opened(open())
    expect(await call(socket, 1, name)).toMatchObject({
      id: 1,
      reply: { ok: false, error: { code: 'BAD_REQUEST', message: expect.stringContaining(name) as string } },
    })
    expect(await call(socket, 2, 'newGame', {})).toMatchObject({ reply: { ok: true } })
    expect(served.asked).toEqual([['newGame', {}]])
  })

  test('a bad argument, a failure and a bug are answered, and the connection goes on', async () => {
    const socket = await opened(open())
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

  test.each([
    '{',
    'null',
    '[]',
    '"text"',
    '{"call":"newGame"}',
    '{"id":-1,"call":"newGame"}',
    '{"id":1}',
    '{"id":1,"call":"newGame","more":1}',
  ])('what is no call ends its connection with 1007 and no other: %s', async text => {
    const [bad, good] = await Promise.all([opened(open()), opened(open())])
    const code = closedWith(bad)
    bad.send(text)
    expect(await code).toBe(1007)
    expect(await call(good, 1, 'newGame', {})).toMatchObject({ reply: { ok: true } })
  })

  test('an oversized message ends its connection with 1009, and no handler runs', async () => {
    const socket = await opened(open())
    const code = closedWith(socket)
    socket.send(JSON.stringify({ id: 1, call: 'setPosition', arg: { text: 'x'.repeat(MAX_MESSAGE_BYTES) } }))
    expect(await code).toBe(1009)
    expect(served.asked).toEqual([])
  })

  test('binary data ends its connection with 1003', async () => {
    const socket = await opened(open())
    const code = closedWith(socket)
    socket.send(Buffer.from('{"id":1,"call":"hello"}'))
    expect(await code).toBe(1003)
  })

  test('bytes that are no WebSocket frames do no harm', async () => {
    const { hostname, port } = address()
    const raw = connectTcp(Number(port), hostname)
    const ended = new Promise(resolve => raw.on('close', resolve))
    raw.write(
      `GET ${withToken('/lab')} HTTP/1.1\r\nHost: ${address().host}\r\nOrigin: ${address().origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    )
    raw.once('data', () => raw.write(Buffer.alloc(64, 0xff)))
    await ended
    expect(await call(await opened(open()), 1, 'newGame', {})).toMatchObject({ reply: { ok: true } })
  })
})

describe('several pages', () => {
  test('all hear every event, and each only its own answers', async () => {
    const [one, two] = await Promise.all([opened(open()), opened(open())])
    const heardByTwo: WebMessage[] = []
    two.on('message', data => heardByTwo.push(JSON.parse((data as Buffer).toString()) as WebMessage))
    expect(await call(one, 9, 'newGame', {})).toMatchObject({ id: 9 })
    const both = [nextMessage(one), nextMessage(two)]
    served.emit('game', gameView(3))
    const event = { event: 'game', payload: gameView(3) }
    expect(await Promise.all(both)).toEqual([event, event])
    expect(heardByTwo).toEqual([event])
  })

  test('a page that reloads hears events again, and the one that left costs nothing', async () => {
    const before = await opened(open())
    const gone = closedWith(before)
    before.close()
    await gone
    await vi.waitFor(() => {
      let written = 0
      served.emit('status', { ...STATUS, toJSON: () => written++ } as never)
      expect(written).toBe(0)
    }, 20_000)
    const after = await opened(open())
    const message = nextMessage(after)
    served.emit('status', STATUS)
    expect(await message).toEqual({ event: 'status', payload: STATUS })
  })

  test('a page that does not read gets the newest event of each kind, not a queue', async () => {
    const EVENTS = 2_000
    const socket = await opened(open())
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
    const socket = await opened(open())
    const heard: WebMessage[] = []
    socket.on('message', data => heard.push(JSON.parse((data as Buffer).toString()) as WebMessage))
    for (const nodes of [1, 2]) served.emit('status', { ...STATUS, nodes })
    for (const message of ['one', 'two', 'three']) served.emit('failure', { code: 'INTERNAL', message })
    for (const n of [1, 2]) served.emit('failure', { code: 'INTERNAL', message: 'again', detail: { n } })
    await vi.waitFor(() => {
      const failures = heard.flatMap(message => ('event' in message && message.event === 'failure' ? [message.payload] : []))
      expect(failures).toMatchObject([{ message: 'one' }, { message: 'two' }, { message: 'three' }, { detail: { n: 2 } }])
    }, 20_000)
  })

  test('a page that does not read its answers is dropped before they fill the memory', async () => {
    const socket = await opened(open())
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
    const beating = await startWebHost(other, { pageFolder: join(folder, 'page') })
    const url = new URL(beating.url)
    const page = (options: ClientOptions) => {
      const socket = new WebSocket(`ws://${url.host}/lab${url.search}`, { origin: url.origin, ...options })
      sockets.push(socket)
      return opened(socket)
    }
    const [gone, there] = await Promise.all([page({ autoPong: false }), page({})])
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

describe('the host itself', () => {
  test('closes its connections with 1001 and lets go of its port', async () => {
    const { pageFolder, port } = { pageFolder: join(folder, 'page'), port: Number(address().port) }
    await expect(startWebHost(served, { pageFolder, port })).rejects.toMatchObject({
      code: 'BAD_SETTING',
      message: expect.stringContaining(String(port)) as string,
    })
    const code = closedWith(await opened(open()))
    await host.close()
    expect(await code).toBe(1001)
    expect(served.listening()).toBe(0)
    host = await startWebHost(served, { pageFolder, port })
    expect(Number(address().port)).toBe(port)
  })

  test('closes while a page does not read', async () => {
    const socket = await opened(open())
    socket.pause()
    await host.close()
    host = await startWebHost(served, { pageFolder: join(folder, 'page') })
  })
})
