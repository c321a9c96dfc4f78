/** How the web host lets a page in: the first message on the page's WebSocket, the answer, and the codes of a refusal. */

/** Path of the WebSocket. */
export const SOCKET_PATH = '/lab'

/**
 * What a page shows first: the nonce of the address that opened it, or the secret that it got for one earlier. Neither is
 * ever part of a URL that is requested, a header or a cookie.
 */
export type Admission = { readonly nonce: string } | { readonly secret: string }

/** The answer. With this secret the page comes in again for as long as the host runs. */
export interface Admitted {
  readonly secret: string
}

/** Longest first message, in bytes. */
export const MAX_ADMISSION_BYTES = 1_000

/** Close codes: of RFC 6455, 7.4.1, and one of those it leaves to applications. */
export const CLOSED = {
  goingAway: 1001,
  noBinary: 1003,
  badData: 1007,
  /** Too many wrong tries, or too many pages: the same page may try again later. */
  tryLater: 1013,
  /** The nonce was used or is too old, or the secret is of another run. */
  refused: 4401,
} as const
