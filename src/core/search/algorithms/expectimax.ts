/**
 * Textbook expectimax: MAX's node has the value of its best action, MIN's of its worst, a chance node the mean of its outcomes.
 *
 * Written to be read, for any game of one or two agents and nature. On 2048 it is the oracle of the kernel, which must give the same values
 * and, without a table, visit the same nodes. Source of 2048's formulas: docs/search-values.md.
 */
import type { EdgeId, Game, Outcome, Turn } from '../../game/game'
import { FLAGS, type NodeKind } from '../../trace/format'
import { searchByDepth } from '../deepening'
import { DepthFirst, type Actor, type Child, type Environment } from '../depthFirst'
import type { Heuristic } from '../../game/heuristic'
import { Interruption, type InterruptReason } from '../../game/limits'
import type { Place } from '../observer'
import { firstLines, playerLines } from '../pseudoCode'
import { meanOfLines, type RootLine } from '../report'
import type { Searcher } from '../searcher'
import { cutThreshold, isBelowFloor, RULED_TABLE, type SearchSettings } from '../settings'
import { KeptMemory, Memory } from '../table'

export interface ExpectimaxConfig extends Pick<SearchSettings, 'leaf' | 'points' | 'floor' | 'cut'> {
  /** `kept` is `exact`, and in a match its table stays for the player's next moves. */
  readonly table: SearchSettings['table'] | 'kept'
  /** Value of the end of a game: `utility`, its plain evaluation, or a number. */
  readonly dead: 'utility' | 'heuristic' | number
  /** How the opponent plays, if there are two agents: it minimises, or chooses uniformly at random. Absent: it minimises. */
  readonly opponent?: (typeof OPPONENTS)[number]
}

export const OPPONENTS = ['min', 'chance'] as const

export const expectimax: Searcher<ExpectimaxConfig> = {
  id: 'expectimax',
  agents: 2,
  chance: 'mean',
  isLimited: true,
  wrappers: ['deepening', 'table', 'shorterWin', 'book'],
  rewards: ({ points }) => points,
  pseudoCode: [
    ...firstLines('RB-Expectimax(State, D)'),
    ...playerLines({ kind: 'max', value: 'RB-Expectimax(c, D − 1)', prunes: false }),
    ...playerLines({ kind: 'min', value: 'RB-Expectimax(c, D − 1)', prunes: false }),
    { text: '  if Turn(State) = chance then' },
    { text: '    Mean ← 0' },
    { text: '    for each c in Succ(State)', on: ['expand chance'] },
    { text: '      Mean ← Mean + P(c) · RB-Expectimax(c, D − 1)', on: ['call chance', 'improve chance'] },
    { text: '    return Mean', on: ['leave chance'] },
  ],
  search(game, root, heuristic, config, context) {
    const { table } = context.wrapping
    const settings: ExpectimaxConfig = table !== undefined && config.table === 'off' ? { ...config, table: 'exact' } : config
    const entries = 2 ** (table ?? RULED_TABLE)
    const kept = settings.table === 'kept' ? context.kept : undefined
    if (kept) kept.memory ??= new KeptMemory(entries)
    const bounds: Bounds = { entries, ...(kept && { memory: kept.memory as KeptMemory<Entry> }) }
    return searchByDepth(game, root, heuristic, context, around => new Expectimax(game, heuristic, around, settings, bounds))
  },
}

interface Entry {
  /** Plies left. */
  readonly depth: number
  readonly value: number
  readonly horizon: boolean
  readonly place: Place | undefined
}

interface Bounds {
  /** Number of positions in the table. */
  readonly entries?: number
  /** With positions of earlier searches, instead of a table of its own. */
  readonly memory?: KeptMemory<Entry>
  /** Called before a chance node is expanded, so that one ply always finishes. */
  readonly beforeChance?: () => InterruptReason | undefined
}

/** An outcome of nature, or of an opponent that plays at random. */
interface Drawn<State> extends Outcome<State> {
  /** The reward to MAX of an action that was drawn. */
  readonly reward?: number
}

export class Expectimax<State> extends DepthFirst<State> {
  protected readonly prunes = false
  private readonly table: Pick<Memory<Entry>, 'get' | 'set'>
  private readonly cutBelow: number

  constructor(
    game: Game<State>,
    heuristic: Heuristic<State>,
    around: Environment,
    private readonly config: ExpectimaxConfig,
    private readonly bounds: Bounds = {},
  ) {
    super(game, heuristic, around)
    this.cutBelow = cutThreshold(config.cut)
    this.table = bounds.memory ?? new Memory(bounds.entries ?? Infinity)
  }

  /**
   * The value of a position.
   * @param depth plies left
   * @param reach its cumulative probability
   */
  value(state: State, edge: EdgeId, depth: number, reach: number): number {
    if (this.observer) this.goesTo(edge)
    const turn = this.enter(state, depth)
    // Step 1. The end of the game.
    if (turn === 'over') {
      this.effort.leaves++
      return this.lifted(this.endValue(state), FLAGS.TERMINAL)
    }
    // Step 2. Leaf: at the horizon, or too unlikely to search further.
    const isDrawn = this.isDrawn(turn)
    if (depth === 0) this.horizon = true
    if (depth === 0 || (isDrawn && reach < this.cutBelow)) {
      this.effort.leaves++
      const value = this.horizonValue(state, turn)
      this.observer?.evaluate(value)
      return this.left(value, depth === 0 ? FLAGS.HORIZON : FLAGS.PROBABILITY_CUT)
    }
    return isDrawn ? this.chanceValue(state, turn, depth, reach) : this.agentValue(state, turn as number, depth, reach)
  }

