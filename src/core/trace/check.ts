import type { Sliced } from '../sliced'
import { MAX_PLIES, QUIET_PLIES, MAX_DEPTH } from '../game/limits'
import { FLAGS, KINDS, type NodeId, type NodeKind } from './format'
import { EVENT_KINDS, type EventKind, type EventLog, type SearchEvent } from './eventLog'
import type { TraceHead } from './head'
import type { Trace } from './trace'

/** Nodes, or events, between two pauses. */
const SLICE = 2 ** 15

/** Maximum number of plies below a root: in 2048's own searches, and in any. */
const MOST_LEVELS_BESIDE = 2 * MAX_DEPTH + 1
const MOST_LEVELS_GROWN = MAX_PLIES + QUIET_PLIES.max
const ALL_FLAGS = Object.values(FLAGS).reduce((all, flag) => all | flag, 0)
const BESIDE_FLAGS = ALL_FLAGS & ~(FLAGS.NOT_VISITED | FLAGS.SEARCHED_AGAIN | FLAGS.PROBED)
const WITHOUT_VALUE = FLAGS.STOPPED | FLAGS.NOT_VISITED
const [MAX, CHANCE, , LEAF] = KINDS.map((_, index) => index)
const NO_SUCH = 'has a kind or a flag that there is not'
/** Moves, and tiles: two on each of 16 cells. */
const EDGES = { slides: 4, tiles: 32 } as const

/**
 * Checks a trace, so that a reader can trust it. The columns form a tree: each node has one place below one parent, and numbers are valid.
 * The log fits the tree: each entered node is a child of the current node, nodes are entered in the order of their entries and left with
 * their values, and all other events concern the current node. Does not check that the moves are legal; a player of the tree finds that out.
 * Only 2048 has the shape `beside`.
 * @throws the result of `fault` for the first problem
 */
export function* checkTrace(trace: Trace<Pick<TraceHead, 'rootKind'>>, fault: (problem: string) => Error): Sliced<void> {
  yield* checkStructure(trace, trace.head.rootKind, fault)
  if (trace.log) yield* checkLog(trace, trace.log, fault)
}

function* checkStructure(trace: Trace<unknown>, rootKind: NodeKind, fault: (problem: string) => Error): Sliced<void> {
  const check: Check = (isRight, node, problem) => {
    if (!isRight) throw fault(`node ${node} ${problem}`)
  }
  const kind = trace.columns.kind[0]!
  check(KINDS[kind] === rootKind || kind === LEAF, 0, 'is not of the kind that the head says')
  check(trace.columns.parent[0] === 0, 0, 'is the root and has a parent')
  const shape = trace.data.space.shape === 'grown' ? new GrownShape(trace, check) : new BesideShape(trace, check)
  for (let from = 0; from < trace.entries; from += SLICE) {
    const to = Math.min(from + SLICE, trace.entries)
    for (let node = from; node < to; node++) shape.checkNode(node)
    yield from / trace.entries
  }
  shape.finish()
}

type Check = (isRight: boolean, node: NodeId, problem: string) => void

/** The entries of a node's children are adjacent. */
class BesideShape {
  readonly #levels: Uint8Array
  #below = 0

  constructor(
    private readonly trace: Trace<unknown>,
    private readonly check: Check,
  ) {
    this.#levels = new Uint8Array(trace.entries)
  }

