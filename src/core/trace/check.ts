import type { Sliced } from '../sliced'
import { MAX_PLIES, QUIET_PLIES } from '../game/limits'
import { FLAGS, KINDS, type NodeId, type TraceHead } from './format'
import { EVENT_KINDS, type EventKind, type EventLog, type SearchEvent } from './eventLog'
import type { Trace } from './trace'

/** Nodes, or events, between two pauses. */
const SLICE = 2 ** 15

/** Maximum number of plies below a root. */
const MOST_LEVELS = MAX_PLIES + QUIET_PLIES.max
const ALL_FLAGS = Object.values(FLAGS).reduce((all, flag) => all | flag, 0)
const FLAGS_WITH_WINDOWS = FLAGS.NOT_VISITED | FLAGS.SEARCHED_AGAIN | FLAGS.PROBED
const WITHOUT_VALUE = FLAGS.STOPPED | FLAGS.NOT_VISITED
const LEAF = KINDS.indexOf('leaf')

/** What is wrong with a node in a tree of a game's own searchers. @param level 0 for the root */
export type NodeRule = (node: NodeId, level: number) => string | undefined

/**
 * Checks a trace, so that a reader can trust it. The columns form a tree: each node has one place below one parent, and numbers are valid.
 * The log fits the tree: each entered node is a child of the current node, nodes are entered in the order of their entries and left with
 * their values, and all other events concern the current node. Does not check that the moves are legal; a player of the tree finds that out.
 * @param rule of the game's own searchers
 * @throws the result of `fault` for the first problem
 */
export function* checkTrace(
  trace: Trace<Pick<TraceHead, 'rootKind'>>,
  fault: (problem: string) => Error,
  rule?: NodeRule,
): Sliced<void> {
  const { kind, parent } = trace.columns
  if (KINDS[kind[0]!] !== trace.head.rootKind && kind[0] !== LEAF) throw fault('node 0 is not of the kind that the head says')
  if (parent[0] !== 0) throw fault('node 0 is the root and has a parent')
  const structure = new Structure(trace, fault)
  for (let from = 0; from < trace.entries; from += SLICE) {
    const to = Math.min(from + SLICE, trace.entries)
    for (let node = from; node < to; node++) {
      const problem = structure.problemOf(node) ?? rule?.(node, structure.level)
      if (problem !== undefined) throw fault(`node ${node} ${problem}`)
    }
    yield from / trace.entries
  }
  structure.finish()
  if (trace.log) yield* checkLog(trace, trace.log, fault)
}

/** Each node is the next child of the node before it, or of one above that. */
class Structure {
  /** Level of the last node. */
  level = -1
  /** The nodes from the root to the current one, and the number of children of each so far. */
  readonly #line = new Uint32Array(MOST_LEVELS + 1)
  readonly #children = new Uint32Array(MOST_LEVELS + 1)

  constructor(
    private readonly trace: Trace<unknown>,
    private readonly fault: (problem: string) => Error,
  ) {}

  problemOf(node: NodeId): string | undefined {
    const { flags, kind, value, nodes, alpha, beta, children, link, parent } = this.trace.columns
    const bits = flags[node]!
    const hasWindows = alpha.length > 0
    // Step 1. Its own numbers.
    if ((bits & (hasWindows ? ~ALL_FLAGS : ~ALL_FLAGS | FLAGS_WITH_WINDOWS)) !== 0 || kind[node]! >= KINDS.length)
      return 'has a kind or a flag that there is not'
    if (Number.isNaN(value[node]) && (bits & WITHOUT_VALUE) === 0) return 'has no number for its value'
    if (!Number.isSafeInteger(nodes[node]) || nodes[node]! < 0) return 'has no count of nodes'
    if (hasWindows && !(alpha[node]! <= beta[node]!)) return 'has a window that is none'
    if ((bits & FLAGS.NOT_VISITED) !== 0 && (children[node]! > 0 || kind[node] !== LEAF))
      return 'was not visited, and has children'
    if (children[node]! > 0) {
      if (kind[node] === LEAF || (bits & FLAGS.TABLE_HIT) !== 0) return 'has children that it cannot have'
    } else if (link[node] !== 0) {
      const source = link[node]!
      if ((bits & FLAGS.TABLE_HIT) === 0 || source >= this.trace.entries) return 'points to a node that is not there'
      if (source >= node || (flags[source]! & (WITHOUT_VALUE | FLAGS.TABLE_HIT)) !== 0)
        return 'has its value from a node that has none of its own'
    }
    // Step 2. Its place: after the last child of its parent, or directly after its parent.
    if (node > 0) {
      while (this.level >= 0 && this.#line[this.level] !== parent[node]) this.#close(node)
      if (this.level < 0) return 'is no child of a node that is still open'
      this.#children[this.level]!++
    }
    if (++this.level > MOST_LEVELS) return 'is deeper than any search'
    this.#line[this.level] = node
    this.#children[this.level] = 0
    return hasWindows ? this.#repetitionProblem(node) : undefined
  }

  /** @throws the result of `fault` */
  finish(): void {
    while (this.level >= 0) this.#close(this.trace.entries)
  }

  /** Which node of the same parent a node that was searched again repeats. */
  #repetitionProblem(node: NodeId): string | undefined {
    const { parent, edge, first, flags } = this.trace.columns
    const earlier = first[node]!
    if ((flags[node]! & FLAGS.SEARCHED_AGAIN) === 0) return earlier === 0 ? undefined : 'repeats a node, and is not marked so'
    if (earlier === 0 || earlier >= node || parent[earlier] !== parent[node]) return 'repeats a node of another parent'
    const isFirst = (flags[earlier]! & (FLAGS.SEARCHED_AGAIN | FLAGS.NOT_VISITED)) === 0
    return edge[earlier] === edge[node] && isFirst ? undefined : 'repeats another position'
  }

