import type { Values } from '../../game/game'
import { FLAGS } from '../../trace/format'
import { observeEnd } from '../observer'
import { BestSoFar, noEffort, type Report, type RootLine } from '../report'
import type { Searcher } from '../searcher'

/** Greedy: each agent takes the action that looks best to it one ply ahead, and ignores replies. */
export const greedy: Searcher = {
  id: 'greedy',
  agents: Infinity,
  chance: 'mean',
  isLimited: false,
  wrappers: [],
  rewards: () => 'added',
  pseudoCode: [
    { text: 'Greedy(State, Agent)', on: ['enter max', 'enter min'] },
    { text: '  for each c in Succ(State)', on: ['expand', 'enter leaf'] },
    { text: '    if G(c) then v ← U(c)', on: ['utility'] },
    { text: '    else v ← h(c, Agent)', on: ['evaluate'] },
    { text: '    if v is better for Agent than Best then Best ← v', on: ['improve'] },
    { text: '  return Best', on: ['leave max', 'leave min'] },
  ],
  search(game, root, heuristic, _config, { observer }) {
    const effort = { ...noEffort(), nodes: 1 }
    const turn = game.toAct(root)
    const agents = Array.from({ length: game.agents(root) }, (_, agent) => agent)
    if (typeof turn !== 'number') {
      const isOver = turn === 'over'
      const values = isOver ? game.utilities(root) : undefined
      if (values) observeEnd(observer, values)
      return { lines: [], best: undefined, values, depth: 0, effort, stopped: isOver ? 'over' : 'complete' }
    }
    /** The value to MAX, who is the first agent in a game of one or two. */
    const maxValue = (values: Values) => (turn === 0 ? values[0]! : 0 - values[turn]!)
    const kind = turn === 0 ? 'max' : 'min'
    observer?.iteration(1)
    observer?.enter(kind, 0, 1, -Infinity, Infinity)
    observer?.expand(
      kind,
      0,
      game.actions(root).map(edge => ({ edge })),
    )
    const lines: RootLine[] = []
    const best = new BestSoFar(turn)
    for (const action of game.actions(root)) {
      const { state, rewards } = game.apply(root, action)
      const isOver = game.toAct(state) === 'over'
      effort.nodes++
      effort.leaves++
      if (!isOver) effort.evaluations++
      const toCome = isOver ? game.utilities(state) : agents.map(agent => heuristic.evaluate(state, agent))
      const values = toCome.map((value, agent) => value + rewards[agent]!)
      const line = { action, values, bound: 'exact', depth: 1, pv: [action] } as const
      lines.push(line)
      const before = best.line
      best.add(line)
      if (!observer) continue
      observer.enter('leaf', action, 0, -Infinity, Infinity)
      if (isOver) observer.utility(maxValue(toCome))
      else observer.evaluate(maxValue(toCome))
      observer.leave(maxValue(toCome), isOver ? FLAGS.TERMINAL : FLAGS.HORIZON)
      if (best.line !== before) observer.improve(maxValue(best.line!.values))
    }
    if (best.line) observer?.leave(maxValue(best.line.values), 0)
    return { lines, best: best.line?.action, values: best.line?.values, depth: 1, effort, stopped: 'limit' } satisfies Report
  },
}
