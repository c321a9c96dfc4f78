/** What must hold at a recorded chance node of Star1 and its kin, reckoned anew from what was searched below it. */
import type { Turn } from '../../../src/core/game/game'
import type { Bounds } from '../../../src/core/game/bounds'
import { FLAGS, type NodeId } from '../../../src/core/trace/format'
import type { Trace } from '../../../src/core/trace/trace'

/** In the order of the search. */
interface Outcome {
  readonly edge: number
  readonly probability: number
  readonly turn: Turn
}

const near = (one: number, other: number) => one === other || Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one))
const times = (probability: number, value: number) => (value === 0 ? 0 : probability * value)

/** @param probes whether it looks at the first child of each player's node before it searches the outcomes */
export function faultOfChance(
  trace: Trace<unknown>,
  node: NodeId,
  outcomes: readonly Outcome[],
  [least, most]: Bounds,
  probes: boolean,
): string | undefined {
  const { columns } = trace
  const [alpha, beta] = [columns.alpha[node]!, columns.beta[node]!]
  const value = trace.value(node)!
  const visited = trace.children(node).filter(child => !trace.has(child, FLAGS.NOT_VISITED))
  const spans = outcomes.map(() => ({ low: least, high: most, isProbed: false, isDone: false }))
  const sum = (end: 'low' | 'high', but: number) =>
    outcomes.reduce((total, { probability }, i) => (i === but ? total : total + times(probability, spans[i]![end])), 0)
  let at = 0
  /** The next child that was searched has to be this one. */
  const next = (i: number, a: number, b: number, isAgain: boolean): string | number => {
    const child = visited[at++]
    if (child === undefined || columns.edge[child] !== outcomes[i]!.edge) return `entry ${at} is not of edge ${outcomes[i]!.edge}`
    if (!near(columns.alpha[child]!, a) || !near(columns.beta[child]!, b))
      return `searched ${child} in ${columns.alpha[child]}, ${columns.beta[child]}, not ${a}, ${b}`
    if (trace.has(child, FLAGS.SEARCHED_AGAIN) !== isAgain) return `${child} is searched again, or not`
    return trace.value(child)!
  }
  const ends = (bound: number, flag: number): string | undefined => {
    if (at !== visited.length) return `went on after ${bound}`
    if (!near(bound, value)) return `is worth ${value}, not ${bound}`
    const leavesOut = spans.some(({ isDone }) => !isDone)
    const cuts = FLAGS.ALPHA_CUT | FLAGS.BETA_CUT
    return (columns.flags[node]! & cuts) === (leavesOut ? flag : 0) ? undefined : 'has another cut'
  }
  const isInner = columns.depth[node]! > 1
  for (const [i, { probability, turn }] of outcomes.entries()) {
    if (!probes || !isInner || typeof turn !== 'number') continue
    const span = spans[i]!
    if (turn === 0 ? beta === Infinity : alpha === -Infinity) continue
    span.isProbed = true
    const others = turn === 0 ? sum('low', i) : sum('high', i)
    const [a, b] = turn === 0 ? [-Infinity, (beta - others) / probability] : [(alpha - others) / probability, Infinity]
    const found = next(i, a, b, false)
    if (typeof found === 'string') return found
    if (turn === 0) span.low = Math.min(Math.max(found, span.low), span.high)
    else span.high = Math.max(Math.min(found, span.high), span.low)
    if (turn === 0 && found >= columns.beta[visited[at - 1]!]!) return ends(others + probability * span.low, FLAGS.BETA_CUT)
    if (turn === 1 && found <= columns.alpha[visited[at - 1]!]!) return ends(others + probability * span.high, FLAGS.ALPHA_CUT)
  }
  for (const [i, { probability }] of outcomes.entries()) {
    const [lows, highs] = [sum('low', i), sum('high', i)]
    const end = (limit: number, others: number, none: number) =>
      Math.abs(limit) === Infinity ? limit : Math.abs(others) === Infinity ? none : (limit - others) / probability
    const found = next(i, end(alpha, highs, -Infinity), end(beta, lows, Infinity), spans[i]!.isProbed)
    if (typeof found === 'string') return found
    const child = visited[at - 1]!
    spans[i]!.isDone = true
    if (found >= columns.beta[child]! && columns.beta[child]! < Infinity) return ends(lows + probability * found, FLAGS.BETA_CUT)
    if (found <= columns.alpha[child]! && columns.alpha[child]! > -Infinity)
      return ends(highs + probability * found, FLAGS.ALPHA_CUT)
    spans[i]!.low = found
    spans[i]!.high = found
  }
  return ends(sum('low', -1), 0)
}
