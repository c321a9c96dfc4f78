import type { Sliced } from '../sliced'
import { EVENT_KINDS, type EventKind, type EventLog, type SearchEvent } from './eventLog'
import { FLAGS, type NodeId } from './format'
import type { Trace } from './trace'

/** Events between two pauses. */
const SLICE = 2 ** 15

/** Kinds of events that only a log of visits has, and those that both kinds of log have. */
const OF_VISITS: readonly EventKind[] = ['visit', 'rollout', 'backUp']
const OF_BOTH: readonly EventKind[] = ['enter', 'expand', 'utility', 'evaluate']

/**
 * Checks that a log fits this trace, so that a player of it need not check again: each entered node is a child of the current node, nodes
 * are entered in the order of their entries and left with their values, and all other events concern the current node.
 * @param trace whose structure was checked
 * @throws the result of `fault` for the first problem
 */
export function checkLog(trace: Trace<unknown>, log: EventLog, fault: (problem: string) => Error): Sliced<void> {
  return trace.data.space.hasVisits ? checkVisits(trace, log, fault) : checkCalls(trace, log, fault)
}

/** Checks a log of a search that enters each node once, and leaves it with its value. */
function* checkCalls(trace: Trace<unknown>, log: EventLog, fault: (problem: string) => Error): Sliced<void> {
  const { alpha, beta, parent, value } = trace.columns
  const line: NodeId[] = []
  /** Entries so far. */
  let entries = 0
  for (let at = 0; at < log.events; at++) {
    if (at % SLICE === 0) yield at / log.events
    const check = (isRight: boolean, problem: string): void => {
      if (!isRight) throw fault(`event ${at} ${problem}`)
    }
    const { kind, node, x, y } = checkedEvent(trace, log, at, check)
    check(!OF_VISITS.includes(kind), 'is of a tree of visits')
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

/** Checks a log of visits: each descends from the root to a node, gets a value there, and returns. */
function* checkVisits(trace: Trace<unknown>, log: EventLog, fault: (problem: string) => Error): Sliced<void> {
  const { parent, value, visits } = trace.columns
  const line: NodeId[] = []
  const isEntered = new Uint8Array(trace.entries)
  const means = new Float64Array(trace.entries)
  const counts = new Uint32Array(trace.entries)
  let isOnTheWayUp = false
  for (let at = 0; at < log.events; at++) {
    if (at % SLICE === 0) yield at / log.events
    const check = (isRight: boolean, problem: string): void => {
      if (!isRight) throw fault(`event ${at} ${problem}`)
    }
    const { kind, node, x, y } = checkedEvent(trace, log, at, check)
    if (kind === 'improve') {
      check(at + 1 === log.events && node === 0, 'chooses before the search is over')
      check(y > 0 && y < trace.entries && parent[y] === 0 && counts[y]! > 0, 'chooses no child of the root that was visited')
      continue
    }
    check(OF_VISITS.includes(kind) || OF_BOTH.includes(kind), 'is none of a tree of visits')
    if (kind === 'enter' || kind === 'visit') {
      const top = line.at(-1)
      check(top === undefined ? node === 0 : node > 0 && parent[node] === top, 'goes to a node that is not below the one in hand')
      check(!isOnTheWayUp, 'goes down before the visit is over')
      check(!trace.has(node, FLAGS.NOT_VISITED), 'goes to a node that was not visited')
      check(
        (isEntered[node] === 1) === (kind === 'visit'),
        kind === 'visit' ? 'visits a node that is not there' : 'enters a node twice',
      )
      isEntered[node] = 1
      line.push(node)
      continue
    }
    check(line.at(-1) === node, 'is not of the node in hand')
    if (kind === 'expand' || kind === 'rollout') {
      const count = kind === 'expand' ? x : y
      check(Number.isInteger(count) && count >= 0, 'has no count')
    }
    if (kind !== 'backUp') continue
    check(y > counts[node]! && y <= visits[node]!, 'counts visits that there were not')
    means[node] = x
    counts[node] = y
    line.pop()
    isOnTheWayUp = line.length > 0
  }
  if (!log.isWhole) return
  for (let node = 0; node < trace.entries; node++)
    if (counts[node] !== visits[node] || (counts[node]! > 0 && means[node] !== value[node]))
      throw fault(`the events leave node ${node} with another value, or other visits`)
}

type Check = (isRight: boolean, problem: string) => void

function checkedEvent(trace: Trace<unknown>, log: EventLog, at: number, check: Check): SearchEvent {
  check(log.columns.kind[at]! < EVENT_KINDS.length, 'is of a kind that there is not')
  const event = log.event(at)
  check(event.node < trace.entries, 'is of a node that is not there')
  check(!Number.isNaN(event.x) && !Number.isNaN(event.y), 'has no number')
  return event
}
