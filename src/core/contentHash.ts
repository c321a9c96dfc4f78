import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { badSetting } from './settingChecks'

/** Hex digits of a hash: among a million different contents, two collide with a probability of 3 · 10⁻⁸. */
const DIGITS = 16

/**
 * Hashes plain data: the first hex digits of the SHA-256 of its JSON, with the fields of each object sorted by name. A field that
 * is `undefined` counts as absent. Two values have the same hash exactly if `sameContent` is true for them.
 */
export function contentHash(value: unknown): string {
  const json = JSON.stringify(value, (_, each: unknown) => (isObject(each) ? sorted(each) : each))
  // stored hashes are those of ASCII
  const ascii = json.replaceAll(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return bytesToHex(sha256(utf8ToBytes(ascii))).slice(0, DIGITS)
}

/** True if two values of plain data have the same content hash; computes no hash. */
export function sameContent(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => sameContent(each, b[i]))
  return isObject(a) && isObject(b) && Object.keys({ ...a, ...b }).every(key => sameContent(a[key], b[key]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Equal games after which players are called alike, although their settings differ. */
export const ALIKE_GAMES = 200

interface NamedContent {
  readonly name: string
  /** All that determines how the player plays. */
  readonly content: unknown
}

/** Checks that no player is there twice, under whatever names. @throws {LabError} `BAD_SETTING` */
export function refuseTwins(players: readonly NamedContent[]): void {
  for (const [i, { name, content }] of players.entries()) {
    const twin = players.slice(0, i).find(earlier => sameContent(earlier.content, content))
    if (twin)
      throw badSetting(
        'players',
        `${twin.name} and ${name} are the same player: their results can differ by luck alone. No game is played.`,
      )
  }
}
