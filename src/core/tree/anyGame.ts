/** Recorded trees of any game, by its rules alone. */
import { LabError } from '../errors'
import type { EdgeId, Game, Values } from '../games/game'
import type { ExpectimaxConfig } from '../search/algorithms/expectimax'
import type { MctsConfig } from '../search/algorithms/mcts/mcts'
import { bonus } from '../search/algorithms/mcts/ucb1'
import type { Heuristic } from '../search/heuristic'
import { SEARCHERS, type SearcherId } from '../search/registry'
import type { Searcher } from '../search/searcher'
import { searchSubject } from '../search/subject'
import { FLAGS, MOST_VALUES, type NodeId, type NodeKind } from '../trace/format'
import type { OpenTreeGame } from './treeGame'

/** @param heuristicFor a root: what its tree was evaluated by */
export function treeOfAnyGame<State>(game: Game<State>, heuristicFor: (root: State) => Heuristic<State>): OpenTreeGame<State> {
  return ({ trace, state }) => {
    const root = game.parse(trace.head.root)
    const heuristic = heuristicFor(root)
    const { config, rewards } = searchSubject(trace.head)
    const { dead = 'utility', leaf: leafRule, opponent, C = 0 } = config as Partial<ExpectimaxConfig & MctsConfig>
    const edgeOf = (node: NodeId) => trace.columns.edge[node]!
    const wordsOf = (node: NodeId) => game.words(state(trace.parent(node)!), edgeOf(node))
    const isOfSecond = game.toAct(root) === 1 // a search estimates for the agent that it is for
    const estimate = (position: State) => (isOfSecond ? 0 - heuristic.evaluate(position, 1) : heuristic.evaluate(position, 0))
    const outcomeWords = (leaf: NodeId, edge: EdgeId) => game.words(state(leaf), edge)
    const isMean = (leaf: NodeId) =>
      leafRule === 'spawned' && trace.has(leaf, FLAGS.HORIZON | FLAGS.PROBABILITY_CUT) && game.toAct(state(leaf)) === 'chance'
    const drawnAgent = opponent === 'chance' ? (isOfSecond ? 0 : 1) : undefined
    const adversary = isOfSecond ? 'max' : 'min' // where nature is one, that of the agent who searches
    const searcher: Searcher = SEARCHERS[trace.head.searcher as SearcherId]
    const chanceKind = searcher.chance === 'mean' ? 'chance' : adversary
    const isOfVisits = searcher.tree === 'visits'
    const areMany = game.agents(root) > 2
    const kindOfTurn = (node: NodeId): NodeKind => {
      const turn = game.toAct(state(node))
      if (turn === 'chance') return chanceKind
      if (turn === drawnAgent) return 'chance'
      if (areMany) return 'agent'
      if (turn !== 'over') return turn === 0 ? 'max' : 'min'
      const last = lastToAct(node)
      return last === undefined || game.agents(root) === 1 ? 'max' : last === 0 ? 'min' : 'max'
    }
    /** The agent whose action is the last one before a node. */
    const lastToAct = (node: NodeId): number | undefined => {
      for (let at = trace.parent(node); at !== undefined; at = trace.parent(at)) {
        const turn = game.toAct(state(at))
        if (typeof turn === 'number') return turn
      }
      return undefined
    }
    const reached = (parent: State, node: NodeId) => stepTo(game, parent, edgeOf(node), node, drawnAgent)
    return {
      root,
      after: (parent, node) => reached(parent, node).state,
      turn: node => (node === 0 && trace.head.rootKind !== 'leaf' ? trace.head.rootKind : kindOfTurn(node)),
      chance: node => reached(state(trace.parent(node)!), node),
      reward: (node, agent = 0) => reached(state(trace.parent(node)!), node).rewards[agent]!,
      cares: node => {
        const turn = game.toAct(state(node))
        return typeof turn === 'number' ? turn : 0
      },
      ...(isOfVisits && { bonus: (all, visits) => bonus(visits, Math.log(all), C) }),
      hasRewards: rewards === 'added',
      words: wordsOf,
      notation: wordsOf,
      outcomeWords,
      outcomeNotation: outcomeWords,
      format: position => game.format(position),
      parse: text => game.parse(text),
      json: position => ({ state: game.format(position) }),
      title: position => game.format(position),
      terms: position => heuristic.terms?.(position) ?? [],
      end: dead,
      outcomes: leaf =>
        isMean(leaf) ? game.outcomes(state(leaf)).map(outcome => ({ ...outcome, value: estimate(outcome.state) })) : [],
      outcomeCount: leaf => (isMean(leaf) ? game.outcomes(state(leaf)).length : 0),
      expected: (_node, outcomes) => mostLikely(outcomes, node => reached(state(trace.parent(node)!), node)),
      names: { effort: nodes => (nodes === 1 ? 'position' : 'positions'), done: 'entered', end: 'over' },
      effortOfEdge: () => 0,
      isSame: (one, other) => game.key(one) === game.key(other),
    }
  }
}

/** Of an outcome: nobody earns anything by it. */
const NO_REWARDS: Values = Array<number>(MOST_VALUES).fill(0)

/** What an edge leads to. @param drawnAgent whose actions are as likely each @throws {LabError} `BAD_FILE` */
function stepTo<State>(game: Game<State>, parent: State, edge: EdgeId, node: NodeId, drawnAgent: number | undefined) {
  const turn = game.toAct(parent)
  if (turn === 'chance') {
    const outcome = game.outcomes(parent).find(each => each.edge === edge)
    if (outcome) return { state: outcome.state, draws: outcome.draws, chance: outcome.chance, rewards: NO_REWARDS }
  } else if (turn !== 'over' && game.actions(parent).includes(edge)) {
    const { state, rewards } = game.apply(parent, edge)
    return { state, draws: turn === drawnAgent ? game.actions(parent).length : 1, chance: 1, rewards }
  }
  throw unplayable(node, `no action or outcome of ${game.id} has the number ${edge} here`)
}

function unplayable(node: NodeId, problem: string): LabError {
  return new LabError('BAD_FILE', `the trace does not fit its root: node ${node}: ${problem}`, { node })
}

function mostLikely(nodes: readonly NodeId[], chanceOf: (node: NodeId) => { readonly draws: number; readonly chance: number }) {
  let best: NodeId | undefined
  let highest = -Infinity
  for (const node of nodes) {
    const { draws, chance } = chanceOf(node)
    if (chance / draws <= highest) continue
    best = node
    highest = chance / draws
  }
  return best
}
