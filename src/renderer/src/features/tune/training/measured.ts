import type { TrainingLine } from '../../../../../core/contract/files'
import { type NetworkTraining, scoreInterval, validatedShare } from '../../../../../core/games/twenty48/wallGame/training'
import { wilsonInterval, type Interval } from '../../../../../core/stats/intervals'

export interface Share {
  readonly share: number
  /** 95 %. */
  readonly interval: Interval
}

/** The measurements of one network, in the order of its moves. */
export interface Measured {
  readonly moves: readonly number[]
  /** Time of training, from its beginning. */
  readonly seconds: readonly number[]
  /** Validation games of each start. */
  readonly games: readonly number[]
  /** By start, then by measurement: the share of validation games that made the tile. */
  readonly starts: readonly (readonly Share[])[]
  /** Shares of all starts, as they are shared in training. */
  readonly all: readonly Share[]
  /**
   * Mean result of the validation games, as `all`. A result is 0 … 1, so it varies no more than a success and a failure with the same mean:
   * the interval is at most too wide. Of whole games the mean score.
   */
  readonly result: readonly Share[]
  /** Games of training that made the tile, between two measurements. They have random moves and harder starts. */
  readonly training: readonly (Share | undefined)[]
  /** Between two measurements. */
  readonly movesPerSecond: readonly (number | null)[]
}

export function measured(lines: readonly TrainingLine[], place: number, training: NetworkTraining): Measured {
  const its = lines.filter(({ network }) => network === place)
  const before = (i: number) => its[i - 1] ?? { moves: 0, seconds: 0, games: 0, successes: 0 }
  return {
    moves: its.map(({ moves }) => moves),
    seconds: its.map(({ seconds }) => seconds),
    games: its.map(({ validation }) => validation[0]?.games ?? 0),
    starts: training.starts.map((_, start) =>
      its.map(({ validation }) => {
        const { successes, games } = validation[start]!
        return { share: successes / games, interval: wilsonInterval(successes, games) }
      }),
    ),
    all: its.map(line => validatedShare(line, training)),
    result: its.map(line => scoreOf(line) ?? validatedShare(line, training, ({ mean, games }) => mean * games)),
    training: its.map(({ games, successes, validation }, i) => {
      if (validation[0]?.whole) return undefined // a share is in another unit than the scores
      const [played, won] = [games - before(i).games, successes - before(i).successes]
      return played > 0 ? { share: won / played, interval: wilsonInterval(won, played) } : undefined
    }),
    movesPerSecond: its.map(({ moves, seconds }, i) => {
      const passed = seconds - before(i).seconds
      return passed > 0 ? (moves - before(i).moves) / passed : null
    }),
  }
}

/** Mean score of whole games, which have one start. */
function scoreOf({ validation: [only] }: TrainingLine): Share | undefined {
  const interval = only && scoreInterval(only)
  return interval && { share: only.mean, interval }
}
