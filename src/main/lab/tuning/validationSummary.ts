import type { ValidationSummary } from '../../../core/contract/calls'
import type { ValidationGame } from '../../../core/contract/storedRuns'
import { face, MAX_RANK } from '../../../core/games/twenty48/board'
import { confidenceSequence } from '../../../core/stats/confidenceSequence'
import { FEWEST_GAMES, meanIntervalSteps, wilsonInterval } from '../../../core/stats/intervals'
import { max, mean, median } from '../../../core/stats/summary'
import { measure } from '../../../core/tuning/fitness'
import { resamplingSeed } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/tuning/tuningConfig'
import { paced } from '../shared/paced'

/** A tenth of a second of work, between which everything else has its turn. @param games all of them, in the order of their seeds */
export async function summaryOf(
  { objective, seed, validation }: TuningConfig,
  games: readonly ValidationGame[],
): Promise<ValidationSummary> {
  const scores = games.map(({ score }) => score)
  const { fitness, standardError } = measure(objective.fitness, games)
  const sum = (valueOf: (game: ValidationGame) => number) => games.reduce((total, game) => total + valueOf(game), 0)
  return {
    games: games.length,
    mean: mean(scores),
    interval: await paced(meanIntervalSteps(scores, resamplingSeed(seed), undefined, validation.level)),
    always: confidenceSequence(scores, { level: validation.level }),
    level: validation.level,
    fitness,
    fitnessError: standardError,
    median: median(scores),
    max: max(scores),
    reach: reachOf(games),
    ...(scores.length < FEWEST_GAMES && { scores }),
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
  const ends = Array<number>(MAX_RANK + 1).fill(0)
  for (const { maxRank } of games) ends[maxRank]!++
  const entries = []
  for (let rank = MAX_RANK, reached = 0; rank > 0; rank--) {
    reached += ends[rank]!
    if (reached === 0) continue
    const share = { share: reached / games.length, interval: wilsonInterval(reached, games.length) }
    entries.unshift([String(face(rank)), share] as const)
  }
  return Object.fromEntries(entries)
}
