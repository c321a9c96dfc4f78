/** What a searcher with a window did at a node, in words: the window, a cut and its reason, a search that was repeated. */
import { numberText, shownEnd } from '../numberText'
import { above } from '../search/doubles'
import { FLAGS, type FlagName, type NodeId } from '../trace/format'
import type { RecordedTree } from './recordedTree'
import { cutOf } from './rows'
import type { TreeCut } from './views'

/** Flags that `searchWords` says in words. */
const SAID: readonly FlagName[] = ['alpha-cut', 'beta-cut', 'not-visited', 'searched-again', 'probed']

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

/** Of a null window one end is the number beside the other, `3⁺` or `3⁻`; that is the one that takes more digits. */
function windowText(alpha: number, beta: number): string {
  const [low, high] = [text(shownEnd(alpha)), text(shownEnd(beta))]
  if (beta > above(alpha) || alpha === beta) return `α = ${low}, β = ${high}`
  return String(alpha).length <= String(beta).length ? `α = ${low}, β = ${low}⁺` : `α = ${high}⁻, β = ${high}`
}

function reason({ bound, window }: TreeCut, value: number | undefined): string {
  if (value === undefined || typeof window !== 'number') return 'pruned'
  const limit = text(shownEnd(window))
  return bound === 'lower' ? `pruned: ${text(value)} ≥ β = ${limit}` : `pruned: ${text(value)} ≤ α = ${limit}`
}

function text(value: number): string {
  if (Number.isFinite(value)) return numberText(value, 'value')
  return value > 0 ? '∞' : '−∞'
}
