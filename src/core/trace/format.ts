/**
 * A recorded search tree as columns: one typed array per field, all in one buffer; entry i of each belongs to node i.
 * The recording searchers write it, the tree service and the screen read it, a file holds the same columns.
 *
 *     column    type  bytes  holds
 *     value     f64       8  the node's value to MAX by the searcher; undefined while STOPPED or NOT_VISITED is set
 *     nodes     f64       8  the search's own count at and below the node, recorded or not: moves tried, or positions entered
 *     parent    u32       4  index of the parent; the root, which is entry 0, has 0
 *     link      u32       4  with children: the entry after the last one below it; for a table hit the node that computed its value, 0 if
 *                            that was not recorded; otherwise 0
 *     edge      u16       2  action or outcome that led here from the parent, as the game numbers them
 *     children  u16       2  number of children
 *     flags     u16       2  FLAGS, or-ed
 *     depth     u8        1  depth left: (tile + move) pairs, or plies; 255: that many or more
 *     kind      u8        1  index into KINDS
 *
 * Entries stand in the order of the search: a node, then all that is below it, child by child. So the first child is the next entry, and the
 * next sibling the entry after the last one below. 32 bytes a node: 5 million take 152.6 MiB.
 *
 *   Columns of searches with windows, all but 2048's own:
 *
 *     alpha     f64       8  the window when the node was entered
 *     beta      f64       8
 *     first     u32       4  for a position searched again: its first entry below the same parent
 *
 *   Columns that only some of these need:
 *
 *     visits    u32       4  number of visits, if values are means of visits
 *     value 2…  f64       8  one column for each agent but the first: the node's value to it
 *
 * Probabilities and points are not stored: they follow from the edges.
 * Numbers are little-endian, as on every machine the lab runs on; a column starts at a multiple of 8 bytes.
 */
import type { Stamp } from '../stamp'

/** Determines which columns exist. */
export interface Layout {
  /** True if nodes have windows, and may be searched again with another one; if not, the next fields are absent. */
  readonly hasWindows?: boolean | undefined
  /** True if values are means of visits. */
  readonly hasVisits?: boolean | undefined
  /** Columns of values, one for each agent, 1 … MOST_VALUES; absent: 1. */
  readonly values?: number | undefined
}
export const WITHOUT_WINDOWS: Layout = {}
export const WITH_WINDOWS: Layout = { hasWindows: true }
export const MOST_VALUES = 16

/** Who decides at a node. MAX takes the greatest value, MIN the smallest; nature gives the mean; any other agent looks at its own value. */
export const KINDS = ['max', 'chance', 'min', 'leaf', 'agent'] as const
/** `leaf`: has a value without children, as at the horizon; also a child that was not visited. */
export type NodeKind = (typeof KINDS)[number]

/** Index of a node in its trace. */
export type NodeId = number

export const FLAGS = {
  /** Not searched: its value comes from the table. `link` is the node that computed it. */
  TABLE_HIT: 1 << 0,
  /** A leaf because its cumulative probability is below the cut. */
  PROBABILITY_CUT: 1 << 1,
  /** A leaf because no depth is left. */
  HORIZON: 1 << 2,
  /** The end of a game, or a board without a legal move. */
  TERMINAL: 1 << 3,
  /** The value is the floor, because its children give less (by more than rounding). */
  FLOOR: 1 << 4,
  /** The search stopped before this node had its value: during its search, or before it. */
  STOPPED: 1 << 5,
  /** Searched and counted, but there was no room for its children. */
  NOT_RECORDED: 1 << 6,
  /** The other children cannot matter: an ancestor has a better option. */
  ALPHA_CUT: 1 << 7,
  BETA_CUT: 1 << 8,
  /** A child of a node that was cut: it has an entry, but the search never entered it. */
  NOT_VISITED: 1 << 9,
  /** The search entered this position again below the same parent, with another window; `first` is the first entry. */
  SEARCHED_AGAIN: 1 << 10,
  /** Only its first child was searched: its value is a bound. */
  PROBED: 1 << 11,
} as const

/** Names of the flags in JSON, by bit. */
export const FLAG_NAMES = [
  'table-hit',
  'probability-cut',
  'horizon',
  'terminal',
  'floor',
  'stopped',
  'not-recorded',
  'alpha-cut',
  'beta-cut',
  'not-visited',
  'searched-again',
  'probed',
] as const
export type FlagName = (typeof FLAG_NAMES)[number]

