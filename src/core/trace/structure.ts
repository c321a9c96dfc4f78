import type { Sliced } from '../sliced'
import { MAX_PLIES, QUIET_PLIES, MAX_DEPTH } from '../game/limits'
import { FLAGS, KINDS, type NodeId, type NodeKind } from './format'
import type { Trace } from './trace'

/** Nodes between two pauses. */
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
 * Checks that the columns form a tree, so that a reader can trust it: each node has one place below one parent, and numbers are valid. Does
 * not check that the moves are legal; a player of the tree finds that out. Only 2048 has the shape `beside`.
 * @throws the result of `fault` for the first problem
 */
export function* checkStructure(trace: Trace<unknown>, rootKind: NodeKind, fault: (problem: string) => Error): Sliced<void> {
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
