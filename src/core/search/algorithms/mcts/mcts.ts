import type { EdgeId, Game, Turn, Values } from '../../../game/game'
import { badSetting } from '../../../settingChecks'
import { drawOutcome } from '../../../game/game'
import type { Heuristic } from '../../../game/heuristic'
import { checkLimits, interruptBy, Interruption, MAX_PLIES, type Interrupt } from '../../../game/limits'
import { endReport, isBetter, noEffort, type Report, type RootLine, type StopReason } from '../../report'
import type { Context, Searcher } from '../../searcher'
import type { NodeKind } from '../../../trace/format'
import type { Observer, Place } from '../../observer'
import { greedyStep, randomStep, type Rollout } from './rollout'
import { NONE, ROOT, SearchTree, type Row } from './searchTree'
import { bonus } from './ucb1'

export const CHOICES = ['visits', 'mean'] as const
export const ITERATION_VALUES = ['points', 'result'] as const
/** Range of a tree's size. */
export const TREE_NODES = { min: 1000, max: 2 ** 24, default: 2 ** 20 } as const

export interface MctsConfig {
  /** Weight of the bonus for actions that were tried less often, in the unit of the values. */
  readonly C: number
  readonly rollout: Rollout
  /** Maximum number of plies of a rollout. If the game is not over by then, the heuristic estimates the rest. Absent: to the end. */
  readonly plies?: number | undefined
  /** The action to play: the one with the most visits, or with the best mean. */
  readonly choice: (typeof CHOICES)[number]
  /** `points`: what each agent earns from the root to the end; `result`: 1 for a win, −1 for a loss, 0 for a draw. */
  readonly values: (typeof ITERATION_VALUES)[number]
  readonly iterations?: number | undefined
  /** Maximum number of nodes of the tree. In a full tree, iterations continue from its edge but add no node. */
  readonly treeNodes: number
}

/**
 * Monte-Carlo tree search. Each iteration descends the tree by UCB1, adds a node, plays the game on from there, and counts the result in
 * every node of its path. An action's value is the mean of its iterations. Source: Kocsis and Szepesvári, "Bandit Based Monte-Carlo
 * Planning", 2006; Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search", 2006.
 */
export const mcts: Searcher<MctsConfig> = {
  id: 'mcts',
  agents: Infinity,
  chance: 'mean',
  isLimited: true,
  tree: 'visits',
  wrappers: [],
  ignoresHeuristic: ({ rollout, plies }, { depth }) => rollout === 'random' && (plies ?? depth) === undefined,
  rewards: () => 'inside',
  pseudoCode: [
    { text: 'while there is time: Iterate(Root)' },
    { text: 'play the c in Succ(Root) with the greatest N(c), or mean', on: ['improve'] },
    { text: 'Iterate(State)', on: ['visit'] },
    { text: '  if G(State) then v ← U(State)', on: ['utility'] },
    { text: '  else if State is not in Tree then' },
    { text: '    add State to Tree with U = 0, N = 0', on: ['enter'] },
    { text: '    v ← what a game that is played on from State comes to', on: ['rollout', 'evaluate'] },
    { text: '  else if Turn(State) = chance then', on: ['expand chance'] },
    { text: '    v ← Iterate(any c in Succ(State), by P(c))' },
    { text: '  else if some c in Succ(State) is not in Tree then', on: ['expand max', 'expand min', 'expand agent'] },
    { text: '    v ← Iterate(the first such c)' },
    { text: '  else' },
    { text: '    c ← that with the greatest U(c)/N(c) + C·√(ln N / N(c))' },
    { text: '    v ← Iterate(c)' },
    { text: '  N(State) ← N(State) + 1' },
    { text: '  U(State) ← U(State) + v, for each agent its own', on: ['backUp'] },
    { text: '  return v' },
  ],
  checkLimits({ iterations }, { nodes, ms }) {
    if ((iterations ?? nodes ?? ms) === undefined) throw badSetting('iterations', 'mcts needs a limit: iterations, nodes or time')
  },
  search(game, root, heuristic, config, context) {
    checkLimits(context.limits)
    mcts.checkLimits!(config, context.limits)
    if (game.toAct(root) === 'over') return endReport(game.utilities(root))
    return new Mcts(game, root, heuristic, config, context).search()
  },
}

class Mcts<State> {
  private readonly effort = noEffort()
  private readonly agents: number
  /** The agent whose heuristic is used when one agent's gain is the other's loss. */
  private readonly agent: number
  private readonly tree: SearchTree<State>
  private readonly horizon: number
  private readonly interrupt: Interrupt
  /** The current iteration: its nodes in the tree, and what each agent has earned so far. */
  private readonly path: Row[] = []
  private readonly got: Float64Array
  /** The deepest node below each child of the root. */
  private readonly depths = new Map<Row, number>()
  /** The observer's name of each node. */
  private readonly places: (Place | undefined)[] = []

