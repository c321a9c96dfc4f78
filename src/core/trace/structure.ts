import type { Sliced } from '../sliced'
import { MAX_DEPTH } from '../search/settings'
import { FLAGS, KINDS } from './format'
import type { Trace } from './trace'

/** Nodes between two pauses. */
const SLICE = 2 ** 15

/** Plies below a root. */
const MOST_LEVELS = 2 * MAX_DEPTH + 1
const ALL_FLAGS = Object.values(FLAGS).reduce((all, flag) => all | flag, 0)
const [MAX, CHANCE, , LEAF] = KINDS.map((_, index) => index)
/** Slides, and tiles: two on each of 16 cells. */
const EDGES = { slides: 4, tiles: 32 } as const

/**
 * Whether the columns are those of a tree, so that whoever reads it needs not doubt it: each node in one place below one
 * parent, numbers that are numbers. Not whether boards can be played along it: `boards.ts` sees that where it plays one.
 *
 * @throws what `fault` makes of the first problem
 */
export function* checkStructure(trace: Trace, fault: (problem: string) => Error): Sliced<void> {
  const check: Check = (isRight, node, problem) => {
    if (!isRight) throw fault(`node ${node} ${problem}`)
  }
  const { kind, children } = trace.columns
  check(KINDS[kind[0]!] === trace.head.root.kind || kind[0] === LEAF, 0, 'is not of the kind that the head says')
  const levels = new Uint8Array(trace.entries)
  let below = 0
  for (let from = 0; from < trace.entries; from += SLICE) {
    const to = Math.min(from + SLICE, trace.entries)
    checkNodes(trace, from, to, levels, check)
    for (let node = from; node < to; node++) below += children[node]!
    yield from / trace.entries
  }
  check(below === trace.entries - 1, 0, `and those below have ${below} children, of ${trace.entries} nodes`)
}

type Check = (isRight: boolean, node: number, problem: string) => void

function checkNodes(trace: Trace, from: number, to: number, levels: Uint8Array, check: Check): void {
  const { value, nodes, parent, link, edge, children, flags, kind } = trace.columns
  for (let node = from; node < to; node++) {
    const bits = flags[node]!
    const count = children[node]!
    check(kind[node]! < KINDS.length && (bits & ~ALL_FLAGS) === 0, node, 'has a kind or a flag that there is not')
    check(Number.isFinite(value[node]) || (bits & FLAGS.STOPPED) !== 0, node, 'has no number for its value')
    check(Number.isSafeInteger(nodes[node]) && nodes[node]! >= 0, node, 'has no count of slides')
    if (count > 0) {
      check(link[node]! > node && link[node]! + count <= trace.entries, node, 'has children where there are none')
      check(kind[node] !== LEAF && (bits & FLAGS.TABLE_HIT) === 0, node, 'has children that it cannot have')
      check(kind[node] !== CHANCE || count % 2 === 0, node, 'has tiles that are not in pairs')
    } else if (link[node] !== 0) {
      const source = link[node]!
      check((bits & FLAGS.TABLE_HIT) !== 0 && source < trace.entries, node, 'points to a node that is not there')
      check(
        kind[source] === CHANCE && (flags[source]! & FLAGS.TABLE_HIT) === 0,
        node,
        'has its value from a node that was not searched',
      )
    }
    if (node === 0) continue
    const above = parent[node]!
    check(above < node && node >= link[above]! && node < link[above]! + children[above]!, node, 'is no child of its parent')
    levels[node] = levels[above]! + 1
    check(levels[node]! <= MOST_LEVELS, node, 'is deeper than any search')
    const isAfterSlide = kind[above] === MAX
    check(edge[node]! < (isAfterSlide ? EDGES.slides : EDGES.tiles), node, 'has an edge that there is not')
    check(node === link[above] || edge[node]! > edge[node - 1]!, node, 'has its edge twice, or out of order')
    check(isAfterSlide ? kind[node] !== MAX : kind[node] === MAX || kind[node] === LEAF, node, 'follows a node of the wrong kind')
  }
}
