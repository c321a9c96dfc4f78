import type { Game, Outcome } from '../game/game'
import type { Random } from '../random'

/** Draws an outcome of a chance node by probability. */
export function drawOutcome<State>(game: Game<State>, state: State, random: Random): Outcome<State> {
  const outcomes = game.outcomes(state)
  let rest = random.next()
  for (const outcome of outcomes) {
    rest -= outcome.chance / outcome.draws
    if (rest < 0) return outcome
  }
  return outcomes.at(-1)! // the probabilities sum to 1 but for rounding
}
