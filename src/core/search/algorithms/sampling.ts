import type { ActionId, HidingGame, Values } from '../../game/game'
import { momentsOf } from '../../stats/summary'
import { badSetting } from '../../settingChecks'
import type { Heuristic } from '../../game/heuristic'
import { checkLimits, interruptBy, type Interrupt, type InterruptReason, type Limits } from '../../game/limits'
import { isBetter, noEffort, type Report, type RootLine, type StopReason } from '../report'
import type { Context, ViewSearcher } from '../searcher'

export const GROWINGS = ['off', 'last', 'highest'] as const
/** Range of K. */
export const WORLDS = { min: 1, max: 100_000, default: 16 } as const

export interface SamplingConfig {
  /** Id of the searcher that searches each world, with nothing hidden. */
  readonly inner: string
  /** The config. */
  readonly config: unknown
  /** K; if it grows, its maximum. Absent: the default, or as many as the limits allow. */
  readonly worlds?: number | undefined
  /**
   * `off`: K worlds. Otherwise K doubles, 1, 2, 4, …, where the source adds one, until the limits are reached, and each K keeps the worlds of the one before. The answer
   * comes from the `last` finished K, or from the one with the `highest` value.
   */
  readonly growing: (typeof GROWINGS)[number]
}

/**
 * Monte-Carlo sampling: draws positions that fit what an agent sees, and searches them as if nothing were hidden. An action's value is its
 * mean over these worlds; a world where it is illegal counts 0. If no more than K positions fit, all are searched, weighted by probability.
 * That is expectimax with a chance node of these positions below each action. Sources: Ginsberg, "GIB: Imperfect Information in a
 * Computationally Challenging Game", 2001; the growing K and the 0: course work "Warehouse robots", Technion 236501, where K grows by one.
 */
export const sampling: ViewSearcher<SamplingConfig> = {
  id: 'sampling',
  agents: Infinity,
  chance: 'mean',
  isLimited: true,
  tree: 'worlds',
  wrappers: [],
  rewards: () => 'inside',
  pseudoCode: [
    { text: 'Sampling(View, K)', on: ['enter root'] },
    { text: '  U(a) ← 0 for each a in Actions(View); Mean ← 0' },
    { text: '  if at most K States fit View then Worlds ← these' },
    { text: '  else Worlds ← K of them at random' },
    { text: '  for each State in Worlds', on: ['expand root'] },
    { text: '    v(a) ← Search(State, a) for each a', on: ['call root'] },
    { text: '    U(a) ← U(a) + P(State) · v(a) for each a' },
    { text: '    Mean ← Mean + P(State) · v(best a)', on: ['improve root'] },
    { text: '  return the a with the greatest U(a)', on: ['leave root'] },
  ],
  checkLimits({ growing, worlds }, { nodes, ms }) {
    if (growing !== 'off' && (worlds ?? nodes ?? ms) === undefined)
      throw badSetting('worlds', 'a growing number of worlds needs a limit: worlds, nodes or time')
  },
  world({ inner, config, growing }, { depth, ...others }) {
    return { searcher: inner, config, limits: { ...(depth !== undefined && { depth }), ...(growing === 'off' && others) } }
  },
  settings({ config, ...own }) {
    const inner = Object.entries(config as object).map(([name, value]): [string, unknown] => [`inner.${name}`, value])
    return { ...own, ...Object.fromEntries(inner) }
  },
  searchView(game, view, heuristicOf, config, context) {
    checkLimits(context.limits)
    sampling.checkLimits!(config, context.limits)
    return new Sampling(game, view, heuristicOf, config, context).search()
  },
}

interface World<State> {
  readonly weight: number
  readonly state: State
}

/** The result of searching one world. */
interface FoundWorld {
  readonly weight: number
  /** By action of the view; absent if it is illegal here. */
  readonly lines: readonly (RootLine | undefined)[]
  readonly values: Values
  readonly depth: number
  readonly isComplete: boolean
  /** The observer's name of the world. */
  readonly record: number | undefined
}

/** The result over a number of worlds. */
interface Answer extends Pick<Report, 'lines' | 'best' | 'values' | 'depth'> {
  readonly isComplete: boolean
  readonly found: readonly FoundWorld[]
}

