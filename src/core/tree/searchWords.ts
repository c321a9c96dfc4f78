/** Describes what a searcher with a window did at a node: the window, a cut and its reason, a repeated search. */
import { endSign, numberText, endValue } from '../numberText'
import { above } from '../game/bounds'
import { FLAGS, type FlagName, type NodeId } from '../trace/format'
import type { RecordedTree } from './recordedTree'
import { cutOf } from './rows'
import type { TreeCut } from './views'

/** Flags that `searchWords` describes. */
const SAID: readonly FlagName[] = ['alpha-cut', 'beta-cut', 'not-visited', 'searched-again', 'probed']

/** `≤ ` or `≥ ` before a value that is a bound. */
export function boundSign(tree: RecordedTree, node: NodeId): string {
  const bound = tree.bound(node)
  return bound === 'upper' ? '≤ ' : bound === 'lower' ? '≥ ' : ''
}

/** For a search without windows, only its flags. */
export function searchWords(tree: RecordedTree, node: NodeId): string[] {
  const { trace } = tree
  const [alpha, beta] = [trace.columns.alpha[node] ?? -Infinity, trace.columns.beta[node] ?? Infinity]
  const value = trace.value(node)
  const hasWindow = alpha > -Infinity || beta < Infinity
  const has = (flag: number) => trace.has(node, flag)
  const cut = cutOf(tree, node)
  return [
    ...(hasWindow ? [windowText(alpha, beta)] : []),
    ...(cut ? [reason(cut, value)] : []),
    ...(has(FLAGS.NOT_VISITED) ? ['not visited'] : []),
    ...(has(FLAGS.SEARCHED_AGAIN) ? ['searched again'] : []),
    ...(has(FLAGS.PROBED) ? ['only the first child searched'] : []),
    ...tree.flagNames(node).filter(flag => !SAID.includes(flag)),
  ]
}

/** One end of a null window is the neighbour of the other, `3⁺` or `3⁻`: the one with more digits. */
function windowText(alpha: number, beta: number): string {
  const [low, high] = [endText(alpha), endText(beta)]
  if (beta > above(alpha) || alpha === beta) return `α = ${low}, β = ${high}`
  return String(alpha).length <= String(beta).length ? `α = ${low}, β = ${low}⁺` : `α = ${high}⁻, β = ${high}`
}

function reason({ bound, window }: TreeCut, value: number | undefined): string {
  if (value === undefined || typeof window !== 'number') return 'pruned'
  const limit = endText(window)
  return bound === 'lower' ? `pruned: ${text(value)} ≥ β = ${limit}` : `pruned: ${text(value)} ≤ α = ${limit}`
}

function endText(end: number): string {
  return text(endValue(end)) + endSign(end)
}

function text(value: number): string {
  if (Number.isFinite(value)) return numberText(value, 'value')
  return value > 0 ? '∞' : '−∞'
}