/** Largest value in the column `depth`; deeper nodes have it too. */
export const DEEPEST = 255
/** Largest number in the column `children`. */
export const MOST_CHILDREN = 2 ** 16 - 1

/** One view per column. From `alpha` on they are empty if the layout has no such column. */
export interface Columns {
  readonly value: Float64Array
  readonly nodes: Float64Array
  readonly parent: Uint32Array
  readonly link: Uint32Array
  readonly edge: Uint16Array
  readonly children: Uint16Array
  readonly flags: Uint16Array
  readonly depth: Uint8Array
  readonly kind: Uint8Array
  readonly alpha: Float64Array
  readonly beta: Float64Array
  readonly first: Uint32Array
  readonly visits: Uint32Array
  /** Values of all agents but the first. */
  readonly others: readonly Float64Array[]
}
type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array

/** A column as it stands in memory and in a file. */
interface ColumnPlan {
  readonly name: string
  /** Bytes of one entry. */
  readonly bytes: number
  of(columns: Columns): Column
}

/** In the order they stand in memory and in a file. */
const COMMON = plans({ value: 8, nodes: 8, parent: 4, link: 4, edge: 2, children: 2, flags: 2, depth: 1, kind: 1 })
const WINDOWS = plans({ alpha: 8, beta: 8, first: 4 })
const VISITS = plans({ visits: 4 })

function plans(all: Partial<Record<Exclude<keyof Columns, 'others'>, number>>): readonly ColumnPlan[] {
  return Object.entries(all).map(([name, bytes]) => ({ name, bytes, of: columns => columns[name as keyof typeof all] }))
}

/** The place of the columns: all that is needed to view them, on any thread if the buffer is shared. */
export interface ColumnSpace extends Layout {
  readonly buffer: ArrayBufferLike
  /** Bytes before the first column, a multiple of 8. */
  readonly offset: number
  /** Maximum number of entries, a multiple of 8. */
  readonly capacity: number
}

export const MEBIBYTE = 2 ** 20
/** Caps, in MiB: 32,768 entries per MiB, with windows at most 20,164. */
export const TRACE_MEBIBYTES = { min: 1, max: 2048, default: 256 } as const

/** The columns of a layout. */
export function columnList({ hasWindows = false, hasVisits = false, values = 1 }: Layout): readonly ColumnPlan[] {
  const others = Array.from({ length: values - 1 }, (_, other): ColumnPlan => ({
    name: `value ${other + 2}`,
    bytes: 8,
    of: columns => columns.others[other]!,
  }))
  return [...COMMON, ...(hasWindows ? WINDOWS : []), ...(hasVisits ? VISITS : []), ...others]
}

