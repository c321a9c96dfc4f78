/**
 * The page's credentials: the nonce from the address that opened it, or the secret it received in exchange; and what this tab remembers
 * across a reload.
 */
import type { Admission } from '../../../core/contract/admission'
import type { Reopened } from '../../../core/contract/calls'
import { tabStorage } from './tabStorage'

const KEY = 'lab-secret'
const HOME_KEY = 'lab-home'
const COMMAND_KEY = 'lab-command'

export interface Credentials {
  /** What to present next: the nonce if there is one, else the secret. */
  next(): Admission | undefined
  /** The nonce is valid for one exchange, whether or not it succeeds. */
  spendNonce(): void
  save(secret: string): void
}

/** Removes the nonce from the address bar and the history immediately. */
export function readCredentials(): Credentials {
  let nonce = location.hash.slice(1)
  if (nonce !== '') history.replaceState(undefined, '', location.pathname)
  return {
    next() {
      if (nonce !== '') return { nonce }
      const secret = tabStorage.get(KEY)
      return secret === undefined ? undefined : { secret }
    },
    spendNonce: () => (nonce = ''),
    save: secret => tabStorage.set(KEY, secret),
  }
}

/**
 * Saves the lab's `Hello.home` across a reload of this tab, because the lab may then be unreachable.
 * @param home `undefined` for the folder of the system
 */
export function rememberHome(home: string | undefined): void {
  tabStorage.set(HOME_KEY, home ?? '')
}

/** @returns an empty text for the folder of the system, `undefined` if nothing was saved */
export function rememberedHome(): string | undefined {
  return tabStorage.get(HOME_KEY)
}

/** Saves the lab's `Hello.command`, for the same reason. */
export function rememberCommand(command: string): void {
  tabStorage.set(COMMAND_KEY, command)
}

/** What starts the lab of this tab, for a user to copy. */
export function rememberedCommand(): string {
  return tabStorage.get(COMMAND_KEY) ?? 'lab'
}

const PLACES_KEY = 'places'

/** Saves where the screens of this tab are, for after a reload: of its data folder, since others have other numbers. */
export function leavePlaces(places: ReadonlyMap<string, unknown>): void {
  tabStorage.set(PLACES_KEY, JSON.stringify({ home: rememberedHome(), places: [...places] }))
}

/** What `leavePlaces` saved, once. */
export function leftPlaces<Screen, Place>(): (readonly [Screen, Place])[] {
  const { home, places = [] } = JSON.parse(tabStorage.get(PLACES_KEY) ?? '{}') as {
    readonly home?: string
    readonly places?: (readonly [Screen, Place])[]
  }
  tabStorage.remove(PLACES_KEY)
  return home === rememberedHome() ? places : []
}

const WORD_KEY = 'reopened'

interface Word<Screen> {
  readonly event: Reopened
  /** The screen that was shown. */
  readonly screen: Screen
}

/** Passes a note to the reloaded page when the lab was closed and reopened. */
export function leaveWord(event: Reopened, screen: string): void {
  const word: Word<string> = { event, screen }
  tabStorage.set(WORD_KEY, JSON.stringify(word))
}

/** Reads and removes the note. */
export function takeWord<Screen>(): Word<Screen> | undefined {
  const text = tabStorage.get(WORD_KEY)
  tabStorage.remove(WORD_KEY)
  return text === undefined ? undefined : (JSON.parse(text) as Word<Screen>)
}
