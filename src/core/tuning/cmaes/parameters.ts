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

export function cmaesParameters(n: number, lambda: number): CmaesParameters {
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
