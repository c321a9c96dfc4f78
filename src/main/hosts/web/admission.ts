/** Decides who is let in: by the address of a request, and by the first message on a page's WebSocket. */
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { CLOSED, MAX_ADMISSION_BYTES, type Admission } from '../../../core/contract/admission'
import { parseShape } from '../../../core/contract/shapes'
import { LabError } from '../../../core/errors'
import { quoted } from '../../../core/quoted'
import { closeSocket } from './client'
import type { WebKeys } from './secrets'

/** Time limit for a page's first message. */
const ADMISSION_MS = 10_000

const keyShape = z.string().max(100)
const admissionShape: z.ZodType<Admission> = z.union([z.strictObject({ nonce: keyShape }), z.strictObject({ secret: keyShape })])

/** Calls `enter` once, when the page has shown a valid key. Otherwise it ends the connection. */
export function admit(socket: WebSocket, keys: WebKeys, enter: () => void): void {
  const tooLate = setTimeout(() => socket.terminate(), ADMISSION_MS)
  socket.on('close', () => clearTimeout(tooLate))
  // ws has closed or is closing the connection, with the right code; there is nothing left to do
  socket.on('error', () => undefined)
  socket.once('message', (data, isBinary) => {
    clearTimeout(tooLate)
    const credentials = isBinary ? undefined : read(data as Buffer)
    if (!credentials) return closeSocket(socket, CLOSED.badData, 'not an admission: {"nonce"} or {"secret"} in JSON is')
    const admitted = keys.admit(credentials)
    if (admitted === 'wrong') return closeSocket(socket, CLOSED.refused, 'unknown, used or too old')
    if (admitted === 'tooMany') return closeSocket(socket, CLOSED.tryLater, 'too many wrong tries')
    socket.send(JSON.stringify(admitted))
    enter()
  })
}

function read(data: Buffer): Admission | undefined {
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

export type Guard = (request: IncomingMessage, kind: 'request' | 'upgrade') => Refusal | undefined

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

/**
 * Decides which requests the web host accepts. Loopback alone does not protect it, because any page can make this machine's browser send a
 * request (across sites, by a WebSocket, or to a name that is rebound to 127.0.0.1). So every request and every upgrade must be for this
 * machine's own name, and from a page of the same address. The port may be another one: that of an ssh tunnel. A page at another port
 * of this machine has an origin of its own, and is refused. Keys of callers are a separate matter: see secrets.ts.
 *
 * @param port of the host, for the advice of a refusal
 */
export function createGuard(port: number): Guard {
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
