/** Recorded trees of all games. */
import { searchSubject } from '../search/subject'
import { FLAGS, KINDS, MOST_VALUES, type NodeId, type NodeKind, type TraceHead } from '../trace/format'
import type { Trace } from '../trace/trace'
import { RecordedTree } from '../tree/recordedTree'
import type { OpenTreeGame } from '../tree/treeGame'
import { GAMES, heuristicOf, type GameEntry } from './registry'
import type { NetworkSource } from './twenty48/heuristics/networkEvaluator'
import { boardTreeGame } from './twenty48/tree/boardTree'
import { isBoardHead } from './twenty48/tree/head'
import { LabError } from '../errors'
import type { EdgeId, Game, Outcome, Values } from '../game/game'
import type { ExpectimaxConfig } from '../search/algorithms/expectimax'
import type { MctsConfig } from '../search/algorithms/mcts/mcts'
import { bonus } from '../search/algorithms/mcts/ucb1'
import type { Heuristic } from '../game/heuristic'
import { SEARCHERS, type SearcherId } from '../search/registry'
import { hasOwnValues, type AnySearcher, type TwoSided } from '../search/searcher'
import { isEqualButForRounding } from '../rounding'

/** The tree of a trace, with its game's view of it. @param networks for an evaluator that names one */
export function openTree(trace: Trace, networks?: NetworkSource): RecordedTree {
  return new RecordedTree(trace, gameOf(trace.head, networks))
}

function gameOf(head: TraceHead, networks: NetworkSource | undefined): OpenTreeGame<unknown> {
  if (isBoardHead(head)) return boardTreeGame(networks) as OpenTreeGame<unknown>
  const entry = (GAMES as Readonly<Record<string, GameEntry>>)[head.game]!
  return gameTree(entry.game, root => heuristicOf(entry, root, searchSubject(head).heuristic))
}

