/** Which players are the same: values of one are compared with each other, and drawn in one line. */
import { contentHash } from '../../contentHash'
import type { SearchSettings } from '../../search/settings'
import type { Player } from './player'

/** What a value depends on, besides position and depth. */
export type Judge = Pick<Player, 'evaluator' | 'settings'>

const known = new WeakMap<Judge, string>()

/**
 * Content hash of a player: equal for two players that give every position the same value at the same depth, as docs/search-values.md has it.
 * So it holds the evaluator and the settings but not the limits, which decide only how deep a search comes; and of the table only what
 * changes a value.
 */
export function playerHash(player: Judge): string {
  const { evaluator, settings } = player
  const hash = known.get(player) ?? contentHash({ evaluator, settings: withoutIdle(settings) })
  known.set(player, hash)
  return hash
}

/** Whether they give every position the same value at the same depth. */
export function samePlayer(a: Judge, b: Judge): boolean {
  return playerHash(a) === playerHash(b)
}

/** Whether two players differ at most in the room for their tables: the same profile on a machine with more memory. */
export function sameButForRoom(a: Judge, b: Judge): boolean {
  return samePlayer(roomless(a), roomless(b))
}

/** Values of this hash and that are in one unit: of one evaluator, with the slide points in them or without. */
export function unitHash({ evaluator, settings: { points } }: Judge): string {
  return contentHash({ evaluator, points })
}

/** An exact table changes no value, and without a table its size is nothing. */
function withoutIdle({ table, tableBits, ...rest }: SearchSettings): object {
  return table === 'deeper' ? { ...rest, table, tableBits } : rest
}

function roomless({ evaluator, settings }: Judge): Judge {
  return { evaluator, settings: { ...settings, tableBits: 0 } }
}
