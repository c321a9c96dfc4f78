import { contentHash, sameContent } from '../../../core/contentHash'
import { MAX_PLAYOUTS, type PlayoutView, type SlidePair } from '../../../core/contract/calls/analyses'
import { playerShape } from '../../../core/contract/shapes'
import type { StoredPlayouts } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Board, Move } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { comparePlayouts, playoutStarts } from '../../../core/games/twenty48/playouts'
import { deriveSeed } from '../../../core/random'
import { badSetting } from '../../../core/settingChecks'
import { FEWEST_GAMES } from '../../../core/stats/intervals'
import type { LabContext } from '../context/labContext'
import { stampOf } from '../ground/provenance'
import type { StudyOptions } from './gameAnalyses'
import { StudyQueue, type StoredStudy, type StudyTurn } from './studyQueue'

/** Playouts of each move prepared at once, so that both moves progress equally. */
const WINDOW = 256

/** Games played on from one move so far. */
interface Sample extends Pick<StoredPlayouts, 'id' | 'move' | 'seed'> {
  readonly scores: number[]
}
type Samples = readonly [better: Sample, worse: Sample]
type Ids = readonly [better: number, worse: number]

interface Playing extends StudyTurn<number> {
  readonly samples: Samples
}

/** A comparison that runs or waits. */
interface Comparison extends StoredStudy<number> {
  readonly pair: SlidePair
  /** Present from its turn on; until then another comparison may add to the samples. */
  turn?: Playing
}

/**
 * Compares moves of saved games in points, by playouts that are stored on the way. Playout i of a move is always the same, whatever the
 * time, the number of threads and the move that it is compared with.
 */
export class SlidePlayouts {
  readonly #queue: StudyQueue<string, number, Comparison>

  constructor(
    private readonly options: StudyOptions & Pick<LabContext, 'onFailure'>,
    private readonly onView: (view: PlayoutView) => void,
  ) {
    this.#queue = new StudyQueue(options.jobs)
  }

