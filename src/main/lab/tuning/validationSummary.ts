import type { MatchSummary, MeanWithin, ValidationSummary } from '../../../core/contract/calls'
import type { StoredValidation, ValidationGame } from '../../../core/contract/storedRuns'
import { face, MAX_RANK } from '../../../core/games/twenty48/board'
import { clusteredShare } from '../../../core/stats/clusteredShare'
import { confidenceSequence } from '../../../core/stats/confidenceSequence'
import { FEWEST_GAMES, meanIntervalSteps, wilsonInterval, withinRange, type Interval } from '../../../core/stats/intervals'
import { msPerMove } from '../../../core/stats/moveTimes'
import { max, mean, median } from '../../../core/stats/summary'
import { clustersOf, isMatchFitness, measure, summaryValue } from '../../../core/tuning/fitness'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { isGameObjective, isWallObjective } from '../../../core/contract/tuning/objective'
import { resamplingSeed } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import { gamesOfPhases, type WallObjective } from '../../../core/contract/tuning/wallObjective'
import { paced } from '../ground/throttle'

/**
 * A tenth of a second of work for each interval, with other work in between.
 * @param games all of the validation, in the order of their seeds
 */
export async function summaryOf(
  config: TuningConfig,
  games: readonly ValidationGame[],
  of: Pick<StoredValidation, 'purpose' | 'from'>,
): Promise<ValidationSummary> {
  const { objective, validation } = config
  const values = games.map(game => summaryValue(objective.fitness, game))
  const groups = isWallObjective(objective) ? phaseGroups(objective, of, games.length) : undefined
  const { fitness, standardError } = measure(objective.fitness, games, groups)
  const match = isMatchFitness(objective.fitness) ? await matchOf(config, games) : undefined
  return {
    games: games.length,
    ...(groups
      ? { mean: fitness, interval: clusteredShare(clustersOf(values, groups)) }
      : isMatchFitness(objective.fitness)
        ? match![objective.fitness.kind]
        : await meanWithin(config, values)),
    always: groups
      ? null
      : withinRange(confidenceSequence(values, { level: validation.level }), rangeOf(config, objective.fitness.kind)),
    level: validation.level,
    fitness,
    fitnessError: standardError,
    median: median(values),
    max: max(values),
    reach: reachOf(games),
    ...(match && { match }),
    ...(values.length < FEWEST_GAMES && !groups && { scores: values }),
    msPerMove: msPerMove(games) ?? 0,
  }
}

/** The game that the board of each phase of a validation comes from. */
export function phaseGroups(
  objective: WallObjective,
  { purpose, from }: Pick<StoredValidation, 'purpose' | 'from'>,
  phases: number,
): number[] {
  return gamesOfPhases(objective, purpose, from + phases).slice(from)
}

async function meanWithin({ seed, validation }: TuningConfig, values: readonly number[], range?: Interval): Promise<MeanWithin> {
  const interval = await paced(meanIntervalSteps(values, resamplingSeed(seed), undefined, validation.level))
  return { mean: mean([...values]), interval: withinRange(interval, range) }
}

/** What the mean of a fitness cannot leave. */
function rangeOf({ objective }: TuningConfig, kind: string): Interval | undefined {
  if (kind === 'wins') return [0, 1]
  if (kind !== 'score' || !isGameObjective(objective)) return undefined
  const { game }: GameEntry = GAMES[objective.game]
  return game.utilityRange
}

/** In both measures, whichever one the search used. */
async function matchOf(config: TuningConfig, pairs: readonly ValidationGame[]): Promise<MatchSummary> {
  return {
    score: await meanWithin(
      config,
      pairs.map(({ score }) => score),
      rangeOf(config, 'score'),
    ),
    wins: await meanWithin(
      config,
      pairs.map(({ wins }) => wins!),
      rangeOf(config, 'wins'),
    ),
  }
}

/** For the tiles that some game reached; empty for games without tiles. */
function reachOf(games: readonly ValidationGame[]): ValidationSummary['reach'] {
  const ends = Array<number>(MAX_RANK + 1).fill(0)
  for (const { maxRank } of games) if (maxRank !== null) ends[maxRank]!++
  const entries = []
  for (let rank = MAX_RANK, reached = 0; rank > 0; rank--) {
    reached += ends[rank]!
    if (reached === 0) continue
    const share = { share: reached / games.length, interval: wilsonInterval(reached, games.length) }
    entries.unshift([String(face(rank)), share] as const)
  }
  return Object.fromEntries(entries)
}
