import { MAX_ASSESSED, type AnalysedSlide, type AssessedSlides, type GameAnalysisView } from '../../core/contract/calls/analyses'
import { playerShape } from '../../core/contract/shapes'
import type { StoredAnalysis } from '../../core/contract/stored'
import { LabError, type LabErrorData } from '../../core/errors'
import type { Judgement } from '../../core/contract/compute'
import type { Player } from '../../core/games/twenty48/player'
import type { Store } from '../store/store'
import { AnalysedGame, columnsOf, searchSlides } from './analysedGame'
import type { EnginePool } from './enginePool'
import { failureData } from './failure'
import { JobLine } from './jobLine'
import type { Job, Jobs } from './jobs'
import { OrderedWriter } from './orderedWriter'
import { Progress } from './progress'
import { stampOf } from './provenance'
import type { Timelines } from './timelines'

/** Analyses whose values are at hand. */
const KEPT = 2

export interface StudyOptions {
  /** @throws {LabError} what is wrong where nothing is kept */
  readonly store: () => Store
  readonly engine: EnginePool
  readonly timelines: Pick<Timelines, 'get'>
  readonly jobs: Jobs
  /** Of a failure that nobody waits for. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Searches of every slide of kept games, stored as they go on: what was stored is never searched again. Values depend on
 * game and player alone, unless the player's limit is time.
 */
export class GameAnalyses {
  readonly #line = new JobLine<number>(id => this.#left(id))
  /** Those in the line, as they stand. */
  readonly #current = new Map<number, StoredAnalysis>()
  readonly #jobs = new Map<number, Job>()
  readonly #progress = new Map<number, Progress>()
  readonly #problems = new Map<number, LabErrorData>()
  /** The one asked for last is the last. */
  readonly #games = new Map<number, AnalysedGame>()

  constructor(
    private readonly options: StudyOptions,
    private readonly onView: (view: GameAnalysisView) => void,
  ) {}

  async list(game: number): Promise<GameAnalysisView[]> {
    const stored = await this.options.store().analyses.list(game)
    return stored.flatMap(each => this.#viewOf(this.#current.get(each.id) ?? each) ?? [])
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_SETTING` for a player that would search the first board for ever */
  async start(game: number, player: Player, profile: string): Promise<GameAnalysisView> {
    const { limits } = player
    if (limits.depth === undefined && limits.nodes === undefined && limits.ms === undefined)
      throw new LabError('BAD_SETTING', 'limits: each slide needs a limit: a depth, nodes or a time', { field: 'limits' })
    const { store, engine } = this.options
    const stored = await store().analyses.begin(game, player, { profile, stamp: stampOf(engine) })
    const { id } = stored
    if (stored.done < stored.slides && !this.#line.stateOf(id)) {
      this.#problems.delete(id)
      this.#current.set(id, stored)
      const job = this.options.jobs.begin({
        kind: 'analysis',
        title: String(game),
        total: stored.slides,
        done: stored.done,
        state: 'waiting',
        cancel: () => void this.stop(id),
      })
      this.#jobs.set(id, job)
      this.#line.add(id, signal => this.#run(stored, player, job, signal))
    }
    return this.#viewOf(this.#current.get(id) ?? stored)!
  }

  /** What is done stays. Resolves when it has stopped. */
  async stop(id: number): Promise<void> {
    const stopped = this.#line.stop(id)
    if (this.#current.has(id)) this.#tell(id)
    await stopped
  }

  /** Resolves when it has ended, however. */
  settled(id: number): Promise<void> {
    return this.#line.settled(id)
  }

  async assessed(id: number, from: number): Promise<AssessedSlides> {
    return (await this.game(id)).assessed(from, MAX_ASSESSED)
  }

  async slide(id: number, slide: number): Promise<AnalysedSlide> {
    return (await this.game(id)).slide(slide)
  }

  async close(): Promise<void> {
    await this.#line.close()
  }

  async #run(analysis: StoredAnalysis, player: Player, job: Job, signal: AbortSignal): Promise<void> {
    const { id } = analysis
    try {
      job.setState('running')
      const game = await this.game(id)
      const progress = new Progress(game.done, performance.now(), true)
      this.#progress.set(id, progress)
      this.#tell(id)
      const writer = new OrderedWriter<Judgement>(game.done, async (first, judgements) => {
        const { values, depths } = columnsOf(judgements)
        await this.options.store().analyses.append(id, first, values, depths)
        game.extend(judgements)
        job.progress(game.done)
        progress.reach(game.done, performance.now())
        this.#current.set(id, { ...analysis, done: game.done, updated: Date.now() })
        this.#tell(id)
      })
      const either = AbortSignal.any([signal, writer.signal])
      try {
        await searchSlides(this.options.engine.pool, game, player, (judgement, index) => writer.add(index, judgement), either)
      } finally {
        await writer.settle()
      }
    } catch (error) {
      const problem = failureData(error)
      if (problem.code !== 'CANCELLED') this.#problems.set(id, problem)
    } finally {
      this.#progress.delete(id)
    }
  }

  #left(id: number): void {
    const analysis = this.#current.get(id)!
    this.#current.delete(id)
    this.#jobs.get(id)!.end()
    this.#jobs.delete(id)
    this.onView(this.#viewOf(analysis)!)
  }

  /** @throws {LabError} `NOT_FOUND`, `BAD_STORE` */
  async game(id: number): Promise<AnalysedGame> {
    const game = this.#games.get(id) ?? (await this.#load(id))
    this.#games.delete(id)
    this.#games.set(id, game)
    // The one that runs stays: it alone knows what is being written.
    for (const oldest of this.#games.keys()) {
      if (this.#games.size <= KEPT) break
      if (!this.#progress.has(oldest)) this.#games.delete(oldest)
    }
    return game
  }

  async #load(id: number): Promise<AnalysedGame> {
    const stored = await this.options.store().analyses.get(id)
    if (!stored) throw new LabError('NOT_FOUND', `There is no analysis number ${id}; it may have been deleted.`, { id })
    const timeline = await this.options.timelines.get(stored.game)
    // somebody else may have been quicker, and what was written since is in theirs
    return this.#games.get(id) ?? new AnalysedGame(timeline, stored)
  }

  #tell(id: number): void {
    this.onView(this.#viewOf(this.#current.get(id)!)!)
  }

  /** `undefined` for a player that no lab of this version understands. */
  #viewOf({ id, game, player, profile, slides, done, created, updated }: StoredAnalysis): GameAnalysisView | undefined {
    const parsed = playerShape.safeParse(player)
    if (!parsed.success) return undefined
    const problem = this.#problems.get(id)
    const leftMs = this.#progress.get(id)?.leftMs(slides, performance.now())
    return {
      ...{ id, game, player: parsed.data, profile, slides, done, created, updated },
      state: this.#line.stateOf(id) ?? (done === slides ? 'complete' : 'stopped'),
      ...(leftMs !== undefined && { leftMs }),
      ...(problem && { problem }),
    }
  }
}
