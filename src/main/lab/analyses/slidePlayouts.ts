import { sameContent } from '../../../core/contentHash'
import { MAX_PLAYOUTS, type PlayoutView, type SlidePair } from '../../../core/contract/calls/analyses'
import { parseShape, playerShape } from '../../../core/contract/shapes'
import type { StoredPlayouts } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Move } from '../../../core/games/twenty48/board'
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
interface Sample extends Pick<StoredPlayouts, 'id' | 'move' | 'seed' | 'wanted'> {
  readonly scores: number[]
}
type Samples = readonly [better: Sample, worse: Sample]

interface Comparison {
  readonly pair: SlidePair
  readonly player: Player
  readonly profile: string
  /** Ids of the stored playouts of both moves. */
  readonly ids: readonly [better: number, worse: number]
  /** Present from its turn on; until then another comparison may add to them. */
  readonly samples?: Samples
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
      const worse = stored.find(({ move, player }) => move === pair.worse && sameContent(player, better.player))
      const isReadable = playerShape.safeParse(better.player).success
      if (worse && isReadable) views.push(await this.rowOf(comparisonOf(better, worse)))
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
    const wanted = Math.min(...begun.map(({ done }) => done)) + games
    if (wanted > MAX_PLAYOUTS) throw badSetting('games', `no more than ${MAX_PLAYOUTS} playouts of a move are saved`)
    const comparison = comparisonOf(...begun)
    return this.steer(async () => {
      if (this.standing(this.idOf(comparison)).state !== undefined)
        throw new LabError('BAD_REQUEST', 'These moves are being played out, or wait for it: pause that to start another number.')
      await store.playouts.want(comparison.ids, wanted)
      return this.enqueue(comparison)
    })
  }

  async find(key: string): Promise<Comparison> {
    const queued = this.queued.find(run => this.idOf(run) === key)
    if (queued) return queued
    const [better, worse] = await Promise.all(idsIn(key).map(id => this.options.store.playouts.get(id)))
    if (better && worse && arePair(better, worse)) return comparisonOf(better, worse)
    throw new LabError('NOT_FOUND', 'There are no such playouts; their game may have been deleted.')
  }

  protected override async toResume(run: Comparison): Promise<Comparison | undefined> {
    return isComplete(await this.#samples(run)) ? undefined : run
  }

  protected idOf({ ids }: Comparison): string {
    return keyOf(ids)
  }

  protected jobOf({ pair: { game, slide } }: Comparison) {
    return { title: `${game}/${slide}` }
  }

  /** Brings both samples to the number that is wanted of both. */
  protected async compute(turn: Turn<Comparison>): Promise<void> {
    const { pair, player } = turn.run
    const { store, engine, timelineOf } = this.options
    const { board } = (await timelineOf(pair.game)).at(pair.slide - 1)
    const samples = await this.#samples(turn.run)
    const [target, total] = [wantedOf(samples), totalOf(samples)]
    turn.run = { ...turn.run, samples }
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

  async #samples({ ids, samples }: Comparison): Promise<Samples> {
    return samples ?? [await this.#sample(ids[0]), await this.#sample(ids[1])]
  }

  async #sample(id: number): Promise<Sample> {
    const stored = await this.options.store.playouts.get(id)
    if (!stored) throw new LabError('NOT_FOUND', 'These playouts have been deleted meanwhile.', { id })
    return { ...stored, scores: [...stored.scores] }
  }

  protected async rowOf(run: Comparison): Promise<PlayoutView> {
    const { pair, player, profile } = run
    const id = this.idOf(run)
    const samples = await this.#samples(this.queued.find(each => this.idOf(each) === id) ?? run)
    const [better, worse] = samples
    const comparison = comparePlayouts(better.scores, worse.scores)
    return {
      ...{ id, ...pair, player, profile },
      games: { better: better.scores.length, worse: worse.scores.length },
      total: totalOf(samples),
      comparison,
      ...(!comparison && {
        scores: { better: better.scores.slice(0, FEWEST_GAMES), worse: worse.scores.slice(0, FEWEST_GAMES) },
      }),
      state: isComplete(samples) ? 'complete' : 'stopped',
      ...this.standing(id),
    }
  }
}

/** Playouts that this comparison wants of each move. Another comparison may want more of one of them. */
const wantedOf = (samples: Samples) => Math.min(...samples.map(({ wanted }) => wanted))
const isComplete = (samples: Samples) => samples.every(({ scores }) => scores.length >= wantedOf(samples))
const totalOf = (samples: Samples) => samples.reduce((sum, { scores }) => sum + Math.max(wantedOf(samples), scores.length), 0)

/** Digits of a number in a key. */
const ID_DIGITS = 12
const keyOf = (ids: readonly number[]) => ids.map(id => id.toString(16).padStart(ID_DIGITS, '0')).join('')
const idsIn = (key: string) => [key.slice(0, ID_DIGITS), key.slice(ID_DIGITS)].map(digits => Number.parseInt(digits, 16))

function arePair(better: StoredPlayouts, worse: StoredPlayouts): boolean {
  const [one, other] = [better, worse].map(({ game, slide, player }) => [game, slide, player])
  return better.move !== worse.move && sameContent(one, other)
}

/** @throws {LabError} `BAD_STORE` */
function comparisonOf(better: StoredPlayouts, worse: StoredPlayouts): Comparison {
  const { id, game, slide, profile } = better
  const player = parseShape(playerShape, better.player, `playouts ${id}`, 'BAD_STORE')
  return { pair: { game, slide, better: better.move, worse: worse.move }, player, profile, ids: [id, worse.id] }
}
