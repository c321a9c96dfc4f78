/**
 * Recording of the search tree, in the columns that `core/trace/format.ts` describes and by the rules of its
 * `writer.ts`. The recorder is a type argument `Trace`, so that a search without it compiles without any of this code.
 *
 * The memory after the transposition table holds, for each 16 bytes of it, the node that computed the value there (u32), and
 * then the columns.
 */
import { DOWN, LEFTWARDS, RIGHTWARDS, UP } from './board'
import { TABLE } from './memory'

export type Silent = u8
export type Recorded = u16

// @ts-expect-error: decorator
@inline
export function isRecorded<Trace>(): bool {
  return sizeof<Trace>() == 2
}

/** Nodes from this number on have no entry. Their children would come later, and have none either. */
export const NOWHERE: u32 = 0x8000_0000

export const TABLE_HIT: u32 = 1 << 0
export const PROBABILITY_CUT: u32 = 1 << 1
export const HORIZON: u32 = 1 << 2
export const TERMINAL: u32 = 1 << 3
export const FLOOR: u32 = 1 << 4
const STOPPED: u32 = 1 << 5
const NOT_RECORDED: u32 = 1 << 6

const MAX: u8 = 0
const CHANCE: u8 = 1
const LEAF: u8 = 3

/** Room reserved for the first two pairs below the root; `writer.ts` has the same number. */
const KEPT: u32 = 1 << 14

/** Entries in use. */
let entries: u32 = 0
/** Entries that fit, in total and below the first two pairs. */
let room: u32 = 0
let deepRoom: u32 = 0
let rootDepth: u32 = 0

let sources: usize = 0
let values: usize = 0
let tried: usize = 0
let parents: usize = 0
let links: usize = 0
let edges: usize = 0
let childCounts: usize = 0
let flagBits: usize = 0
let depths: usize = 0
let kinds: usize = 0

/**
 * Allocates this many entries after a table of 2^`tableBits` times 16 bytes.
 * @returns the address of the first column, 0 if there is no memory
 */
export function makeRoom(capacity: u32, tableBits: u32): usize {
  sources = TABLE + (<usize>16 << tableBits)
  values = (sources + (<usize>4 << tableBits) + 7) & ~7
  tried = values + (<usize>capacity << 3)
  parents = tried + (<usize>capacity << 3)
  links = parents + (<usize>capacity << 2)
  edges = links + (<usize>capacity << 2)
  childCounts = edges + (<usize>capacity << 1)
  flagBits = childCounts + (<usize>capacity << 1)
  depths = flagBits + (<usize>capacity << 1)
  kinds = depths + capacity
  const missing = <i32>((<u64>kinds + capacity + 0xffff) >> 16) - memory.size()
  return missing > 0 && memory.grow(missing) < 0 ? 0 : values
}

/** The port has written the first entries: the root and its slides. Uses at most `limit` of the entries that fit. */
export function beginRecording(used: u32, depth: u32, limit: u32): void {
  room = limit
  deepRoom = limit - min<u32>(limit >> 3, KEPT)
  entries = used
  rootDepth = depth
}

export function entriesInUse(): u32 {
  return entries
}

/** Resets the columns to their initial state. */
export function clearRoom(): void {
  memory.fill(values, 0, <usize>entries << 3)
  memory.fill(tried, 0, <usize>entries << 3)
  memory.fill(parents, 0, <usize>entries << 2)
  memory.fill(links, 0, <usize>entries << 2)
  memory.fill(edges, 0, <usize>entries << 1)
  memory.fill(childCounts, 0, <usize>entries << 1)
  memory.fill(flagBits, 0, <usize>entries << 1)
  memory.fill(depths, 0, entries)
  memory.fill(kinds, 0, entries)
}

/** Gives a chance node its children, a 2 and a 4 for each cell, given as bits of `emptyCells`. @returns the first */
export function expandTiles(node: u32, cells: u64, depth: u32): u32 {
  const first = expand(node, <u32>popcnt(cells) << 1, depth + 1)
  if (first >= NOWHERE) return first
  for (let child = first; cells != 0; child += 2) {
    const edge = <u32>(ctz(cells) >> 1) // twice the number of the cell
    cells &= cells - 1
    begin(child, node, edge, MAX, depth)
    begin(child + 1, node, edge | 1, MAX, depth)
  }
  return first
}