  constructor(
    private readonly game: Game<State>,
    root: State,
    private readonly heuristic: Heuristic<State>,
    private readonly config: MctsConfig,
    private readonly context: Context,
  ) {
    const { limits, now, stopped } = context
    const turn = game.toAct(root)
    this.agents = game.agents(root)
    this.agent = typeof turn === 'number' ? turn : 0
    this.horizon = limits.depth ?? MAX_PLIES
    this.interrupt = interruptBy(limits, now, stopped)
    this.got = new Float64Array(this.agents)
    this.tree = new SearchTree(this.agents, config.treeNodes)
    this.add(NONE, 0, root, turn)
  }

  search(): Report {
    const { iterations = Infinity } = this.config
    let reportedAt = 1
    try {
      for (let done = 0; done < iterations;) {
        this.iterate()
        if (++done < 2 * reportedAt || done === iterations) continue
        reportedAt = done
        this.context.report?.(this.report('limit'))
      }
    } catch (error) {
      if (!(error instanceof Interruption)) throw error
      return this.finish(error.reason)
    }
    return this.finish('limit')
  }

  private finish(stopped: StopReason): Report {
    const report = this.report(stopped)
    const { observer } = this.context
    const row = this.tree.children(ROOT).find(each => this.tree.edge(each) === report.best)
    if (observer && row !== undefined && this.tree.visits(row) > 0) observer.choose(this.places[row], this.tree.means(row)[0]!)
    return report
  }

  private iterate(): void {
    const { path, got, tree } = this
    const { state, turn, ply } = this.descend()
    const end = this.playOn(state, turn, ply)
    for (const row of path) tree.visit(row, got)
    if (this.context.observer) this.noteWorth(this.context.observer, end)
    const [, line] = path
    if (line !== undefined) this.depths.set(line, Math.max(this.depths.get(line) ?? 0, path.length - 1))
  }

  /** Descends from the root to the edge of the tree, and adds a node there if there is room. @returns where the rollout begins */
  private descend(): Edge<State> {
    const { game, tree, path, got } = this
    let row = ROOT
    path.length = 0
    for (let isNew = false; ;) {
      this.enter()
      path.push(row)
      const turn = tree.turn(row)
      if (this.context.observer) this.noteVisit(row, turn)
      const ply = path.length - 1
      const here = { state: tree.state(row), turn, ply }
      tree.readEarned(row, got)
      if (isNew || turn === 'over' || ply === this.horizon) return here
      if (turn === 'chance') {
        // Step 1. Chance: an outcome by its probability.
        const { edge, state } = drawOutcome(game, here.state, this.context.random)
        const known = tree.child(row, edge)
        isNew = known === NONE
        if (!tree.hasChildren(row)) this.noteChildren(here)
        if (isNew && tree.isFull) {
          this.enter()
          return { state, turn: game.toAct(state), ply: ply + 1 }
        }
        row = isNew ? this.add(row, edge, state) : known
      } else if (tree.left(row) === 0) {
        // Step 2. Every action was tried: the greatest UCB1.
        row = tree.choose(row, turn, this.config.C)
      } else {
        // Step 3. One was not: the first of these.
        if (tree.isFull) return here
        const actions = game.actions(here.state)
        if (!tree.hasChildren(row)) this.noteChildren(here)
        const action = actions[actions.length - tree.left(row)]!
        const { state, rewards } = game.apply(here.state, action)
        this.earn(rewards)
        row = this.add(row, action, state)
        isNew = true
      }
    }
  }

  /** Plays on by the rollout rule, and adds what each agent earns. @returns the plies played, and whose turn it would be then */
  private playOn(state: State, turn: Turn, ply: number): { readonly plies: number; readonly turn: Turn } {
    const { game, config, heuristic } = this
    const { random } = this.context
    const { rollout, plies = MAX_PLIES } = config
    const from = ply
    const onEvaluation = () => this.effort.evaluations++
    const end = Math.min(this.horizon, rollout === 'none' ? ply : ply + plies)
    for (; turn !== 'over' && ply < end; ply++) {
      this.enter()
      if (turn === 'chance') state = drawOutcome(game, state, random).state
      else {
        const step =
          rollout === 'greedy' ? greedyStep(game, state, turn, heuristic, random, onEvaluation) : randomStep(game, state, random)
        this.earn(step.rewards)
        state = step.state
      }
      turn = game.toAct(state)
    }
    this.effort.leaves++
    this.earn(turn === 'over' ? game.utilities(state) : this.estimates(state))
    if (config.values === 'result') this.reduceToResult(state, turn)
    return { plies: ply - from, turn }
  }

  /** 1 for a win, −1 for a loss: by the game's own winner where it names one, else by the sign of the value. */
  private reduceToResult(state: State, turn: Turn): void {
    const { game, got, agents } = this
    const byGame = turn === 'over' && agents > 1 && game.winner ? { winner: game.winner(state) } : undefined
    for (let agent = 0; agent < agents; agent++) {
      if (!byGame) got[agent] = Math.sign(got[agent]!)
      else got[agent] = byGame.winner === undefined ? 0 : byGame.winner === agent ? 1 : -1
    }
  }

