import { type Random, drawNormal } from '../random'
import { eigenOf, type Eigen, type Matrix } from '../stats/eigen'
import type { Best, Bound, Question } from './optimizer'
import { inside, regionOf, startPoints, type Start } from './start'
import { type Answer, remember, type Strategy } from './batchOptimizer'

interface CmaesSettings {
  /** λ */
  readonly population: number
  /** Initial standard deviation, in shares of the start's region. */
  readonly sigma: number
}

/** All coordinates are in widths of the start's region, from the lower bound. */
export interface CmaesState {
  /** Widths of the start's region. */
  readonly units: readonly number[]
  readonly mean: readonly number[]
  readonly sigma: number
  readonly covariance: Matrix
  readonly pathSigma: readonly number[]
  readonly pathC: readonly number[]
  /** Updates so far. */
  readonly generation: number
  /** y of the candidates of the batch. */
  readonly steps: Matrix
  readonly bests: readonly Best[]
}

/** Eigenvalues are at least the largest divided by this: with a larger ratio, rounding would make the smallest negative. */
const MAX_CONDITION = 1e12
/** Smallest standard deviation of the widest coordinate, in shares of its range: below, rounding dominates the draws. */
const MIN_DEVIATION = 1e-12

/**
 * (μ/μ_w, λ)-CMA-ES with active covariance update, for maximising.
 *
 * Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772v2; its equation numbers stand on the lines.
 *
 * Bounds: the strategy lives in an unbounded space in which the box is repeated, mirrored, without end; what is asked is the
 * mirror image inside the box, and what is learnt is where the point lay before. So the search sees a continuous function, an
 * optimum on a bound is a plain one, and no point is drawn in vain. No standard deviation exceeds its range.
 */
export class Cmaes implements Strategy<CmaesState> {
  readonly #settings: CmaesSettings
  readonly #bounds: readonly Bound[]
  readonly #parameters: CmaesParameters
  #state: CmaesState
  #eigen: Eigen

  constructor(settings: CmaesSettings, bounds: readonly Bound[], state: CmaesState) {
    this.#settings = settings
    this.#bounds = bounds
    this.#parameters = cmaesParameters(bounds.length, settings.population)
    this.#state = state
    this.#eigen = conditioned(eigenOf(state.covariance))
  }

  static create(settings: CmaesSettings, bounds: readonly Bound[], start: Start, random: Random): Cmaes {
    const units = regionOf(start, bounds).map(({ min, max }) => max - min)
    const [point] = start.kind === 'scattered' ? [start.around] : startPoints(start, bounds, 1, random)
    const zeros = bounds.map(() => 0)
    return new Cmaes(settings, bounds, {
      units,
      mean: bounds.map(({ min }, d) => (point[d]! - min) / units[d]!),
      sigma: settings.sigma,
      covariance: bounds.map((_, i) => bounds.map((__, j) => (i === j ? 1 : 0))),
      pathSigma: zeros,
      pathC: zeros,
      generation: 0,
      steps: [],
      bests: [],
    })
  }

