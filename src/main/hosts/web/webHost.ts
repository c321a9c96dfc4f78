/** The lab for a browser on this machine: the page over HTTP, its calls and events over a WebSocket. */
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Admission, CLOSED, MAX_ADMISSION_BYTES, SOCKET_PATH } from '../../../core/contract/admission'
import { EVENT_NAMES, MAX_MESSAGE_BYTES, type WebMessage } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import type { Scope } from '../../scope'
import { checkedCalls, type ServedLab } from '../dispatch'
import { BUILT_PAGE, listPage, PAGE_HEADERS, type PageFile } from '../page'
import { WebClient, closeSocket, subjectOf } from './client'
import { WebKeys } from './secrets'
import { z } from 'zod'
import { parseShape } from '../../../core/contract/shapes'
import { quoted } from '../../../core/quoted'

export { NONCE_MINUTES } from './secrets'

const LOOPBACK = '127.0.0.1'
const HEARTBEAT_MS = 15_000

/** `POST` with the address key: the answer is a fresh address. */
export const ADDRESS_PATH = '/address'

/** Limit of connections of all kinds, of which a browser opens up to six per page; one more is closed immediately. */
const MOST_CONNECTIONS = 100
/** Limit of WebSockets that have not sent their first message. */
const MOST_WAITING = 16

/** Time limits of a connection, in milliseconds; afterwards it ends. */
interface ConnectionLimits {
  /** For the headers of a request. */
  readonly headers: number
  /** For a complete request. */
  readonly request: number
  /** Without anything read or written. */
  readonly idle: number
  /** For the next request after an answer. */
  readonly next: number
  /** Interval at which Node checks the first two. */
  readonly look: number
}

export const CONNECTION_LIMITS: ConnectionLimits = { headers: 10_000, request: 15_000, idle: 30_000, next: 5_000, look: 1_000 }

export interface WebHostOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** The built page. */
  readonly pageFolder?: string
  /** `CONNECTION_LIMITS` by default. */
  readonly limits?: ConnectionLimits
  /** Receives bugs; `console.error` by default. */
  readonly log?: (problem: unknown) => void
}

export interface WebHost {
  /** Without a key. */
  readonly origin: string
  /** Grants fresh addresses over HTTP to the program that sends it; must be stored in a file that only this user can read. */
  readonly addressKey: string
  /** An address that opens the lab once, within `NONCE_MINUTES`: the browser that opens it first controls the lab. */
  freshAddress(): string
}

/**
 * @param scope ends all connections; the lab continues
 * @throws {LabError} `BAD_SETTING` for an unavailable port, `BAD_FILE` if the page is not built
 */
export async function startWebHost(scope: Scope, lab: ServedLab, options: WebHostOptions = {}): Promise<WebHost> {
  const { port = 0, pageFolder = BUILT_PAGE, limits = CONNECTION_LIMITS, log = console.error } = options
  const files = listPage(pageFolder)
  const calls = checkedCalls(lab.handlers, log)
  const clients = new Set<WebClient>()
  const waiting = new Set<WebSocket>()

  const server = createServer({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.next,
    // how much later than the limit it ends: a request may be on its way
    keepAliveTimeoutBuffer: limits.next / 5,
    connectionsCheckingInterval: limits.look,
  })
  server.timeout = limits.idle
  server.maxConnections = MOST_CONNECTIONS
  const { port: taken } = await listen(server, port)
  scope.defer(() => {
    for (const client of clients) client.close()
    for (const socket of waiting) socket.terminate()
    const closed = new Promise(resolve => server.close(resolve))
    server.closeAllConnections()
    return closed
  })
  const origin = `http://${LOOPBACK}:${taken}`
  const guard = createGuard(taken)
  const keys = new WebKeys(() => performance.now())
  // in the fragment, which a browser never sends: neither in a request nor as a referrer
  const freshAddress = () => `${origin}/#${keys.issueNonce()}`
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })

  server.on('request', (request, response) => {
    answer(request, response, { guard, files, keys, freshAddress }).catch((error: unknown) => {
      log(error)
      response.destroy()
    })
  })
  server.on('upgrade', (request, socket, head) => {
    const refusal = guard(request, 'upgrade') ?? (pathOf(request) === SOCKET_PATH ? undefined : NOT_FOUND)
    if (refusal) return refuseUpgrade(socket, refusal)
    if (waiting.size >= MOST_WAITING) return refuseUpgrade(socket, TOO_MANY)
    sockets.handleUpgrade(request, socket, head, opened => {
      waiting.add(opened)
      opened.on('close', () => waiting.delete(opened))
      admit(opened, keys, () => {
        waiting.delete(opened)
        const client = new WebClient(opened, calls)
        clients.add(client)
        opened.on('close', () => clients.delete(client))
      })
    })
  })

  for (const event of EVENT_NAMES)
    scope.defer(
      lab.on(event, payload => {
        if (clients.size === 0) return
        const message: WebMessage = { event, payload }
        const text = JSON.stringify(message)
        const subject = subjectOf(event, payload)
        for (const client of clients) client.push(subject, text)
      }),
    )
  const heartbeat = setInterval(() => {
    for (const client of clients) client.beat()
  }, HEARTBEAT_MS)

  scope.defer(() => clearInterval(heartbeat))
  return { origin, addressKey: keys.addressKey, freshAddress }
}

