/** What maxN and its kin share: a value for each agent, and all children of every node. */
import type { EdgeId, Game, Turn, Values } from '../games/game'
import { searchByDepth } from './deepening'
import type { Actor, Iteration, Surroundings } from './depthFirst'
import type { Heuristic } from './heuristic'
import { Interruption } from './limits'
import { firstLines, type PseudoLine } from './pseudoCode'
import { bestLine, isBetter, noEffort, type Report, type RootLine } from './report'
import type { Context, Searcher } from './searcher'
import { Memory } from './table'

/** Whom an agent has in mind when it chooses. The main agent is the one that the search is for. */
export interface Aims {
  /** Whose value it makes as large as it can. */
  for(agent: number, agents: number): number
  /** Whose value it makes as small as it can where that is the same; absent: nobody's. */
  against?(agent: number, main: number): number | undefined
}

/** What maxN and its kin have in common. */
export const MANY_AGENTS = {
  agents: Infinity,
  chance: 'mean',
  isLimited: true,
  wrappers: ['deepening', 'table', 'book'],
  tree: 'none',
  rewards: () => 'added',
} as const satisfies Partial<Searcher>

/** Of U, h and v there is one for each agent. @param choice what the agent at turn wants of a child's values v */
export function manyAgentsLines(name: string, choice: string): readonly PseudoLine[] {
  const call = `${name}(c, D − 1)`
  return [
    ...firstLines(`${name}(State, D)`),
    { text: '  if Turn(State) = chance then' },
    {
      text: `    return Σ P(c) · ${call}, c in Succ(State)`,
      on: ['expand chance', 'improve chance', 'leave chance'],
    },
    { text: `  for each c in Succ(State): v(c) ← ${call}`, on: ['expand max', 'expand min'] },
    { text: `  return the first v(c) ${choice}`, on: ['improve max', 'improve min', 'leave max', 'leave min'] },
  ]
}

/** @throws {LabError} `BAD_SETTING` for limits out of range */
export function searchManyAgents<State>(
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  context: Context,
  aims: Aims,
): Report {
  return searchByDepth(game, root, heuristic, context, around => new ManyAgents(game, root, heuristic, around, aims))
}

/** Where a position leads. */
interface Branch<State> {
  readonly edge: EdgeId
  readonly state: State
  /** Of an outcome: its probability. */
  readonly probability: number
  /** What each agent earns on the way. */
  readonly rewards: Values
}

/** What a node is worth, and the line that is worth it. */
interface Found {
  readonly values: Values
  readonly pv: readonly EdgeId[]
}

/** Of a transposition table: what is still to come, reused at the same depth alone. */
interface Entry extends Found {
  readonly depth: number
  readonly horizon: boolean
}

/** A search from one root, iteration after iteration. */
class ManyAgents<State> {
  readonly effort = noEffort()
  horizon = false
  deepest = 0
  /** Among more than two, what the others leave an agent depends on what they estimate, which changes with the depth. */
  readonly proves: boolean
  private readonly agents: number
  private readonly table: Memory<Entry> | undefined
  /** Plies of this iteration. */
  private rootDepth = 0

  constructor(
    private readonly game: Game<State>,
    root: State,
    private readonly heuristic: Heuristic<State>,
    private readonly around: Surroundings,
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
    try {
      const turn = this.enter(root, depth) as Actor
      for (const branch of this.branches(root, turn)) {
        const { values, pv } = this.along(branch, depth - 1)
        lines.push({ action: branch.edge, values, bound: 'exact', depth, pv })
      }
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

  /** What a branch is worth, with what is earned on it. */
  private along({ edge, state, rewards }: Branch<State>, depth: number): Found {
    const { values, pv } = this.value(state, depth)
    return { values: values.map((value, agent) => rewards[agent]! + value), pv: [edge, ...pv] }
  }

  /** What a position is worth to each agent. */
  private value(state: State, depth: number): Found {
    const turn = this.enter(state, depth)
    // Step 1. Leaf.
    if (turn === 'over') {
      this.effort.leaves++
      return { values: this.game.utilities(state), pv: [] }
    }
    if (depth === 0) {
      this.effort.leaves++
      this.horizon = true
      return { values: this.estimates(state), pv: [] }
    }
    // Step 2. Table.
    const known = this.lookUp(state, depth)
    if (known) return known
    // Step 3. The children.
    const horizonBefore = this.horizon
    this.horizon = false
    const branches = this.branches(state, turn)
    const all = branches.map(branch => this.along(branch, depth - 1))
    const found = turn === 'chance' ? this.mean(branches, all) : this.choice(all, turn)
    this.table?.set(this.game.key(state), { ...found, depth, horizon: this.horizon })
    this.horizon ||= horizonBefore
    return found
  }

  /** What an agent takes: the first of those that are best, but for rounding. */
  private choice(all: readonly Found[], agent: number): Found {
    const aim = this.aims.for(agent, this.agents)
    const most = Math.max(...all.map(({ values }) => values[aim]!))
    const best = all.filter(({ values }) => !isBetter(most, values[aim]!))
    const other = this.aims.against?.(agent, this.around.agent)
    if (other === undefined) return best[0]!
    const least = Math.min(...best.map(({ values }) => values[other]!))
    return best.find(({ values }) => !isBetter(values[other]!, least))!
  }

  /** A chance node: the mean for each agent. Its line goes on with the likeliest outcome. */
  private mean(outcomes: readonly Branch<State>[], found: readonly Found[]): Found {
    const values = Array.from({ length: this.agents }, (_, agent) =>
      outcomes.reduce((sum, { probability }, i) => sum + probability * found[i]!.values[agent]!, 0),
    )
    const likeliest = Math.max(...outcomes.map(({ probability }) => probability))
    return { values, pv: found[outcomes.findIndex(({ probability }) => probability === likeliest)]!.pv }
  }

  /** Goes down to a position and counts it. @throws {Interruption} */
  private enter(state: State, depth: number): Turn {
    const reason = this.around.interrupt(this.effort.nodes)
    if (reason) throw new Interruption(reason)
    this.effort.nodes++
    this.deepest = Math.max(this.deepest, this.rootDepth - depth)
    return this.game.toAct(state)
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
    this.effort.probes++
    const entry = this.table.get(this.game.key(state))
    if (entry?.depth !== depth) return undefined
    this.effort.hits++
    this.horizon ||= entry.horizon
    return entry
  }
}
