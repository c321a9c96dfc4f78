/** Plays the games that a comparison lacks, on all threads. Its plan alone determines them, but not their order. */
import type { ComparePlan, Comparison, ComparisonCurves, ComparisonSoFar, Provenance } from '../../../core/contract/calls'
import type { StoredBatchGame } from '../../../core/contract/stored'
import { verdictOf } from '../../../core/stats/intervals'
import { Tally, compared, curvesOf, looksTaken } from './comparison'
import { playContest, type ContestPool } from './contest'
import { rowOf, type GameSaver, type Saved } from './gameSaver'
import { Looks, seedsOfGames } from './looks'
import type { EarlierGames, Experiment } from './storedComparisons'

/** A game as it ends, in any order; before the first of them those of earlier sittings. */
export interface ComparedGame {
  readonly game: StoredBatchGame
  /** Games of lower numbers count. */
  readonly counted: number
  /** No more games begin before the promise resolves. */
  waitFor(promise: Promise<void> | undefined): void
}

export interface ComputationOptions {
  readonly signal: AbortSignal
  /** Absent: nothing is saved. */
  readonly saver?: Pick<GameSaver, 'add' | 'room' | 'end' | 'signal'> | undefined
  readonly onGame?: ((game: ComparedGame) => void) | undefined
  /** Called for every game, after it is counted. @param expected games of all players after which its rule is expected to end it */
  readonly onProgress?: (games: number, expected: number) => void
}

export class ComparisonComputation {
  /** Of all players together, with those of earlier sittings. */
  games = 0
  /** What became of the games; present from the end on. */
  saved: Saved | undefined
  /** Present from the end on. */
  #result: Comparison | undefined
  #isBroken = false
  /** Time of earlier sittings. */
  readonly #before: number
  #started: number | undefined
  #ended: number | undefined
  readonly #looks: Looks
  readonly #tallies: readonly Tally[]
  /** What the consumer of the games waits for. */
  #consumer: Promise<void> | undefined

  /** @param provenances of the lab that plays, one per player */
  constructor(
    private readonly experiment: Experiment,
    readonly provenances: readonly Provenance[],
  ) {
    const { plan, earlier } = experiment
    this.#looks = new Looks(plan.players.length, plan.rule)
    this.#before = Math.max(...earlier.map(({ progress }) => progress.seconds))
    this.#tallies = earlier.map(({ progress }) => {
      const tally = new Tally()
      tally.addTimes(progress.times)
      return tally
    })
  }

  get plan(): ComparePlan {
    return this.experiment.plan
  }

  /** Time of all sittings. */
  get seconds(): number {
    if (this.#started === undefined) return this.#before
    return this.#before + ((this.#ended ?? performance.now()) - this.#started) / 1000
  }

  /** Milliseconds until the clock of its rule ends it. */
  get mostLeftMs(): number {
    const { minutes = Infinity } = this.plan.rule
    return Math.max(0, 1000 * (60 * minutes - this.seconds))
  }

  get soFar(): ComparisonSoFar {
    const { players, rule } = this.plan
    const { seeds, differences, alike } = this.#looks
    const looks = looksTaken(this.#looks, this.#extensions)
    const nameOf = (place: number) => players[place]!.name
    const [first, same] = [this.#tallies[0]!, alike[0]]
    return {
      ...{ games: this.games, seeds, looks, mean: first.games === 0 ? null : first.mean },
      differences: differences.map(({ pair: [a, b], mean, always }) => ({
        ...{ a: nameOf(a), b: nameOf(b), mean: seeds === 0 ? null : mean, always, verdict: verdictOf(always, rule.margin) },
      })),
      ...(same && { alike: [nameOf(same[0]), nameOf(same[1])] as const }),
    }
  }

  /** Of the games so far; absent after a fault of the lab, which lost games. */
  get result(): Comparison | undefined {
    return this.#isBroken ? undefined : (this.#result ?? this.#resultBy('signal'))
  }

  /** @param pair place among the differences of the result */
  curves(pair: number): ComparisonCurves {
    return curvesOf(this.#looks, this.#tallies, pair)
  }

  /** Reads the stored games alone. @throws {LabError} `BAD_STORE` for games that are not of this plan */
  async readEarlier(): Promise<void> {
    const none = async () => undefined
    const pool = { threads: this.provenances[0]!.threads, isOneMachine: true, playGames: none, playSeeds: none }
    await this.compute(pool, { signal: AbortSignal.abort() })
    this.#ended = this.#started
  }

  /** @throws {LabError} `BAD_STORE` for stored games that are not of this plan, and errors of the pool; the games until then are stored */
  async compute(pool: ContestPool, { signal, saver, onGame, onProgress }: ComputationOptions) {
    const { plan } = this
    const looks = this.#looks
    let [looked, expected] = [-1, 0]
    const count = (game: StoredBatchGame, place: number): void => {
      this.games++
      this.#tallies[place]!.add(game)
      const counted = looks.isDecided || looks.rule.minutes !== undefined ? looks.seeds : Infinity
      onGame?.({ game, counted, waitFor: promise => void (this.#consumer = promise) })
    }
    this.#started = performance.now()
    try {
      const { endedBy } = await playContest(
        pool,
        {
          contenders: plan.players.map(({ player }, i) => ({ player, earlier: this.#earlier(i) })),
          seeds: seedsOfGames(plan),
          ...{ rule: plan.rule, maxSlides: plan.maxSlides },
        },
        {
          signal: saver ? AbortSignal.any([signal, saver.signal]) : signal,
          room: () => saver?.room() ?? this.#consumer,
          seconds: this.#before,
          onEarlier: count,
          onGame: (game, place) => {
            count(rowOf(game), place)
            this.#tallies[place]!.addGameTimes(game.times)
            saver?.add(game, place)
            if (looks.looks !== looked) [looked, expected] = [looks.looks, plan.players.length * looks.expected]
            onProgress?.(this.games, expected)
          },
        },
        looks,
      )
      this.#ended = performance.now()
      this.#result = this.#resultBy(endedBy)
    } catch (error) {
      this.#isBroken = true
      throw error
    } finally {
      this.#isBroken ||= saver?.signal.aborted ?? false
      const isOver = !this.#isBroken && this.#result?.ended !== 'signal'
      this.saved = await saver?.end(isOver ? this.#result : undefined)
    }
  }

  get #extensions(): number {
    return this.experiment.earlier[0]!.progress.extended?.length ?? 0
  }

  #resultBy(endedBy: Comparison['ended']): Comparison {
    const { plan, provenances, seconds } = this
    const { threads } = provenances[0]!
    return compared(plan, { looks: this.#looks, tallies: this.#tallies, endedBy, seconds, threads, extensions: this.#extensions })
  }

  /** Waits for a slow consumer of the games. */
  async *#earlier(place: number): EarlierGames['pages'] {
    for await (const page of this.experiment.earlier[place]!.pages) {
      yield page
      await this.#consumer
    }
  }
}
