/** The base of max-n and related searches: each agent has its own value, and every child of every node is searched. */
import type { EdgeId, Game, Turn, Values } from '../../game/game'
import { FLAGS, type NodeKind } from '../../trace/format'
import { searchByDepth } from '../deepening'
import type { Actor, Iteration, Environment } from '../depthFirst'
import type { Heuristic } from '../../game/heuristic'
import { Interruption } from '../../game/limits'
import type { Place } from '../observer'
import { firstLines, type PseudoLine } from '../pseudoCode'
import { bestLine, isBetter, noEffort, type RootLine } from '../report'
import type { Aims, Searcher } from '../searcher'
import { Memory } from '../table'

/** @param choice the rule by which the agent to act chooses among the values v of its children; U, h and v have one value for each agent */
function manyAgents({ id, name, choice, aims }: { id: string; name: string; choice: string; aims: Aims }): Searcher {
  return {
    id,
    agents: Infinity,
    chance: 'mean',
    isLimited: true,
    wrappers: ['deepening', 'table', 'book'],
    aims,
    rewards: () => 'added',
    pseudoCode: linesOf(name, choice),
    search: (game, root, heuristic, _config, context) =>
      searchByDepth(game, root, heuristic, context, around => new ManyAgents(game, root, heuristic, around, aims)),
  }
}

function linesOf(name: string, choice: string): readonly PseudoLine[] {
  const call = `${name}(c, D − 1)`
  return [
    ...firstLines(`${name}(State, D)`),
    { text: '  if Turn(State) = chance then' },
    { text: '    Mean ← 0' },
    { text: '    for each c in Succ(State)', on: ['expand chance'] },
    { text: `      Mean ← Mean + P(c) · ${call}`, on: ['call chance', 'improve chance'] },
    { text: '    return Mean', on: ['leave chance'] },
    { text: '  for each c in Succ(State)', on: ['expand agent', 'expand max'] },
    { text: `    v(c) ← ${call}`, on: ['call agent', 'call max'] },
    { text: '    Best ← the first v(c) so far that is', on: ['improve agent', 'improve max'] },
    { text: `      ${choice}` },
    { text: '  return Best', on: ['leave agent', 'leave max'] },
  ]
}

/** An edge and the position that it leads to. */
interface Branch<State> {
  readonly edge: EdgeId
  readonly state: State
  /** The probability of an outcome. */
  readonly probability: number
  /** The rewards of each agent on the way. */
  readonly rewards: Values
}

/** The value of a node, and the line that has it. */
interface Found {
  readonly values: Values
  readonly pv: readonly EdgeId[]
}

/** An entry of the transposition table: the value still to come, reused only at the same depth. */
interface Entry extends Found {
  readonly depth: number
  readonly horizon: boolean
  readonly place: Place | undefined
}

/** Searches from one root, iteration after iteration. */
class ManyAgents<State> {
  readonly effort = noEffort()
  horizon = false
  deepest = 0
  /** With more than two agents, an agent's result depends on what the others estimate, which changes with the depth. */
  readonly proves: boolean
  private readonly agents: number
  private readonly table: Memory<Entry> | undefined
  /** Plies of this iteration. */
  private rootDepth = 0

  constructor(
    private readonly game: Game<State>,
    root: State,
    private readonly heuristic: Heuristic<State>,
    private readonly around: Environment,
    private readonly aims: Aims,
  ) {
    const { table } = around.wrapping
    this.agents = game.agents(root)
    this.proves = this.agents <= 2 && aims.for(0, this.agents) === 0
    this.table = table === undefined ? undefined : new Memory(2 ** table)
  }

  maximises(turn: Actor): boolean {
    return turn === 0
  }

  best(lines: readonly RootLine[]): RootLine | undefined {
    return bestLine(lines, this.aims.for(this.around.agent, this.agents))
  }

