import { PAGE_PROTOCOLS, PAGE_SCHEME } from '../../../../../core/contract/calls/remote'

/** A host of this machine, which rarely has a certificate. */
const HERE = /^(localhost|127\.|\[::1\])/i

/**
 * The whole address of a page, completed as a browser does: `example.org/2048` has `https://` before it, a host of this machine
 * `http://`.
 *
 * @returns `undefined` where it is none
 */
export function pageAddress(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const whole = PAGE_SCHEME.test(typed) ? typed : `${HERE.test(typed) ? 'http' : 'https'}://${typed}`
  const url = URL.parse(whole)
  if (!url || !PAGE_PROTOCOLS.includes(url.protocol)) return undefined
  // a single word is a search in a browser, and no host here
  const isHost = PAGE_SCHEME.test(typed) || HERE.test(typed) || /^[^/?#]*\.[^/?#]/.test(typed)
  return isHost ? url.href : undefined
}
