/**
 * Which games a run plays. Everything random in a run comes from its seed, by `deriveSeed`: stream s is `deriveSeed(seed, s)`.
 *
 * | stream | for |
 * | ------ | --- |
 * | 0 | the optimiser's generator |
 * | 1 | the games of evaluations |
 * | 2 | the games of the validation |
 * | 3 | resampling, for intervals |
 * | 4, 5, 6 | the games that boards of the wall test come from: of evaluations, of the choice, of its result |
 *
 * Game seeds of evaluations are even numbers and those of validations odd ones: no game that any run of the lab trains on is
 * one that any run is validated on.
 */
import { unreachable } from '../errors'
import { deriveSeed } from '../random'

/** `search`: the boards of evaluations. `select`, `report`: boards of other games, for the choice of the best and for its result. */
export type BoardSet = 'search' | 'select' | 'report'

const STREAMS = { optimizer: 0, training: 1, validation: 2, resampling: 3, search: 4, select: 5, report: 6 } as const

/**
 * `fixed`: all evaluations of a run play the same games; this is fair, but the result may be good at these games alone. `rotating`: the
 * evaluations of one batch play the same games. `fresh`: each evaluation has its own games; no two share their luck.
 */
export const SEED_POLICIES = ['fixed', 'rotating', 'fresh'] as const
export type SeedPolicy = (typeof SEED_POLICIES)[number]

export function optimizerSeed(runSeed: number): number {
  return deriveSeed(runSeed, STREAMS.optimizer)
}

/** For the intervals of `meanInterval`. */
export function resamplingSeed(runSeed: number): number {
  return deriveSeed(runSeed, STREAMS.resampling)
}

/** Seed of the games that the boards of a set come from. */
export function boardSeed(runSeed: number, set: BoardSet): number {
  return deriveSeed(runSeed, STREAMS[set])
}

/** Seeds of the games `from` … `from + count − 1` of a candidate's evaluation: even numbers. */
export function trainingSeeds(
  policy: SeedPolicy,
  runSeed: number,
  { id, iteration }: { readonly id: number; readonly iteration: number },
  from: number,
  count: number,
): number[] {
  const evaluation = deriveSeed(deriveSeed(runSeed, STREAMS.training), evaluationIndex(policy, id, iteration))
  return Array.from({ length: count }, (_, i) => 2 * Math.floor(deriveSeed(evaluation, from + i) / 2))
}

/** Seeds of the games `from` … `from + count − 1` that measure a best after the run: odd numbers. */
export function validationSeeds(runSeed: number, from: number, count: number): number[] {
  const validation = deriveSeed(runSeed, STREAMS.validation)
  return Array.from({ length: count }, (_, i) => 2 * Math.floor(deriveSeed(validation, from + i) / 2) + 1)
}

/** The name of a batch's games in files and results. @param validation the first of the unseen games; absent: others */
export function seedsOf(validation: number | undefined): { readonly seeds?: 'validation'; readonly from?: number } {
  if (validation === undefined) return {}
  return { seeds: 'validation', ...(validation > 0 && { from: validation }) }
}

function evaluationIndex(policy: SeedPolicy, id: number, iteration: number): number {
  switch (policy) {
    case 'fixed':
      return 0
    case 'rotating':
      return iteration
    case 'fresh':
      return id
    default:
      return unreachable(policy)
  }
}
