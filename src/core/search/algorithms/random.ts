import { observeEnd } from '../observer'
import { noEffort } from '../report'
import type { Searcher } from '../searcher'

/** A uniformly random legal action: the baseline that every other searcher should beat. */
export const random: Searcher = {
  id: 'random',
  agents: Infinity,
  chance: 'mean',
  isLimited: false,
  wrappers: [],
  ignoresHeuristic: () => true,
  rewards: () => 'ignored',
  pseudoCode: [
    { text: 'Random(State)', on: ['enter'] },
    { text: '  return any c in Succ(State), each as likely', on: ['expand'] },
  ],
  search(game, root, _heuristic, _config, context) {
    const turn = game.toAct(root)
    const actions = typeof turn === 'number' ? game.actions(root) : []
    const best = actions.length === 0 ? undefined : actions[context.random.below(actions.length)]
    const values = turn === 'over' ? game.utilities(root) : undefined
    if (values) observeEnd(context.observer, values)
    else if (typeof turn === 'number') {
      const kind = turn === 0 ? 'max' : 'min'
      context.observer?.iteration(0)
      context.observer?.enter(kind, 0, 0, -Infinity, Infinity)
      context.observer?.expand(
        kind,
        0,
        actions.map(edge => ({ edge })),
      )
    }
    const effort = { ...noEffort(), nodes: 1 }
    return { lines: [], best, values, depth: 0, effort, stopped: turn === 'over' ? 'over' : 'complete' }
  },
}
