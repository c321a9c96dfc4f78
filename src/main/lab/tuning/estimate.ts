import type { Range, TuningEstimate } from '../../../core/contract/calls'
import { Z } from '../../../core/stats/intervals'
import { mean, sampleStandardDeviation } from '../../../core/stats/summary'
import { isWallObjective } from '../../../core/contract/tuning/objective'
import { optimizerOf } from '../../../core/tuning/optimizers'
import { trainingSeeds } from '../../../core/tuning/seeds'
import { plannedEvaluations, type TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import type { Pool } from '../../compute/pool/pool'
import { runGamesOf, type RunGame, type RunPool } from './runGames'
import { validationGames } from './runViews'
import { lacksBoards, withBoards, type BoardPool } from './wallSets'

/** The estimate ends after the first time if some games have ended, and after the second in any case. */
const ENOUGH_MS = 2_000
const MOST_MS = 20_000
const FEWEST = 4
/** Maximum number of games of each kind. */
const MOST = 40

/**
 * Plays games with points of the start and with the run's origin, in turns, and estimates the run's time from theirs. Good weights play
 * longer games than random ones, so the true time is between the two: the range is from the lower end of the one 95 % interval to the upper
 * end of the other.
 * @param signal ends it early, with too few games
 * @param enoughMs after which it ends if some games have ended
 * @returns `undefined` if no game ended in time
 */
export async function estimateRun(
  pool: RunPool & Pick<Pool, 'threads'>,
  config: TuningConfig,
  signal: AbortSignal,
  enoughMs: number = ENOUGH_MS,
): Promise<TuningEstimate | undefined> {
  const started = performance.now()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)])
  const prepared = await withFewBoards(pool, config, limit)
  if (!prepared) return undefined
  const collectingMs = prepared.sets * (performance.now() - started)
  const { objective } = prepared.config
  const games = runGamesOf(pool, objective)
  const starts = optimizerOf(config).ask().slice(0, MOST)
  const tasks = starts.flatMap((candidate, i): RunGame[] => {
    const [seed] = trainingSeeds('fresh', config.seed, { id: i, iteration: 0 }, 0, 1) as [number]
    return [
      { subject: games.at(candidate.params), seed, place: i, set: 'search' },
      { subject: games.origin, seed, place: i, set: 'search' },
    ]
  })
  const times: [start: number[], origin: number[]] = [[], []]
  const controller = new AbortController()
  const playing = performance.now()
  const isEnough = () => times.flat().length >= FEWEST && performance.now() - playing >= enoughMs
  const timers = [enoughMs, MOST_MS].map(ms => setTimeout(() => (ms === MOST_MS || isEnough()) && controller.abort(), ms))
  try {
    await games.play(
      tasks,
      ({ ms }, i) => {
        times[i % 2]!.push(ms)
        if (isEnough()) controller.abort()
      },
      { signal: AbortSignal.any([signal, controller.signal]), onLost: () => undefined },
    )
  } finally {
    timers.forEach(clearTimeout)
  }
  const game = gameMs(times)
  if (!game) return undefined
  const evaluations = plannedEvaluations(config)
  const busy = Math.min(pool.threads, Math.max(1, starts.length * objective.games))
  const seconds = (games: number, threads: number): Range => scaled(game, games / threads / 1000)
  return {
    evaluations,
    games: evaluations * objective.games,
    secondsPerEvaluation: seconds(objective.games, busy),
    seconds: plus(seconds(evaluations * objective.games, busy), collectingMs / 1000),
    validationSeconds: seconds(validationGames(config), pool.threads),
    threads: pool.threads,
    gamesPlayed: times.flat().length,
  }
}

/** Boards of a set that an estimate plays from. */
const FEW_BOARDS = 4

/** A run that has its boards, of the wall test few; the whole run finds `sets` times as many. */
async function withFewBoards(
  pool: BoardPool,
  config: TuningConfig,
  signal: AbortSignal,
): Promise<{ readonly config: TuningConfig; readonly sets: number } | undefined> {
  const { objective } = config
  if (!isWallObjective(objective) || !lacksBoards(config)) return { config, sets: 0 }
  const { boards, given, ...rule } = objective.walls
  const few = { ...objective, walls: { ...rule, boards: Math.min(FEW_BOARDS, boards) } }
  const found = await withBoards(pool, { ...config, objective: few }, signal)
  const share = boards / few.walls.boards
  return found && { config: found, sets: given ? (2 / 3) * share : share }
}

function plus({ low, middle, high }: Range, more: number): Range {
  return { low: low + more, middle: middle + more, high: high + more }
}

function gameMs(times: readonly number[][]): Range | undefined {
  const all = times.flat()
  if (all.length === 0) return undefined
  const ends = times.filter(each => each.length > 0).map(intervalOf)
  return { low: Math.min(...ends.map(([low]) => low)), middle: mean(all), high: Math.max(...ends.map(([, high]) => high)) }
}

/** Interval of the mean; for one value, from half to twice of it. */
function intervalOf(values: readonly number[]): [number, number] {
  if (values.length < 2) return [values[0]! / 2, values[0]! * 2]
  const [centre, half] = [mean([...values]), (Z * sampleStandardDeviation([...values])) / Math.sqrt(values.length)]
  return [Math.max(0, centre - half), centre + half]
}

function scaled({ low, middle, high }: Range, by: number): Range {
  return { low: low * by, middle: middle * by, high: high * by }
}
