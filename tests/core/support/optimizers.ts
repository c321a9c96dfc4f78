/** Optimisers to hold to their contract, functions with known optima, and the loop between them. */
import { createOptimizer } from '../../../src/core/tuning/optimizers'
import { OPTIMIZER_DEFAULTS, type OptimizerConfig } from '../../../src/core/tuning/optimizerConfig'
import type { Bound, Candidate, Evaluation, Optimizer } from '../../../src/core/tuning/optimizer'

const { thesis, inertia, constriction, spso2011, cmaes, random } = OPTIMIZER_DEFAULTS

/** Every kind, and every setting that changes how one moves; small, so that all can be run at every point. */
export const CONFIGS: Readonly<Record<string, OptimizerConfig>> = {
  'thesis, clamp': { ...thesis, particles: 6 },
  'thesis, no limits': { ...thesis, particles: 6, boundary: 'none', velocityLimit: 'none', draws: 'particle' },
  'inertia, reflect': { ...inertia, particles: 6 },
  'inertia, falling, redraw, ring': {
    ...inertia,
    particles: 6,
    inertia: { from: 0.9, to: 0.4, iterations: 20 },
    boundary: 'redraw',
    topology: 'ring',
    velocityLimit: 0.2,
    startVelocity: 'difference',
  },
  'constriction, ring': { ...constriction, particles: 6 },
  'constriction, global, clamp': { ...constriction, particles: 6, topology: 'global', boundary: 'clamp' },
  'SPSO-2011': { ...spso2011, particles: 8 },
  'CMA-ES': { ...cmaes },
  'CMA-ES of nine': { ...cmaes, population: 9 },
  random: { ...random, batch: 7 },
}

/** Under the names of tests/oracle/swarm.py and swarmUpdates.py. */
export const SWARMS: Readonly<Record<string, Extract<OptimizerConfig, { readonly particles: number }>>> = {
  thesis,
  'thesis without limits': { ...thesis, velocityLimit: 'none', boundary: 'none' },
  inertia,
  'falling inertia': {
    ...inertia,
    inertia: { from: 0.9, to: 0.4, iterations: 10 },
    c1: 2.2,
    c2: 1.7,
    velocityLimit: 0.2,
    boundary: 'redraw',
    startVelocity: 'difference',
  },
  'constriction, ring': constriction,
  'SPSO-2011': spso2011,
}

export function box(dimensions: number, min = -5, max = 5): Bound[] {
  return Array.from({ length: dimensions }, (_, i) => ({ name: `x${i + 1}`, min, max }))
}

export function make(config: OptimizerConfig, seed = 7, bounds = box(3)): Optimizer {
  return createOptimizer(config, bounds, { kind: 'random' }, seed)
}

export type Objective = (x: readonly number[]) => number

/** Costs, 0 at the optimum; what an optimiser is told is the cost with its sign reversed. */
export const FUNCTIONS = {
  /** Optimum at (1, …, 1): off the centre, where a clamped swarm might fall by accident. */
  sphere: x => x.reduce((sum, each) => sum + (each - 1) ** 2, 0),
  /** Optimum at (1, …, 1). */
  rosenbrock: x => x.slice(1).reduce((sum, each, i) => sum + 100 * (each - x[i]! ** 2) ** 2 + (1 - x[i]!) ** 2, 0),
  /** Optimum at (0.7, …, 0.7). */
  rastrigin: x => x.reduce((sum, each) => sum + 10 + (each - 0.7) ** 2 - 10 * Math.cos(2 * Math.PI * (each - 0.7)), 0),
} satisfies Record<string, Objective>

export function evaluate({ id, params }: Candidate, cost: Objective = FUNCTIONS.sphere): Evaluation {
  return { id, fitness: -cost(params) }
}

/** Answers a whole batch. */
export function tellBatch(optimizer: Optimizer, answer: (candidate: Candidate) => Evaluation): void {
  optimizer.tell(optimizer.ask().map(answer))
}

export function step(optimizer: Optimizer, cost: Objective = FUNCTIONS.sphere): void {
  tellBatch(optimizer, candidate => evaluate(candidate, cost))
}

/** Evaluations until the cost of the best is below `target`; infinite when `most` are not enough. */
export function evaluationsTo(optimizer: Optimizer, cost: Objective, target: number, most: number): number {
  while (optimizer.evaluations < most) {
    step(optimizer, cost)
    if (-(optimizer.best?.fitness ?? -Infinity) < target) return optimizer.evaluations
  }
  return Infinity
}
