/** What a searcher with a window did at a node, in words: the window, a cut and its reason, a search that was repeated. */
import { numberText } from '../numberText'
import { withoutNeighbourOfZero } from '../rounding'
import { above } from '../search/doubles'
import { FLAGS, type FlagName, type NodeId } from '../trace/format'
import type { RecordedTree } from './recordedTree'

/** Flags that `searchWords` says in words. */
const SAID: readonly FlagName[] = ['alpha-cut', 'beta-cut', 'not-visited', 'searched-again']

/** `≤ ` or `≥ ` before a value that is a bound. */
export function boundSign(tree: RecordedTree, node: NodeId): string {
  const bound = tree.bound(node)
  return bound === 'upper' ? '≤ ' : bound === 'lower' ? '≥ ' : ''
}

/** Nothing of a search without windows but its flags. */
export function searchWords(tree: RecordedTree, node: NodeId): string[] {
  const { trace } = tree
  const [alpha, beta] = [trace.columns.alpha[node] ?? -Infinity, trace.columns.beta[node] ?? Infinity]
  const value = trace.value(node)
  const hasWindow = alpha > -Infinity || beta < Infinity
  const has = (flag: number) => trace.has(node, flag)
  return [
    ...(hasWindow ? [windowText(alpha, beta)] : []),
    ...(has(FLAGS.BETA_CUT) ? [reason(value, '≥', 'β', beta)] : []),
    ...(has(FLAGS.ALPHA_CUT) ? [reason(value, '≤', 'α', alpha)] : []),
    ...(has(FLAGS.NOT_VISITED) ? ['not visited'] : []),
    ...(has(FLAGS.SEARCHED_AGAIN) ? ['searched again'] : []),
    ...tree.flagNames(node).filter(flag => !SAID.includes(flag)),
  ]
}

/** Of a null window one end is the number beside the other, `3⁺` or `3⁻`; that is the one that takes more digits. */
function windowText(alpha: number, beta: number): string {
  const [low, high] = [text(alpha), text(beta)]
  if (beta > above(alpha) || alpha === beta) return `α = ${low}, β = ${high}`
  return String(alpha).length <= String(beta).length ? `α = ${low}, β = ${low}⁺` : `α = ${high}⁻, β = ${high}`
}

/** A root is cut where the known value was found, or nothing better can be: it has no window. */
function reason(value: number | undefined, sign: string, name: string, bound: number): string {
  return value === undefined || !Number.isFinite(bound) ? 'pruned' : `pruned: ${text(value)} ${sign} ${name} = ${text(bound)}`
}

function text(value: number): string {
  if (Number.isFinite(value)) return numberText(withoutNeighbourOfZero(value), 'value')
  return value > 0 ? '∞' : '−∞'
}
