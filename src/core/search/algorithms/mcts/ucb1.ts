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

/** An action of a node: U, the sum of its results, and N, how often it was tried. */
export interface Arm {
  readonly total: number
  /** A whole number, 0 to `MOST_TRIED`. */
  readonly visits: number
}

export interface ScoredArm extends Arm {
  /** Mean result, the bonus and their sum; `null` without a visit: such an action is tried first. */
  readonly mean: number | null
  readonly bonus: number | null
  readonly score: number | null
  /** The constants C ≥ 0, from … to, for which no other action scores higher; `null` if there are none, `to` is `null` without end. */
  readonly chosenFor: { readonly from: number; readonly to: number | null } | null
}

export interface UcbTable {
  readonly C: number
  /** N_all, the visits of the node. */
  readonly visits: number
  readonly arms: readonly ScoredArm[]
  /** Indices of the actions that score highest, more than one if they are equal; the search tries the first. */
  readonly choice: readonly number[]
  /**
   * If the choice is tried again and again and its mean stays: how often, until another action scores higher. `null` if that is not seen
   * within `MOST_VISITS`, or not known: an action was never tried.
   */
  readonly visitsUntilChange: number | null
}

/** Largest number of visits of an action or a node that is read. */
export const MOST_TRIED = 2 ** 31

/** Visits that are looked ahead. */
export const MOST_VISITS = 1e15

/** The next choice of UCB1, by hand. @param arms one or more @param visits of the node; at least 1 */
export function ucbTable(arms: readonly Arm[], C: number, visits: number): UcbTable {
  const logarithm = Math.log(visits)
  const untried = arms.flatMap(({ visits: n }, i) => (n === 0 ? [i] : []))
  const scored = arms.map((arm): ScoredArm => {
    if (arm.visits === 0) return { ...arm, mean: null, bonus: null, score: null, chosenFor: { from: 0, to: null } }
    const figures = {
      mean: arm.total / arm.visits,
      bonus: bonus(arm.visits, logarithm, C),
      score: ucb1(arm.total, arm.visits, logarithm, C),
    }
    return { ...arm, ...figures, chosenFor: untried.length > 0 ? null : rangeOf(arm, arms, logarithm) }
  })
  const highest = Math.max(...scored.map(({ score }) => score ?? -Infinity))
  const choice = untried.length > 0 ? untried : scored.flatMap(({ score }, i) => (score === highest ? [i] : []))
  return {
    C,
    visits,
    arms: scored,
    choice,
    visitsUntilChange: untried.length > 0 ? null : untilChange(arms, choice[0]!, C, visits),
  }
}

/** Scores are lines over C, of which one is highest between its crossings with the others. */
function rangeOf(arm: Arm, arms: readonly Arm[], logarithm: number): ScoredArm['chosenFor'] {
  const slope = ({ visits }: Arm) => Math.sqrt(logarithm / visits)
  let [from, to] = [0, Infinity]
  for (const other of arms) {
    const ahead = other.total / other.visits - arm.total / arm.visits
    const steeper = slope(other) - slope(arm)
    if (steeper === 0 && ahead > 0) return null
    if (steeper > 0) to = Math.min(to, -ahead / steeper)
    if (steeper < 0) from = Math.max(from, ahead / -steeper)
  }
  return from <= to && to >= 0 ? { from, to: to === Infinity ? null : to } : null
}

/** The bonus of the choice falls with its visits, from N_all = 3 on, and those of the others rise: so the first change is found by halves. */
function untilChange(arms: readonly Arm[], chosen: number, C: number, visits: number): number | null {
  const { total, visits: tried } = arms[chosen]!
  const isPassed = (more: number) => {
    const logarithm = Math.log(visits + more)
    const score = total / tried + bonus(tried + more, logarithm, C)
    return arms.some((arm, i) => i !== chosen && ucb1(arm.total, arm.visits, logarithm, C) > score)
  }
  if (!isPassed(MOST_VISITS)) return null
  let [not, passed] = [0, MOST_VISITS]
  while (passed - not > 1) {
    const middle = Math.floor((not + passed) / 2)
    if (isPassed(middle)) passed = middle
    else not = middle
  }
  return passed
}
