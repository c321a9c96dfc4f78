/** What distinguishes one tuning run from another, and groups of runs that differ in their seeds alone. */
import { contentHash } from '../../contentHash'
import type { Depth } from '../../search/settings'
import { tInterval, type Interval } from '../../stats/intervals'
import { mean } from '../../stats/summary'
import type { Fitness } from '../../tuning/fitness'
import { type OptimizerKind, batchSize } from '../../tuning/optimizerConfig'
import { isGameObjective } from './objective'
import { type Budget, type TuningConfig, retiredIn } from './tuningConfig'

/** In the order of a name. `title` is the one that the user gave; `rest` stands for all other settings. */
const RUN_TRAITS = ['title', 'optimizer', 'size', 'games', 'fitness', 'depth', 'rest', 'seed'] as const
export type RunTrait = (typeof RUN_TRAITS)[number]

/** The settings that name a run. */
export interface RunSetup {
  /** Candidates per batch; `null` for a grid of an earlier lab. */
  readonly batch: number | null
  /** Games, pairs or phases per evaluation. */
  readonly games: number
  readonly fitness: Fitness
  /** `null` for games other than 2048, whose players are part of the rest. */
  readonly depth: Depth | null
  /** Hash of the settings that no other field names. */
  readonly rest: string
  /** Hash of all settings but title and seed: runs that share it are repetitions of each other. */
  readonly all: string
}

export function setupOf(config: TuningConfig): RunSetup {
  const { title: _title, seed: _seed, ...settings } = config
  const { optimizer, objective, budget: _budget, ...others } = settings
  const { games, fitness, ...played } = objective
  const depth = isGameObjective(objective) ? null : objective.depth
  const swarm = { ...optimizer, kind: undefined, particles: undefined, batch: undefined, population: undefined }
  return {
    batch: retiredIn(config)?.name === 'grid search' ? null : batchSize(optimizer, objective.tuned.length),
    ...{ games, fitness, depth },
    rest: contentHash({ ...others, swarm, played: depth === null ? played : { ...played, depth: undefined } }),
    all: contentHash(settings),
  }
}

/** A run in a list, before it has a name there. */
export interface Unnamed {
  readonly name: string
  readonly optimizer: OptimizerKind | 'grid'
  readonly budget: Budget
  readonly seed: number
  readonly setup: RunSetup
}

/** The value of each trait, as a text that is the same for equal values. */
function valuesOf({ name, optimizer, budget, seed, setup }: Unnamed): Readonly<Record<RunTrait, string>> {
  const { batch, games, fitness, depth, rest } = setup
  return {
    ...{ title: name, optimizer, seed: String(seed), games: String(games), depth: String(depth), rest },
    size: `${batch} ${budget.kind} ${budget.count}`,
    fitness: contentHash(fitness),
  }
}

/**
 * For each run the traits that distinguish it: where its value is not the one that most runs share, and the seed wherever seeds differ.
 * Settings without a name of their own count only between runs of one optimiser. Empty for a run like most others, or the only one.
 */
export function distinguishingTraits(runs: readonly Unnamed[]): readonly (readonly RunTrait[])[] {
  const values = runs.map(valuesOf)
  const usual = Object.fromEntries(RUN_TRAITS.map(trait => [trait, usualOf(values.map(each => each[trait]))]))
  const seedsDiffer = new Set(runs.map(({ seed }) => seed)).size > 1
  return values.map(its => {
    const distinguishes = (trait: RunTrait) => (trait === 'seed' ? seedsDiffer : its[trait] !== usual[trait])
    return RUN_TRAITS.filter(trait => distinguishes(trait) && !(trait === 'rest' && distinguishes('optimizer')))
  })
}

/** The value that more runs share than any other; `undefined` where there is none. */
function usualOf(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined
}

interface Repeated {
  readonly setup: RunSetup
  readonly validated: { readonly mean: number } | null
}

export interface SeedGroup<R> {
  readonly runs: readonly R[]
  /** Mean of the validated means, each run counting once; `null` before the first validation. */
  readonly mean: number | null
  /** Student's 95 % interval of that mean over the seeds; `null` for fewer than two validated runs. */
  readonly interval: Interval | null
}

/** Groups runs that differ in their seeds alone, in the order of each group's first run. */
export function seedGroups<R extends Repeated>(runs: readonly R[]): readonly SeedGroup<R>[] {
  const groups = new Map<string, R[]>()
  for (const run of runs) groups.set(run.setup.all, [...(groups.get(run.setup.all) ?? []), run])
  return [...groups.values()].map(its => {
    const means = its.flatMap(({ validated }) => validated?.mean ?? [])
    return {
      runs: its,
      mean: means.length > 0 ? mean(means) : null,
      interval: means.length > 1 ? tInterval(means) : null,
    }
  })
}
