import type { SearchHead } from '../../../src/core/search/subject'
import type { EventLog } from '../../../src/core/trace/eventLog'
import { FLAGS } from '../../../src/core/trace/format'
import type { Trace } from '../../../src/core/trace/trace'

/** The log alone says when a node is entered and left, and what it is worth then. */
export function faultsOfLog(trace: Trace<SearchHead>, log: EventLog): string[] {
  const faults: string[] = []
  const open: number[] = []
  const windows: [alpha: number, beta: number][] = []
  const best = new Map<number, number>()
  /** By chance node: the window of an outcome that is searched once more. */
  const again = new Map<number, string>()
  let entered = -1
  let left = 0
  for (let at = 0; at < log.events; at++) {
    const { kind, node, x, y } = log.event(at)
    const fault = (problem: string) => faults.push(`event ${at}, ${kind} ${node}: ${problem}`)
    if (kind === 'iteration') {
      if (entered >= 0) fault('comes after an entry')
      continue
    }
    if (kind === 'enter') {
      if (node <= entered) fault('not in preorder')
      for (let between = entered + 1; between < node; between++)
        if (!trace.has(between, FLAGS.NOT_VISITED)) fault(`${between} was never entered`)
      if (trace.parent(node) !== open.at(-1)) fault('is not below the node in hand')
      if (x !== trace.columns.alpha[node] || y !== trace.columns.beta[node]) fault('has another window')
      if (trace.firstSearch(node) !== undefined && (again.get(open.at(-1)) ?? `${x} ${y}`) !== `${x} ${y}`)
        fault('was announced otherwise')
      entered = node
      open.push(node)
      windows.push([x, y])
      continue
    }
    if (node !== open.at(-1)) fault('is not the node in hand')
    const isMax = trace.kind(node) === 'max'
    const isChance = trace.kind(node) === 'chance'
    const window = windows.at(-1)
    const [alpha, beta] = window
    if (node === 0 && kind === 'narrow') windows[0] = [x, y] // wider than the best with ties
    if (node > 0 && kind === 'narrow') {
      if (isMax) window[0] = best.get(node)!
      else window[1] = best.get(node)!
      if (x !== window[0] || y !== window[1] || !(x > alpha || y < beta)) fault(`${x}, ${y} after ${alpha}, ${beta}`)
    }
    if (node > 0 && kind === 'cut') {
      const value = best.get(node)!
      const isAbove = isChance ? value >= beta : isMax
      // Star1 and Star2 also leave a player's node at the best value that there is
      if ((x !== (isAbove ? beta : alpha) && x !== value) || (isAbove ? value < x : value > x)) fault(`${x} is not reached`)
    }
    if (kind === 'again' && isChance) again.set(node, `${x} ${y}`)
    else if (kind === 'again' && (x !== alpha || y !== beta)) fault('has another window')
    const isAlone = trace.head.subject.rewards !== 'inside'
    if (kind === 'hit' || (isAlone && (kind === 'utility' || kind === 'evaluate')))
      if (x !== trace.value(node)) fault(`${x} is not its value`)
    if (kind === 'improve') {
      best.set(node, x)
      if (y > 0 && trace.parent(y) !== node) fault(`${y} is no child of it`)
    }
    if (kind === 'expand' && x !== trace.children(node).filter(child => !trace.has(child, FLAGS.SEARCHED_AGAIN)).length)
      if (!trace.has(node, FLAGS.NOT_RECORDED)) fault(`has not ${x} children`)
    if (kind !== 'leave') continue
    if (x !== trace.value(node)) fault(`is worth ${trace.value(node)}, not ${x}`)
    if (best.has(node) && best.get(node) !== x) fault(`was worth ${best.get(node)} at last, not ${x}`)
    const end = trace.end(node)
    if (y !== end) fault(`ends at ${end}, not ${y}`)
    open.pop()
    windows.pop()
    left++
  }
  if (log.isWhole) {
    const values = Array.from({ length: trace.entries }, (_, node) => trace.value(node)).filter(value => value !== undefined)
    if (left !== values.length) faults.push(`${left} nodes are left, ${values.length} have values`)
  }
  return faults
}