class Sampling<State, View> {
  private readonly effort = noEffort()
  private readonly interrupt: Interrupt
  private readonly end: number | undefined
  private readonly actions: readonly ActionId[]
  /** The agent that searches; the first agent if chance is next. */
  private readonly agent: number
  private readonly agents: number
  private readonly isChance: boolean
  /** The worlds of the largest K so far. */
  private readonly sampled: FoundWorld[] = []
  private bestAnswer: Answer | undefined

  constructor(
    private readonly game: HidingGame<State, View>,
    private readonly view: View,
    private readonly heuristicOf: (world: State) => Heuristic<State>,
    private readonly config: SamplingConfig,
    private readonly context: Context,
  ) {
    const { limits, now, stopped, random } = context
    // who acts, and how many agents there are, is visible: it is the same in every world
    const any = game.hidden.sample(view, random)
    const turn = game.toAct(any)
    this.isChance = typeof turn !== 'number'
    this.agent = typeof turn === 'number' ? turn : 0
    this.agents = game.agents(any)
    this.actions = this.isChance ? [] : game.hidden.actions(view)
    this.interrupt = interruptBy(limits, now, stopped)
    this.end = limits.ms === undefined ? undefined : now() + limits.ms
  }

  search(): Report {
    const { growing, worlds } = this.config
    const isGrowing = growing !== 'off'
    const most = worlds ?? (isGrowing ? Infinity : WORLDS.default)
    for (let count = isGrowing ? 1 : most; ; count = Math.min(2 * count, most)) {
      // Step 1. All worlds if they are few, otherwise more than before.
      const all = this.worldsUpTo(count)
      const found = all ? [] : this.sampled
      const reason = this.searchWorlds(found, all ?? this.draw(count - found.length))
      // Step 2. Interrupted: a growing K returns the answer saved before; a fixed K returns the mean of the worlds so far.
      if (reason && isGrowing) return this.report(reason)
      const answer = this.answer(found, all !== undefined && !reason)
      if (reason) return this.report(reason, answer)
      // Step 3. Finished.
      if (!this.bestAnswer || growing !== 'highest' || isBetter(this.worth(answer), this.worth(this.bestAnswer)))
        this.bestAnswer = answer
      if (all || count >= most) return this.report(answer.isComplete ? 'complete' : 'limit')
      this.context.report?.(this.report('limit'))
    }
  }

  /** Every position that fits, if there are at most `count`. */
  private worldsUpTo(count: number): World<State>[] | undefined {
    const all = this.game.hidden.worlds?.(this.view)
    if (!all) return undefined
    const worlds: World<State>[] = []
    for (const world of all) {
      if (worlds.length === count) return undefined
      worlds.push(world)
    }
    return worlds
  }

  private draw(count: number): World<State>[] {
    return Array.from({ length: count }, () => ({ weight: 1, state: this.game.hidden.sample(this.view, this.context.random) }))
  }

  /** @returns the reason for an interruption */
  private searchWorlds(found: FoundWorld[], worlds: readonly World<State>[]): InterruptReason | undefined {
    for (const [i, world] of worlds.entries()) {
      const before = this.interrupt(this.effort.nodes)
      if (before) return before
      const { report, reason } = this.searchWorld(world.state, worlds.length - i)
      const summary = this.summary(world, report)
      if (summary) found.push(summary)
      if (reason) return reason
    }
    return undefined
  }

