import { badSetting } from '../../settingChecks'
import type { Game } from '../../game/game'
import type { Actor, Child, Iteration, Environment } from '../depthFirst'
import { isDeepening, searchByDepth } from '../deepening'
import { type Bounds, UNBOUNDED, above, below } from '../../game/bounds'
import type { Heuristic } from '../../game/heuristic'
import { firstLines, playerLines } from '../pseudoCode'
import { isBetter, type RootLine } from '../report'
import type { Searcher } from '../searcher'
import { Windowed } from '../windowed'

interface AlphaBetaConfig {
  /** The root's value to MAX, if known beforehand. A null window then finds a move of that value. */
  readonly known?: number | undefined
}

/**
 * Alpha-beta: the value of minimax, without children that cannot change it. Alpha is the value that MAX has already secured on the current
 * line, beta the value that MIN has. Fail-soft: a value outside the window is the tightest bound that the children searched so far allow.
 * Sources: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975; fail-soft: Fishburn, "Another Optimization of Alpha-Beta Search",
 * 1983.
 */
export const alphaBeta: Searcher<AlphaBetaConfig> = {
  id: 'alphaBeta',
  agents: 2,
  chance: 'worst',
  isLimited: true,
  windows: true,
  wrappers: ['deepening', 'order', 'table', 'quiescence', 'shorterWin', 'rootTies', 'book'],
  rewards: () => 'inside',
  pseudoCode: [
    ...firstLines('RB-AlphaBeta(State, D, α, β)'),
    ...playerLines({ kind: 'max', value: 'RB-AlphaBeta(c, D − 1, α, β)', prunes: true }),
    ...playerLines({ kind: 'min', value: 'RB-AlphaBeta(c, D − 1, α, β)', prunes: true }),
  ],
  search(game, root, heuristic, { known }, context) {
    if (known !== undefined && isDeepening(context))
      throw badSetting('known', 'it is the value of one depth; a search that deepens has another for each')
    const report = searchByDepth(game, root, heuristic, context, around => new AlphaBeta(game, heuristic, around, known))
    if (known === undefined) return report
    const reached = game.toAct(root) === 0 ? 'lower' : 'upper' // the search does not check if a move is worth more
    return { ...report, lines: report.lines.map(line => (isExact(line) ? { ...line, bound: reached } : line)) }
  },
}

export class AlphaBeta<State> extends Windowed<State> {
  protected readonly prunes: boolean = true

  constructor(
    game: Game<State>,
    heuristic: Heuristic<State>,
    around: Environment,
    private readonly known?: number | undefined,
    /** Bounds of every value that a position can have. */
    protected readonly bounds: Bounds = UNBOUNDED,
  ) {
    super(game, heuristic, around)
  }

  protected maxValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    const children = this.expand(state, turn, depth)
    const enough = Math.min(beta, this.bounds[1])
    let best = -Infinity
    for (const [i, child] of children.entries()) {
      const value = this.childValue(child, depth - 1, alpha, beta)
      if (value > best) {
        best = value
        this.variations.improve(this.plyAt(depth), child.edge)
        this.observer?.improve(best)
      }
      if (best >= enough) {
        if (i + 1 < children.length) this.noteCut(enough)
        break // MIN has a better option further up, and avoids this node
      }
      if (best > alpha) {
        alpha = best
        this.observer?.narrow(alpha, beta)
      }
    }
    return best
  }

  protected minValue(state: State, turn: Actor, depth: number, alpha: number, beta: number): number {
    const children = this.expand(state, turn, depth)
    const enough = Math.max(alpha, this.bounds[0])
    let best = Infinity
    for (const [i, child] of children.entries()) {
      const value = this.childValue(child, depth - 1, alpha, beta)
      if (value < best) {
        best = value
        this.variations.improve(this.plyAt(depth), child.edge)
        this.observer?.improve(best)
      }
      if (best <= enough) {
        if (i + 1 < children.length) this.noteCut(enough)
        break // MAX has a better option further up, and avoids this node
      }
      if (best < beta) {
        beta = best
        this.observer?.narrow(alpha, beta)
      }
    }
    return best
  }

  override iterate(root: State, depth: number, previous: readonly RootLine[]): Iteration {
    const iteration = super.iterate(root, depth, previous)
    if (this.known !== undefined && !iteration.stopped && !iteration.lines.some(isExact))
      throw badSetting('known', `no move has the value ${this.known}`)
    return iteration
  }

  protected override suffices(_best: RootLine): boolean {
    return this.known !== undefined
  }

  /** With a known value, alpha and beta meet there: a move either reaches it or does not. */
  protected override lineOf(root: State, child: Child<State>, depth: number, alpha: number, beta: number): RootLine {
    const { known } = this
    if (known === undefined) return super.lineOf(root, child, depth, alpha, beta)
    const maximises = this.maximises(this.game.toAct(root) as Actor)
    const line = maximises
      ? super.lineOf(root, child, depth, below(known), known)
      : super.lineOf(root, child, depth, known, above(known))
    if (line.bound !== (maximises ? 'lower' : 'upper')) return line
    const value = line.values[0]!
    if (maximises ? isBetter(value, known) : isBetter(known, value))
      throw badSetting('known', `${known} is not the value: a move is worth ${value}`)
    return { ...line, values: this.valuesOf(root, known), bound: 'exact' }
  }
}

function isExact({ bound }: RootLine): boolean {
  return bound === 'exact'
}
