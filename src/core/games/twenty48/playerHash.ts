/** Decides which players are the same: their values are compared with each other, and drawn as one line. */
import { contentHash } from '../../contentHash'
import type { SearchSettings } from '../../search/settings'
import type { Player } from './player'

/** The parts of a player that a value depends on, besides position and depth. */
export type Judge = Pick<Player, 'evaluator' | 'settings'>

const known = new WeakMap<Judge, string>()

/**
 * Content hash of a player: equal for two players that give every position the same value at the same depth (docs/search-values.md). So it
 * covers the evaluator and the settings but not the limits, which affect only the depth; and of the table only the part that changes a
 * value.
 */
export function playerHash(player: Judge): string {
  const { evaluator, settings } = player
  const hash = known.get(player) ?? contentHash({ evaluator, settings: withoutIdle(settings) })
  known.set(player, hash)
  return hash
}

/** True if they give every position the same value at the same depth. */
export function samePlayer(a: Judge, b: Judge): boolean {
  return playerHash(a) === playerHash(b)
}

/** True if two players differ at most in the size of their tables: the same profile on a machine with more memory. */
export function sameButForRoom(a: Judge, b: Judge): boolean {
  return samePlayer(roomless(a), roomless(b))
}

/** Values with the same unit hash are in one unit: of one evaluator, with or without the points of moves. */
export function unitHash({ evaluator, settings: { points } }: Judge): string {
  return contentHash({ evaluator, points })
}

/** An exact table changes no value, and without a table its size has no effect. */
function withoutIdle({ table, tableBits, ...rest }: SearchSettings): object {
  return table === 'deeper' ? { ...rest, table, tableBits } : rest
}

function roomless({ evaluator, settings }: Judge): Judge {
  return { evaluator, settings: { ...settings, tableBits: 0 } }
}
