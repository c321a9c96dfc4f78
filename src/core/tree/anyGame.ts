/** Recorded trees of any game, by its rules alone. */
import { LabError } from '../errors'
import type { EdgeId, Game } from '../games/game'
import type { ExpectimaxConfig } from '../search/algorithms/expectimax'
import type { Heuristic } from '../search/heuristic'
import { searchSubject } from '../search/subject'
import { FLAGS, type NodeId } from '../trace/format'
import type { OpenTreeGame } from './treeGame'

/** @param heuristicFor a root: what its tree was evaluated by */
export function treeOfAnyGame<State>(game: Game<State>, heuristicFor: (root: State) => Heuristic<State>): OpenTreeGame<State> {
  return ({ trace, state }) => {
    const root = game.parse(trace.head.root)
    const heuristic = heuristicFor(root)
    const { config, rewards } = searchSubject(trace.head)
    const { dead = 'utility', leaf: leafRule, opponent } = config as Partial<ExpectimaxConfig>
    const edgeOf = (node: NodeId) => trace.columns.edge[node]!
    const wordsOf = (node: NodeId) => game.words(state(trace.parent(node)!), edgeOf(node))
    const isOfSecond = game.toAct(root) === 1 // a search estimates for the agent that it is for
    const estimate = (position: State) => (isOfSecond ? 0 - heuristic.evaluate(position, 1) : heuristic.evaluate(position, 0))
    const outcomeWords = (leaf: NodeId, edge: EdgeId) => game.words(state(leaf), edge)
    const isMean = (leaf: NodeId) =>
      leafRule === 'spawned' && trace.has(leaf, FLAGS.HORIZON | FLAGS.PROBABILITY_CUT) && game.toAct(state(leaf)) === 'chance'
    const drawnAgent = opponent === 'chance' ? (isOfSecond ? 0 : 1) : undefined
    const reached = (parent: State, node: NodeId) => stepTo(game, parent, edgeOf(node), node, drawnAgent)
    return {
      root,
      after: (parent, node) => reached(parent, node).state,
      chance: node => reached(state(trace.parent(node)!), node),
      reward: node => reached(state(trace.parent(node)!), node).reward,
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

/** What an edge leads to. @param drawnAgent whose actions are as likely each @throws {LabError} `BAD_FILE` */
function stepTo<State>(game: Game<State>, parent: State, edge: EdgeId, node: NodeId, drawnAgent: number | undefined) {
  const turn = game.toAct(parent)
  if (turn === 'chance') {
    const outcome = game.outcomes(parent).find(each => each.edge === edge)
    if (outcome) return { state: outcome.state, draws: outcome.draws, chance: outcome.chance, reward: 0 }
  } else if (turn !== 'over' && game.actions(parent).includes(edge)) {
    const { state, rewards } = game.apply(parent, edge)
    return { state, draws: turn === drawnAgent ? game.actions(parent).length : 1, chance: 1, reward: rewards[0]! }
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
