import type { Game } from '../../game/game'
import { searchByDepth } from '../deepening'
import { UNBOUNDED } from '../../game/bounds'
import type { Heuristic } from '../../game/heuristic'
import { firstLines, playerLines } from '../pseudoCode'
import type { Report } from '../report'
import type { Context, Searcher } from '../searcher'
import { Star1 } from './star1'

/**
 * Paranoid: the agent that searches maximises its value, and all others minimise it. That is alpha-beta with one opponent. Windows pass
 * through chance nodes only if a single outcome is left. Source: Sturtevant and Korf, "On Pruning Techniques for Multi-Player Games", 2000.
 */
export const paranoid: Searcher = {
  id: 'paranoid',
  agents: Infinity,
  chance: 'mean',
  isLimited: true,
  windows: true,
  wrappers: ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'rootTies', 'book'],
  twoSided: (game, root, heuristic) => {
    const main = mainOf(game, root)
    return { game: againstAll(game, main), heuristic: heuristicOf(heuristic, main) }
  },
  rewards: () => 'inside',
  pseudoCode: [
    ...firstLines('Paranoid(State, D, α, β)'),
    ...playerLines({ kind: 'max', value: 'Paranoid(c, D − 1, α, β)', prunes: true }),
    ...playerLines({ kind: 'min', value: 'Paranoid(c, D − 1, α, β)', prunes: true }),
    { text: '  if Turn(State) = chance then' },
    { text: '    Sum ← 0', on: ['expand chance'] },
    { text: '    for each c in Succ(State)' },
    { text: '      a, b ← −∞, ∞; last c: (α, β − Sum) / P(c)' },
    { text: '      Sum ← Sum + P(c) · Paranoid(c, D − 1, a, b)', on: ['improve chance'] },
    { text: '    return Sum', on: ['leave chance'] },
  ],
  search(game, root, heuristic, _config, context) {
    const agents = game.agents(root)
    if (agents <= 2) return searchFor(game, root, heuristic, context)
    const main = mainOf(game, root)
    /** Ignores the others' own values: each of them counts the main agent's loss as its gain. */
    const ofAll = (report: Report): Report => ({
      ...report,
      values:
        report.values && (game.toAct(root) === 'over' ? game.utilities(root) : valuesOfAll(report.values[0]!, main, agents)),
      lines: report.lines.map(line => ({ ...line, values: valuesOfAll(line.values[0]!, main, agents) })),
    })
    const { report } = context
    const reporting = report ? { ...context, report: (interim: Report) => report(ofAll(interim)) } : context
    return ofAll(searchFor(againstAll(game, main), root, heuristicOf(heuristic, main), reporting))
  },
}

/** The agent that searches. */
function mainOf<State>(game: Game<State>, root: State): number {
  const turn = game.toAct(root)
  return typeof turn === 'number' ? turn : 0
}

function searchFor<State>(game: Game<State>, root: State, heuristic: Heuristic<State>, context: Context): Report {
  return searchByDepth(game, root, heuristic, context, around => new Star1(game, heuristic, around, UNBOUNDED))
}

/** The same game with two agents: the main one as MAX, and all others as MIN. */
function againstAll<State>(game: Game<State>, main: number): Game<State> {
  const ofTwo = (values: readonly number[]) => [values[main]!, 0 - values[main]!]
  return {
    ...game,
    agents: () => 2,
    toAct(state) {
      const turn = game.toAct(state)
      return typeof turn === 'number' ? Number(turn !== main) : turn
    },
    apply(state, action) {
      const { state: next, rewards } = game.apply(state, action)
      return { state: next, rewards: ofTwo(rewards) }
    },
    utilities: state => ofTwo(game.utilities(state)),
  }
}

/** The main agent's heuristic, for it as MAX. Bounds and terms are known only of the first agent's values. */
function heuristicOf<State>(heuristic: Heuristic<State>, main: number): Heuristic<State> {
  const evaluate = (state: State) => heuristic.evaluate(state, main)
  return {
    evaluate: (state, agent) => (agent === 0 ? evaluate(state) : 0 - evaluate(state)),
    ...(main === 0 && heuristic.terms && { terms: state => heuristic.terms!(state) }),
    ...(main === 0 && heuristic.bounds && { bounds: (root, plies) => heuristic.bounds!(root, plies) }),
  }
}

function valuesOfAll(value: number, main: number, agents: number): readonly number[] {
  return Array.from({ length: agents }, (_, agent) => (agent === main ? value : 0 - value))
}
