import type { ExportedGame, ExportForm, ReplayView } from '../../../core/contract/calls'
import type { GameRow, StoredGame } from '../../../core/contract/stored'
import { FirstSteps } from '../../../core/games/twenty48/board'
import { LabError } from '../../../core/errors'
import { checkEnd, playSideLines, playThrough, type ReplayPosition, type SideLine } from '../../../core/games/twenty48/replay'
import { packLines, withoutRepeats } from '../../../core/games/twenty48/sideLines'
import { FRAME, Timeline } from '../../../core/games/twenty48/timeline'
import { turnByte } from '../../../core/games/twenty48/turnBytes'
import type { Pool } from '../../compute/pool/pool'
import type { Scope } from '../../scope'
import type { Store } from '../../store/store'
import { leadingThrough, readGame, withValues, type ReplayedGame } from '../games/gameRecords'
import { GameSeries } from '../games/gameSeries'
import { handOf } from '../games/labGame'
import type { Jobs } from '../jobs/jobs'
import { requireGame } from '../context/labData'
import { paced } from '../ground/throttle'
import { Recent } from '../ground/recent'
import { exportedReplay } from './replayFiles'

/** Rows of a graph: more than it has pixels. */
const POINTS = 1000
/** Cache size for games that were played again. */
const GAMES = 4
/** Cache size for timelines: the game on the screen, and one that is analysed meanwhile. */
const TIMELINES = 2

/** Saved games, for viewing move by move and for export. */
export class Replayer {
  /** Games that are being played again, shared by all callers. */
  readonly #playing = new Map<number, Promise<ReplayedGame>>()
  readonly #played = new Recent<number, ReplayedGame>(GAMES)
  readonly #timelines = new Recent<number, Timeline>(TIMELINES)

  constructor(
    private readonly store: Pick<Store, 'games'>,
    private readonly pool: Pool,
    private readonly jobs: Jobs,
    private readonly scope: Scope,
  ) {}

  /** @throws {LabError} `NOT_FOUND`, `CANCELLED`, `BAD_STORE` */
  async open(id: number): Promise<ReplayView> {
    const game = await this.#get(id)
    const replayed = await this.#read(game)
    const { by, draws, engine, title, stamp, turns, ms = null, sideLines = [] } = replayed.replay
    const { frames, firstSlide, graph, lines } = await leadingThrough(game, () =>
      paced(lookedThrough(replayed), this.scope.signal),
    )
    const hand = handOf(game)
    return {
      ...{ by, frames, firstSlide, graph, lines, ms },
      game: rowOf(game),
      turns: turns.map(turnByte),
      sideLines: packLines(withoutRepeats(sideLines, turns)),
      ...(hand && { hand }),
      ...(draws && { draws }),
      ...(engine && { engine }),
      ...(title !== undefined && { title }),
      ...(stamp && { stamp }),
    }
  }

  /** @throws {LabError} as `open`; `BAD_REQUEST` for a game that this form cannot express */
  async text(id: number, form: ExportForm): Promise<ExportedGame> {
    const game = await this.#get(id)
    const replayed = await this.#read(game)
    await this.#through(game, replayed)
    return exportedReplay(withValues(replayed), form, this.scope.signal)
  }

  /** Replaces the side lines of a game. @throws {LabError} as `open`; `BAD_REQUEST` for lines that do not fit it */
  async setSideLines(id: number, lines: readonly SideLine[]): Promise<void> {
    const timeline = await this.timelineOf(id)
    try {
      playSideLines(lines, timeline.length, step => timeline.at(step))
    } catch (error) {
      if (!(error instanceof LabError && error.code === 'BAD_FILE')) throw error
      throw new LabError('BAD_REQUEST', `lines: ${error.message}`, { ...error.detail, field: 'lines' }, { cause: error })
    }
    await this.store.games.setSideLines(id, lines)
  }

  /** A stored game, replayed. @throws {LabError} as `open` */
  async timeline(game: StoredGame): Promise<Timeline> {
    return this.#through(game, await this.#read(game))
  }

  /** The timeline of a numbered game, which is replayed once while it is in use. @throws {LabError} as `open` */
  async timelineOf(id: number): Promise<Timeline> {
    const timeline = this.#timelines.get(id) ?? (await this.timeline(await this.#get(id)))
    this.#timelines.set(id, timeline)
    return timeline
  }

  #through(game: StoredGame, { replay }: ReplayedGame): Promise<Timeline> {
    return leadingThrough(game, () => paced(Timeline.through(replay), this.scope.signal))
  }

  #get(id: number): Promise<StoredGame> {
    return requireGame(this.store, id)
  }

  async #read(game: StoredGame): Promise<ReplayedGame> {
    if (game.played) return readGame(game, { pool: () => this.pool })
    const { id } = game
    let playing = this.#playing.get(id)
    if (!playing && !this.#played.get(id)) {
      playing = this.#replay(game).finally(() => this.#playing.delete(id))
      this.#playing.set(id, playing)
    }
    const { replay, values } = playing ? await playing : this.#played.get(id)!
    const { sideLines: _, ...played } = replay // they may have changed since it was played
    return { replay: { ...played, ...(game.sideLines && { sideLines: game.sideLines }) }, values }
  }

  #replay(game: StoredGame): Promise<ReplayedGame> {
    const { id, slides: total } = game
    return this.jobs.run(this.scope, { kind: 'replay', title: String(id), total }, async ({ signal, onProgress }) => {
      const replayed = await readGame(game, { pool: () => this.pool, signal, onSlides: onProgress })
      this.#played.set(id, replayed)
      return replayed
    })
  }
}

type LookedThrough = Pick<ReplayView, 'frames' | 'firstSlide' | 'graph' | 'lines'>

/** Replays a game and extracts the data for a page. */
function* lookedThrough({ replay, values }: ReplayedGame): Generator<unknown, LookedThrough> {
  const frames: Omit<ReplayPosition, 'step'>[] = []
  const first = new FirstSteps()
  const series = new GameSeries({ board: replay.start, score: replay.startScore })
  let last: ReplayPosition | undefined
  for (const position of playThrough(replay)) {
    const { step, board, score } = position
    if (step % FRAME === 0) frames.push({ board, score })
    first.see(board, step)
    series.write(step, position)
    if (step > 0) series.setTime(step, replay.ms?.[step - 1] ?? NaN)
    last = position
    yield
  }
  checkEnd(replay, last!)
  series.restoreValues(values)
  const total = replay.turns.length
  const { lines } = series.columns(total + 1)
  return { frames, firstSlide: first.steps, lines, graph: { ...series.columns(POINTS), total } }
}

/** A game's row, without the data stored apart from it. */
function rowOf({
  start: _start,
  startScore: _score,
  provenance: _provenance,
  played: _played,
  sideLines: _,
  ...row
}: StoredGame): GameRow {
  return row
}
