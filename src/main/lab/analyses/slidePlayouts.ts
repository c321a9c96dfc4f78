import { contentHash, sameContent } from '../../../core/contentHash'
import { MAX_PLAYOUTS, type PlayoutView, type SlidePair } from '../../../core/contract/calls/analyses'
import { playerShape } from '../../../core/contract/shapes'
import type { StoredPlayouts } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Board, Move } from '../../../core/games/twenty48/board'
import type { GamePosition, Player } from '../../../core/games/twenty48/player'
import { comparePlayouts, playoutStarts } from '../../../core/games/twenty48/playouts'
import { deriveSeed } from '../../../core/random'
import { badSetting } from '../../../core/settingChecks'
import { FEWEST_GAMES } from '../../../core/stats/intervals'
import { stampOf } from '../ground/provenance'
import { Runs, type Turn } from '../runs/runs'
import type { AnalysesOptions } from './gameAnalyses'
import { OrderedWriter, whileStoring } from './orderedWriter'

/** Playouts of each move prepared at once, so that both moves progress equally. */
const WINDOW = 256

/** Games played on from one move so far. */
interface Sample extends Pick<StoredPlayouts, 'id' | 'move' | 'seed'> {
  readonly scores: number[]
}
type Samples = readonly [better: Sample, worse: Sample]
type Ids = readonly [better: number, worse: number]

/** A comparison that runs or waits. */
interface Comparison {
  readonly pair: SlidePair
  readonly player: Player
  readonly profile: string
  readonly ids: Ids
  readonly board: Board
  /** Wanted of each move, besides those of the smaller sample. */
  readonly games: number
  /** Present from its turn on; until then another comparison may add to them. */
  readonly samples?: Samples
  readonly total?: number
}

/**
 * Compares moves of saved games in points, by playouts that are stored on the way. Playout i of a move is always the same, whatever the
 * time, the number of threads and the move that it is compared with.
 */
export class SlidePlayouts extends Runs<string, Comparison, PlayoutView> {
  constructor(private readonly options: AnalysesOptions<PlayoutView>) {
    super('playouts', options)
  }

  async list(pair: SlidePair): Promise<PlayoutView[]> {
    const stored = await this.options.store.playouts.list(pair.game, pair.slide)
    const views: PlayoutView[] = []
    for (const better of stored.filter(({ move }) => move === pair.better)) {
      const player = playerShape.safeParse(better.player).data
      const worse = stored.find(({ move, player }) => move === pair.worse && sameContent(player, better.player))
      if (player && worse) views.push(await this.#view(pair, player, better.profile, [better.id, worse.id]))
    }
    return views
  }

  /** @throws {LabError} `NOT_FOUND`, `BAD_STORE`, `ILLEGAL_MOVE`; `BAD_REQUEST` while they run or wait; `BAD_SETTING` for a player with another limit, or too many playouts */
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
    const ids = [begun[0].id, begun[1].id] as const
    const comparison: Comparison = { pair, player, profile, ids, board, games }
    return this.steer(async () => {
      if (this.standing(this.idOf(comparison)).state === undefined) return this.enqueue(comparison)
      throw new LabError('BAD_REQUEST', 'These moves are being played out, or wait for it: pause that to start another number.')
    })
  }

  /** @returns its last view: it is not stored as a whole, so that it cannot be found once it has left the queue */
  override pause(key: string): Promise<PlayoutView> {
    return this.steer(async () => {
      const run = this.find(key)
      return (await this.rest(key)) ? this.rowOf(run) : this.send(run)
    })
  }

  find(key: string): Comparison {
    const found = this.queued.find(run => this.idOf(run) === key)
    if (!found) throw new LabError('NOT_FOUND', 'These playouts neither run nor wait.')
    return found
  }

  protected idOf({ pair: { game, slide, better, worse }, player }: Pick<Comparison, 'pair' | 'player'>): string {
    return contentHash([game, slide, better, worse, player])
  }

  protected jobOf({ pair: { game, slide } }: Comparison) {
    return { title: `${game}/${slide}` }
  }

  /** Adds playouts to the smaller sample, and fills the other up to the same number. */
  protected async compute(turn: Turn<Comparison>): Promise<void> {
    const { pair, player, board, ids, games } = turn.run
    const { store, engine } = this.options
    const samples = await this.#samples(pair, ids)
    const target = Math.min(MAX_PLAYOUTS, Math.min(...samples.map(({ scores }) => scores.length)) + games)
    const total = samples.reduce((sum, { scores }) => sum + Math.max(target, scores.length), 0)
    turn.run = { ...turn.run, samples, total }
    const progress = () => turn.progress(samples[0].scores.length + samples[1].scores.length, total)
    progress()
    const writers = samples.map(
      ({ id, scores }) =>
        new OrderedWriter<number>(scores.length, async (first, results) => {
          await store.playouts.append(id, first, Float64Array.from(results))
          for (const score of results) scores.push(score)
          progress()
        }),
    )
    const next = samples.map(({ scores }) => scores.length)
    await whileStoring(writers, turn.signal, async signal => {
      while (next.some(from => from < target) && !signal.aborted) {
        const wanted = samples.flatMap((sample, i) => {
          const from = next[i]!
          const count = Math.max(0, Math.min(WINDOW, target - from))
          next[i] = from + count
          return playoutStarts(board, sample.move, sample.seed, from, count).map((start, j) => ({ start, i, number: from + j }))
        })
        const starts = wanted.map(({ start }) => start)
        const played = ({ score }: GamePosition, index: number) => writers[wanted[index]!.i]!.add(wanted[index]!.number, score)
        await engine.pool.playOut(player, starts, played, { signal })
      }
    })
  }

  async #samples(pair: SlidePair, ids: Ids): Promise<Samples> {
    return [await this.#sample(pair.better, ids[0]), await this.#sample(pair.worse, ids[1])]
  }

  async #sample(move: Move, id: number): Promise<Sample> {
    const stored = await this.options.store.playouts.get(id)
    if (!stored) throw new LabError('NOT_FOUND', 'These playouts have been deleted meanwhile.', { id })
    return { id, move, seed: stored.seed, scores: [...stored.scores] }
  }

  protected rowOf({ pair, player, profile, ids }: Comparison): Promise<PlayoutView> {
    return this.#view(pair, player, profile, ids)
  }

  async #view(pair: SlidePair, player: Player, profile: string, ids: Ids): Promise<PlayoutView> {
    const key = this.idOf({ pair, player })
    const standing = this.standing(key)
    const running = this.queued.find(run => this.idOf(run) === key)
    const [better, worse] = running?.samples ?? (await this.#samples(pair, ids))
    const comparison = comparePlayouts(better.scores, worse.scores)
    return {
      ...{ id: key, ...pair, player, profile },
      games: { better: better.scores.length, worse: worse.scores.length },
      comparison,
      ...(!comparison && {
        scores: { better: better.scores.slice(0, FEWEST_GAMES), worse: worse.scores.slice(0, FEWEST_GAMES) },
      }),
      ...{ state: 'stopped', ...standing },
      ...(standing.state && running?.total !== undefined && { total: running.total }),
    }
  }
}
