import { MAX_PLAYOUTS, type PlayoutView, type SlidePair } from '../../core/contract/calls/analyses'
import { playerShape } from '../../core/contract/shapes'
import type { StoredPlayouts } from '../../core/contract/stored'
import { LabError, type LabErrorData } from '../../core/errors'
import type { Board, Move } from '../../core/games/twenty48/board'
import type { Player } from '../../core/games/twenty48/player'
import { MIN_PLAYOUTS, playoutStarts } from '../../core/games/twenty48/playouts'
import { deriveSeed } from '../../core/random'
import { meanDifference } from '../../core/stats/difference'
import { failureData } from './failure'
import type { StudyOptions } from './gameAnalyses'
import { JobLine } from './jobLine'
import type { Job } from './jobs'
import { OrderedWriter } from './orderedWriter'
import { Progress } from './progress'
import { stampOf } from './provenance'

/** Playouts of each slide that are made ready at once: of both there are about as many at any time. */
const WINDOW = 256

/** Games played on from one slide, as far as they have come. */
interface Sample extends Pick<StoredPlayouts, 'id' | 'move' | 'seed'> {
  readonly scores: number[]
}
type Samples = readonly [better: Sample, worse: Sample]

/** A comparison that runs or waits. */
interface Comparison {
  readonly pair: SlidePair
  readonly player: Player
  readonly profile: string
  readonly board: Board
  readonly ids: readonly [better: number, worse: number]
  readonly job: Job
  /** From its turn on; until then another comparison may add to them. */
  run?: { readonly samples: Samples; readonly target: number; readonly progress: Progress }
}

/**
 * Slides of kept games compared in points, by playouts that are stored as they go on. Playout i of a slide is the same
 * whenever it is played, by however many threads, and whatever the slide is compared with.
 */
export class SlidePlayouts {
  readonly #line = new JobLine<string>(key => this.#left(key))
  readonly #current = new Map<string, Comparison>()
  readonly #problems = new Map<string, LabErrorData>()

  constructor(
    private readonly options: StudyOptions,
    private readonly onView: (view: PlayoutView) => void,
  ) {}