  /** Ends the current node: nothing more follows below it. */
  #close(end: NodeId): void {
    const node = this.#line[this.level]!
    const count = this.#children[this.level--]
    const { children, link } = this.trace.columns
    if (children[node] !== count) throw this.fault(`node ${node} has ${count} children, and says otherwise`)
    if (children[node] !== 0 && link[node] !== end) throw this.fault(`node ${node} ends elsewhere than its last child`)
  }
}

/** Kinds of events that only a log of visits has, and those that both kinds of log have. */
const OF_VISITS: readonly EventKind[] = ['visit', 'rollout', 'backUp']
const OF_BOTH: readonly EventKind[] = ['enter', 'expand', 'utility', 'evaluate', 'improve']

/**
 * A search by calls enters each node once and leaves it with its value. In a tree of visits, each visit descends from the root to a node,
 * gets a value there, and returns.
 */
function* checkLog(trace: Trace<unknown>, log: EventLog, fault: (problem: string) => Error): Sliced<void> {
  const { alpha, beta, parent, value, visits } = trace.columns
  const isOfVisits = trace.data.space.hasVisits === true
  const line: NodeId[] = []
  /** Entries so far, in a search by calls. */
  let entries = 0
  const isEntered = new Uint8Array(trace.entries)
  const [means, counts] = [new Float64Array(visits.length), new Uint32Array(visits.length)]
  let isOnTheWayUp = false
  let at = 0
  const check = (isRight: boolean, problem: string): void => {
    if (!isRight) throw fault(`event ${at} ${problem}`)
  }
  for (; at < log.events; at++) {
    if (at % SLICE === 0) yield at / log.events
    const { kind, node, x, y } = checkedEvent(trace, log, at, check)
    if (isOfVisits) check(OF_VISITS.includes(kind) || OF_BOTH.includes(kind), 'is none of a tree of visits')
    else check(!OF_VISITS.includes(kind), 'is of a tree of visits')
    if (kind === 'enter' || kind === 'visit') {
      const top = line.at(-1)
      check((isEntered[node] === 0) === (kind === 'enter'), 'enters a node that has been passed, or visits one that is not there')
      check(top === undefined ? node === 0 : node > 0 && parent[node] === top, 'enters a node that is not below the one in hand')
      check(!isOnTheWayUp, 'enters a node before the visit is over')
      check(!trace.has(node, FLAGS.NOT_VISITED), 'enters a node that was not visited')
      if (!isOfVisits) {
        check(node >= entries, 'enters a node that has been passed')
        check(x === alpha[node] && y === beta[node], 'enters a node with another window')
      }
      isEntered[node] = 1
      entries = node + 1
      line.push(node)
      continue
    }
    if (kind === 'iteration') {
      check(entries === 0 && node === 0 && isCount(x), 'is an iteration in the midst of another one')
      continue
    }
    if (kind === 'improve' && isOfVisits) {
      check(at + 1 === log.events && node === 0, 'chooses before the search is over')
      check(y > 0 && y < trace.entries && parent[y] === 0 && counts[y]! > 0, 'chooses no child of the root that was visited')
      continue
    }
    check(line.at(-1) === node, 'is not of the node in hand')
    switch (kind) {
      case 'expand':
        check(isCount(x), 'has no count of children')
        break
      case 'rollout':
        check(isCount(y), 'has no count of plies')
        break
      case 'improve':
        check(y === 0 || (isCount(y) && y > node && y < entries && parent[y] === node), 'has its best from no child')
        break
      case 'narrow':
      case 'again':
        check(x <= y, 'has a window whose ends are in the wrong order')
        break
      case 'leave':
        check(x === value[node] && trace.value(node) !== undefined, 'leaves a node with another value')
        check(isCount(y) && y >= entries && y <= trace.entries, 'counts entries that are not there')
        entries = y
        line.pop()
        break
      case 'backUp':
        check(y > counts[node]! && y <= visits[node]!, 'counts visits that there were not')
        means[node] = x
        counts[node] = y
        line.pop()
        isOnTheWayUp = line.length > 0
        break
      default:
    }
  }
  if (!isOfVisits || !log.isWhole) return
  for (let node = 0; node < trace.entries; node++)
    if (counts[node] !== visits[node] || (counts[node]! > 0 && means[node] !== value[node]))
      throw fault(`the events leave node ${node} with another value, or other visits`)
}

function isCount(number: number): boolean {
  return Number.isInteger(number) && number >= 0
}

function checkedEvent(
  trace: Trace<unknown>,
  log: EventLog,
  at: number,
  check: (isRight: boolean, problem: string) => void,
): SearchEvent {
  check(log.columns.kind[at]! < EVENT_KINDS.length, 'is of a kind that there is not')
  const event = log.event(at)
  check(event.node < trace.entries, 'is of a node that is not there')
  check(!Number.isNaN(event.x) && !Number.isNaN(event.y), 'has no number')
  return event
}
