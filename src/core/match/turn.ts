/** One turn of a player: the limits of its search, and a check of the chosen move. */
import type { ActionId, Game } from '../game/game'
import type { Limits } from '../game/limits'
import type { Fault, Player } from './match'

/**
 * The limits of a player's next search: its own, the depth that its rule gives for the position, and its share of the clock.
 * @param leftMs time left on its clock; `Infinity` without one
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

/** Why the chosen action cannot be played; `undefined`: it can. */
export function illegalChoice<State>(
  game: Game<State>,
  state: State,
  chosen: ActionId | undefined,
): Omit<Fault, 'agent'> | undefined {
  if (chosen === undefined) return { reason: 'illegal', message: 'it chose no action' }
  if (!game.actions(state).includes(chosen)) return { reason: 'illegal', message: `action ${chosen} is not legal` }
  return undefined
}
