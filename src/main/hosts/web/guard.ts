/**
 * From where the web host may be asked at all. Loopback alone protects from nobody who can make this machine's browser send
 * a request: any page can (cross-site requests and WebSockets, or a name that is rebound to 127.0.0.1). So every request and
 * every upgrade must come for and from our own address. Who may call the lab is another matter: see webKeys.ts.
 */
import type { IncomingMessage } from 'node:http'

/** What is wrong with a request, in words for the reader of the answer. */
type Refusal = { readonly status: 403 | 421; readonly reason: string }

export type Guard = (request: IncomingMessage, kind: 'request' | 'upgrade') => Refusal | undefined

export function createGuard(port: number): Guard {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  return ({ headers }, kind) => {
    const { host = '', origin } = headers
    if (!hosts.includes(host)) return { status: 421, reason: `This is the lab at ${hosts[0]}, not at the host you asked for.` }
    // browsers name the origin of every WebSocket and of whatever crosses sites; loading our own page they leave it out
    if (origin === undefined ? kind === 'upgrade' : origin !== `http://${host}`)
      return { status: 403, reason: 'Only the lab’s own page may ask this.' }
    return undefined
  }
}
