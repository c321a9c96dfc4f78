import type { StoredEvaluation, StoredIteration } from '../../../core/contract/storedRuns'
import { mean, median, quantile, sampleStandardDeviation } from '../../../core/stats/summary'
import type { Best, Bound } from '../../../core/tuning/optimizer'

/** The chart data of a complete batch. @param evaluations of the batch, in the order of their numbers; one or more */
export function iterationOf(
  evaluations: readonly StoredEvaluation[],
  bounds: readonly Bound[],
  best: Best | undefined,
  { gamesBefore, ms }: { readonly gamesBefore: number; readonly ms: number },
): StoredIteration {
  const [first] = evaluations as [StoredEvaluation]
  const answered = evaluations.filter(({ fitness }) => fitness !== null)
  const fitness = answered.map(each => each.fitness!).sort((a, b) => a - b)
  const errors = answered.flatMap(({ standardError }) => (standardError === null ? [] : [standardError ** 2]))
  const over = (summarise: (values: number[]) => number): number | null => (fitness.length === 0 ? null : summarise(fitness))
  return {
    iteration: first.iteration,
    first: first.id,
    evaluations: evaluations.length,
    failed: evaluations.length - answered.length,
    games: evaluations.reduce((sum, { games }) => sum + games, 0),
    gamesBefore,
    ms,
    gbest: best?.fitness ?? null,
    gbestId: best?.id ?? null,
    best: over(values => values.at(-1)!),
    mean: over(mean),
    median: over(median),
    p10: over(values => quantile(values, 0.1)),
    p90: over(values => quantile(values, 0.9)),
    spread: fitness.length < 2 ? null : sampleStandardDeviation(fitness),
    noise: errors.length === 0 ? null : Math.sqrt(mean(errors)),
    ...geometryOf(evaluations, bounds),
    positions: positionsOf(evaluations, bounds.length, best),
  }
}

/** All in diagonals of the bounds, every coordinate scaled to 0 … 1. */
function geometryOf(
  evaluations: readonly StoredEvaluation[],
  bounds: readonly Bound[],
): Pick<StoredIteration, 'diversity' | 'speed' | 'atBounds'> {
  const diagonal = Math.sqrt(bounds.length)
  const scaled = evaluations.map(({ position }) => bounds.map(({ min, max }, d) => (position[d]! - min) / (max - min)))
  const centre = bounds.map((_, d) => mean(scaled.map(point => point[d]!)))
  const speeds = evaluations.flatMap(({ velocity }) =>
    velocity ? [Math.hypot(...bounds.map(({ min, max }, d) => velocity[d]! / (max - min)))] : [],
  )
  const atBounds = evaluations.flatMap(({ position }) =>
    bounds.map(({ min, max }, d) => position[d] === min || position[d] === max),
  )
  return {
    diversity: finite(mean(scaled.map(point => Math.hypot(...point.map((x, d) => x - centre[d]!)))) / diagonal),
    speed: speeds.length === 0 ? null : finite(mean(speeds) / diagonal),
    atBounds: atBounds.filter(Boolean).length / atBounds.length,
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function positionsOf(evaluations: readonly StoredEvaluation[], dimensions: number, best: Best | undefined): Float64Array {
  const columns = Array.from({ length: dimensions }, (_, d) => {
    const values = evaluations.map(({ position }) => position[d]!)
    return [best?.params[d] ?? NaN, median(values), quantile(values, 0.1), quantile(values, 0.9)]
  })
  return Float64Array.from(columns.flat())
}
