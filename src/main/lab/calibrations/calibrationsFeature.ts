import type { CALIBRATION_CALLS, CalibrationEstimate, CalibrationRow } from '../../../core/contract/calls/calibrations'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'
import { builtInCalibration, calibrationOf } from './findCalibration'
import type { PlayedSample } from '../../../core/contract/compute'
import {
  boardLineNumber,
  boardLineOf,
  CALIBRATION_LINES,
  calibrationLineOf,
  playedMovesOf,
  sampledGameOf,
  type CalibrationBoard,
  type CalibrationGame,
  type CalibrationHead,
  type CalibrationLine,
} from '../../../core/contract/files'
import { depthFor } from '../../../core/games/twenty48/search/levels'
import { LosingRisk, lostValue } from '../../../core/games/twenty48/losingRisk'
import { calibrationKey } from '../../../core/games/twenty48/playerHash'
import type { Calibration } from '../../../core/games/twenty48/scale/calibration'
import { closeMovesOf } from '../../../core/games/twenty48/scale/closeMoves'
import { fitStages, lostBelow, reliabilityOf } from '../../../core/games/twenty48/scale/fit'
import { fitLosses } from '../../../core/games/twenty48/scale/lossCurve'
import { noiseOf } from '../../../core/games/twenty48/scale/noise'
import { lossSamplesOf, playoutPlan } from '../../../core/games/twenty48/scale/playedMoves'
import type { SampledGame } from '../../../core/games/twenty48/scale/sampledGame'
import { startGame } from '../../../core/games/twenty48/playGame'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { deriveSeed } from '../../../core/random'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import { parseBoard } from '../../../core/games/twenty48/notation'
import { badSetting } from '../../../core/settingChecks'
import type { EnginePool } from '../ground/enginePool'
import { paced } from '../ground/throttle'
import { beginningHere } from '../ground/resultFile'
import { noiseSamplesOf, playMoves } from './measures'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn } from '../runs/lineRuns'

/** All players have the games of the same seeds, and none of a bench, a study or another seed is among them. */
const SEED = 20_261_127

/** For the noise of the search. */
const NOISE_BOARDS = 500
/** About as many of a game are kept, for an estimate of the boards that are played out. */
const BOARDS_OF_GAME = 6
/** Kernels that a head names, the last ones: as many as fit its text. */
const MOST_KERNELS = 5

export function openCalibrations(context: LabContext): KindFeature<keyof typeof CALIBRATION_CALLS> {
  const { store, data, emit } = context
  const onDamaged = (message: string) => emit('failure', { code: 'BAD_STORE', message })
  const runs = context.scope.add(new CalibrationRuns({ ...context, onRow: row => context.emit('calibration', row) }))
  return {
    runs: () => runs,
    handlers: {
      calibration: async ({ player }) =>
        (data.problem ? builtInCalibration(player) : await calibrationOf(store, player, onDamaged)) ?? null,
      calibrations: async () => runs.list(),
      estimateCalibration: async order => runs.estimate(order, data.problem ? undefined : await runs.known(order.player)),
      stopCalibrationEstimate: async () => runs.stopEstimate(),
      startCalibration: async order => runs.start(order),
    },
  }
}

interface CalibrationOptions extends LineRunsOptions<CalibrationRow> {
  readonly engine: EnginePool
  /** Absent: `playoutPlan`. */
  readonly planFor?: typeof playoutPlan
}

interface Order {
  readonly player: Player
  readonly profile: string
  readonly games: number
  /** Absent: the usual one. */
  readonly seed?: number | undefined
}

interface BoardOfGame {
  readonly game: number
  readonly board: Board
}

/**
 * Plays games of a player, fits its calibration to them, and measures what its moves lose on boards of these games. The result depends on
 * player, seed and number of games alone.
 */
export class CalibrationRuns extends LineRuns<string, CalibrationHead, CalibrationLine, CalibrationRow> {
  protected readonly lineKind = CALIBRATION_LINES
  readonly #engine: EnginePool
  readonly #planFor: typeof playoutPlan
  readonly #jobs: CalibrationOptions['jobs']

  constructor(options: CalibrationOptions) {
    super('calibration', options)
    this.#engine = options.engine
    this.#jobs = options.jobs
    this.#planFor = options.planFor ?? playoutPlan
  }

