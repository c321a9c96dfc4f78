import type { Game, Values } from '../game/game'
import { isBetter } from '../search/report'
import type { Fault, MatchOutcome } from './match'

/** The outcome of a match that ends in a position. @param earned rewards on the way to it */
export function outcomeOf<State>(game: Game<State>, state: State, earned: Values, fault?: Fault): MatchOutcome {
  const values = (worth: Values | undefined): Values => earned.map((reward, agent) => reward + (worth?.[agent] ?? 0))
  if (fault) {
    const its = values(game.forfeit?.(state, fault.agent))
    return { ended: 'fault', fault, values: its, ...winnerOf(its, fault.agent) }
  }
  if (game.toAct(state) !== 'over') return { ended: 'limit', values: earned }
  const its = values(game.utilities(state))
  return { ended: 'over', values: its, ...(game.winner ? named(game.winner(state)) : winnerOf(its)) }
}

function named(winner: number | undefined): Pick<MatchOutcome, 'winner'> {
  return winner === undefined ? {} : { winner }
}

/** @param loser an agent that cannot win, whatever its value */
function winnerOf(values: Values, loser?: number): Pick<MatchOutcome, 'winner'> {
  const highest = Math.max(...values.filter((_, agent) => agent !== loser))
  const best = [...values.keys()].filter(agent => agent !== loser && !isBetter(highest, values[agent]!))
  return named(best.length === 1 && values.length > 1 ? best[0] : undefined)
}
