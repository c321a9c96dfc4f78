import type { Arg, SweepPoint, SweepRow, SweepView } from '../../../core/contract/calls'
import { deriveSeed, GENERATOR } from '../../../core/random'
import { FEWEST_GAMES, meanIntervalSteps } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import type { EnginePool } from '../ground/enginePool'
import { paced } from '../ground/paced'
import { beginningHere } from '../ground/resultFile'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn } from '../runs/lineRuns'
import { SWEEP_LINES, type SweepHead, type SweepLine } from './sweepLines'
import { sweptPlayer } from './sweptPlayer'

export interface SweepsOptions extends LineRunsOptions<SweepRow> {
  readonly engine: Pick<EnginePool, 'pool' | 'kernel'>
}

type Run = LineRun<SweepHead>

/** Games of one player at several values of one setting. Unless a clock decides, the games depend on the head alone. */
export class Sweeps extends LineRuns<number, SweepHead, SweepLine, SweepRow> {
  protected readonly lineKind = SWEEP_LINES
  /** Points of the sweep that was viewed last: only those of the value that is played change. */
  #viewed: { readonly id: number; readonly points: Map<number, SweepPoint> } | undefined

  constructor(private readonly options: SweepsOptions) {
    super('sweep', options)
  }

  async view(id: number): Promise<SweepView> {
    const run = await this.find(id)
    const { player, values, seed } = run.head
    const games = new Map(values.map(value => [value, [] as { readonly seed: number; readonly score: number }[]]))
    for await (const { line } of this.lines(run))
      games.get(line.value)!.push({ seed: deriveSeed(seed, line.game), score: line.score })
    const points: SweepPoint[] = []
    // by seed, as in `Tally`: the same games have the same interval in a bench
    for (const [value, its] of games) {
      const scores = its.toSorted((a, b) => a.seed - b.seed).map(({ score }) => score)
      points.push(await this.#pointOf(id, value, scores, seed))
    }
    return { ...this.rowOf(run), player, reproducible: player.limits.ms === undefined, points }
  }

  /** @throws {LabError} `BAD_SETTING` for a setting that the player has not, or a value beyond its range */
  async start({ player, values, ...order }: Arg<'startSweep'>): Promise<SweepRow> {
    for (const value of values) sweptPlayer(player, order.setting, value)
    const { kernel } = this.options.engine
    const head = { ...order, player, values: values.toSorted((a, b) => a - b), ...beginningHere(), kernel }
    return this.steer(() => this.begin(head, `${order.profile}: ${order.setting}`))
  }

  protected jobOf({ title, head: { games, values }, lines }: Run) {
    return { title, total: games * values.length, done: lines }
  }

  protected rowOf(run: Run): SweepRow {
    const { profile, setting, values, games, seed, at } = run.head
    return { ...this.facts(run), ...{ profile, setting, values, games, played: run.lines, seed, at } }
  }

  protected override isFinished(run: Run): boolean {
    const { games, values } = run.head
    return super.isFinished(run) && run.lines === games * values.length
  }

  /** With another kernel the rest of its games could differ. */
  protected override origins({ head: { kernel, generator } }: Run) {
    return [
      { kernel, generator },
      { kernel: this.options.engine.kernel, generator: GENERATOR },
    ] as const
  }

  protected async advance({ run, signal, add }: LineTurn<SweepHead, SweepLine>): Promise<boolean> {
    const { player, setting, values, games, seed } = run.head
    const known = new Set<number>()
    for await (const { number } of this.lines(run)) known.add(number)
    for (const [place, value] of values.entries()) {
      const missing = Array.from({ length: games }, (_, game) => game).filter(game => !known.has(game * values.length + place))
      await this.options.engine.pool.playGames(
        sweptPlayer(player, setting, value),
        missing.map(game => deriveSeed(seed, game)),
        ({ result: { score, slides, maxRank, nodes }, ms }, index) => {
          const game = missing[index]!
          add(game * values.length + place, { value, game, score, slides, rank: maxRank, nodes, ms: Math.round(ms) })
        },
        { signal },
      )
      if (signal.aborted) return false
    }
    return true
  }

  async #pointOf(id: number, value: number, scores: readonly number[], seed: number): Promise<SweepPoint> {
    if (this.#viewed?.id !== id) this.#viewed = { id, points: new Map() }
    const { points } = this.#viewed
    const games = scores.length
    const known = points.get(value)
    if (known?.games === games) return known
    const interval = games < FEWEST_GAMES ? null : await paced(meanIntervalSteps(scores, seed))
    const point = { value, games, mean: games === 0 ? null : mean(scores), interval }
    points.set(value, point)
    return point
  }
}