  private noteVisit(row: Row, turn: Turn): void {
    const { context, tree, places } = this
    const isNew = row >= places.length
    if (!isNew) return context.observer!.visit(places[row])
    context.observer!.enter(this.kindOf(turn), tree.edge(row), 0, -Infinity, Infinity)
    places.push(context.observer!.place)
  }

  private noteChildren({ state, turn }: Edge<State>): void {
    const { game, context } = this
    if (turn === 'over' || !context.observer) return
    const children = turn === 'chance' ? game.outcomes(state) : game.actions(state).map(edge => ({ edge }))
    context.observer.expand(this.kindOf(turn), 0, children)
  }

  /** Reports the result of the current iteration and the new values of its nodes. */
  private noteWorth(observer: Observer, { plies, turn }: { readonly plies: number; readonly turn: Turn }): void {
    const { tree, path, got } = this
    const value = got[0]!
    if (plies > 0) observer.rollout(value, plies)
    else if (turn === 'over') observer.utility(value)
    else observer.evaluate(value)
    for (const row of path.toReversed()) observer.backUp(tree.means(row), tree.visits(row))
  }

  private kindOf(turn: Turn): NodeKind {
    if (turn === 'over') return 'leaf'
    if (turn === 'chance') return 'chance'
    return this.agents > 2 ? 'agent' : turn === 0 ? 'max' : 'min'
  }

  /** The heuristic's estimates of what is still to come. With two agents, the searching agent's heuristic serves both. */
  private estimates(state: State): Values {
    this.effort.evaluations++
    const { agents, agent, heuristic } = this
    if (agents > 2) return Array.from({ length: agents }, (_, each) => heuristic.evaluate(state, each))
    const value = heuristic.evaluate(state, agent)
    return agents === 1 ? [value] : agent === 0 ? [value, 0 - value] : [0 - value, value]
  }

  private earn(values: Values): void {
    for (let agent = 0; agent < this.agents; agent++) this.got[agent]! += values[agent]!
  }

  private add(parent: Row, edge: EdgeId, state: State, turn = this.game.toAct(state)): Row {
    const actions = typeof turn === 'number' ? this.game.actions(state).length : 0
    return this.tree.add(parent, edge, state, turn, actions, this.got)
  }

  /** Counts an entered position. @throws {Interruption} */
  private enter(): void {
    const reason = this.interrupt(this.effort.nodes)
    if (reason) throw new Interruption(reason)
    this.effort.nodes++
  }

  private report(stopped: StopReason): Report {
    const { tree, game } = this
    const turn = tree.turn(ROOT)
    const visited = tree.children(ROOT).filter(row => tree.visits(row) > 0)
    const lines = visited.map(row => this.line(row)).toSorted((a, b) => a.action - b.action)
    const best = typeof turn === 'number' ? this.chosenLine(lines, turn) : undefined
    return {
      lines,
      best: typeof turn === 'number' ? (best?.action ?? game.actions(tree.state(ROOT))[0]) : undefined,
      values: turn === 'chance' && tree.visits(ROOT) > 0 ? tree.means(ROOT) : best?.values,
      depth: Math.max(0, ...this.depths.values()),
      effort: { ...this.effort },
      stopped,
    }
  }

  private line(row: Row): RootLine {
    const { tree } = this
    const visits = tree.visits(row)
    return {
      action: tree.edge(row),
      values: tree.means(row),
      bound: 'estimate',
      depth: this.depths.get(row)!,
      pv: this.variation(row),
      visits,
      ...(tree.turn(ROOT) !== 'chance' && { bonus: bonus(visits, Math.log(tree.visits(ROOT)), this.config.C) }),
    }
  }

  /** The line of the most visits. */
  private variation(row: Row): EdgeId[] {
    const { tree } = this
    const edges: EdgeId[] = []
    for (let next: Row | undefined = row; next !== undefined && tree.visits(next) > 0;) {
      edges.push(tree.edge(next))
      next = tree
        .children(next)
        .reduce<Row | undefined>(
          (best, child) => (best !== undefined && tree.visits(best) >= tree.visits(child) ? best : child),
          undefined,
        )
    }
    return edges
  }

  /** The most visits, then the best mean, or the reverse; among equals, the lowest action. */
  private chosenLine(lines: readonly RootLine[], agent: number): RootLine | undefined {
    const mean = ({ values }: RootLine) => values[agent]!
    const isPreferred = (line: RootLine, best: RootLine) => {
      const visits = line.visits! - best.visits!
      const isHigher = isBetter(mean(line), mean(best))
      if (this.config.choice === 'visits') return visits === 0 ? isHigher : visits > 0
      return isHigher || (visits > 0 && !isBetter(mean(best), mean(line)))
    }
    return lines.reduce<RootLine | undefined>((best, line) => (best && !isPreferred(line, best) ? best : line), undefined)
  }
}

/** The point where an iteration leaves the tree. */
interface Edge<State> {
  readonly state: State
  readonly turn: Turn
  /** From the root. */
  readonly ply: number
}
