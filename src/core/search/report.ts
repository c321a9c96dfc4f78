import type { Bound } from '../game/bounds'
import type { ActionId, EdgeId, Values } from '../game/game'
import type { InterruptReason } from '../game/limits'
import { isEqualButForRounding } from '../rounding'

/** The result for one action of the root, or for one outcome if nature acts there. */
export interface RootLine {
  readonly action: ActionId
  readonly values: Values
  /** `estimate`: the mean of a sample, near the value on either side. */
  readonly bound: Bound | 'estimate'
  /** Plies that the value looks ahead, the root's own included. */
  readonly depth: number
  /** The principal variation, `action` first. For a line that is a bound, its refutation. */
  readonly pv: readonly EdgeId[]
  /** MCTS: the number of iterations in the mean, and the bonus that UCB1 adds to it. */
  readonly visits?: number
  readonly bonus?: number
  /** A sample of worlds: their number, and the standard error of their mean to the agent that acts. */
  readonly worlds?: number
  readonly error?: number
}

export interface Effort {
  /** Positions entered, the root included, over all iterations. */
  nodes: number
  /** Number of these nodes that are ends of games or evaluated positions. */
  leaves: number
  /** Calls of the heuristic, for leaves and for ordering. */
  evaluations: number
  /** Nodes that skipped children because these could not matter. */
  cutoffs: number
  /** Table entries used, and lookups. */
  hits: number
  probes: number
}

/**
 * Why a search ended. `limit`: depth, nodes or time; `complete`: every line reached its end, so a deeper search would change nothing;
 * `proven`: no value is better; `request`: the caller stopped it; `over`: the game is over; `book`: the move was looked up.
 */
export type StopReason = InterruptReason | 'complete' | 'proven' | 'over' | 'book'

/** The report of any searcher. Values have one number for each agent; with two agents the second's is the first's with its sign changed. */
export interface Report {
  /** In tie order. After an interruption they may have two depths, and some may be missing. */
  readonly lines: readonly RootLine[]
  /** `undefined` if no agent acts. */
  readonly best: ActionId | undefined
  /** The root's value; `undefined` if nothing was finished or searched. */
  readonly values: Values | undefined
  /** Plies of the last finished iteration. */
  readonly depth: number
  readonly effort: Effort
  readonly stopped: StopReason
}

/** The report of a root where the game is over. */
export function endReport(values: Values): Report {
  const effort = { ...noEffort(), nodes: 1, leaves: 1 }
  return { lines: [], best: undefined, values, depth: 0, effort, stopped: 'over' }
}

export function noEffort(): Effort {
  return { nodes: 0, leaves: 0, evaluations: 0, cutoffs: 0, hits: 0, probes: 0 }
}

/** True if MAX prefers the first by more than rounding; unlike `isHigher`, accepts infinite values. */
export function isBetter(value: number, than: number): boolean {
  return value > than && (value - than === Infinity || !isEqualButForRounding(value, than))
}

/** The value of a chance node from the lines of its outcomes. */
export function meanOfLines(
  lines: readonly RootLine[],
  outcomes: readonly { readonly edge: EdgeId; readonly probability: number }[],
): number {
  const values = new Map(lines.map(({ action, values }) => [action, values[0]!]))
  return outcomes.reduce((sum, { edge, probability }) => sum + probability * values.get(edge)!, 0)
}

/**
 * The line to play: among the deepest exact lines, the lowest action of those with the best value but for rounding. So ties do not depend
 * on the order of the search where every line equal to the best is exact: without windows, or with `rootTies`.
 * @param agent whose value is maximised; 1, MIN, also for nature as the adversary of a lone agent
 */
export function bestLine(lines: readonly RootLine[], agent: number): RootLine | undefined {
  const deepest = lines.reduce((most, { depth }) => Math.max(most, depth), 0)
  const best = new BestSoFar(agent)
  for (const line of lines) if (line.depth === deepest) best.add(line)
  return best.line
}

/** The line to play by the rule of `bestLine`, from lines of one depth that arrive one by one. */
export class BestSoFar {
  line: RootLine | undefined
  #highest = -Infinity
  /** Lines equal to the best, but for rounding. */
  #equal: RootLine[] = []

  constructor(private readonly agent: number) {}

  add(line: RootLine): void {
    if (line.bound !== 'exact') return
    const worth = this.#worth(line)
    if (isBetter(this.#highest, worth)) return
    this.#equal.push(line)
    if (worth > this.#highest) {
      this.#highest = worth
      this.#equal = this.#equal.filter(each => !isBetter(worth, this.#worth(each)))
      this.line = this.#equal.reduce((first, each) => (each.action < first.action ? each : first))
    } else if (!this.line || line.action < this.line.action) this.line = line
  }

  #worth({ values }: RootLine): number {
    return values[this.agent] ?? -values[0]!
  }
}
