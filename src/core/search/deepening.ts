/** Fits a depth-limited search into its limits: a single search, or iterations that each go one ply deeper. */
import type { Game, Values } from '../game/game'
import type { Actor, Iteration, Environment } from './depthFirst'
import type { Heuristic } from '../game/heuristic'
import { checkLimits, interruptBy, MAX_PLIES } from '../game/limits'
import { observeEnd } from './observer'
import { endReport, isBetter, noEffort, type Effort, type Report, type RootLine, type StopReason } from './report'
import type { Context } from './searcher'

/**
 * An iteration is expected to take at most this many times as long as the one before it.
 * Source: course work "Can't Go Back", which deepens while elapsed + 4 · (last iteration's time) < limit.
 */
const GROWTH = 4

/** A search that can go deeper with each iteration. */
interface DepthSearch<State> {
  readonly effort: Effort
  /** True if the depth ended some line of the last iteration; and the longest line in plies. */
  readonly horizon: boolean
  readonly deepest: number
  /** True if a root with the largest possible value for the first agent has it at every depth. */
  readonly proves: boolean
  /** True if the root's value is the greatest of its children's, to the first agent. */
  maximises(turn: Actor): boolean
  /** The line to play. */
  best(lines: readonly RootLine[]): RootLine | undefined
  iterate(root: State, depth: number, previous: readonly RootLine[]): Iteration
  rootValue(root: State, lines: readonly RootLine[]): Values | undefined
}

/** True if the search goes through more than one depth. */
export function isDeepening({ limits, wrapping }: Pick<Context, 'limits' | 'wrapping'>): boolean {
  const isBounded = limits.nodes !== undefined || limits.ms !== undefined
  return isBounded || wrapping.deepening !== undefined || wrapping.shorterWin === true
}

/** @throws {LabError} `BAD_SETTING` for limits out of range. */
export function searchByDepth<State>(
  game: Game<State>,
  root: State,
  heuristic: Heuristic<State>,
  context: Context,
  begin: (around: Environment) => DepthSearch<State>,
): Report {
  const { limits, wrapping, now, stopped } = context
  checkLimits(limits)
  const turn = game.toAct(root)
  if (turn === 'over') {
    const values = game.utilities(root)
    observeEnd(context.observer, values)
    return endReport(values)
  }
  const known = turn === 'chance' ? undefined : wrapping.book?.(game.key(root))
  if (known !== undefined) return { lines: [], best: known, values: undefined, depth: 0, effort: noEffort(), stopped: 'book' }

  const started = now()
  const agent = turn === 'chance' ? 0 : turn
  const { observer, exactLines } = context
  const search = begin({ agent, wrapping, interrupt: interruptBy(limits, now, stopped), observer, exactLines })
  const maximises = search.maximises(turn)
  let lines: readonly RootLine[] = []
  let finished = 0
  /** If no values can be compared, any legal action is the answer. */
  const report = (stopped: StopReason, best = search.best(lines)?.action): Report => ({
    lines,
    best: turn === 'chance' ? undefined : (best ?? game.actions(root)[0]),
    values: search.rootValue(root, lines),
    depth: finished,
    effort: { ...search.effort },
    stopped,
  })

  const deepest = limits.depth ?? MAX_PLIES
  for (let depth = isDeepening(context) ? 1 : deepest; depth <= deepest; depth++) {
    // Step 1. One iteration.
    const startedAt = now()
    const iteration = search.iterate(root, depth, lines)
    if (iteration.stopped) {
      // Step 2. Interrupted: the root's finished children replace the older values only if the old best is among them; otherwise children
      // searched to different depths would be compared.
      const best = search.best(lines)?.action
      if (best === undefined || iteration.lines.some(({ action }) => action === best)) lines = merged(lines, iteration.lines)
      return report(iteration.stopped)
    }
    const bestBefore = search.best(lines)?.action
    finished = search.horizon ? depth : search.deepest
    lines = iteration.lines.map(line => ({ ...line, depth: finished }))
    // Step 3. Proven: nothing is better than a win. A lost side plays the best line of the iteration before.
    const [low, high] = heuristic.bounds?.(root) ?? [-Infinity, Infinity]
    const value = search.rootValue(root, lines)?.[0]
    if (value !== undefined && isDeepening(context) && low < high && search.proves) {
      const [won, lost] = maximises
        ? [!isBetter(high, value), !isBetter(value, low)]
        : [!isBetter(value, low), !isBetter(high, value)]
      if (won) return report('proven')
      if (lost) return report('proven', bestBefore)
    }
    // Step 4. Finished: this is the last iteration if the depth cut no line short, or if the next would not finish in time.
    if (!search.horizon) return report('complete')
    const elapsed = now() - started
    if (wrapping.deepening === 'contract' && limits.ms !== undefined && elapsed + GROWTH * (now() - startedAt) >= limits.ms)
      return report('limit')
    if (depth < deepest) context.report?.(report('limit'))
  }
  return report('limit')
}

/** Replaces older lines by newer ones, by action. */
function merged(older: readonly RootLine[], newer: readonly RootLine[]): RootLine[] {
  const lines = new Map([...older, ...newer].map(line => [line.action, line]))
  return [...lines.values()].toSorted((a, b) => a.action - b.action)
}