export function bytesPerEntry(layout: Layout): number {
  return columnList(layout).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Number of entries that fit under a cap. */
export function capacityOf(mebibytes: number, layout: Layout): number {
  return Math.floor((mebibytes * MEBIBYTE) / bytesPerEntry(layout) / 8) * 8
}

/** Shared room for at least `entries` entries. */
export function newSpace(entries: number, { hasWindows, hasVisits, values }: Layout): ColumnSpace {
  const capacity = Math.ceil(entries / 8) * 8 // so that a column of any type starts at a multiple of 8
  const layout = { hasWindows, hasVisits, values }
  return { ...layout, buffer: new SharedArrayBuffer(capacity * bytesPerEntry(layout)), offset: 0, capacity }
}

/** Copies entries of a tree into another space of its layout. @param at entry of the first there @param start entry of the first here */
export function copyColumns(from: ColumnSpace, entries: number, to: ColumnSpace, at = 0, start = 0): void {
  const [its, own] = [new Uint8Array(from.buffer), new Uint8Array(to.buffer)]
  let [source, target] = [from.offset, to.offset]
  for (const { bytes } of columnList(from)) {
    own.set(its.subarray(source + bytes * start, source + bytes * (start + entries)), target + bytes * at)
    source += bytes * from.capacity
    target += bytes * to.capacity
  }
}

/** A copy of a tree in a space of its exact size. */
export function exactSpace(from: ColumnSpace, entries: number): ColumnSpace {
  const space = newSpace(entries, from)
  copyColumns(from, entries, space)
  return space
}

/**
 * Copies a tree into the order of the search. There, each parent stands before its children, and siblings in their order, with anything in
 * between: as trees of visits grow, and as older files have them.
 * @returns its columns, and the entry of each node; `undefined` if a parent does not stand before its child
 */
export function inSearchOrder(
  space: ColumnSpace,
  entries: number,
): { readonly space: ColumnSpace; readonly entryOf: Uint32Array } | undefined {
  const from = viewColumns(space)
  // Step 1. The size of each subtree.
  const sizes = new Uint32Array(entries).fill(1)
  for (let node = entries - 1; node > 0; node--) {
    if (from.parent[node]! >= node) return undefined
    sizes[from.parent[node]!]! += sizes[node]!
  }
  // Step 2. A child's entry: after its parent's, or after all that is below the child before it.
  const [entryOf, next] = [new Uint32Array(entries), new Uint32Array(entries)]
  next[0] = 1
  for (let node = 1; node < entries; node++) {
    const entry = next[from.parent[node]!]!
    next[from.parent[node]!]! += sizes[node]!
    entryOf[node] = entry
    next[node] = entry + 1
  }
  // Step 3. The columns, and the entries named in them.
  const ordered = newSpace(entries, space)
  const to = viewColumns(ordered)
  for (const { of } of columnList(space)) {
    const [its, own] = [of(from), of(to)]
    for (let at = 0; at < entries; at++) own[entryOf[at]!] = its[at]!
  }
  for (const column of [to.parent, to.link, to.first])
    for (let at = 0; at < column.length && at < entries; at++) column[at] = entryOf[column[at]!] ?? column[at]!
  for (let node = 0; node < entries; node++) if (from.children[node]! > 0) to.link[entryOf[node]!] = entryOf[node]! + sizes[node]!
  return { space: ordered, entryOf }
}

export function viewColumns({
  buffer,
  offset,
  capacity,
  hasWindows = false,
  hasVisits = false,
  values = 1,
}: ColumnSpace): Columns {
  let end = offset
  /** The place after the previous column. */
  const place = (bytes: number): [ArrayBufferLike, number, number] => {
    const start = end
    end += bytes * capacity
    return [buffer, start, capacity]
  }
  return {
    value: new Float64Array(...place(8)),
    nodes: new Float64Array(...place(8)),
    parent: new Uint32Array(...place(4)),
    link: new Uint32Array(...place(4)),
    edge: new Uint16Array(...place(2)),
    children: new Uint16Array(...place(2)),
    flags: new Uint16Array(...place(2)),
    depth: new Uint8Array(...place(1)),
    kind: new Uint8Array(...place(1)),
    alpha: hasWindows ? new Float64Array(...place(8)) : new Float64Array(0),
    beta: hasWindows ? new Float64Array(...place(8)) : new Float64Array(0),
    first: hasWindows ? new Uint32Array(...place(4)) : new Uint32Array(0),
    visits: hasVisits ? new Uint32Array(...place(4)) : new Uint32Array(0),
    others: Array.from({ length: values - 1 }, () => new Float64Array(...place(8))),
  }
}

/** Everything that determines a trace's numbers, and the totals of the search. Game and searcher define `subject`. */
export interface TraceHead {
  /** The game's id in the registry. */
  readonly game: string
  /** The root's position, as the game writes it. */
  readonly root: string
  readonly rootKind: NodeKind
  readonly searcher: string
  /** JSON: evaluator, settings, or any other input of the searcher. */
  readonly subject: unknown
  readonly depth: number
  /** Cumulative probability of the root. */
  readonly reach: number
  /** The searcher's own count of nodes, those of the root included. */
  readonly nodes: number
  /** Table entries reused, and lookups. */
  readonly hits: number
  readonly probes: number
  /** Why it ended before it searched its depth in full. */
  readonly stopped: 'limit' | 'request' | undefined
  /**
   * Milliseconds spent at each level (the root's is 0), without the levels below it. Leaves, table hits and other nodes that a searcher
   * finishes together with their parent count for the parent's level; levels with nothing else are missing at the end. Absent if no clock
   * was read.
   */
  readonly levelMs?: readonly number[]
  readonly stamp?: Stamp
}