  /** An agent's node: MAX's best action, MIN's worst. */
  private agentValue(state: State, turn: number, depth: number, reach: number): number {
    const maximises = turn === 0
    const children = this.expand(state, turn, depth)
    let best = maximises ? -Infinity : Infinity
    for (const child of children) {
      const value = this.childValue(child, depth - 1, -Infinity, Infinity, reach)
      if (maximises ? value <= best : value >= best) continue
      best = value
      this.variations.improve(this.plyAt(depth), child.edge)
      this.observer?.improve(best)
    }
    return maximises ? this.lifted(best, 0) : this.left(best, 0)
  }

  /** A chance node: the mean over the outcomes of nature or of an opponent that plays at random. */
  private chanceValue(state: State, turn: Actor, depth: number, reach: number): number {
    const reason = this.bounds.beforeChance?.()
    if (reason) throw new Interruption(reason)
    // Step 1. Table.
    const key = this.tableKey(state, depth, reach)
    const known = this.lookUp(key, depth)
    if (known) return this.left(known.value, FLAGS.TABLE_HIT, known.place)
    // Step 2. Mean over the outcomes. The draws divide once, at the end and down the path alike.
    const horizonBefore = this.horizon
    this.horizon = false
    const outcomes: readonly Drawn<State>[] = turn === 'chance' ? this.game.outcomes(state) : this.drawnActions(state)
    this.observer?.expand('chance', depth - 1, outcomes)
    let sum = 0
    let draws = 1
    let likeliest = 0
    for (const outcome of outcomes) {
      draws = outcome.draws
      const value = this.value(outcome.state, outcome.edge, depth - 1, (reach / draws) * outcome.chance)
      sum += outcome.chance * this.withReward(value, outcome.reward)
      this.observer?.improve(sum / draws)
      if (outcome.chance <= likeliest) continue
      likeliest = outcome.chance
      this.variations.improve(this.plyAt(depth), outcome.edge)
    }
    const value = sum / draws
    if (this.config.table !== 'off') this.table.set(key, { depth, value, horizon: this.horizon, place: this.observer?.place })
    this.horizon ||= horizonBefore
    return this.left(value, 0)
  }

  /** True if nature or a random opponent acts. */
  private isDrawn(turn: Turn): boolean {
    return turn === 'chance' || (this.config.opponent === 'chance' && turn !== this.around.agent)
  }

  /** The actions of a random opponent, as outcomes of equal probability. */
  private drawnActions(state: State): readonly Drawn<State>[] {
    const actions = this.game.actions(state)
    return actions.map(edge => {
      const { state: next, rewards } = this.game.apply(state, edge)
      return { edge, state: next, reward: rewards[0]!, draws: actions.length, chance: 1 }
    })
  }

  /** The value of a child, including rewards on the way. */
  override childValue(child: Child<State>, depth: number, _alpha: number, _beta: number, reach = child.probability): number {
    return this.withReward(this.value(child.state, child.edge, depth, reach), child.reward)
  }

  private withReward(value: number, reward: number | undefined): number {
    return reward !== undefined && this.config.points === 'added' ? reward + value : value
  }

  protected override meanOf(lines: readonly RootLine[], children: readonly Child<State>[]): number {
    return meanOfLines(lines, children)
  }

  /** The value of a finished MAX node or of an end, raised to the floor if it is lower. */
  private lifted(value: number, flags: number): number {
    const floor = this.config.floor === 'none' ? -Infinity : this.config.floor
    return this.left(Math.max(value, floor), flags | (isBelowFloor(value, floor) ? FLAGS.FLOOR : 0))
  }

  private endValue(state: State): number {
    const { dead } = this.config
    if (dead === 'heuristic') {
      const value = this.estimate(state)
      this.observer?.evaluate(value)
      return value
    }
    const value = dead === 'utility' ? this.game.utilities(state)[0]! : dead
    this.observer?.utility(value)
    return value
  }

  /** Leaves the current node, which is finished, with its value. */
  private left(value: number, flags: number, source?: Place): number {
    this.observer?.leave(value, flags, source)
    return value
  }

  /** Nature does not act as an adversary here. */
  protected override kindOf(turn: Turn): NodeKind {
    return turn !== 'over' && this.isDrawn(turn) ? 'chance' : super.kindOf(turn)
  }

  /** The heuristic's value; at a chance node whose leaves are spawned, the mean over the outcomes. */
  private horizonValue(state: State, turn: Turn): number {
    if (turn !== 'chance' || this.config.leaf === 'afterstate') return this.estimate(state)
    let sum = 0
    let draws = 1
    for (const outcome of this.game.outcomes(state)) {
      draws = outcome.draws
      sum += outcome.chance * this.estimate(outcome.state)
    }
    return sum / draws
  }

  /** The key of a table entry: its state and, under the exact rule, everything else that its value depends on. */
  private tableKey(state: State, depth: number, reach: number): string | number {
    switch (this.config.table) {
      case 'off':
        return ''
      case 'exact':
      case 'kept':
        return `${this.game.key(state)} ${depth} ${this.config.cut > 0 ? reach : ''}`
      case 'deeper':
        return this.game.key(state)
    }
  }

  private lookUp(key: string | number, depth: number): Entry | undefined {
    if (this.config.table === 'off') return undefined
    this.effort.probes++
    this.observer?.probe()
    const entry = this.table.get(key)
    if (!entry || entry.depth < depth) return undefined
    this.effort.hits++
    this.horizon ||= entry.horizon
    this.observer?.hit(entry.value, entry.place)
    return entry
  }
}