  iterate(root: State, depth: number): Iteration {
    const lines: RootLine[] = []
    this.rootDepth = depth
    this.deepest = 0
    this.horizon = false
    this.around.observer?.iteration(depth)
    try {
      const turn = this.enter(root, 0, depth) as Actor
      const { values } = this.valueOf(this.branches(root, turn), turn, depth, (action, { values, pv }) =>
        lines.push({ action, values, bound: 'exact', depth, pv }),
      )
      this.around.observer?.leave(values[0]!, 0, undefined, values)
    } catch (error) {
      if (!(error instanceof Interruption)) throw error
      return { lines, stopped: error.reason }
    }
    return { lines, stopped: undefined }
  }

  rootValue(root: State, lines: readonly RootLine[]): Values | undefined {
    if (this.game.toAct(root) !== 'chance') return this.best(lines)?.values
    const outcomes = this.branches(root, 'chance')
    return lines.length < outcomes.length ? undefined : this.mean(outcomes, lines).values
  }

  /** The value of a branch, including its rewards. */
  private along({ edge, state, rewards }: Branch<State>, depth: number): Found {
    const { values, pv } = this.value(state, edge, depth)
    return { values: values.map((value, agent) => rewards[agent]! + value), pv: [edge, ...pv] }
  }

  /** The value of a position to each agent. */
  private value(state: State, edge: EdgeId, depth: number): Found {
    const { observer } = this.around
    const turn = this.enter(state, edge, depth)
    // Step 1. Leaf.
    if (turn === 'over') {
      const values = this.game.utilities(state)
      observer?.utility(values[0]!)
      return this.leaf(values, FLAGS.TERMINAL)
    }
    if (depth === 0) {
      this.horizon = true
      const values = this.estimates(state)
      observer?.evaluate(values[0]!)
      return this.leaf(values, FLAGS.HORIZON)
    }
    // Step 2. Table.
    const known = this.lookUp(state, depth)
    if (known) return known
    // Step 3. The children.
    const horizonBefore = this.horizon
    this.horizon = false
    const place = observer?.place
    const found = this.valueOf(this.branches(state, turn), turn, depth)
    this.table?.set(this.game.key(state), { ...found, depth, horizon: this.horizon, place })
    this.horizon ||= horizonBefore
    observer?.leave(found.values[0]!, 0, undefined, found.values)
    return found
  }

  private leaf(values: Values, flag: number): Found {
    this.effort.leaves++
    this.around.observer?.leave(values[0]!, flag, undefined, values)
    return { values, pv: [] }
  }

  /** The value of an inner node, child by child. @param onValue called with the value after each child */
  private valueOf(
    branches: readonly Branch<State>[],
    turn: Actor,
    depth: number,
    onValue?: (edge: EdgeId, found: Found) => void,
  ): Found {
    const { observer } = this.around
    observer?.expand(this.kindOf(turn), depth - 1, branches)
    const all: Found[] = []
    let taken: Found | undefined
    for (const branch of branches) {
      const found = this.along(branch, depth - 1)
      onValue?.(branch.edge, found)
      all.push(found)
      if (!observer) continue
      const best = this.together(branches, all, turn)
      if (best !== taken) observer.improve(best.values[0]!)
      taken = best
    }
    return this.together(branches, all, turn)
  }

  /** @param found values of the first branches, or of all */
  private together(branches: readonly Branch<State>[], found: readonly Found[], turn: Actor): Found {
    return turn === 'chance' ? this.mean(branches, found) : this.choice(found, turn)
  }

  /** An agent's choice: the first of those that are best, but for rounding. */
  private choice(all: readonly Found[], agent: number): Found {
    const aim = this.aims.for(agent, this.agents)
    const most = Math.max(...all.map(({ values }) => values[aim]!))
    const best = all.filter(({ values }) => !isBetter(most, values[aim]!))
    const other = this.aims.against?.(agent, this.around.agent)
    if (other === undefined) return best[0]!
    const least = Math.min(...best.map(({ values }) => values[other]!))
    return best.find(({ values }) => !isBetter(values[other]!, least))!
  }

