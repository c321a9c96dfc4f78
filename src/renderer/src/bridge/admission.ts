/** What lets this page in: the nonce of the address that opened it, or the secret that it got for one. */
import type { Admission } from '../../../core/contract/admission'

/** Of this tab alone: a reload finds it again, another tab or site does not. */
const KEY = 'lab-secret'
const HOME_KEY = 'lab-home'

export interface Keeper {
  /** What to show next: the nonce, if there is one, else the secret. */
  show(): Admission | undefined
  /** The nonce is good for one exchange, whatever comes of it. */
  spendNonce(): void
  keep(secret: string): void
}

/** Takes the nonce out of the address bar and the history at once. */
export function createKeeper(): Keeper {
  let nonce = location.hash.slice(1)
  if (nonce !== '') history.replaceState(undefined, '', location.pathname)
  return {
    show() {
      if (nonce !== '') return { nonce }
      const secret = storage()?.getItem(KEY) ?? undefined
      return secret === undefined ? undefined : { secret }
    },
    spendNonce: () => (nonce = ''),
    keep: secret => storage()?.setItem(KEY, secret),
  }
}

/**
 * Remembers the lab's `Hello.home` over a reload of this tab: the page may then find nobody to ask.
 *
 * @param home `undefined` for the folder of the system
 */
export function rememberHome(home: string | undefined): void {
  storage()?.setItem(HOME_KEY, home ?? '')
}

/** @returns an empty text for the folder of the system, `undefined` where nobody knows */
export function rememberedHome(): string | undefined {
  return storage()?.getItem(HOME_KEY) ?? undefined
}

/** None where the browser is told to keep no data of sites: then each reload needs a fresh address. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  }
}
