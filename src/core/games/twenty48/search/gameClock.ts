import type { SearchLimits } from '../../../search/settings'
import { deepensByCut, type Pace } from './levels'

/**
 * A move may be expected to cost this many means, if earlier moves saved it. At one cut, the dearest of 1,000 moves costs 12 (`power`, cut
 * 0.003). With 8, games were about a quarter worse: crowded boards cost most, and there games are lost.
 */
const MOST = 20
/** An iteration that costs more than expected may do so up to here. */
const HARD = 30
/** What a move may be expected to cost, in means, while earlier ones cost too much. A move that reaches the mean is then stopped. */
const IN_DEBT = 0.5
/**
 * The clock aims at savings of this many means, and this many more per move. Before each sum of tiles that is a multiple of 2,048 come hundreds
 * of moves that cost up to 1.5 means at the same cut. With savings of 50 + 0.04 per move the clock ran out there, where games are lost.
 */
const RESERVE = 200
const RESERVE_PER_MOVE = 0.08
/** How much coarser the cut is without savings, as a logarithm, and at most finer with more than the reserve. */
const CAUTION = 0.5
/** How fast the cut follows the cost of moves: over about 1,000. */
const RATE = 0.001
/** Largest error that one move counts as, in means. */
const MOST_ERROR = 5
/** The first iteration costs about 2 % of the last. */
const COARSER = 30
/** How fast the ratio of the two is learnt. */
const GROWTH_RATE = 0.01
const CUTS = { finest: 1e-7, coarsest: 0.1 } as const
/**
 * The cost of a search is about proportional to its cut to this power. In docs/results/strength.jsonl `power` tries 106,000 moves per move at
 * a cut of 0.01, and 367,000 at 0.003.
 */
const COST_POWER = -1
/** Nodes that `power` needed on positions of other games. */
const KNOWN = { cut: 0.003, nodes: 326_000 } as const
/** Until it is measured: a fast core of 2020. */
const NODES_PER_MS = 50_000

/**
 * The clock of one game of 2048, whose limit on time or nodes is a mean over its moves: what a move does not use, later moves may. All moves
 * are searched with about the same cut, which follows from what moves cost so far; crowded boards so get more time than open ones. With a
 * limit on nodes alone no time is read, so the game is reproducible.
 */
export class GameClock {
  readonly #isTimed: boolean
  /** Mean cost of one move: nodes, or milliseconds where time bounds it. */
  readonly #mean: number
  /** Not spent by the moves so far, in means; below 0 by at most `HARD`, and what one search takes to stop. */
  #saved = 0
  #moves = 0
  /** Added to the logarithm of the cut that is known to cost the mean. */
  #shift = 0
  /** Cost of all moves, in nodes and in the unit of the mean. */
  #nodes = 0
  #spentByAll = 0
  /** Cost of the last iteration by that of the first, as a logarithm. */
  #growth = Math.log(COARSER) * -COST_POWER
  #startedAt = 0
  /** Cost of the current move's first iteration, and of the last with the common cut if that was too much. */
  #first = 0
  #expected = 0

  /** @param now in milliseconds; read only if time bounds the game */
  constructor(
    private readonly limits: SearchLimits,
    private readonly now: () => number,
  ) {
    const { nodes = Infinity, ms } = limits
    this.#isTimed = ms !== undefined
    this.#mean = ms ?? nodes
  }

  /** For the next move. */
  begin(): Pace {
    if (this.#isTimed) this.#startedAt = this.now()
    const [means, hard] = this.#saved < 0 ? [IN_DEBT, 1] : [Math.min(MOST, this.#saved + 1), HARD]
    const most = hard * this.#mean
    const reserve = RESERVE + RESERVE_PER_MOVE * this.#moves
    const caution = CAUTION * Math.max(-1, 1 - this.#saved / reserve)
    const cut = bounded(this.#knownCut() + this.#shift + caution)
    const coarse = rounded(Math.min(CUTS.coarsest, Math.exp(cut) * COARSER))
    // at a cut of 0.03, one of 0.1 would take a fifth of the time
    const isCoarse = this.#saved < 0 || coarse < CUTS.coarsest
    this.#first = 0
    this.#expected = 0
    return {
      mostNodes: this.#isTimed ? (this.limits.nodes ?? Infinity) : most,
      mostMs: this.#isTimed ? most : undefined,
      coarse: isCoarse ? coarse : undefined,
      cutAfter: nodes => {
        if (!isCoarse) return rounded(Math.exp(cut))
        this.#first = this.#spent(nodes) / this.#mean
        const expected = this.#first * Math.exp(this.#growth)
        const excess = expected / Math.max(1e-3, means - this.#first)
        if (excess <= 1) return rounded(Math.exp(cut))
        // an iteration that would not finish is of no use; the clock still counts it
        this.#expected = expected
        return rounded(Math.exp(cut) * excess ** (-1 / COST_POWER))
      },
    }
  }

  /** After the move. */
  end(nodes: number): void {
    const spent = this.#spent(nodes) / this.#mean
    this.#moves++
    this.#saved += 1 - spent
    this.#nodes += nodes
    this.#spentByAll += spent
    this.#shift += RATE * Math.min(MOST_ERROR, Math.max(spent, this.#expected) - 1)
    const growth = Math.log((spent - this.#first) / this.#first)
    if (this.#first > 0 && spent > this.#first && this.#expected === 0) this.#growth += GROWTH_RATE * (growth - this.#growth)
  }

  /** The cut at which games are known to cost the mean, as a logarithm. */
  #knownCut(): number {
    const perMean = this.#spentByAll > 0 ? this.#nodes / this.#spentByAll : NODES_PER_MS * this.#mean
    const nodes = this.#isTimed ? perMean : this.#mean
    return Math.log(KNOWN.cut) + Math.log(nodes / KNOWN.nodes) / COST_POWER
  }

  #spent(nodes: number): number {
    return this.#isTimed ? this.now() - this.#startedAt : nodes
  }
}

/** The clock of a game; `undefined` if its limits are for each move. @param cut of the settings @param now as of `GameClock` */
export function clockOf(limits: SearchLimits, cut: number, now: () => number): GameClock | undefined {
  return deepensByCut(limits, cut) ? new GameClock(limits, now) : undefined
}

function bounded(cut: number): number {
  return Math.min(Math.log(CUTS.coarsest), Math.max(Math.log(CUTS.finest), cut))
}

/** To two digits, as it is shown. */
function rounded(cut: number): number {
  return Number(cut.toPrecision(2))
}
