/** The lab for a browser on this machine: the page over HTTP, its calls and events over a WebSocket. */
import { readFile } from 'node:fs/promises'
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { EVENT_NAMES, MAX_MESSAGE_BYTES, type WebMessage } from '../../core/contract/calls'
import { LabError } from '../../core/errors'
import { createDispatch, type ServedLab } from './dispatch'
import { BUILT_PAGE, listPage, PAGE_HEADERS, type PageFile } from './page'
import { subjectOf, WebClient } from './webClient'
import { createGuard, queryToken, TOKEN_PARAMETER, type Guard, type Refusal } from './webGuard'

const LOOPBACK = '127.0.0.1'
const SOCKET_PATH = '/lab'
const HEARTBEAT_MS = 15_000

export interface WebHostOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** The built page. */
  readonly pageFolder?: string
  /** Where bugs go; `console.error` by default. */
  readonly log?: (problem: unknown) => void
}

export interface WebHost {
  /** With its token: whoever knows this address controls the lab. */
  readonly url: string
  /** Ends all connections. The lab goes on. */
  close(): Promise<void>
}

/** @throws {LabError} `BAD_SETTING` for a port that cannot be had, `BAD_FILE` when the page is not built. */
export async function startWebHost(lab: ServedLab, options: WebHostOptions = {}): Promise<WebHost> {
  const { port = 0, pageFolder = BUILT_PAGE, log = console.error } = options
  const files = listPage(pageFolder)
  const dispatch = createDispatch(lab.handlers, log)
  const clients = new Set<WebClient>()

  const server = createServer()
  const address = await listen(server, port)
  const guard = createGuard(address.port)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })

  server.on('request', (request, response) => {
    answer(request, response, guard, files).catch((error: unknown) => {
      log(error)
      response.destroy()
    })
  })
  server.on('upgrade', (request, socket, head) => {
    const refusal = guard.check(request, 'upgrade') ?? (pathOf(request) === SOCKET_PATH ? undefined : NOT_FOUND)
    if (refusal) return refuseUpgrade(socket, refusal)
    sockets.handleUpgrade(request, socket, head, opened => {
      const client = new WebClient(opened, dispatch)
      clients.add(client)
      opened.on('close', () => clients.delete(client))
    })
  })

  const subscriptions = EVENT_NAMES.map(event =>
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

  return {
    url: `http://${LOOPBACK}:${address.port}/?${TOKEN_PARAMETER}=${guard.token}`,
    async close() {
      clearInterval(heartbeat)
      for (const unsubscribe of subscriptions) unsubscribe()
      for (const client of clients) client.close()
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const NOT_FOUND = { status: 404, reason: 'There is nothing here.' } as const
const NOT_ALLOWED = { status: 405, reason: 'This can only be read.' } as const
type Problem = Refusal | typeof NOT_FOUND | typeof NOT_ALLOWED

async function answer(request: IncomingMessage, response: ServerResponse, guard: Guard, files: ReadonlyMap<string, PageFile>) {
  const { method = '', url = '/' } = request
  const file = files.get(pathOf(request))
  const problem: Problem | undefined =
    guard.check(request, 'request') ?? (!['GET', 'HEAD'].includes(method) ? NOT_ALLOWED : file ? undefined : NOT_FOUND)
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value)
  if (problem || !file) {
    const { status, reason } = problem ?? NOT_FOUND
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(reason + '\n')
    return
  }
  const body = await readFile(file.path)
  if (queryToken(url) === guard.token) response.setHeader('set-cookie', guard.cookie)
  response.writeHead(200, { 'content-type': file.type, 'content-length': body.length }).end(method === 'HEAD' ? undefined : body)
}

function refuseUpgrade(socket: Duplex, { status, reason }: Problem): void {
  socket.on('error', () => undefined) // whoever was refused may be gone already
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

/** As it was sent, escapes and all. */
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
