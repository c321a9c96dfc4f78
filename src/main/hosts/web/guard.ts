/**
 * Decides which requests the web host accepts. Loopback alone does not protect it, because any page can make this machine's browser send a
 * request (across sites, by a WebSocket, or to a name that is rebound to 127.0.0.1). So every request and every upgrade must be for this
 * machine's own name, and from a page of the same address. The port may be another one: that of an ssh tunnel. A page at another port
 * of this machine has an origin of its own, and is refused. Keys of callers are a separate matter: see secrets.ts.
 */
import type { IncomingMessage } from 'node:http'
import { quoted } from '../../../core/quoted'

/** The fault of a request, for the reader of the answer. */
type Refusal = { readonly status: 403 | 421; readonly reason: string }

export type Guard = (request: IncomingMessage, kind: 'request' | 'upgrade') => Refusal | undefined

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

/** @param port of the host, for the advice of a refusal */
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
