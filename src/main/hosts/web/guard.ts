/**
 * Decides which requests the web host accepts. Loopback alone does not protect it, because any page can make this machine's browser send a
 * request (across sites, by a WebSocket, or to a name that is rebound to 127.0.0.1). So every request and every upgrade must come for and
 * from our own address. Keys of callers are a separate matter: see secrets.ts.
 */
import type { IncomingMessage } from 'node:http'

/** The fault of a request, for the reader of the answer. */
type Refusal = { readonly status: 403 | 421; readonly reason: string }

export type Guard = (request: IncomingMessage, kind: 'request' | 'upgrade') => Refusal | undefined

export function createGuard(port: number): Guard {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  return ({ headers }, kind) => {
    const { host = '', origin } = headers
    if (!hosts.includes(host)) return { status: 421, reason: `This is the lab at ${hosts[0]}, not at the host of the request.` }
    // browsers send the origin with every WebSocket and with cross-site requests; when they load our own page they omit it
    if (origin === undefined ? kind === 'upgrade' : origin !== `http://${host}`)
      return { status: 403, reason: 'Only the lab’s own page may ask this.' }
    return undefined
  }
}
