import type { ValidationSummary } from '../../../core/contract/calls'
import type { ValidationGame } from '../../../core/contract/storedRuns'
import { face, MAX_RANK } from '../../../core/games/twenty48/board'
import { meanInterval, wilsonInterval } from '../../../core/stats/intervals'
import { max, mean, median } from '../../../core/stats/summary'
import { measure } from '../../../core/tuning/fitness'
import { resamplingSeed } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/tuning/tuningConfig'

/** @param games all of them, in the order of their seeds */
export function summaryOf({ objective, seed, validation }: TuningConfig, games: readonly ValidationGame[]): ValidationSummary {
  const scores = games.map(({ score }) => score)
  const { fitness, standardError } = measure(objective.fitness, games)
  const sum = (valueOf: (game: ValidationGame) => number) => games.reduce((total, game) => total + valueOf(game), 0)
  return {
    games: games.length,
    mean: mean(scores),
    interval: meanInterval(scores, resamplingSeed(seed), undefined, validation.level),
    level: validation.level,
    fitness,
    fitnessError: standardError,
    median: median(scores),
    max: max(scores),
    reach: reachOf(games),
    msPerMove:
      sum(({ ms }) => ms) /
      Math.max(
        1,
        sum(({ slides }) => slides),
      ),
  }
}

/** Of the tiles that some game reached. */
function reachOf(games: readonly ValidationGame[]): ValidationSummary['reach'] {
  const entries = Array.from({ length: MAX_RANK }, (_, i) => i + 1).flatMap(rank => {
    const reached = games.filter(({ maxRank }) => maxRank >= rank).length
    const share = reached / games.length
    return reached === 0 ? [] : [[String(face(rank)), { share, interval: wilsonInterval(reached, games.length) }] as const]
  })
  return Object.fromEntries(entries)
}
