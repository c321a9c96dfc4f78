/** The page's credentials: the nonce from the address that opened it, or the secret it received in exchange. */
import type { Admission } from '../../../core/contract/admission'

/** Session storage: a reload of this tab finds it, another tab or site does not. */
const KEY = 'lab-secret'
const HOME_KEY = 'lab-home'

export interface Keeper {
  /** What to present next: the nonce if there is one, else the secret. */
  show(): Admission | undefined
  /** The nonce is valid for one exchange, whether or not it succeeds. */
  spendNonce(): void
  keep(secret: string): void
}

/** Removes the nonce from the address bar and the history immediately. */
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
 * Saves the lab's `Hello.home` across a reload of this tab, because the lab may then be unreachable.
 * @param home `undefined` for the folder of the system
 */
export function rememberHome(home: string | undefined): void {
  storage()?.setItem(HOME_KEY, home ?? '')
}

/** @returns an empty text for the folder of the system, `undefined` if nothing was saved */
export function rememberedHome(): string | undefined {
  return storage()?.getItem(HOME_KEY) ?? undefined
}

/** `undefined` where the browser blocks site data: each reload then needs a fresh address. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  }
}
