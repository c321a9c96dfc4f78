import type { Sliced } from '../sliced'
import { EVENT_KINDS, type EventLog } from './eventLog'
import { FLAGS, type NodeId } from './format'
import type { Trace } from './trace'

/** Events between two pauses. */
const SLICE = 2 ** 15

/**
 * Whether a log is one of this trace, so that whoever plays it needs not doubt it: nodes are entered below the node in hand, in the
 * order of their entries, and left with their values; all else happens to the node in hand.
 *
 * @param trace whose structure was checked. @throws what `fault` makes of the first problem
 */
export function* checkLog(trace: Trace<unknown>, log: EventLog, fault: (problem: string) => Error): Sliced<void> {
  const { alpha, beta, parent, value } = trace.columns
  const line: NodeId[] = []
  /** Entries that are there by now. */
  let entries = 0
  for (let at = 0; at < log.events; at++) {
    if (at % SLICE === 0) yield at / log.events
    const check = (isRight: boolean, problem: string): void => {
      if (!isRight) throw fault(`event ${at} ${problem}`)
    }
    check(log.columns.kind[at]! < EVENT_KINDS.length, 'is of a kind that there is not')
    const { kind, node, x, y } = log.event(at)
    check(node < trace.entries, 'is of a node that is not there')
    check(!Number.isNaN(x) && !Number.isNaN(y), 'has no number')
    if (kind === 'iteration') {
      check(entries === 0 && node === 0 && Number.isInteger(x) && x >= 0, 'is an iteration in the midst of another one')
      continue
    }
    if (kind === 'enter') {
      const isRoot = node === 0 && entries === 0
      check(isRoot || (line.length > 0 && parent[node] === line.at(-1)), 'enters a node that is not below the one in hand')
      check(node >= entries && !trace.has(node, FLAGS.NOT_VISITED), 'enters a node that has been passed')
      check(x === alpha[node] && y === beta[node], 'enters a node with another window')
      line.push(node)
      entries = node + 1
      continue
    }
    check(line.at(-1) === node, 'is not of the node in hand')
    if (kind === 'leave') {
      check(x === value[node] && trace.value(node) !== undefined, 'leaves a node with another value')
      check(Number.isInteger(y) && y >= entries && y <= trace.entries, 'counts entries that are not there')
      entries = y
      line.pop()
    } else if (kind === 'improve')
      check(y === 0 || (Number.isInteger(y) && y > node && y < entries && parent[y] === node), 'has its best from no child')
    else if (kind === 'narrow' || kind === 'again') check(x <= y, 'has a window that is none')
    else if (kind === 'expand') check(Number.isInteger(x) && x >= 0, 'has no count of children')
  }
}