  checkNode(node: NodeId): void {
    const { check, trace } = this
    const { value, parent, link, edge, children, flags, kind } = trace.columns
    const bits = flags[node]!
    const count = children[node]!
    check((bits & ~BESIDE_FLAGS) === 0, node, NO_SUCH)
    check(Number.isFinite(value[node]) || (bits & FLAGS.STOPPED) !== 0, node, 'has no number for its value')
    checkEither(trace, node, check)
    this.#below += count
    if (count > 0) {
      check(link[node]! > node && link[node]! + count <= trace.entries, node, 'has children where there are none')
      check(kind[node] !== CHANCE || count % 2 === 0, node, 'has tiles that are not in pairs')
    } else if (link[node] !== 0) check(kind[link[node]!] === CHANCE, node, 'has its value from a node that was not searched')
    if (node === 0) return
    const above = parent[node]!
    check(above < node && node >= link[above]! && node < link[above]! + children[above]!, node, 'is no child of its parent')
    this.#levels[node] = this.#levels[above]! + 1
    check(this.#levels[node] <= MOST_LEVELS_BESIDE, node, 'is deeper than any search')
    const isAfterSlide = kind[above] === MAX
    check(edge[node]! < (isAfterSlide ? EDGES.slides : EDGES.tiles), node, 'has an edge that there is not')
    check(node === link[above] || edge[node]! > edge[node - 1]!, node, 'has its edge twice, or out of order')
    check(isAfterSlide ? kind[node] !== MAX : kind[node] === MAX || kind[node] === LEAF, node, 'follows a node of the wrong kind')
  }

  finish(): void {
    const { entries } = this.trace
    this.check(this.#below === entries - 1, 0, `and those below have ${this.#below} children, of ${entries} nodes`)
  }
}

/** A node on the line from the root to the current node, and the number of its children so far. */
interface Open {
  readonly node: NodeId
  children: number
}

/** Entries in preorder: each node is the next child of the node before it, or of one above that. */
class GrownShape {
  readonly #line: Open[] = []

  constructor(
    private readonly trace: Trace<unknown>,
    private readonly check: Check,
  ) {}

  checkNode(node: NodeId): void {
    const { check, trace } = this
    const { value, parent, link, edge, children, flags, kind, alpha, beta, next, first } = trace.columns
    const bits = flags[node]!
    check((bits & ~ALL_FLAGS) === 0, node, NO_SUCH)
    check(!Number.isNaN(value[node]) || (bits & WITHOUT_VALUE) !== 0, node, 'has no number for its value')
    check(alpha[node]! <= beta[node]!, node, 'has a window that is none')
    checkEither(trace, node, check)
    if ((bits & FLAGS.NOT_VISITED) !== 0)
      check(children[node] === 0 && kind[node] === LEAF, node, 'was not visited, and has children')
    if (children[node] === 0 && link[node] !== 0) {
      const source = link[node]!
      check(source < node && (flags[source]! & WITHOUT_VALUE) === 0, node, 'has its value from a node that has none')
    }
    // Step 1. Its place: after the last child of its parent, or directly after its parent.
    const above = parent[node]!
    if (node > 0) {
      while (this.#line.length > 0 && this.#line.at(-1)!.node !== above) {
        const closed = this.#line.pop()!
        this.#close(closed, this.#line.at(-1)?.node === above ? node : 0)
      }
      const open = this.#line.at(-1)
      check(open !== undefined, node, 'is no child of a node that is still open')
      if (open!.children++ === 0) check(node === above + 1 && link[above] === node, node, 'is no child of its parent')
    }
    check(this.#line.length <= MOST_LEVELS_GROWN, node, 'is deeper than any search')
    check(
      next[node] === 0 || (node > 0 && next[node]! > node && next[node]! < trace.entries),
      node,
      'has a sibling that is not there',
    )
    this.#line.push({ node, children: 0 })
    // Step 2. Searched again: which node of the same parent it repeats.
    if ((bits & FLAGS.SEARCHED_AGAIN) === 0) {
      check(first[node] === 0, node, 'repeats a node, and is not marked so')
      return
    }
    const earlier = first[node]!
    check(earlier > 0 && earlier < node && parent[earlier] === above, node, 'repeats a node of another parent')
    check(
      edge[earlier] === edge[node] && (flags[earlier]! & (FLAGS.SEARCHED_AGAIN | FLAGS.NOT_VISITED)) === 0,
      node,
      'repeats another position',
    )
  }

  finish(): void {
    for (let open = this.#line.pop(); open; open = this.#line.pop()) this.#close(open, 0)
  }

  /** Ends a node: nothing more follows below it; the next node is its sibling, or belongs further up. */
  #close({ node, children }: Open, sibling: NodeId): void {
    this.check(this.trace.columns.children[node] === children, node, `has ${children} children, and says otherwise`)
    this.check(this.trace.columns.next[node] === sibling, node, 'is linked to a node that is not its sibling')
  }
}

/** Checks that apply to both shapes. */
function checkEither(trace: Trace<unknown>, node: NodeId, check: Check): void {
  const { nodes, link, children, flags, kind } = trace.columns
  check(kind[node]! < KINDS.length, node, NO_SUCH)
  check(Number.isSafeInteger(nodes[node]) && nodes[node]! >= 0, node, 'has no count of nodes')
  const isHit = (flags[node]! & FLAGS.TABLE_HIT) !== 0
  if (children[node]! > 0) check(kind[node] !== LEAF && !isHit, node, 'has children that it cannot have')
  else if (link[node] !== 0) {
    check(isHit && link[node]! < trace.entries, node, 'points to a node that is not there')
    check((flags[link[node]!]! & FLAGS.TABLE_HIT) === 0, node, 'has its value from a node that was not searched')
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
