/** Rules of play beyond the edge of the tree. */
import type { Game, Turn } from '../../../game/game'
import type { Random } from '../../../random'
import { isBetter } from '../../report'
import type { Heuristic } from '../../../game/heuristic'

export const ROLLOUTS = ['random', 'greedy', 'none'] as const
/**
 * `random`: uniformly random actions; `greedy`: the action that looks best one ply ahead; `none`: the heuristic's estimate, without play.
 */
export type Rollout = (typeof ROLLOUTS)[number]

/** The state after an action, and what each agent earns by it. */
type Step<State> = ReturnType<Game<State>['apply']>

/** Takes a uniformly random action. */
export function randomStep<State>(game: Game<State>, state: State, random: Random): Step<State> {
  const actions = game.actions(state)
  return game.apply(state, actions[random.below(actions.length)]!)
}

/**
 * Takes the action that looks best to an agent one ply ahead, a random one among equals.
 * @param onEvaluation called with each evaluation
 */
export function greedyStep<State>(
  game: Game<State>,
  state: State,
  agent: number,
  heuristic: Heuristic<State>,
  random: Random,
  onEvaluation: () => void,
): Step<State> {
  const looks = game.actions(state).map(action => {
    const step = game.apply(state, action)
    const turn: Turn = game.toAct(step.state)
    if (turn !== 'over') onEvaluation()
    const toCome = turn === 'over' ? game.utilities(step.state)[agent]! : heuristic.evaluate(step.state, agent)
    return { step, value: step.rewards[agent]! + toCome }
  })
  const best = Math.max(...looks.map(({ value }) => value))
  const equals = looks.filter(({ value }) => !isBetter(best, value))
  return equals[random.below(equals.length)]!.step
}
