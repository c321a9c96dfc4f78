import { noEffort, bestLine, type Report, type RootLine } from '../report'
import type { Searcher } from '../searcher'

/** Greedy: the action that looks best one ply ahead, each agent to itself, whatever the others answer. */
export const greedy: Searcher = {
  id: 'greedy',
  agents: Infinity,
  chance: 'mean',
  isLimited: false,
  wrappers: [],
  search(game, root, heuristic) {
    const effort = { ...noEffort(), nodes: 1 }
    const turn = game.toAct(root)
    const agents = Array.from({ length: game.agents(root) }, (_, agent) => agent)
    if (typeof turn !== 'number') {
      const isOver = turn === 'over'
      const values = isOver ? game.utilities(root) : undefined
      return { lines: [], best: undefined, values, depth: 0, effort, stopped: isOver ? 'over' : 'complete' }
    }
    const lines = game.actions(root).map((action): RootLine => {
      const { state, rewards } = game.apply(root, action)
      const isOver = game.toAct(state) === 'over'
      effort.nodes++
      effort.leaves++
      if (!isOver) effort.evaluations++
      const toCome = isOver ? game.utilities(state) : agents.map(agent => heuristic.evaluate(state, agent))
      return { action, values: toCome.map((value, agent) => value + rewards[agent]!), bound: 'exact', depth: 1, pv: [action] }
    })
    const best = bestLine(lines, turn)
    return { lines, best: best?.action, values: best?.values, depth: 1, effort, stopped: 'limit' } satisfies Report
  },
}