  /** @param left worlds that share the remaining limits, this one included */
  private searchWorld(state: State, left: number) {
    const { game, config, context, effort } = this
    const { limits, now, random } = context
    const inner = context.searcher(config.inner)
    const isGrowing = config.growing !== 'off'
    const share: Limits = {
      ...(limits.depth !== undefined && { depth: limits.depth }),
      ...(limits.nodes !== undefined && !isGrowing && { nodes: Math.max(1, Math.floor((limits.nodes - effort.nodes) / left)) }),
      ...(this.end !== undefined && !isGrowing && { ms: Math.max(0, this.end - now()) / left }),
    }
    let reason: InterruptReason | undefined
    let entered = effort.nodes
    const report = inner.search(game, state, this.heuristicOf(state), config.config, {
      limits: inner.isLimited ? share : {},
      wrapping: {},
      ...(context.worlds && { observer: context.worlds.begin(isGrowing ? 2 * left : left) }), // a growing K searches more worlds later
      random,
      now,
      // a growing K shares the limits as a whole: a world may use all that remains
      stopped: () => (reason ??= isGrowing ? this.interrupt(entered++) : context.stopped() ? 'request' : undefined) !== undefined,
      searcher: id => context.searcher(id),
      exactLines: true,
    })
    for (const count of Object.keys(effort) as (keyof typeof effort)[]) effort[count] += report.effort[count]
    return { report, reason }
  }

  /** `undefined` if the search ended before it had a value for every action. */
  private summary({ weight, state }: World<State>, report: Report): FoundWorld | undefined {
    const { values, depth } = report
    if (values === undefined) return undefined
    const isKnown = (action: ActionId) => report.lines.some(line => line.action === action && isMean(line))
    if (!this.isChance && !this.game.actions(state).every(isKnown)) return undefined
    const lines = this.actions.map(action => report.lines.find(line => line.action === action))
    const record = this.context.worlds?.found(this.game.format(state), weight, values)
    return { weight, lines, values, depth, isComplete: report.stopped === 'complete', record }
  }

  /** @param isAll true if these are all positions that fit */
  private answer(found: readonly FoundWorld[], isAll: boolean): Answer {
    if (found.length === 0) return this.nothing()
    const lines = this.actions.map((action, i) => this.line(action, found, i, isAll))
    const best = lines.reduce<RootLine | undefined>(
      (first, line) => (first && !isBetter(line.values[this.agent]!, first.values[this.agent]!) ? first : line),
      undefined,
    )
    return {
      lines,
      best: best?.action,
      values: best?.values ?? this.mean(found, ({ values }) => values),
      depth: Math.min(...found.map(({ depth }) => depth)),
      isComplete: isAll && found.every(({ isComplete }) => isComplete),
      found: [...found], // more are added to them later
    }
  }

  private line(action: ActionId, found: readonly FoundWorld[], index: number, isAll: boolean): RootLine {
    const its = found.map(({ lines }) => lines[index])
    const isExact = isAll && its.every(line => line?.bound !== 'estimate')
    const { n, variance } = momentsOf(its.map(line => line?.values[this.agent] ?? 0))
    return {
      action,
      values: this.mean(found, ({ lines }) => lines[index]?.values),
      bound: isExact ? 'exact' : 'estimate',
      depth: Math.min(...found.map(({ depth }, world) => its[world]?.depth ?? depth)),
      pv: [action],
      worlds: n,
      ...(!isAll && n > 1 && { error: Math.sqrt(variance / n) }),
    }
  }

  /** The weighted mean; a missing value counts 0. */
  private mean(found: readonly FoundWorld[], valuesOf: (world: FoundWorld) => Values | undefined): Values {
    const total = found.reduce((sum, { weight }) => sum + weight, 0)
    return Array.from({ length: this.agents }, (_, agent) => {
      const sum = found.reduce((sum, world) => sum + world.weight * (valuesOf(world)?.[agent] ?? 0), 0)
      return sum / total + 0 // −0 becomes 0
    })
  }

  private worth({ values }: Answer): number {
    return values?.[this.agent] ?? -Infinity
  }

  private nothing(): Answer {
    return { lines: [], best: undefined, values: undefined, depth: 0, isComplete: false, found: [] }
  }

  /** If no values can be compared, any legal action is best. */
  private report(stopped: StopReason, answer = this.bestAnswer ?? this.nothing()): Report {
    const { lines, values, depth, best = this.actions[0], found } = answer
    this.context.worlds?.answered(found.flatMap(({ record }) => record ?? []))
    return { lines, best, values, depth, effort: { ...this.effort }, stopped }
  }
}

/** A bound cannot enter a mean. */
function isMean({ bound }: RootLine): boolean {
  return bound === 'exact' || bound === 'estimate'
}