  /** Begins one, or continues it to more games. @throws {LabError} `BAD_SETTING` for a player with another limit than depth */
  async start({ player, profile, games, seed = SEED }: Order): Promise<CalibrationRow> {
    checkLimits(player)
    const head = { profile, player, seed, games, calibration: null, ...beginningHere(), kernel: this.#engine.kernel }
    return this.steer(async () => {
      const run = await this.add({ head, title: titleOf(head), key: calibrationKey(player) })
      if (run.head.seed !== seed)
        throw badSetting(
          'seed',
          `the games of this player's calibration have seed ${run.head.seed}; another data folder (--home) may have others`,
        )
      if (games <= run.head.games && run.state === 'finished') return this.rowOf(run)
      if (this.standing(this.idOf(run)).state) return this.rowOf(run)
      const boardsBefore = Math.max(run.head.boardsBefore ?? 0, run.lines - run.head.games)
      return this.extendBy(run, { games: Math.max(games, run.head.games), ...(boardsBefore > 0 && { boardsBefore }) })
    })
  }

  /** What is stored of a player's calibration. */
  async known(player: Player): Promise<CalibrationRow | undefined> {
    const key = calibrationKey(player)
    return (await this.list()).find(({ id }) => id === key)
  }

  /**
   * @param known what is stored of it
   * @throws {LabError} `CANCELLED`; `BAD_SETTING` for a player with another limit than depth
   */
  async estimate({ player, games }: Pick<Order, 'player' | 'games'>, known?: CalibrationRow): Promise<CalibrationEstimate> {
    checkLimits(player)
    const { pool } = this.#engine
    // a late job: the estimate of a fast player is over before it is seen
    const job = this.#jobs.begin({ kind: 'calibration', title: '', late: true, cancel: () => this.stopEstimate() })
    const estimating = this.measure(async signal => {
      let [msPerGame, msPerBoard, kept] = [0, 0, [] as readonly Board[]]
      const take = ({ game, ms }: PlayedSample) => ([msPerGame, kept] = [ms, game.boards ?? []])
      await pool.sampleGames(player, [{ start: startGame(deriveSeed(SEED, 0)) }], take, { signal })
      const middle = kept.slice(kept.length >> 1).slice(0, 1)
      const toPlay = middle.map(board => ({ board, seed: deriveSeed(SEED, boardLineNumber(0, board)) }))
      const plan = this.#planFor(player.limits)
      await playMoves(pool, toPlay, { player, signal, plan }, (_, _place, ms) => (msPerBoard = ms))
      const boards = this.#boardsFor(player, games)
      const isWhole = known?.state === 'finished' && known.games >= games
      const { played = 0, playedOut = 0 } = isWhole ? { played: games, playedOut: boards } : (known ?? {})
      const stored = { games: Math.min(games, played), boards: Math.min(boards, playedOut) }
      const ms = ((games - stored.games) * msPerGame + (boards - stored.boards) * msPerBoard) / pool.threads
      return { games, boards, stored, threads: pool.threads, msPerGame, msPerBoard, ms }
    })
    return estimating.finally(() => job.end())
  }

  protected jobOf(run: LineRun<CalibrationHead>) {
    const { profile, player, games } = run.head
    return { title: nameOf(run), profile, total: games + this.#boardsFor(player, games), done: run.lines }
  }

  protected rowOf(run: LineRun<CalibrationHead>): CalibrationRow {
    const { profile, calibration, player, seed, games, boardsBefore = 0 } = run.head
    const facts = { ...this.facts(run), name: nameOf(run) }
    const reliability = calibration && { reliability: summaryOf(calibration) }
    const played = Math.max(0, Math.min(games, run.lines - boardsBefore))
    const boards = { boards: this.#boardsFor(player, games), playedOut: run.lines - played }
    return { ...facts, ...{ profile, seed, games, played }, ...boards, ...reliability }
  }

  protected damagedRow(run: StoredLineRun): CalibrationRow {
    const [profile = ''] = run.title.split(', depth ')
    return { ...this.facts(run), profile, seed: 0, games: 0, played: 0, boards: 0, playedOut: run.lines }
  }

  protected override numberOf(line: CalibrationLine): number {
    return 'game' in line ? line.game : boardLineNumber(line.boardOf, parseBoard(line.position))
  }

  protected async advance(turn: LineTurn<CalibrationHead, CalibrationLine>): Promise<boolean> {
    const { signal } = turn
    const run = await this.#noteKernel(turn.run)
    const { player, seed, games } = run.head
    const lines = new Map<number, CalibrationLine>()
    for await (const { number, line } of this.lines(run)) lines.set(number, line)
    const sampled = await this.#play(turn, lines)
    if (!sampled) return false
    const lost = lostBelow(sampled, lostValue(player.settings))
    const stages = await paced(fitStages(sampled, lost), signal)
    const kept = sampled.flatMap(({ boards = [] }, game) => boards.map((board): BoardOfGame => ({ game, board })))
    const first = kept.slice(0, NOISE_BOARDS).map(({ board }) => board)
    const noise = noiseOf({ stages }, await noiseSamplesOf(this.#engine.pool, first, { player, signal }))
    const played = await this.#playOut(turn, lines, kept)
    if (!played) return false
    const risk = new LosingRisk(player)
    const mostAlive = (board: Board, best: number) => risk.mostAlive(board, best, depthFor(board, player.limits.depth!))
    const pairs = played.flatMap(line => lossSamplesOf({ stages }, playedMovesOf(line), mostAlive))
    const losses = fitLosses(pairs)
    const measured = { noise, losses, close: closeMovesOf(pairs, losses) }
    const reliability = await paced(reliabilityOf(sampled, lost), signal)
    const whose = { player: this.idOf(run), limits: player.limits }
    const { boardsBefore: _, ...head } = run.head
    await this.change(run, { head: { ...head, calibration: { ...whose, games, seed, stages, ...measured, reliability } } })
    return true
  }

  /** A calibration continues under another kernel, whose values may differ: its file names all that computed a part. */
  async #noteKernel(run: LineRun<CalibrationHead>): Promise<LineRun<CalibrationHead>> {
    const known = run.head.kernel.split(', ')
    const { kernel } = this.#engine
    if (known.includes(kernel)) return run
    return this.change(run, { head: { ...run.head, kernel: [...known, kernel].slice(-MOST_KERNELS).join(', ') } })
  }

  /** @returns all games in their order; `undefined` if it was paused */
  async #play(
    { run, signal, add }: LineTurn<CalibrationHead, CalibrationLine>,
    lines: Map<number, CalibrationLine>,
  ): Promise<SampledGame[] | undefined> {
    const { player, seed, games } = run.head
    const missing = Array.from({ length: games }, (_, game) => game).filter(game => !lines.has(game))
    const take = ({ game: sampled, ms }: PlayedSample, index: number) => {
      const game = missing[index]!
      const line = calibrationLineOf(game, sampled, ms)
      lines.set(game, line)
      add(game, line)
    }
    const starts = missing.map(game => ({ start: startGame(deriveSeed(seed, game)) }))
    await this.#engine.pool.sampleGames(player, starts, take, { signal })
    if (signal.aborted) return undefined
    return Array.from({ length: games }, (_, game) => sampledGameOf(lines.get(game) as CalibrationGame))
  }

  /** @returns the first boards of the games, as many as are planned, with playouts; `undefined` if it was paused */
  async #playOut(
    { run, signal, add }: LineTurn<CalibrationHead, CalibrationLine>,
    lines: Map<number, CalibrationLine>,
    kept: readonly BoardOfGame[],
  ): Promise<CalibrationBoard[] | undefined> {
    const { player, seed } = run.head
    const plan = this.#planFor(player.limits)
    const planned = kept.slice(0, plan.boards)
    const numbered = planned.map(each => ({ ...each, number: boardLineNumber(each.game, each.board) }))
    const missing = numbered.filter(({ number }) => !lines.has(number))
    const toPlay = missing.map(({ board, number }) => ({ board, seed: deriveSeed(seed, number) }))
    await playMoves(this.#engine.pool, toPlay, { player, signal, plan }, (played, place) => {
      const { game, number } = missing[place]!
      const line = boardLineOf(game, played)
      lines.set(number, line)
      add(number, line)
    })
    return signal.aborted ? undefined : numbered.map(({ number }) => lines.get(number) as CalibrationBoard)
  }

  #boardsFor({ limits }: Pick<Player, 'limits'>, games: number): number {
    return Math.min(this.#planFor(limits).boards, BOARDS_OF_GAME * games)
  }
}

function summaryOf({ games, reliability: { bins: _, ...rest } }: Calibration): NonNullable<CalibrationRow['reliability']> {
  return { fitted: games, ...rest }
}

/** A player's calibrations differ in their limit. */
function titleOf({ profile, player }: Pick<CalibrationHead, 'profile' | 'player'>): string {
  return `${profile}, depth ${player.limits.depth}`
}

/** Labs before gave each the name of its profile alone. */
function nameOf({ title, head }: LineRun<CalibrationHead>): string {
  return title === head.profile ? titleOf(head) : title
}

function checkLimits({ limits: { depth, nodes, ms } }: Player): void {
  if (depth === undefined || nodes !== undefined || ms !== undefined)
    throw badSetting('limits', 'a calibrated player has a depth, and no other limit')
}
