/**
 * Who may talk to the web host. Loopback alone protects from nobody who can make this machine's browser send a request:
 * any page can (cross-site requests and WebSockets, or a name that is rebound to 127.0.0.1), and so can other users of
 * the machine. So every request and every upgrade must show the token, and come for and from our own address.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const TOKEN_PARAMETER = 'token'

/** What is wrong with a request, in words for whoever reads the answer. */
export type Refusal = { readonly status: 403 | 421; readonly reason: string }

export interface Guard {
  readonly token: string
  check(request: IncomingMessage, kind: 'request' | 'upgrade'): Refusal | undefined
  /**
   * The cookie that stands for the token from the first page on. `HttpOnly` and `SameSite=Strict`: no script reads it
   * and no other site's request carries it. Cookies ignore ports, so its name has the port: two labs do not overwrite
   * each other's. A cookie rather than sessionStorage because then not one file is served without the token, and a new
   * tab of the same address just works.
   */
  readonly cookie: string
}

export function createGuard(port: number, token: string = randomBytes(32).toString('base64url')): Guard {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const cookieName = `lab-${port}`
  const digest = hash(token)
  const isToken = (text: string | null | undefined) => typeof text === 'string' && timingSafeEqual(hash(text), digest)

  return {
    token,
    cookie: `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict`,
    check({ headers, url = '/' }, kind) {
      const { host = '', origin } = headers
      if (!hosts.includes(host)) return { status: 421, reason: `This is the lab at ${hosts[0]}, not at the host you asked for.` }
      // browsers name the origin of every WebSocket and of whatever crosses sites; loading our own page they leave it out
      if (origin === undefined ? kind === 'upgrade' : origin !== `http://${host}`)
        return { status: 403, reason: 'Only the lab’s own page may ask this.' }
      if (!isToken(queryToken(url)) && !isToken(cookieOf(headers.cookie, cookieName)))
        return { status: 403, reason: 'The token is missing or wrong. Open the address that the lab printed when it started.' }
      return undefined
    },
  }
}

export function queryToken(url: string): string | null {
  return new URLSearchParams(url.split('?')[1]).get(TOKEN_PARAMETER)
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const cookies = header?.split(';').map(cookie => cookie.trim()) ?? []
  return cookies.find(cookie => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Equal lengths for a comparison in constant time, whatever was sent. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