  /** A chance node: the mean for each agent. Its line continues with the likeliest outcome. */
  private mean(outcomes: readonly Branch<State>[], found: readonly Found[]): Found {
    const values = Array.from({ length: this.agents }, (_, agent) =>
      found.reduce((sum, { values }, i) => sum + outcomes[i]!.probability * values[agent]!, 0),
    )
    const likeliest = Math.max(...found.map((_, i) => outcomes[i]!.probability))
    return { values, pv: found[outcomes.findIndex(({ probability }) => probability === likeliest)]!.pv }
  }

  /** Enters a position and counts it. @throws {Interruption} */
  private enter(state: State, edge: EdgeId, depth: number): Turn {
    const { observer, interrupt } = this.around
    const reason = interrupt(this.effort.nodes)
    if (reason) throw new Interruption(reason)
    this.effort.nodes++
    this.deepest = Math.max(this.deepest, this.rootDepth - depth)
    const turn = this.game.toAct(state)
    observer?.enter(this.kindOf(turn), edge, depth, -Infinity, Infinity)
    return turn
  }

  private kindOf(turn: Turn): NodeKind {
    if (turn === 'over') return 'leaf'
    if (turn === 'chance') return 'chance'
    return this.agents > 1 ? 'agent' : 'max'
  }

  private branches(state: State, turn: Actor): readonly Branch<State>[] {
    if (turn === 'chance') {
      const rewards = Array<number>(this.agents).fill(0)
      return this.game
        .outcomes(state)
        .map(({ edge, state, chance, draws }) => ({ edge, state, probability: chance / draws, rewards }))
    }
    return this.game.actions(state).map(edge => ({ edge, probability: 1, ...this.game.apply(state, edge) }))
  }

  private estimates(state: State): Values {
    this.effort.evaluations += this.agents
    return Array.from({ length: this.agents }, (_, agent) => this.heuristic.evaluate(state, agent))
  }

  private lookUp(state: State, depth: number): Found | undefined {
    if (!this.table) return undefined
    const { observer } = this.around
    this.effort.probes++
    observer?.probe()
    const entry = this.table.get(this.game.key(state))
    if (entry?.depth !== depth) return undefined
    this.effort.hits++
    this.horizon ||= entry.horizon
    const { values, place } = entry
    observer?.hit(values[0]!, place)
    observer?.leave(values[0]!, FLAGS.TABLE_HIT, place, values)
    return entry
  }
}

/**
 * Max-n: every agent maximises its own value, and takes the first of equal actions. Source: Luckhardt and Irani, "An Algorithmic Solution
 * of N-Person Games", 1986.
 */
export const maxN: Searcher = manyAgents({
  id: 'maxN',
  name: 'MaxN',
  choice: 'best for Turn(State)',
  aims: { for: agent => agent },
})

/**
 * Every agent maximises the value of the next agent; the first follows the last. Source: course work on warehouse robots, which names it as
 * one of three forms of minimax for many players.
 */
export const helpNext: Searcher = manyAgents({
  id: 'helpNext',
  name: 'HelpNext',
  choice: 'best for the agent after Turn(State)',
  aims: { for: (agent, agents) => (agent + 1) % agents },
})

/**
 * All others form a coalition, each member of which picks what is best for itself: so they do not play jointly against the agent that
 * searches. Source: course work "Can't Go Back", which does not mention ties; that a member breaks them by minimising the main agent's
 * value is ours.
 */
export const coalition: Searcher = manyAgents({
  id: 'coalition',
  name: 'Coalition',
  choice: 'best for Turn(State), then worst for MAIN',
  aims: {
    for: agent => agent,
    against: (agent, main) => (agent === main ? undefined : main),
  },
})