  questions(_: number, random: Random): Question[] {
    const { values, vectors } = this.#eigen
    const steps = Array.from({ length: this.#settings.population }, () => {
      const scaled = values.map(value => Math.sqrt(value) * drawNormal(random)) // D z  (38)
      return vectors.map(row => dot(row, scaled)) // y = B D z  (39)
    })
    this.#state = { ...this.#state, steps }
    return steps.map(step => ({ params: this.#pointAt(step) }))
  }

  /** Every rank matters, so no answer is settled early. */
  rival(): undefined {
    return undefined
  }

  learn(answers: readonly Answer[]): void {
    this.#state = { ...this.#state, bests: remember(this.#state.bests, answers) }
    const { steps } = this.#state
    // A failed point is worse than any other; with too few others the update is skipped.
    const order = steps
      .map((step, i) => ({ step, answer: answers[i]! }))
      .filter(({ answer }) => !Number.isNaN(answer.fitness))
      .sort((a, b) => b.answer.fitness - a.answer.fitness || a.answer.id - b.answer.id)
    if (order.length < this.#parameters.mu) return
    const failed = steps.filter((_, i) => Number.isNaN(answers[i]!.fitness))
    this.#update([...order.map(({ step }) => step), ...failed])
  }

  get bests(): readonly Best[] {
    return this.#state.bests
  }

  population() {
    const { sigma, covariance, units, steps } = this.#state
    return {
      members: steps.map(step => ({ params: this.#pointAt(step), velocity: null, best: null, leader: null })),
      distribution: {
        mean: this.#centre(),
        deviations: units.map((unit, d) => unit * sigma * Math.sqrt(covariance[d]![d]!)),
      },
    }
  }

  snapshot(): CmaesState {
    return this.#state
  }

  /** @param ranked y of all points, best first */
  #update(ranked: Matrix): void {
    const { mu, weights, muEff, cSigma, dSigma, cC, c1, cMu, chi } = this.#parameters
    const { mean, sigma, covariance, pathSigma, pathC, generation } = this.#state
    const n = mean.length
    // Step 1. Selection and recombination.
    const step = mean.map((_, d) => ranked.slice(0, mu).reduce((sum, y, i) => sum + weights[i]! * y[d]!, 0)) // (41)
    const newMean = mean.map((m, d) => m + sigma * step[d]!) // (42), c_m = 1 (54)
    // Step 2. Step size.
    const whitened = this.#whiten(step)
    const gain = Math.sqrt(cSigma * (2 - cSigma) * muEff)
    const newPathSigma = pathSigma.map((p, d) => (1 - cSigma) * p + gain * whitened[d]!) // (43)
    const length = Math.sqrt(dot(newPathSigma, newPathSigma))
    const newSigma = sigma * Math.exp((cSigma / dSigma) * (length / chi - 1)) // (44)
    // Step 3. Covariance.
    const stalled = length / Math.sqrt(1 - (1 - cSigma) ** (2 * (generation + 1))) >= (1.4 + 2 / (n + 1)) * chi // h_σ = 0
    const gainC = stalled ? 0 : Math.sqrt(cC * (2 - cC) * muEff)
    const newPathC = pathC.map((p, d) => (1 - cC) * p + gainC * step[d]!) // (45)
    const adjusted = weights.map((w, i) => {
      if (w >= 0) return w
      const y = this.#whiten(ranked[i]!)
      return (w * n) / (dot(y, y) || 1)
    }) // (46)
    const lost = stalled ? cC * (2 - cC) : 0 // δ(h_σ)
    const decay = 1 + c1 * lost - c1 - cMu * weights.reduce((sum, w) => sum + w, 0)
    const newCovariance = covariance.map((row, i) =>
      row.map((_, j) => {
        const [low, high] = i < j ? [i, j] : [j, i] // the same sums for both halves: symmetric to the last digit
        const rankMu = ranked.reduce((sum, y, k) => sum + adjusted[k]! * y[low]! * y[high]!, 0)
        return decay * covariance[low]![high]! + c1 * newPathC[low]! * newPathC[high]! + cMu * rankMu // (47)
      }),
    )
    this.#setDistribution(newMean, newSigma, newCovariance, newPathSigma, newPathC)
  }

  /** Rescales the numbers of a long run without changing the distribution, by other shares of σ and C, then limits both. */
  #setDistribution(mean: number[], sigma: number, covariance: Matrix, pathSigma: number[], pathC: number[]): void {
    const scale = covariance.reduce((sum, row, d) => sum + row[d]!, 0) / mean.length
    const scaled = covariance.map(row => row.map(each => each / scale))
    const found = eigenOf(scaled)
    const bounded = conditioned(found)
    const sound = bounded === found ? scaled : composed(bounded)
    const whole = sigma * Math.sqrt(scale)
    const widest = Math.max(...sound.map((row, d) => (whole * Math.sqrt(row[d]!)) / this.#width(d)))
    this.#state = {
      ...this.#state,
      mean,
      sigma: whole * (widest > 1 ? 1 / widest : widest < MIN_DEVIATION ? MIN_DEVIATION / widest : 1),
      covariance: sound,
      pathSigma,
      pathC: pathC.map(each => each / Math.sqrt(scale)),
      generation: this.#state.generation + 1,
    }
    // A restored optimiser starts from the covariance alone, so this one must too.
    this.#eigen = sound === scaled ? found : conditioned(eigenOf(sound))
  }

  /** C^(−1/2) y = B D⁻¹ Bᵀ y */
  #whiten(y: readonly number[]): number[] {
    const { values, vectors } = this.#eigen
    const turned = values.map((value, k) => vectors.reduce((sum, row, i) => sum + row[k]! * y[i]!, 0) / Math.sqrt(value))
    return vectors.map(row => dot(row, turned))
  }

  /** Range of a coordinate in units. */
  #width(d: number): number {
    const { min, max } = this.#bounds[d]!
    return (max - min) / this.#state.units[d]!
  }

  #pointAt(step: readonly number[]): number[] {
    const { mean, sigma } = this.#state
    return this.#mirrored(mean.map((m, d) => m + sigma * step[d]!)) // x = m + σ y  (40)
  }

  #centre(): number[] {
    return this.#mirrored(this.#state.mean)
  }

  #mirrored(place: readonly number[]): number[] {
    return this.#bounds.map(({ min, max }, d) => {
      const width = this.#width(d)
      const phase = ((place[d]! % (2 * width)) + 2 * width) % (2 * width)
      return inside(min + (phase <= width ? phase : 2 * width - phase) * this.#state.units[d]!, min, max)
    })
  }
}

