import type { ActionId, EdgeId, Values } from '../games/game'
import { isEqualButForRounding } from '../rounding'
import type { InterruptReason } from './limits'

/** What a value is to that of a search of its depth with whole windows: equal to it, never below it, never above it. */
export type Bound = 'exact' | 'upper' | 'lower'

/** What a value is that was found in a window. */
export function boundOf(value: number, alpha: number, beta: number): Bound {
  if (value <= alpha && alpha > -Infinity) return 'upper'
  return value >= beta && beta < Infinity ? 'lower' : 'exact'
}

/** What the search found out about one action of the root, or about one outcome where nature acts there. */
export interface RootLine {
  readonly action: ActionId
  readonly values: Values
  /** `estimate`: the mean of a sample, near the value on either side. */
  readonly bound: Bound | 'estimate'
  /** Plies that the value is of, the root's own included. */
  readonly depth: number
  /** The principal variation, `action` first. After a line that is a bound it is the reply that refuted it. */
  readonly pv: readonly EdgeId[]
  /** Of MCTS: the iterations that the value is the mean of, and what UCB1 adds to it. */
  readonly visits?: number
  readonly bonus?: number
  /** Of a sample of worlds: how many the value is the mean of, and its standard error to the agent that acts. */
  readonly worlds?: number
  readonly error?: number
}

export interface Effort {
  /** Positions entered, the root included, over all iterations. */
  nodes: number
  /** Of these the ends of games and the positions that were evaluated. */
  leaves: number
  /** Calls of the heuristic, for leaves and for ordering. */
  evaluations: number
  /** Nodes that left children out, since these could not matter. */
  cutoffs: number
  /** Table entries that were used, and lookups. */
  hits: number
  probes: number
}

/**
 * Why a search ended. `limit`: depth, nodes or time; `complete`: every line was followed to its end, deeper changes nothing; `proven`:
 * nothing is worth more than what was found; `request`: the caller stopped it; `over`: the game is; `book`: the move was looked up.
 */
export type StopReason = InterruptReason | 'complete' | 'proven' | 'over' | 'book'

/** One for all searchers. Values are one number an agent; of two agents the second's is the first's with its sign changed. */
export interface Report {
  /** In tie order; those of an interrupted search may be of two depths, and some may be missing. */
  readonly lines: readonly RootLine[]
  /** `undefined` where no agent acts. */
  readonly best: ActionId | undefined
  /** What the root is worth; `undefined` when nothing was finished or nothing was searched. */
  readonly values: Values | undefined
  /** Plies of the last iteration that was finished. */
  readonly depth: number
  readonly effort: Effort
  readonly stopped: StopReason
}

/** Of a root where the game is over. */
export function endReport(values: Values): Report {
  const effort = { ...noEffort(), nodes: 1, leaves: 1 }
  return { lines: [], best: undefined, values, depth: 0, effort, stopped: 'over' }
}

export function noEffort(): Effort {
  return { nodes: 0, leaves: 0, evaluations: 0, cutoffs: 0, hits: 0, probes: 0 }
}

/** Whether MAX prefers the first by more than rounding; unlike `isHigher` it knows infinite values. */
export function isBetter(value: number, than: number): boolean {
  return value > than && (value - than === Infinity || !isEqualButForRounding(value, than))
}

/** What a chance node is worth by the lines of its outcomes. */
export function meanOfLines(
  lines: readonly RootLine[],
  outcomes: readonly { readonly edge: EdgeId; readonly probability: number }[],
): number {
  const values = new Map(lines.map(({ action, values }) => [action, values[0]!]))
  return outcomes.reduce((sum, { edge, probability }) => sum + probability * values.get(edge)!, 0)
}

/**
 * The line to play: of the deepest that are exact, the lowest action among those of the best value but for rounding. So ties do not
 * depend on the order of the search.
 *
 * @param agent whose value is to be the greatest; 1, MIN, also for nature as the adversary of a lone agent
 */
export function bestLine(lines: readonly RootLine[], agent: number): RootLine | undefined {
  const deepest = lines.reduce((most, { depth }) => Math.max(most, depth), 0)
  const best = new BestSoFar(agent)
  for (const line of lines) if (line.depth === deepest) best.add(line)
  return best.line
}

/** The line to play, as `bestLine` says, of lines of one depth that come one after the other. */
export class BestSoFar {
  line: RootLine | undefined
  #highest = -Infinity
  /** Worth as much, but for rounding. */
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
