/** What the validation games of a network show. */
import { Z, type Interval } from '../../../stats/intervals'
import { weightedShare } from '../../../stats/weightedShare'
import type { NetworkTraining } from './training'

/** Greedy games from one start. */
export interface Validation {
  readonly games: number
  readonly successes: number
  /** Mean result; of whole games, mean score. */
  readonly mean: number
  /** Results of whole games. */
  readonly whole?: {
    /** Standard deviation of the scores. */
    readonly deviation: number
    /** By rank, 0 … 15: the games whose largest tile it was. */
    readonly tops: readonly number[]
  }
}

/** Over all starts, as they are shared in training, with its 95 % interval. @param of a start's games: by default the successes */
export function validatedShare(
  { validation }: { readonly validation: readonly Validation[] },
  { starts }: Pick<NetworkTraining, 'starts'>,
  of: (each: Validation) => number = ({ successes }) => successes,
): { readonly share: number; readonly interval: Interval } {
  return weightedShare(validation.map((each, i) => ({ weight: starts[i]!.share, successes: of(each), trials: each.games })))
}

/** 95 % interval of the mean score; `undefined` for boards of walls. */
export function scoreInterval({ games, mean, whole }: Validation): Interval | undefined {
  if (!whole) return undefined
  const half = (Z * whole.deviation) / Math.sqrt(games)
  return [mean - half, mean + half]
}