/** Gives a player node its legal slides. @returns the first */
export function expandSlides(node: u32, up: bool, down: bool, left: bool, right: bool, depth: u32): u32 {
  const first = expand(node, <u32>up + <u32>down + <u32>left + <u32>right, depth)
  if (first >= NOWHERE) return first
  let child = first
  if (up) begin(child++, node, UP, CHANCE, depth)
  if (down) begin(child++, node, DOWN, CHANCE, depth)
  if (left) begin(child++, node, LEFTWARDS, CHANCE, depth)
  if (right) begin(child++, node, RIGHTWARDS, CHANCE, depth)
  return first
}

/** Records the value of a finished node. */
export function leave(node: u32, value: f64, nodes: u64, flags: u32): void {
  if (node >= NOWHERE) return
  store<f64>(values + (<usize>node << 3), value)
  store<f64>(tried + (<usize>node << 3), <f64>nodes)
  const at = flagBits + (<usize>node << 1)
  store<u16>(at, flags | (load<u16>(at) & NOT_RECORDED))
}

export function leaveLeaf(node: u32, value: f64, flags: u32): void {
  if (node >= NOWHERE) return
  leave(node, value, 0, flags)
  store<u8>(kinds + node, LEAF)
}

/** Records a hit of the table at the address of its value. */
export function leaveHit(node: u32, value: f64, known: usize): void {
  if (node >= NOWHERE) return
  leave(node, value, 0, TABLE_HIT)
  store<u32>(links + (<usize>node << 2), load<u32>(sourceOf(known)))
}

/** Records where the value at this address of the table was computed. */
export function noteSource(known: usize, node: u32): void {
  store<u32>(sourceOf(known), node >= NOWHERE ? 0 : node)
}

/**
 * Records a player node whose slides are all leaves in one call. Their values are at `leaves` in the order of directions,
 * −∞ for an illegal slide.
 */
export function recordLastSlides(node: u32, value: f64, flags: u32, leaves: usize, leafFlag: u32, depth: u32): void {
  if (node >= NOWHERE) return
  let legal: u32 = 0
  for (let direction: usize = 0; direction < 4; direction++) if (load<f64>(leaves + (direction << 3)) != -Infinity) legal++
  const first = expand(node, legal, depth)
  leave(node, value, 4, flags)
  if (first >= NOWHERE) return
  let child = first
  for (let direction: u32 = 0; direction < 4; direction++) {
    const leaf = load<f64>(leaves + (<usize>direction << 3))
    if (leaf == -Infinity) continue
    begin(child, node, direction, LEAF, depth)
    store<f64>(values + (<usize>child << 3), leaf)
    store<u16>(flagBits + (<usize>child << 1), leafFlag)
    child++
  }
}

/** @returns the first of a node's children; NOWHERE or more if they get no entries. */
function expand(node: u32, children: u32, depth: u32): u32 {
  if (node >= NOWHERE || children == 0) return NOWHERE
  if (entries + children > (depth + 1 >= rootDepth ? room : deepRoom)) {
    store<u16>(flagBits + (<usize>node << 1), STOPPED | NOT_RECORDED)
    return NOWHERE
  }
  const first = entries
  entries += children
  store<u32>(links + (<usize>node << 2), first)
  store<u16>(childCounts + (<usize>node << 1), children)
  return first
}

/** Initialises a node that is yet to be searched. */
// @ts-expect-error: decorator
@inline
function begin(node: u32, parent: u32, edge: u32, kind: u8, depth: u32): void {
  store<u32>(parents + (<usize>node << 2), parent)
  store<u16>(edges + (<usize>node << 1), edge)
  store<u16>(flagBits + (<usize>node << 1), STOPPED)
  store<u8>(depths + node, depth)
  store<u8>(kinds + node, kind)
}

// @ts-expect-error: decorator
@inline
function sourceOf(known: usize): usize {
  return sources + (((known - TABLE) >> 4) << 2)
}