const NOT_FOUND = { status: 404, reason: 'There is nothing here.' } as const
const NOT_ALLOWED = { status: 405, reason: 'This can only be read.' } as const
const NO_ADDRESS = {
  wrong: { status: 403, reason: 'The key is missing or wrong.' },
  tooMany: { status: 429, reason: 'The key is missing or wrong, and there were too many wrong tries. Try again in a minute.' },
} as const
const TOO_MANY = { status: 503, reason: 'Too many pages are waiting to be let in. Try again in a few seconds.' } as const
type Problem = { readonly status: number; readonly reason: string }

interface Served {
  readonly guard: Guard
  readonly files: ReadonlyMap<string, PageFile>
  readonly keys: WebKeys
  readonly freshAddress: () => string
}

async function answer(request: IncomingMessage, response: ServerResponse, { guard, files, keys, freshAddress }: Served) {
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
  const sendText = (status: number, text: string) => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text + '\n')
  }
  const refuse = ({ status, reason }: Problem) => sendText(status, reason)

  const { method = '' } = request
  const refusal = guard(request, 'request')
  if (refusal) return refuse(refusal)
  if (method === 'POST' && pathOf(request) === ADDRESS_PATH) {
    const [, key = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const refused = keys.refuseAddress(key)
    return refused ? refuse(NO_ADDRESS[refused]) : sendText(200, freshAddress())
  }
  if (!['GET', 'HEAD'].includes(method)) return refuse(NOT_ALLOWED)
  const file = files.get(pathOf(request))
  if (!file) return refuse(NOT_FOUND)
  const body = await readFile(file.path)
  response.writeHead(200, { 'content-type': file.type, 'content-length': body.length }).end(method === 'HEAD' ? undefined : body)
}

function refuseUpgrade(socket: Duplex, { status, reason }: Problem): void {
  socket.on('error', () => undefined) // the other side may be gone already
  socket.once('finish', () => socket.destroy()) // otherwise it would stay open until the other side closes it
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(reason)}`,
      '',
      reason,
    ].join('\r\n'),
  )
}

/** The path as sent, including escapes. */
function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0]!
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(portProblem(port, error))
    server.once('error', refuse)
    server.listen(port, LOOPBACK, () => {
      server.off('error', refuse)
      resolve(server.address() as AddressInfo)
    })
  })
}

function portProblem(port: number, error: NodeJS.ErrnoException): Error {
  const problem = { EADDRINUSE: 'is taken by another program', EACCES: 'may not be used by you' }[error.code ?? '']
  if (!problem) return error
  return new LabError('BAD_SETTING', `port: ${port} ${problem}; name another one, or 0 for any that is free`, { field: 'port' })
}

/** Time limit for a page's first message. */
const ADMISSION_MS = 10_000

const keyShape = z.string().max(100)
const admissionShape: z.ZodType<Admission> = z.union([z.strictObject({ nonce: keyShape }), z.strictObject({ secret: keyShape })])

/** Calls `enter` once, when the page has shown a valid key. Otherwise it ends the connection. */
function admit(socket: WebSocket, keys: WebKeys, enter: () => void): void {
  const tooLate = setTimeout(() => socket.terminate(), ADMISSION_MS)
  socket.on('close', () => clearTimeout(tooLate))
  // ws has closed or is closing the connection, with the right code; there is nothing left to do
  socket.on('error', () => undefined)
  socket.once('message', (data, isBinary) => {
    clearTimeout(tooLate)
    const credentials = isBinary ? undefined : readAdmission(data as Buffer)
    if (!credentials) return closeSocket(socket, CLOSED.badData, 'not an admission: {"nonce"} or {"secret"} in JSON is')
    const admitted = keys.admit(credentials)
    if (admitted === 'wrong') return closeSocket(socket, CLOSED.refused, 'unknown, used or too old')
    if (admitted === 'tooMany') return closeSocket(socket, CLOSED.tryLater, 'too many wrong tries')
    socket.send(JSON.stringify(admitted))
    enter()
  })
}

function readAdmission(data: Buffer): Admission | undefined {
  if (data.length > MAX_ADMISSION_BYTES) return undefined
  try {
    return parseShape(admissionShape, JSON.parse(data.toString()), 'admission')
  } catch (error) {
    if (error instanceof LabError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The fault of a request, for the reader of the answer. */
type Refusal = { readonly status: 403 | 421; readonly reason: string }

type Guard = (request: IncomingMessage, kind: 'request' | 'upgrade') => Refusal | undefined

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

/**
 * Decides which requests the web host accepts. Loopback alone does not protect it, because any page can make this machine's browser send a
 * request (across sites, by a WebSocket, or to a name that is rebound to 127.0.0.1). So every request and every upgrade must be for this
 * machine's own name, and from a page of the same address. The port may be another one: that of an ssh tunnel. A page at another port
 * of this machine has an origin of its own, and is refused. Keys of callers are a separate matter: see secrets.ts.
 *
 * @param port of the host, for the advice of a refusal
 */
function createGuard(port: number): Guard {
  return ({ headers }, kind) => {
    const { host = '', origin } = headers
    if (!LOOPBACK_HOST.test(host))
      return {
        status: 421,
        reason:
          `This is the lab at 127.0.0.1:${port}, not at ${quoted(host)}: open it as 127.0.0.1 or localhost. ` +
          `From another machine, first run ssh -L ${port}:127.0.0.1:${port} with the name of this one.`,
      }
    // browsers send the origin with every WebSocket and with cross-site requests; when they load our own page they omit it
    if (origin === undefined ? kind === 'upgrade' : origin !== `http://${host.toLowerCase()}`)
      return { status: 403, reason: 'Only the lab’s own page may ask this.' }
    return undefined
  }
}
