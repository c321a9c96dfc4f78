/** How the web host admits a page: the first message on the page's WebSocket, the answer, and the codes of a refusal. */

/** Path of the WebSocket. */
export const SOCKET_PATH = '/lab'

/**
 * The page's first message: the nonce of the address that opened it, or the secret that an earlier nonce earned. Neither ever appears in a
 * requested URL, a header or a cookie.
 */
export type Admission = { readonly nonce: string } | { readonly secret: string }

/** The answer. The secret admits the page again until the host ends. */
export interface Admitted {
  readonly secret: string
}

/** Longest first message, in bytes. */
export const MAX_ADMISSION_BYTES = 1_000

/** Close codes of RFC 6455, 7.4.1, and one from the range for applications. */
export const CLOSED = {
  goingAway: 1001,
  noBinary: 1003,
  badData: 1007,
  /** Too many wrong attempts, or too many pages: the same page may try again later. */
  tryLater: 1013,
  /** The nonce was used or is too old, or the secret belongs to another run of the host. */
  refused: 4401,
} as const