  async list(pair: SlidePair): Promise<PlayoutView[]> {
    const stored = await this.options.store.playouts.list(pair.game, pair.slide)
    const views: PlayoutView[] = []
    for (const better of stored.filter(({ move }) => move === pair.better)) {
      const player = playerShape.safeParse(better.player).data
      const worse = stored.find(({ move, player }) => move === pair.worse && sameContent(player, better.player))
      if (player && worse) views.push(await this.#load(pair, player, better.profile, [better.id, worse.id]))
    }
    return views
  }

  /** @throws {LabError} `NOT_FOUND`, `BAD_STORE`, `ILLEGAL_MOVE`; `BAD_SETTING` for a player with another limit, or too many playouts */
  async start(pair: SlidePair, player: Player, profile: string, games: number): Promise<PlayoutView> {
    const { store, engine, timelineOf } = this.options
    const { game, slide, better, worse } = pair
    const { depth, nodes, ms } = player.limits
    if (depth === undefined || nodes !== undefined || ms !== undefined)
      throw badSetting('limits', 'playouts have a depth, and no other limit')
    if (better === worse) throw new LabError('BAD_REQUEST', 'worse: a move is compared with another one', { field: 'worse' })
    const timeline = await timelineOf(game)
    if (slide > timeline.length)
      throw new LabError('BAD_REQUEST', `slide: game ${game} has ${timeline.length} moves, not ${slide}`)
    const { board } = timeline.at(slide - 1)
    const seed = deriveSeed(game, slide)
    for (const move of [better, worse]) playoutStarts(board, move, seed, 0, 0)
    const begin = (move: Move): Promise<StoredPlayouts> =>
      store.playouts.begin({ game, slide, move, player, profile, seed, stamp: stampOf(engine) })
    const begun = [await begin(better), await begin(worse)] as const
    if (Math.min(...begun.map(({ done }) => done)) + games > MAX_PLAYOUTS)
      throw badSetting('games', `no more than ${MAX_PLAYOUTS} playouts of a move are saved`)
    const key = keyOf(pair, player)
    const ids = [begun[0].id, begun[1].id] as const
    if (!this.#queue.get(key)) {
      const comparison: Comparison = {
        pair,
        job: { kind: 'playouts', title: `${game}/${slide}` },
        begin: async () => (comparison.turn = await this.#turn(pair, player, board, ids, games)),
        tell: () => {
          if (comparison.turn) this.onView(this.#viewOf(pair, player, profile, comparison.turn.samples))
          else this.#load(pair, player, profile, ids).then(this.onView, this.options.onFailure)
        },
      }
      this.#queue.add(key, comparison)
    }
    return this.#load(pair, player, profile, ids)
  }

  /** Stops the playouts of both moves, by any player. Finished ones stay. Resolves when it has stopped. */
  async stop(pair: SlidePair): Promise<void> {
    const ours = this.#queue.studies.filter(([, each]) => samePair(each.pair, pair))
    await Promise.all(ours.map(([key]) => this.#queue.stop(key)))
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  /** Adds `games` playouts to the smaller sample, and fills the other up to the same number. */
  async #turn(pair: SlidePair, player: Player, board: Board, ids: Ids, games: number): Promise<Playing> {
    const samples = await this.#samples(pair, ids)
    const target = Math.min(MAX_PLAYOUTS, Math.min(...samples.map(({ scores }) => scores.length)) + games)
    return {
      samples,
      series: samples.map(({ id, scores }) => ({
        done: scores.length,
        store: async (first, results) => {
          await this.options.store.playouts.append(id, first, Float64Array.from(results))
          for (const score of results) scores.push(score)
        },
      })),
      total: samples.reduce((sum, { scores }) => sum + Math.max(target, scores.length), 0),
      compute: async (take, signal) => {
        const next = samples.map(({ scores }) => scores.length)
        while (next.some(from => from < target) && !signal.aborted) {
          const wanted = samples.flatMap((sample, i) => {
            const from = next[i]!
            const count = Math.max(0, Math.min(WINDOW, target - from))
            next[i] = from + count
            return playoutStarts(board, sample.move, sample.seed, from, count).map((start, j) => ({ start, i, number: from + j }))
          })
          const starts = wanted.map(({ start }) => start)
          const played = (score: number, index: number) => take(wanted[index]!.i, wanted[index]!.number, score)
          await this.options.engine.pool.playOut(player, starts, played, { signal })
        }
      },
    }
  }

  async #load(pair: SlidePair, player: Player, profile: string, ids: Ids): Promise<PlayoutView> {
    const running = this.#queue.get(keyOf(pair, player))?.turn?.samples
    return this.#viewOf(pair, player, profile, running ?? (await this.#samples(pair, ids)))
  }

  async #samples(pair: SlidePair, ids: Ids): Promise<Samples> {
    return [await this.#sample(pair.better, ids[0]), await this.#sample(pair.worse, ids[1])]
  }

  async #sample(move: Move, id: number): Promise<Sample> {
    const stored = await this.options.store.playouts.get(id)
    if (!stored) throw new LabError('NOT_FOUND', 'These playouts have been deleted meanwhile.', { id })
    return { id, move, seed: stored.seed, scores: [...stored.scores] }
  }

  #viewOf(pair: SlidePair, player: Player, profile: string, [better, worse]: Samples): PlayoutView {
    const key = keyOf(pair, player)
    const turn = this.#queue.get(key)?.turn
    const comparison = comparePlayouts(better.scores, worse.scores)
    return {
      ...pair,
      player,
      profile,
      games: { better: better.scores.length, worse: worse.scores.length },
      comparison,
      ...(!comparison && {
        scores: { better: better.scores.slice(0, FEWEST_GAMES), worse: worse.scores.slice(0, FEWEST_GAMES) },
      }),
      ...this.#queue.standing(key, 'stopped'),
      ...(turn && { total: turn.total }),
    }
  }
}

function keyOf({ game, slide, better, worse }: SlidePair, player: Player): string {
  return contentHash([game, slide, better, worse, player])
}

function samePair(a: SlidePair, b: SlidePair): boolean {
  return a.game === b.game && a.slide === b.slide && a.better === b.better && a.worse === b.worse
}