/** The same if all eigenvalues are large enough. */
function conditioned(eigen: Eigen): Eigen {
  const least = Math.max(...eigen.values) / MAX_CONDITION
  return eigen.values.every(value => value >= least)
    ? eigen
    : { ...eigen, values: eigen.values.map(value => Math.max(value, least)) }
}

/** B D Bᵀ, symmetric to the last digit. */
function composed({ values, vectors }: Eigen): Matrix {
  return vectors.map((_, i) =>
    vectors.map((__, j) => {
      const [one, other] = [vectors[Math.min(i, j)]!, vectors[Math.max(i, j)]!]
      return values.reduce((sum, value, k) => sum + one[k]! * value * other[k]!, 0)
    }),
  )
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, each, i) => sum + each * b[i]!, 0)
}

/**
 * Strategy parameters of the CMA-ES for n dimensions and λ points, with their defaults.
 * Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772v2, table 1, whose equation numbers stand here.
 */
export interface CmaesParameters {
  readonly mu: number
  /** One per point, best first; those beyond μ are negative. */
  readonly weights: readonly number[]
  readonly muEff: number
  readonly cSigma: number
  readonly dSigma: number
  readonly cC: number
  readonly c1: number
  readonly cMu: number
  /** E‖N(0, I)‖ */
  readonly chi: number
}

function cmaesParameters(n: number, lambda: number): CmaesParameters {
  const mu = Math.floor(lambda / 2)
  const raw = Array.from({ length: lambda }, (_, i) => Math.log((lambda + 1) / 2) - Math.log(i + 1)) // (49)
  const muEff = effective(raw.slice(0, mu)) // (8)
  const muEffMinus = effective(raw.slice(mu))
  const alphaCov = 2
  const c1 = alphaCov / ((n + 1.3) ** 2 + muEff) // (57)
  const cMu = Math.min(1 - c1, (alphaCov * (1 / 4 + muEff + 1 / muEff - 2)) / ((n + 2) ** 2 + (alphaCov * muEff) / 2)) // (58)
  const alphaMu = 1 + c1 / cMu // (50)
  const alphaMuEff = 1 + (2 * muEffMinus) / (muEff + 2) // (51)
  const alphaPosDef = (1 - c1 - cMu) / (n * cMu) // (52)
  const positive = sum(raw.filter(each => each > 0))
  const negative = -sum(raw.filter(each => each < 0))
  const shun = Math.min(alphaMu, alphaMuEff, alphaPosDef) / negative
  const weights = raw.map(each => (each >= 0 ? each / positive : each * shun)) // (53)
  const cSigma = (muEff + 2) / (n + muEff + 5) // (55)
  return {
    mu,
    weights,
    muEff,
    cSigma,
    dSigma: 1 + 2 * Math.max(0, Math.sqrt((muEff - 1) / (n + 1)) - 1) + cSigma, // (55)
    cC: (4 + muEff / n) / (n + 4 + (2 * muEff) / n), // (56)
    c1,
    cMu,
    chi: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
  }
}

/** Variance effective selection mass: (Σw)² / Σw². */
function effective(weights: readonly number[]): number {
  return sum(weights) ** 2 / sum(weights.map(each => each * each))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
