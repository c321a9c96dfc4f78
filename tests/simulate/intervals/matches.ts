/** How often a sequential test of simulated matches decides wrongly. */
import { createRandom, type Random } from '../../../src/core/random'
import type { Results } from '../../../src/core/stats/elo'
import { wilsonInterval, type Interval } from '../../../src/core/stats/intervals'
import { gsprt, scoreOfElo, type MatchBounds } from './gsprt'

export const MATCHES = 10_000
export const BOUNDS: MatchBounds = { elo0: 0, elo1: 20, alpha: 0.05, beta: 0.05 }
/** A match that has not ended by then counts as one that decided for neither. */
const LONGEST = 50_000

export interface MatchErrors {
  readonly elo: number
  /** Share of matches that accepted the wrong end; of a strength between the two ends, that accepted the higher. */
  readonly share: number
  readonly interval: Interval
  readonly undecided: number
  /** Games, or pairs of games, of a match on average. */
  readonly length: number
}

/** @param draws share of drawn games @param pairs whether two games are counted together */
export function matchErrors(
  elo: number,
  draws: number,
  { pairs, seed }: { readonly pairs: boolean; readonly seed: number },
): MatchErrors {
  const random = createRandom(seed)
  const score = scoreOfElo(elo)
  let [higher, undecided, total] = [0, 0, 0]
  for (let match = 0; match < MATCHES; match++) {
    const counts = Array<number>(pairs ? 5 : 3).fill(0)
    let accepted: ReturnType<typeof gsprt>['accepted'] = 'none'
    let n = 0
    while (accepted === 'none' && n < LONGEST) {
      n++
      counts[pairs ? result(random, score, draws) + result(random, score, draws) : result(random, score, draws)]!++
      if (n % 10 === 0) accepted = gsprt(counts as unknown as Results, BOUNDS).accepted
    }
    total += n
    higher += Number(accepted === 'elo1')
    undecided += Number(accepted === 'none')
  }
  const wrong = elo >= BOUNDS.elo1 ? MATCHES - higher - undecided : higher
  return { elo, share: wrong / MATCHES, interval: wilsonInterval(wrong, MATCHES), undecided, length: total / MATCHES }
}

/** 0 lost, 1 drawn, 2 won. */
function result(random: Random, score: number, draws: number): number {
  const x = random.next()
  if (x < draws) return 1
  return x < draws + score - draws / 2 ? 2 : 0
}
