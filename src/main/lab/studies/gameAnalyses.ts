import {
  MAX_ASSESSED,
  type AnalysedSlide,
  type AssessedSlides,
  type GameAnalysisView,
} from '../../../core/contract/calls/analyses'
import type { Judgement } from '../../../core/contract/compute'
import { parseShape, playerShape } from '../../../core/contract/shapes'
import type { StoredAnalysis } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import type { Timeline } from '../../../core/games/twenty48/timeline'
import type { Store } from '../../store/store'
import type { EnginePool } from '../ground/enginePool'
import { stampOf } from '../ground/provenance'
import type { Jobs } from '../jobs/jobs'
import { Recent } from '../ground/recent'
import { AnalysedGame, judgedColumns, searchSlides } from './analysedGame'
import { StudyQueue, type StoredStudy } from './studyQueue'

/** Cache size for analyses with their values. */
const KEPT = 2

export interface StudyOptions {
  readonly store: Store
  readonly engine: EnginePool
  /** For a saved game by its number. @throws {LabError} `NOT_FOUND`; `BAD_STORE` for a game that cannot be replayed */
  readonly timelineOf: (game: number) => Promise<Timeline>
  readonly jobs: Jobs
}

interface Analysis extends StoredStudy<Judgement> {
  /** The stored analysis in its current state. */
  stored: StoredAnalysis
}

/**
 * Searches every move of saved games, and stores the results on the way. Values depend on game and player alone, unless the player's limit
 * is time.
 */
export class GameAnalyses {
  readonly #queue: StudyQueue<number, Judgement, Analysis>
  /** The one being computed always stays, because only it has the results being written. */
  readonly #games = new Recent<number, AnalysedGame>(KEPT, id => this.#queue.isComputed(id))

  constructor(
    private readonly options: StudyOptions,
    private readonly onView: (view: GameAnalysisView) => void,
  ) {
    this.#queue = new StudyQueue(options.jobs)
  }

  async list(game: number): Promise<GameAnalysisView[]> {
    const stored = await this.options.store.analyses.list(game)
    return stored.flatMap(each => this.#viewOf(this.#queue.get(each.id)?.stored ?? each) ?? [])
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_SETTING` for a player whose search of the first board would not end */
  async start(game: number, player: Player, profile: string): Promise<GameAnalysisView> {
    const { limits } = player
    if (limits.depth === undefined && limits.nodes === undefined && limits.ms === undefined)
      throw new LabError('BAD_SETTING', 'limits: each move needs a limit: a depth, nodes or a time', { field: 'limits' })
    const { store, engine } = this.options
    const stored = await store.analyses.begin(game, player, { profile, stamp: stampOf(engine) })
    const { id, done, slides } = stored
    if (done < slides && !this.#queue.get(id)) this.#queue.add(id, this.#study(stored, player))
    return this.#viewOf(this.#queue.get(id)?.stored ?? stored)!
  }

  /** Finished results stay. Resolves when it has stopped. */
  stop(id: number): Promise<void> {
    return this.#queue.stop(id)
  }

  /** Resolves when it has ended in any way. */
  settled(id: number): Promise<void> {
    return this.#queue.settled(id)
  }

  async assessed(id: number, from: number): Promise<AssessedSlides> {
    return (await this.game(id)).assessed(from, MAX_ASSESSED)
  }

  async slide(id: number, slide: number): Promise<AnalysedSlide> {
    return (await this.game(id)).slide(slide)
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  /** @throws {LabError} `NOT_FOUND`, `BAD_STORE` */
  async game(id: number): Promise<AnalysedGame> {
    const game = this.#games.get(id) ?? (await this.#load(id))
    this.#games.set(id, game)
    return game
  }

  async #load(id: number): Promise<AnalysedGame> {
    const stored = await this.options.store.analyses.get(id)
    if (!stored) throw new LabError('NOT_FOUND', `There is no analysis number ${id}; it may have been deleted.`, { id })
    const timeline = await this.options.timelineOf(stored.game)
    // another call may have loaded it meanwhile, and results may have been added to that one
    return this.#games.get(id) ?? new AnalysedGame(timeline, playerOf(stored), stored)
  }

  #study(stored: StoredAnalysis, player: Player): Analysis {
    const { id, game, slides, done } = stored
    const { store, engine } = this.options
    const study: Analysis = {
      stored,
      job: { kind: 'analysis', title: String(game), total: slides, done },
      begin: async () => {
        const analysed = await this.game(id)
        const append = async (first: number, judgements: readonly Judgement[]) => {
          const { values, depths } = judgedColumns(judgements)
          await store.analyses.append(id, first, values, depths)
          analysed.extend(judgements)
          study.stored = { ...stored, done: analysed.done, updated: Date.now() }
        }
        return {
          series: [{ done: analysed.done, store: append }],
          total: slides,
          compute: (take, signal) =>
            searchSlides(engine.pool, analysed, player, (judgement, index) => take(0, index, judgement), signal),
        }
      },
      tell: () => this.onView(this.#viewOf(study.stored)!),
    }
    return study
  }

  /** `undefined` for a player that this version of the lab cannot read. */
  #viewOf({ player, stamp: _, ...rest }: StoredAnalysis): GameAnalysisView | undefined {
    const parsed = playerShape.safeParse(player)
    if (!parsed.success) return undefined
    return {
      ...rest,
      player: parsed.data,
      ...this.#queue.standing(rest.id, rest.done === rest.slides ? 'complete' : 'stopped'),
    }
  }
}

/** @throws {LabError} `BAD_STORE` */
function playerOf({ id, player }: StoredAnalysis): Player {
  return parseShape(playerShape, player, `analysis ${id}`, 'BAD_STORE')
}
