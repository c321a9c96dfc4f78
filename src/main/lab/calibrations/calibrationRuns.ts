import type { CalibrationEstimate, CalibrationRow } from '../../../core/contract/calls/calibrations'
import {
  CALIBRATION_LINES,
  calibrationLineOf,
  sampledGameOf,
  type CalibrationHead,
  type CalibrationLine,
} from '../../../core/contract/files'
import { calibrationKey, lostValue, type Calibration } from '../../../core/games/twenty48/scale/calibration'
import { fitStages, reliabilityOf } from '../../../core/games/twenty48/scale/fit'
import type { Player } from '../../../core/games/twenty48/player'
import { deriveSeed } from '../../../core/random'
import { badSetting } from '../../../core/settingChecks'
import type { EnginePool } from '../ground/enginePool'
import { paced } from '../ground/paced'
import { beginningHere } from '../ground/resultFile'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn } from '../runs/lineRuns'

/** All players have the games of the same seeds, and none of a bench, a study or another seed is among them. */
const SEED = 20_261_127

export interface CalibrationOptions extends LineRunsOptions<CalibrationRow> {
  readonly engine: EnginePool
}

interface Order {
  readonly player: Player
  readonly profile: string
  readonly games: number
  /** Absent: the usual one. */
  readonly seed?: number | undefined
}

/** Plays games of a player and fits its calibration to them. The result depends on player, seed and number of games alone. */
export class CalibrationRuns extends LineRuns<string, CalibrationHead, CalibrationLine, CalibrationRow> {
  protected readonly lineKind = CALIBRATION_LINES
  readonly #engine: EnginePool

  constructor(options: CalibrationOptions) {
    super('calibration', options)
    this.#engine = options.engine
  }

  /** Begins one, or continues it to more games. @throws {LabError} `BAD_SETTING` for a player with another limit than depth */
  async start({ player, profile, games, seed = SEED }: Order): Promise<CalibrationRow> {
    checkLimits(player)
    const head = { profile, player, seed, games, calibration: null, ...beginningHere(), kernel: this.#engine.kernel }
    return this.steer(async () => {
      const run = await this.add({ head, title: profile, key: calibrationKey(player) })
      if (run.head.seed !== seed) throw badSetting('seed', `the games of this calibration have seed ${run.head.seed}`)
      if (games <= run.head.games && run.state === 'finished') return this.rowOf(run)
      if (this.standing(this.idOf(run)).state) return this.rowOf(run)
      return this.extendBy(run, { games: Math.max(games, run.head.games) })
    })
  }

  /** @throws {LabError} `CANCELLED`; `BAD_SETTING` for a player with another limit than depth */
  async estimate({ player, games }: Pick<Order, 'player' | 'games'>): Promise<CalibrationEstimate> {
    checkLimits(player)
    const { pool } = this.#engine
    return this.measure(async signal => {
      let msPerGame = 0
      await pool.sampleGames(player, [deriveSeed(SEED, 0)], ({ ms }) => (msPerGame = ms), { signal })
      return { games, threads: pool.threads, msPerGame, ms: (games * msPerGame) / pool.threads }
    })
  }

  protected jobOf({ head: { profile, games }, lines }: LineRun<CalibrationHead>) {
    return { title: profile, total: games, done: lines }
  }

  protected rowOf(run: LineRun<CalibrationHead>): CalibrationRow {
    const { calibration, seed, games } = run.head
    const { name: profile, ...facts } = this.facts(run)
    const reliability = calibration && { reliability: summaryOf(calibration) }
    return { ...facts, ...{ profile, seed, games, played: run.lines }, ...reliability }
  }

  protected async advance({ run, signal, add }: LineTurn<CalibrationHead, CalibrationLine>): Promise<boolean> {
    const { player, seed, games } = run.head
    const played = new Map<number, CalibrationLine>()
    for await (const { number, line } of this.lines(run)) played.set(number, line)
    const missing = Array.from({ length: games }, (_, game) => game).filter(game => !played.has(game))
    const seeds = missing.map(game => deriveSeed(seed, game))
    await this.#engine.pool.sampleGames(
      player,
      seeds,
      ({ game: sampled, ms }, index) => {
        const game = missing[index]!
        const line = calibrationLineOf(game, sampled, ms)
        played.set(game, line)
        add(game, line)
      },
      { signal },
    )
    if (signal.aborted) return false
    const sampled = Array.from({ length: games }, (_, game) => sampledGameOf(played.get(game)!))
    const lost = lostValue(player)
    const stages = await paced(fitStages(sampled, lost), signal)
    const reliability = await paced(reliabilityOf(sampled, lost), signal)
    const whose = { player: this.idOf(run), limits: player.limits }
    await this.change(run, { head: { ...run.head, calibration: { ...whose, games, seed, stages, reliability } } })
    return true
  }
}

function summaryOf({ games, reliability: { bins: _, ...rest } }: Calibration): NonNullable<CalibrationRow['reliability']> {
  return { fitted: games, ...rest }
}

function checkLimits({ limits: { depth, nodes, ms } }: Player): void {
  if (depth === undefined || nodes !== undefined || ms !== undefined)
    throw badSetting('limits', 'a calibrated player has a depth, and no other limit')
}
