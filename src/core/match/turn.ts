/** One turn of a player: how long its search may take, and whether the move that it chose counts. */
import type { ActionId, Game } from '../games/game'
import type { Limits } from '../search/limits'
import type { Fault, Player } from './match'

/**
 * The limits of a player's next search: its own, the depth that its rule gives for the position, and its share of the clock.
 *
 * @param leftMs on its clock; `Infinity` without one
 */
export function searchLimits<State>(
  game: Game<State>,
  { limits: own, depthRule, clock }: Player<State>,
  state: State,
  leftMs: number,
): Limits {
  const limits = { ...own, ...(depthRule && { depth: depthRule(state) }) }
  if (clock === undefined) return limits
  const left = Math.max(0, leftMs)
  const share = clock === 'even' ? left / game.mostActions!(state) : left * clock
  return { ...limits, ms: Math.min(share, limits.ms ?? Infinity) }
}

/** Why the action that a searcher chose cannot be played; `undefined`: it can. */
export function illegalChoice<State>(
  game: Game<State>,
  state: State,
  chosen: ActionId | undefined,
): Omit<Fault, 'agent'> | undefined {
  if (chosen === undefined) return { reason: 'illegal', message: 'it chose no action' }
  if (!game.actions(state).includes(chosen)) return { reason: 'illegal', message: `action ${chosen} is not legal` }
  return undefined
}