  async list(pair: SlidePair): Promise<PlayoutView[]> {
    const stored = await this.options.store().playouts.list(pair.game, pair.slide)
    const views: PlayoutView[] = []
    for (const better of stored.filter(({ move }) => move === pair.better)) {
      const player = playerShape.safeParse(better.player).data
      const worse = stored.find(({ move, player }) => move === pair.worse && sameJson(player, better.player))
      if (player && worse) views.push(await this.#load(pair, player, better.profile, [better.id, worse.id]))
    }
    return views
  }

  /** @throws {LabError} `NOT_FOUND`, `BAD_STORE`, `ILLEGAL_MOVE`; `BAD_SETTING` for a player with another limit, or too many playouts */
  async start(pair: SlidePair, player: Player, profile: string, games: number): Promise<PlayoutView> {
    const { store, engine, timelines, jobs } = this.options
    const { game, slide, better, worse } = pair
    const { depth, nodes, ms } = player.limits
    if (depth === undefined || nodes !== undefined || ms !== undefined)
      throw new LabError('BAD_SETTING', 'limits: playouts have a depth, and no other limit', { field: 'limits' })
    if (better === worse) throw new LabError('BAD_REQUEST', 'worse: a slide is compared with another one', { field: 'worse' })
    const timeline = await timelines.get(game)
    if (slide > timeline.length)
      throw new LabError('BAD_REQUEST', `slide: game ${game} has ${timeline.length} slides, not ${slide}`)
    const { board } = timeline.at(slide - 1)
    const seed = deriveSeed(game, slide)
    for (const move of [better, worse]) playoutStarts(board, move, seed, 0, 0)
    const begin = (move: Move): Promise<StoredPlayouts> =>
      store().playouts.begin({ game, slide, move, player, profile, seed, stamp: stampOf(engine) })
    const begun = [await begin(better), await begin(worse)] as const
    if (Math.min(...begun.map(({ done }) => done)) + games > MAX_PLAYOUTS)
      throw new LabError('BAD_SETTING', `games: no more than ${MAX_PLAYOUTS} playouts of a slide are kept`, { field: 'games' })
    const key = keyOf(pair, player)
    const ids = [begun[0].id, begun[1].id] as const
    if (!this.#current.has(key)) {
      this.#problems.delete(key)
      const cancel = () => void this.#stop(key)
      const job = jobs.begin({ kind: 'playouts', title: `${game}/${slide}`, state: 'waiting', cancel })
      const comparison: Comparison = { pair, player, profile, board, ids, job }
      this.#current.set(key, comparison)
      this.#line.add(key, signal => this.#run(key, comparison, games, signal))
    }
    return this.#load(pair, player, profile, ids)
  }

  /** Of both slides, by whatever player. What is played stays. Resolves when it has stopped. */
  async stop(pair: SlidePair): Promise<void> {
    const keys = [...this.#current].filter(([, each]) => samePair(each.pair, pair)).map(([key]) => key)
    await Promise.all(keys.map(key => this.#stop(key)))
  }

  async close(): Promise<void> {
    await this.#line.close()
  }

  async #stop(key: string): Promise<void> {
    const stopped = this.#line.stop(key)
    const comparison = this.#current.get(key)
    if (comparison?.run) this.#tell(comparison, comparison.run.samples)
    await stopped
  }

  async #run(key: string, comparison: Comparison, games: number, signal: AbortSignal): Promise<void> {
    const { pair, player, board, ids, job } = comparison
    try {
      job.setState('running')
      const samples: Samples = [await this.#sample(pair.better, ids[0]), await this.#sample(pair.worse, ids[1])]
      const target = Math.min(MAX_PLAYOUTS, Math.min(...samples.map(({ scores }) => scores.length)) + games)
      const total = samples.reduce((sum, { scores }) => sum + Math.max(target, scores.length), 0)
      const progress = new Progress(countOf(samples), performance.now(), true)
      comparison.run = { samples, target: total, progress }
      job.progress(countOf(samples), total)
      this.#tell(comparison, samples)
      const told = () => {
        progress.reach(countOf(samples), performance.now())
        job.progress(countOf(samples))
        this.#tell(comparison, samples)
      }
      const writers = samples.map(sample => this.#writer(sample, told))
      const either = AbortSignal.any([signal, ...writers.map(writer => writer.signal)])
      try {
        const next = samples.map(({ scores }) => scores.length)
        while (next.some(from => from < target) && !either.aborted) {
          const wanted = samples.flatMap((sample, i) => {
            const from = next[i]!
            const count = Math.max(0, Math.min(WINDOW, target - from))
            next[i] = from + count
            return playoutStarts(board, sample.move, sample.seed, from, count).map((start, j) => ({ start, i, number: from + j }))
          })
          const starts = wanted.map(({ start }) => start)
          const take = (score: number, index: number) => writers[wanted[index]!.i]!.add(wanted[index]!.number, score)
          await this.options.engine.pool.playOut(player, starts, take, { signal: either })
        }
      } finally {
        const settled = await Promise.allSettled(writers.map(writer => writer.settle()))
        const failed = settled.find(each => each.status === 'rejected')
        if (failed) throw failed.reason
      }
    } catch (error) {
      const problem = failureData(error)
      if (problem.code !== 'CANCELLED') this.#problems.set(key, problem)
    }
  }

  #writer({ id, scores }: Sample, onWritten: () => void): OrderedWriter<number> {
    return new OrderedWriter<number>(scores.length, async (first, results) => {
      await this.options.store().playouts.append(id, first, Float64Array.from(results))
      for (const score of results) scores.push(score)
      onWritten()
    })
  }

  #left(key: string): void {
    const { pair, player, profile, ids, run, job } = this.#current.get(key)!
    this.#current.delete(key)
    job.end()
    if (run) this.onView(this.#viewOf(pair, player, profile, run.samples))
    else this.#load(pair, player, profile, ids).then(this.onView, this.options.onFailure)
  }

  #tell({ pair, player, profile }: Comparison, samples: Samples): void {
    this.onView(this.#viewOf(pair, player, profile, samples))
  }

  async #load(pair: SlidePair, player: Player, profile: string, ids: Comparison['ids']): Promise<PlayoutView> {
    const running = this.#current.get(keyOf(pair, player))?.run?.samples
    const samples = running ?? ([await this.#sample(pair.better, ids[0]), await this.#sample(pair.worse, ids[1])] as const)
    return this.#viewOf(pair, player, profile, samples)
  }

  async #sample(move: Move, id: number): Promise<Sample> {
    const stored = await this.options.store().playouts.get(id)
    if (!stored) throw new LabError('NOT_FOUND', 'These playouts have been deleted meanwhile.', { id })
    return { id, move, seed: stored.seed, scores: [...stored.scores] }
  }

  #viewOf(pair: SlidePair, player: Player, profile: string, [better, worse]: Samples): PlayoutView {
    const key = keyOf(pair, player)
    const run = this.#current.get(key)?.run
    const problem = this.#problems.get(key)
    const leftMs = run?.progress.leftMs(run.target, performance.now())
    const enough = better.scores.length >= MIN_PLAYOUTS && worse.scores.length >= MIN_PLAYOUTS
    return {
      ...pair,
      player,
      profile,
      games: { better: better.scores.length, worse: worse.scores.length },
      comparison: enough ? meanDifference(better.scores, worse.scores) : null,
      state: this.#line.stateOf(key) ?? 'stopped',
      ...(run && { total: run.target }),
      ...(leftMs !== undefined && { leftMs }),
      ...(problem && { problem }),
    }
  }
}

function keyOf({ game, slide, better, worse }: SlidePair, player: Player): string {
  return JSON.stringify([game, slide, better, worse, player])
}

function samePair(a: SlidePair, b: SlidePair): boolean {
  return a.game === b.game && a.slide === b.slide && a.better === b.better && a.worse === b.worse
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function countOf(samples: Samples): number {
  return samples.reduce((sum, { scores }) => sum + scores.length, 0)
}
