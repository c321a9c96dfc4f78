/** A scheme, but not the host of `localhost:8000`. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i
/** A host of this machine, which rarely has a certificate. */
const HERE = /^(localhost|127\.|\[::1\])/i
const READ = ['http:', 'https:', 'file:']

/**
 * The whole address of a page, completed as a browser does: `example.org/2048` has `https://` before it, a host of this machine
 * `http://`.
 *
 * @returns `undefined` where it is none
 */
export function pageAddress(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const whole = SCHEME.test(typed) ? typed : `${HERE.test(typed) ? 'http' : 'https'}://${typed}`
  const url = URL.parse(whole)
  if (!url || !READ.includes(url.protocol)) return undefined
  // a single word is a search in a browser, and no host here
  const isHost = SCHEME.test(typed) || HERE.test(typed) || /^[^/?#]*\.[^/?#]/.test(typed)
  return isHost ? url.href : undefined
}
