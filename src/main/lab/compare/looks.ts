import type { StopRule } from '../../../core/contract/files'
import { confidenceSequenceOf } from '../../../core/stats/confidenceSequence'
import { CONFIDENCE, type Interval, verdictOf } from '../../../core/stats/intervals'
import { RunningMoments, type Moments } from '../../../core/stats/summary'
import { ALIKE_GAMES } from '../../../core/contentHash'
import type { ComparePlan } from '../../../core/contract/calls'
import { deriveSeed } from '../../../core/random'
import { validationSeeds } from '../../../core/tuning/seeds'

/** Two players by their places, the earlier first. */
export type Pair = readonly [a: number, b: number]

export function pairsOf(players: number): readonly Pair[] {
  const places = Array.from({ length: players }, (_, i) => i)
  return places.flatMap(a => places.slice(a + 1).map((b): Pair => [a, b]))
}

/** Level of each interval, so that those of all pairs hold together with 95 % (Bonferroni). */
export function levelOf(players: number): number {
  return 1 - (1 - CONFIDENCE) / Math.max(1, pairsOf(players).length)
}

/**
 * Scores of players on the same seeds. Looks are taken in the order of the seeds, each over the first n of them, so they do not depend on
 * threads, interruptions, or the order in which games end.
 */
export class Looks {
  /** By player and seed; `NaN` for a game that has not ended. */
  readonly scores: readonly Float64Array[]
  readonly #pairs: readonly Pair[]
  /** Moments of the differences of the pairs; for one player, of its scores. */
  readonly #moments: readonly RunningMoments[]
  #complete = 0
  #looks = 0
  #decided: number | undefined

  constructor(
    readonly players: number,
    readonly rule: StopRule,
  ) {
    this.scores = Array.from({ length: players }, () => new Float64Array(rule.games).fill(NaN))
    this.#pairs = pairsOf(players)
    this.#moments = Array.from({ length: Math.max(1, this.#pairs.length) }, () => new RunningMoments())
  }

  add(player: number, seed: number, score: number): void {
    this.scores[player]![seed] = score
    while (this.#decided === undefined && this.scores.every(each => !Number.isNaN(each[this.#complete] ?? NaN))) this.#advance()
  }

  /** Seeds from the first on that every player has played, up to the one that decided. */
  get seeds(): number {
    return this.#complete
  }

  /** Looks that could have ended it. */
  get looks(): number {
    return this.#looks
  }

  /** True if the rule has ended it before its last seed. */
  get isDecided(): boolean {
    return this.#decided !== undefined
  }

  /** Pairs of players whose games were all equal, of very many. */
  get alike(): readonly Pair[] {
    return this.#complete < ALIKE_GAMES ? [] : this.#pairs.filter((_, i) => this.#moments[i]!.nonzero === 0)
  }

  /** Differences of the pairs so far, and their intervals that are valid at every look. */
  get differences(): readonly { readonly pair: Pair; readonly mean: number; readonly always: Interval | null }[] {
    const level = levelOf(this.players)
    return this.#pairs.map((pair, i) => {
      const moments = this.#moments[i]!
      return { pair, mean: moments.mean, always: confidenceSequenceOf(moments, { level }) }
    })
  }

  #advance(): void {
    const at = this.#complete++
    if (this.players === 1) this.#moments[0]!.add(this.scores[0]![at]!)
    else this.#pairs.forEach(([a, b], i) => this.#moments[i]!.add(this.scores[a]![at]! - this.scores[b]![at]!))
    if (!looksAtScores(this.rule)) return
    if (this.#complete % SEEDS_PER_LOOK !== 0 && this.#complete < this.rule.games) return
    this.#looks++
    if (this.#complete < this.rule.games && this.#isEnough(this.#moments)) this.#decided = this.#complete
  }

  /** Seeds after which the rule would end it if means and spreads stayed constant: to estimate the remaining time. */
  get expected(): number {
    const { games } = this.rule
    if (!looksAtScores(this.rule)) return games
    const isEnoughAt = (n: number) =>
      this.#isEnough(
        this.#moments.map(({ n: now, nonzero, mean, variance }) => ({ n, nonzero: (nonzero / now) * n, mean, variance })),
      )
    let [low, high] = [this.#complete, Math.max(SEEDS_PER_LOOK, this.#complete)]
    while (high < games && !isEnoughAt(high)) [low, high] = [high, 2 * high]
    while (high - low > SEEDS_PER_LOOK && high < games) {
      const middle = Math.ceil((low + high) / 2)
      if (isEnoughAt(middle)) high = middle
      else low = middle
    }
    return Math.min(high, games)
  }

  #isEnough(moments: readonly Moments[]): boolean {
    const { width, verdict, margin } = this.rule
    const intervals = moments.map(each => confidenceSequenceOf(each, { level: levelOf(this.players) }))
    return (
      (verdict !== undefined && intervals.every(each => verdictOf(each, margin) !== 'open')) ||
      (width !== undefined && intervals.every(each => each !== null && each[1] - each[0] <= width))
    )
  }
}

export function seedsOfGames({ rule: { games }, seed, validation }: Omit<ComparePlan, 'players'>): number[] {
  return validation === undefined
    ? Array.from({ length: games }, (_, index) => deriveSeed(seed, index))
    : validationSeeds(seed, validation, games)
}

/** If the rule depends on scores, it is checked whenever all players have played this many further seeds. */
export const SEEDS_PER_LOOK = 10

export function looksAtScores({ verdict, width }: StopRule): boolean {
  return verdict !== undefined || width !== undefined
}

/** True if it may end before its last game. */
export function mayEndEarly(rule: StopRule): boolean {
  return looksAtScores(rule) || rule.minutes !== undefined
}