/** @param heuristicFor returns, for a root, the heuristic that evaluated its tree */
export function gameTree<State>(played: Game<State>, heuristicFor: (root: State) => Heuristic<State>): OpenTreeGame<State> {
  return ({ trace, state }) => {
    const root = played.parse(trace.head.root)
    const { config: own, rewards, world, worlds } = searchSubject(trace.head)
    const searcher: AnySearcher = SEARCHERS[(world?.searcher ?? trace.head.searcher) as SearcherId]
    const { game, heuristic } = searched(searcher, played, root, heuristicFor(root))
    const {
      dead = 'utility',
      leaf: leafRule,
      opponent,
      C = 0,
      choice = 'visits',
      values: valueRule,
    } = (world ? world.config : own) as Partial<ExpectimaxConfig & MctsConfig>
    const edgeOf = (node: NodeId) => trace.columns.edge[node]!
    const isWorld = (node: NodeId) => worlds !== undefined && trace.parent(node) === 0
    const wordsOf = (node: NodeId) =>
      isWorld(node) ? `world ${edgeOf(node) + 1}` : game.words(state(trace.parent(node)!), edgeOf(node))
    const isOfSecond = game.toAct(root) === 1 // a search estimates for its own agent
    const estimate = (position: State) => (isOfSecond ? 0 - heuristic.evaluate(position, 1) : heuristic.evaluate(position, 0))
    const outcomeWords = (leaf: NodeId, edge: EdgeId) => game.words(state(leaf), edge)
    const isMean = (leaf: NodeId) =>
      leafRule === 'spawned' && trace.has(leaf, FLAGS.HORIZON | FLAGS.PROBABILITY_CUT) && game.toAct(state(leaf)) === 'chance'
    const drawnAgent = opponent === 'chance' ? (isOfSecond ? 0 : 1) : undefined
    const adversary = isOfSecond ? 'max' : 'min' // with nature, the agent that searches
    const chanceKind = searcher.chance === 'mean' ? 'chance' : adversary
    const isOfVisits = searcher.tree === 'visits'
    const { aims } = searcher
    const turnOfRoot = game.toAct(root)
    const main = typeof turnOfRoot === 'number' ? turnOfRoot : 0
    const agents = game.agents(root)
    const haveOwn = hasOwnValues(searcher, agents)
    const kindOfTurn = (node: NodeId): NodeKind => {
      const turn = game.toAct(state(node))
      if (turn === 'chance') return chanceKind
      if (turn === drawnAgent) return 'chance'
      if (haveOwn) return 'agent'
      if (turn !== 'over') return turn === 0 ? 'max' : 'min'
      const last = lastToAct(node)
      return last === undefined || agents === 1 ? 'max' : last === 0 ? 'min' : 'max'
    }
    /** The agent whose action is the last one before a node. */
    const lastToAct = (node: NodeId): number | undefined => {
      for (let at = trace.parent(node); at !== undefined; at = trace.parent(at)) {
        const turn = game.toAct(state(at))
        if (typeof turn === 'number') return turn
      }
      return undefined
    }
    const edges = new KnownEdges(game)
    const positions: State[] = []
    const worldAt = (node: NodeId) => {
      const { [edgeOf(node)]: its } = worlds!.of
      if (!its) throw unplayable(node, `there is no world ${edgeOf(node) + 1}`)
      const state = (positions[edgeOf(node)] ??= game.parse(its.position))
      if (game.agents(state) !== agents) throw unplayable(node, 'the world has another number of agents')
      return { state, draws: worlds!.draws, chance: its.chance, rewards: NO_REWARDS }
    }
    const reached = (parent: State, node: NodeId) => {
      if (isWorld(node)) return worldAt(node)
      const edge = edgeOf(node)
      const known = edges.of(trace.parent(node)!, parent)
      if (!known.has(edge)) throw unplayable(node, `no action or outcome of ${game.id} has the number ${edge} here`)
      const outcome = known.get(edge)
      if (outcome) return { ...outcome, rewards: NO_REWARDS }
      const { state, rewards } = game.apply(parent, edge)
      const draws = game.toAct(parent) === drawnAgent ? known.size : 1
      return { state, draws, chance: 1, rewards }
    }
    /** The rewards of an agent on the way to a node, if its value contains them. */
    const earnedInside = (node: NodeId, agent: number) =>
      rewards === 'inside'
        ? trace
            .path(node)
            .slice(1)
            .reduce((sum, each) => sum + reached(state(trace.parent(each)!), each).rewards[agent]!, 0)
        : 0
    /** @throws {LabError} `BAD_FILE` if a file's claim about a node contradicts its position */
    const checked = (position: State, node: NodeId): State => {
      const { flags, kind: kinds, value, others } = trace.columns
      const has = (flag: number) => (flags[node]! & flag) !== 0
      if (has(FLAGS.STOPPED | FLAGS.NOT_VISITED)) return position
      const turn = game.toAct(position)
      const kind = KINDS[kinds[node]!]
      if (has(FLAGS.TERMINAL) !== (turn === 'over'))
        throw unplayable(
          node,
          turn === 'over' ? 'the game is over, and it is not marked so' : 'it is marked as an end, but the game continues',
        )
      if ((kind === 'max' && turn === 1) || (kind === 'min' && turn === 0))
        throw unplayable(node, `it is the turn of player ${turn + 1}`)
      if (turn !== 'over' || dead !== 'utility' || has(FLAGS.FLOOR) || valueRule === 'result') return position
      for (const [agent, { [node]: said }] of [value, ...others].entries()) {
        const worth = earnedInside(node, agent) + game.utilities(position)[agent]!
        const whose = haveOwn ? ` to agent ${agent + 1}` : ''
        if (!isEqualButForRounding(said!, worth))
          throw unplayable(node, `the end of the game is worth ${worth}${whose}, not ${said}`)
      }
      return position
    }
    return {
      root,
      after: (parent, node) => checked(reached(parent, node).state, node),
      turn: node => (node === 0 && trace.head.rootKind !== 'leaf' ? trace.head.rootKind : kindOfTurn(node)),
      chance: node => reached(state(trace.parent(node)!), node),
      reward: (node, agent = 0) => reached(state(trace.parent(node)!), node).rewards[agent]!,
      choice: node => {
        const turn = game.toAct(state(node))
        const agent = typeof turn === 'number' ? turn : 0
        return { agent, for: aims?.for(agent, agents) ?? agent, against: aims?.against?.(agent, main) }
      },
      ...(isOfVisits && { bonus: (all, visits) => bonus(visits, Math.log(all), C), takesBestMean: choice === 'mean' }),
      hasWorlds: worlds !== undefined,
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

/** The game of a searcher's tree, in which all others may be one opponent. */
function searched<State>(
  { twoSided }: AnySearcher,
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
): TwoSided<State> {
  return twoSided && game.agents(root) > 2 ? twoSided(game, root, heuristic) : { game, heuristic }
}

/** An outcome has no rewards. */
const NO_REWARDS: Values = Array<number>(MOST_VALUES).fill(0)

/** Maximum number of actions and outcomes to cache; one node has at most 65,536. */
const MOST_EDGES = 2 ** 16

/** Caches the edges of the last nodes requested: siblings are requested one after the other, and may be thousands. */
class KnownEdges<State> {
  readonly #edges = new Map<NodeId, ReadonlyMap<EdgeId, Outcome<State> | undefined>>()
  #kept = 0

  constructor(private readonly game: Game<State>) {}

  /** The legal actions of a node, or its outcomes. */
  of(node: NodeId, state: State): ReadonlyMap<EdgeId, Outcome<State> | undefined> {
    const known = this.#edges.get(node)
    if (known) return known
    const edges = this.#find(state)
    if (this.#kept + edges.size > MOST_EDGES) {
      this.#edges.clear()
      this.#kept = 0
    }
    this.#kept += edges.size
    this.#edges.set(node, edges)
    return edges
  }

  #find(state: State): Map<EdgeId, Outcome<State> | undefined> {
    const turn = this.game.toAct(state)
    if (turn === 'chance') return new Map(this.game.outcomes(state).map(outcome => [outcome.edge, outcome]))
    return new Map(turn === 'over' ? [] : this.game.actions(state).map(action => [action, undefined]))
  }
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
