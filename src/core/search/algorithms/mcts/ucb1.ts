/**
 * UCB1 = U / N + C · √(ln N_all / N): the mean value of an action over N visits, plus a bonus if it was tried less often than the others.
 * Source: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002; there C = √2.
 * @param total U, over all visits
 * @param logarithm ln N_all, for the visits of the node that chooses
 */
export function ucb1(total: number, visits: number, logarithm: number, C: number): number {
  return total / visits + bonus(visits, logarithm, C)
}

/** The second summand of UCB1. */
export function bonus(visits: number, logarithm: number, C: number): number {
  return C * Math.sqrt(logarithm / visits)
}
