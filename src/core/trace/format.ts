/**
 * A recorded search tree as columns: one typed array a field, all in one buffer, entry i of each belonging to node i.
 * The textbook and the traced kernel write it, the tree service and the screen read it, a file holds the same columns.
 *
 *     column    type  bytes  holds
 *     value     f64       8  what the node is worth, in the evaluator's unit, before the points of the act that led to it;
 *                            means nothing while STOPPED is set
 *     nodes     f64       8  slides tried at and below the node, the search's own count, recorded or not
 *     parent    u32       4  index of the parent; the root, which is entry 0, has 0
 *     link      u32       4  first child, or of a table hit the node that computed its value; 0: neither was recorded
 *     edge      u16       2  act or outcome that led here from the parent: a slide 0 … 3 as in MOVES, a tile 2·cell + (rank − 1)
 *     children  u16       2  how many; they stand side by side from `link` on, in the order of the search
 *     flags     u16       2  FLAGS, or-ed
 *     depth     u8        1  depth left, in (tile + slide) pairs
 *     kind      u8        1  index into KINDS
 *
 * 32 bytes a node: 5 million take 152.6 MiB. Searchers with a window add two columns behind these: alpha f64, beta f64.
 *
 * Children get their entries all at once, when their parent is expanded. So a parent stands before its children, and all
 * that is below a node stands in one piece. Probabilities and points are not stored: they follow from the edges.
 * Numbers are little-endian, as on every machine the lab runs on; a column starts at a multiple of 8 bytes.
 */
export const KINDS = ['max', 'chance', 'min', 'leaf'] as const
/** `leaf`: an afterstate, or whatever stands at the horizon, that was evaluated at once. */
export type NodeKind = (typeof KINDS)[number]

/** Index of a node in its trace. */
export type NodeId = number

export const FLAGS = {
  /** Not searched: its value was found in the table. `link` is the node that had computed it. */
  TABLE_HIT: 1 << 0,
  /** A leaf because its cumulative probability is below the cut. */
  PROBABILITY_CUT: 1 << 1,
  /** A leaf because no depth is left. */
  HORIZON: 1 << 2,
  /** Nothing can be done here: a dead board, the end of a game. */
  TERMINAL: 1 << 3,
  /** Worth the floor, more (and not by rounding alone) than what its children give. */
  FLOOR: 1 << 4,
  /** The search was stopped before this node had its value: in its midst, or before its turn came. */
  STOPPED: 1 << 5,
  /** Searched and counted, but there was no room for its children. */
  NOT_RECORDED: 1 << 6,
  /** Its other children cannot matter: an ancestor has better. */
  ALPHA_CUT: 1 << 7,
  BETA_CUT: 1 << 8,
} as const

/** What the flags are called in JSON, by bit. */
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
] as const
export type FlagName = (typeof FLAG_NAMES)[number]

/** One view a column. `alpha` and `beta` are empty in a trace without a window. */
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
}
export type ColumnName = keyof Columns

/** Bytes of an entry in each column, in the order they stand in memory and in a file. */
const PLAIN = { value: 8, nodes: 8, parent: 4, link: 4, edge: 2, children: 2, flags: 2, depth: 1, kind: 1 } as const
const WINDOW = { alpha: 8, beta: 8 } as const

/** Where columns stand: everything needed to view them, on any thread when the buffer is shared. */
export interface ColumnSpace {
  readonly buffer: ArrayBufferLike
  /** Bytes before the first column, a multiple of 8. */
  readonly offset: number
  /** Entries there is room for, a multiple of 8. */
  readonly capacity: number
  /** Whether the two columns of the window are there. */
  readonly hasWindow: boolean
}

export const MEBIBYTE = 2 ** 20
/** Caps, in MiB: 32,768 entries a MiB. */
export const TRACE_MEBIBYTES = { min: 1, max: 2048, default: 256 } as const

/** The columns that are there, with the bytes of one entry. */
export function columnList(hasWindow: boolean): readonly { readonly name: ColumnName; readonly bytes: number }[] {
  const columns: Partial<Record<ColumnName, number>> = hasWindow ? { ...PLAIN, ...WINDOW } : PLAIN
  return Object.entries(columns).map(([name, bytes]) => ({ name: name as ColumnName, bytes }))
}

export function bytesPerEntry(hasWindow: boolean): number {
  return columnList(hasWindow).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Entries that fit under a cap. */
export function capacityOf(mebibytes: number, hasWindow: boolean): number {
  return Math.floor((mebibytes * MEBIBYTE) / bytesPerEntry(hasWindow) / 8) * 8
}

/** Shared room for at least so many entries. */
export function newSpace(entries: number, hasWindow: boolean): ColumnSpace {
  const capacity = Math.ceil(entries / 8) * 8 // so that every column, of whatever type, starts at a multiple of 8
  return { buffer: new SharedArrayBuffer(capacity * bytesPerEntry(hasWindow)), offset: 0, capacity, hasWindow }
}

export function viewColumns({ buffer, offset, capacity, hasWindow }: ColumnSpace): Columns {
  let end = offset
  /** Behind the column asked for before it. */
  const place = (bytes: number): [ArrayBufferLike, number, number] => {
    const start = end
    end += bytes * capacity
    return [buffer, start, capacity]
  }
  return {
    value: new Float64Array(...place(PLAIN.value)),
    nodes: new Float64Array(...place(PLAIN.nodes)),
    parent: new Uint32Array(...place(PLAIN.parent)),
    link: new Uint32Array(...place(PLAIN.link)),
    edge: new Uint16Array(...place(PLAIN.edge)),
    children: new Uint16Array(...place(PLAIN.children)),
    flags: new Uint16Array(...place(PLAIN.flags)),
    depth: new Uint8Array(...place(PLAIN.depth)),
    kind: new Uint8Array(...place(PLAIN.kind)),
    alpha: hasWindow ? new Float64Array(...place(WINDOW.alpha)) : new Float64Array(0),
    beta: hasWindow ? new Float64Array(...place(WINDOW.beta)) : new Float64Array(0),
  }
}
