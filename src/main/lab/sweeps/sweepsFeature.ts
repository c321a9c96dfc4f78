import { type SWEEP_CALLS, SWEEP_FIELDS } from '../../../core/contract/calls/sweeps'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'
import type { Arg, SweepPoint, SweepRow, SweepView } from '../../../core/contract/calls'
import { deriveSeed, GENERATOR } from '../../../core/random'
import { FEWEST_GAMES, meanIntervalSteps } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import type { EnginePool } from '../ground/enginePool'
import { paced } from '../ground/throttle'
import { beginningHere } from '../ground/resultFile'
import { type LineRun, LineRuns, type LineRunsOptions, type LineTurn, type RunLines } from '../runs/lineRuns'
import { BEGINNING_FIELDS } from '../../../core/contract/files'
import { playerShape, seedShape } from '../../../core/contract/shapes'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import { amountShape, countShape, textShape, wholeShape, z } from '../../../core/contract/zod'
import { MAX_RANK } from '../../../core/games/twenty48/board'
import { badSetting } from '../../../core/settingChecks'
import { checkEvaluator } from '../../../core/games/twenty48/heuristics/evaluator'
import type { Player } from '../../../core/games/twenty48/player'
import { MAX_DEPTH } from '../../../core/game/limits'
import { checkLimits, checkSettings } from '../../../core/search/settings'

export function openSweeps(context: LabContext): KindFeature<keyof typeof SWEEP_CALLS> {
  const sweeps = context.scope.add(new Sweeps({ ...context, onRow: row => context.emit('sweep', row) }))
  return {
    runs: () => sweeps,
    handlers: {
      sweeps: () => sweeps.list(),
      sweep: ({ id }) => sweeps.view(id),
      startSweep: order => sweeps.start(order),
    },
  }
}

interface SweepsOptions extends LineRunsOptions<SweepRow> {
  readonly engine: Pick<EnginePool, 'pool' | 'kernel'>
}

type Run = LineRun<SweepHead>

/**
 * Games of a value that each thread plays before the next value has its turn, so that a sweep that is stopped early has games of all
 * values, and its estimate of time covers all of them. At the end of a turn a thread waits for at most one game.
 */
const GAMES_OF_THREAD = 8

/** Games of one player at several values of one setting. Unless a clock decides, the games depend on the head alone. */
class Sweeps extends LineRuns<number, SweepHead, SweepLine, SweepRow> {
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

  protected jobOf({ title, head: { profile, games, values }, lines }: Run) {
    return { title, profile, total: games * values.length, done: lines }
  }

  protected rowOf(run: Run): SweepRow {
    const { profile, setting, values, games, seed, at } = run.head
    return { ...this.facts(run), ...{ profile, setting, values, games, played: run.lines, seed, at } }
  }

  protected damagedRow(run: StoredLineRun): SweepRow {
    const [profile = '', setting = ''] = run.title.split(': ') // unless it was renamed
    const at = new Date(run.created).toISOString()
    return { ...this.facts(run), ...{ profile, setting, values: [], games: 0, played: run.lines, seed: 0, at } }
  }

  protected override numberOf({ value, game }: SweepLine, { values }: SweepHead): number {
    const place = values.indexOf(value)
    return place < 0 ? NaN : game * values.length + place
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
    const { pool } = this.options.engine
    const together = GAMES_OF_THREAD * pool.threads
    for (let first = 0; first < games; first += together)
      for (const [place, value] of values.entries()) {
        const all = Array.from({ length: Math.min(together, games - first) }, (_, i) => first + i)
        const missing = all.filter(game => !known.has(game * values.length + place))
        await pool.playGames(
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

const headShape = z.strictObject({
  /** The name of the player's profile when it was begun. */
  profile: textShape(200),
  /** With a value of its own for the setting, which each of `values` replaces. */
  player: playerShape,
  ...SWEEP_FIELDS,
  /** Game i of every value is played from `deriveSeed(seed, i)`. */
  seed: seedShape,
  ...BEGINNING_FIELDS,
  /** First hex digits of the kernel's sha-256. */
  kernel: textShape(80),
})
type SweepHead = z.infer<typeof headShape>

/** A game; line `game × values + place of the value`. */
const sweepLineShape = z.strictObject({
  value: z.number(),
  ...{ game: countShape, score: countShape, slides: countShape, rank: wholeShape(0, MAX_RANK), nodes: countShape },
  /** Time on its thread. */
  ms: amountShape,
})
export type SweepLine = z.infer<typeof sweepLineShape>

export const SWEEP_LINES = {
  name: 'sweep',
  head: { format: '2048-lab-sweep', version: 1, shape: headShape },
  line: sweepLineShape,
} as const satisfies RunLines<SweepHead, SweepLine>

/**
 * A player with another value of one of its settings. A depth or a number of nodes takes the place of its limits; with a cut of its own,
 * the player deepens within the nodes by its depth, as `--nodes` of a command does.
 * @throws {LabError} `BAD_SETTING`, naming the setting, if the player has none of that name, or if the value is beyond its range
 */
export function sweptPlayer(player: Player, setting: string, value: number): Player {
  const { evaluator, settings } = player
  switch (setting) {
    case 'depth':
      return { ...player, limits: checkLimits({ depth: value }) }
    case 'nodes':
      return { ...player, limits: checkLimits({ nodes: value, ...(settings.cut > 0 && { depth: MAX_DEPTH }) }) }
    case 'cut':
      return { ...player, settings: checkSettings({ ...settings, cut: value }) }
    default:
      if (evaluator.family === 'network') throw badSetting(setting, 'a network has no weights; sweep its depth, nodes or cut')
      return {
        ...player,
        evaluator: checkEvaluator({ ...evaluator, parameters: { ...evaluator.parameters, [setting]: value } }),
      }
  }
}
