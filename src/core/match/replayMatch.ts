import type { EdgeId, Game } from '../game/game'
import { LabError } from '../errors'
import type { Fault, MatchOutcome } from './match'
import { outcomeOf } from './outcome'

interface ReplayedMatch<State> extends MatchOutcome {
  /** The first position, and the one after each edge. */
  readonly states: readonly State[]
}

/**
 * Replays a match by its edges, without any search: its values follow from the rules.
 * @param fault that ended it
 * @throws {LabError} `ILLEGAL_MOVE`, naming the ply
 */
export function replayMatch<State>(
  game: Game<State>,
  start: State,
  edges: readonly EdgeId[],
  fault?: Fault,
): ReplayedMatch<State> {
  const states = [start]
  const earned = Array<number>(game.agents(start)).fill(0)
  edges.forEach((edge, i) => {
    const state = states[i]!
    const next = follow(game, state, edge)
    if (!next)
      throw new LabError('ILLEGAL_MOVE', `ply ${i + 1}: ${edge} does not lead on from ${game.format(state)}`, { ply: i + 1 })
    next.rewards?.forEach((reward, agent) => (earned[agent]! += reward))
    states.push(next.state)
  })
  return { states, ...outcomeOf(game, states.at(-1)!, earned, fault) }
}

/** The position after an action or a chance event; `undefined` if it is not possible here. */
export function follow<State>(
  game: Game<State>,
  state: State,
  edge: EdgeId,
): { readonly state: State; readonly rewards?: readonly number[] } | undefined {
  const turn = game.toAct(state)
  if (turn === 'over') return undefined
  if (turn === 'chance') return game.outcomes(state).find(outcome => outcome.edge === edge)
  return game.actions(state).includes(edge) ? game.apply(state, edge) : undefined
}
