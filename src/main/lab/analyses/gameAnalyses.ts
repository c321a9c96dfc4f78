import {
  MAX_ASSESSED,
  type AnalysedSlide,
  type AssessedSlides,
  type GameAnalysisView,
} from '../../../core/contract/calls/analyses'
import type { Judgement } from '../../../core/contract/compute'
import { parseShape, playerShape } from '../../../core/contract/shapes'
import type { AnalysisWithValues, StoredAnalysis } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import type { Scale } from '../../../core/games/twenty48/scale/judgedMoves'
import type { Timeline } from '../../../core/games/twenty48/timeline'
import type { Store } from '../../store/store'
import type { EnginePool } from '../ground/enginePool'
import { stampOf } from '../ground/provenance'
import { Recent } from '../ground/recent'
import { Runs, type RunsOptions, type Turn } from '../runs/runs'
import { AnalysedGame, judgedColumns, searchSlides } from './analysedGame'
import { OrderedWriter, whileStoring } from './orderedWriter'

/** Setting: the numbers of the analyses that the user paused, the last ones. */
const PAUSED = 'pausedAnalyses'
const MOST_PAUSED = 200

/** Cache size for analyses with their values. */
const KEPT = 2

export interface AnalysesOptions<View> extends RunsOptions<View> {
  readonly store: Store
  readonly engine: EnginePool
  /** For a saved game by its number. @throws {LabError} `NOT_FOUND`; `BAD_STORE` for a game that cannot be replayed */
  readonly timelineOf: (game: number) => Promise<Timeline>
  readonly scaleOf: (player: Player) => Promise<Scale>
}

/**
 * Searches every move of saved games, and stores the results on the way. Values depend on game and player alone, unless the player's limit
 * is time.
 */
export class GameAnalyses extends Runs<number, StoredAnalysis, GameAnalysisView> {
  /** The one being computed always stays, because only it has the results being written. */
  readonly #games = new Recent<number, AnalysedGame>(KEPT, id => this.queued.some(run => run.id === id))

  #paused: readonly number[] | undefined

  constructor(private readonly options: AnalysesOptions<GameAnalysisView>) {
    super('analysis', options)
  }

  async list(game: number): Promise<GameAnalysisView[]> {
    const stored = await this.options.store.analyses.list(game)
    await this.#pausedIds()
    const readable = stored.filter(({ player }) => playerShape.safeParse(player).success)
    return readable.map(each => this.rowOf(this.queued.find(({ id }) => id === each.id) ?? each))
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_SETTING` for a player whose search of the first board would not end */
  async start(game: number, player: Player, profile: string): Promise<GameAnalysisView> {
    const { limits } = player
    if (limits.depth === undefined && limits.nodes === undefined && limits.ms === undefined)
      throw new LabError('BAD_SETTING', 'limits: each move needs a limit: a depth, nodes or a time', { field: 'limits' })
    const { store, engine } = this.options
    return this.steer(async () => {
      const stored = await store.analyses.begin(game, player, { profile, stamp: stampOf(engine) })
      await this.#notePaused(stored.id, false)
      const known = this.queued.find(({ id }) => id === stored.id)
      return known || stored.done === stored.slides ? this.rowOf(known ?? stored) : this.enqueue(stored)
    })
  }

  override async pause(id: number): Promise<GameAnalysisView> {
    await this.#notePaused(id, true)
    return super.pause(id)
  }

  async #pausedIds(): Promise<readonly number[]> {
    if (this.#paused) return this.#paused
    const stored = (await this.options.store.settings.get(PAUSED)) as readonly number[] | undefined
    return (this.#paused ??= stored ?? []) // another call may have changed it meanwhile
  }

  async #notePaused(id: number, isPaused: boolean): Promise<void> {
    try {
      const before = await this.#pausedIds()
      if (before.includes(id) === isPaused) return
      const others = before.filter(each => each !== id)
      this.#paused = isPaused ? [...others, id].slice(-MOST_PAUSED) : others
      await this.options.store.settings.set(PAUSED, this.#paused)
    } catch (error) {
      this.options.onFailure(error) // it pauses and resumes also where nothing can be written
    }
  }

  async assessed(id: number, from: number): Promise<AssessedSlides> {
    return (await this.game(id)).assessed(from, MAX_ASSESSED)
  }

  async slide(id: number, slide: number): Promise<AnalysedSlide> {
    return (await this.game(id)).slide(slide)
  }

  /** @throws {LabError} `NOT_FOUND`, `BAD_STORE` */
  async game(id: number): Promise<AnalysedGame> {
    const game = this.#games.get(id) ?? (await this.#load(id))
    this.#games.set(id, game)
    game.scale = await this.options.scaleOf(game.player) // it may have been calibrated meanwhile
    return game
  }

  async #load(id: number): Promise<AnalysedGame> {
    const stored = await this.find(id)
    const timeline = await this.options.timelineOf(stored.game)
    // another call may have loaded it meanwhile, and results may have been added to that one
    return this.#games.get(id) ?? new AnalysedGame(timeline, playerOf(stored), stored)
  }

  async find(id: number): Promise<AnalysisWithValues> {
    const stored = await this.options.store.analyses.get(id)
    if (!stored) throw new LabError('NOT_FOUND', `There is no analysis number ${id}; it may have been deleted.`, { id })
    return stored
  }

  protected idOf({ id }: StoredAnalysis): number {
    return id
  }

  protected jobOf({ game, slides, done }: StoredAnalysis) {
    return { title: String(game), total: slides, done }
  }

  protected rowOf(stored: StoredAnalysis): GameAnalysisView {
    const { id, game, profile, slides, done, created, updated } = stored
    const state = done === slides ? 'complete' : 'stopped'
    const isPaused = state === 'stopped' && this.#paused?.includes(id) === true
    return {
      ...{ id, game, profile, slides, done, created, updated, player: playerOf(stored), state },
      ...(isPaused && { paused: true }),
      ...this.standing(id),
    }
  }

  protected async compute(turn: Turn<StoredAnalysis>): Promise<void> {
    const { store, engine } = this.options
    const { id } = turn.run
    const game = await this.game(id)
    const writer = new OrderedWriter<Judgement>(game.done, async (first, judgements) => {
      const { values, depths } = judgedColumns(judgements)
      await store.analyses.append(id, first, values, depths)
      game.extend(judgements)
      turn.run = { ...turn.run, done: game.done, updated: Date.now() }
      turn.progress(game.done)
    })
    await whileStoring([writer], turn.signal, signal =>
      searchSlides(engine.pool, game, playerOf(turn.run), (judgement, index) => writer.add(index, judgement), signal),
    )
  }
}

/** @throws {LabError} `BAD_STORE` */
function playerOf({ id, player }: StoredAnalysis): Player {
  return parseShape(playerShape, player, `analysis ${id}`, 'BAD_STORE')
}
