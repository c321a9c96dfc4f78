/**
 * Recording of the search tree, in the columns that `core/trace/format.ts` describes, in the order of the search and by the rules of
 * its `writer.ts`. The recorder is a type argument `Trace`, so that a search without it compiles without any of this code.
 *
 * The memory after the transposition table holds, for each 16 bytes of it, the node that computed the value there (u32), then
 * the tiles that wait for their entries, and the columns.
 */
import { TABLE } from './memory'

export type Silent = u8
export type Recorded = u16

// @ts-expect-error: decorator
@inline
export function isRecorded<Trace>(): bool {
  return sizeof<Trace>() == 2
}

/** Instead of a node without an entry. */
export const NOWHERE: u32 = 0x8000_0000

export const TABLE_HIT: u32 = 1 << 0
export const PROBABILITY_CUT: u32 = 1 << 1
export const HORIZON: u32 = 1 << 2
export const TERMINAL: u32 = 1 << 3
export const FLOOR: u32 = 1 << 4
const STOPPED: u32 = 1 << 5
export const NOT_RECORDED: u32 = 1 << 6

export const MAX: u8 = 0
export const CHANCE: u8 = 1
const LEAF: u8 = 3

/** Depths of a search, and bytes of the tiles that wait at one: 16 times 64. */
const MOST_DEPTHS: usize = 64
const WAITING_BITS: usize = 10

/** Room reserved for the first two pairs below the root; `writer.ts` has the same number. */
const KEPT: u32 = 1 << 14

/** Entries in use, and those with the ones reserved for children that are not entered yet. */
let entries: u32 = 0
let taken: u32 = 0
/** Entries that fit, in total and below the first two pairs. */
let room: u32 = 0
let deepRoom: u32 = 0
let rootDepth: u32 = 0
/** Depth of the last chance nodes that are recorded; −1: all are. */
let lastDepth: i32 = -1

let sources: usize = 0
/** By depth and cell: f64 value, u32 flags, then at 16 f64[4] of the leaves. */
let waiting: usize = 0
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
  return placeRoom(sources + (<usize>4 << tableBits), capacity)
}

/** The same at an address, for a search without a table. */
export function placeRoom(at: usize, capacity: u32): usize {
  waiting = (at + 7) & ~7
  values = waiting + (MOST_DEPTHS << WAITING_BITS)
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

/**
 * The port has written the first entries, and reserved others for moves of the root. Uses at most `limit` of those that fit, and records
 * this many pairs below the root's chance nodes.
 */
export function beginRecording(used: u32, reserved: u32, depth: u32, limit: u32, pairs: u32): void {
  lastDepth = pairs < depth ? <i32>(depth - pairs) : -1
  room = limit
  deepRoom = limit - min<u32>(limit >> 3, KEPT)
  entries = used
  taken = used + reserved
  rootDepth = depth
}

/** Whether a chance node of this depth is recorded, and what is below it is not. */
// @ts-expect-error: decorator
@inline
export function isLastRecorded(depth: u32): bool {
  return <i32>depth == lastDepth
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

/** Gives a node its children, all of them or none. @returns the node, or NOWHERE: the parent of their entries */
export function expand(node: u32, children: u32, depth: u32): u32 {
  if (node == NOWHERE || children == 0) return NOWHERE
  if (!take(children, depth)) {
    store<u16>(flagBits + (<usize>node << 1), STOPPED | NOT_RECORDED)
    return NOWHERE
  }
  store<u16>(childCounts + (<usize>node << 1), children)
  return node
}

/** Enters the next child of a node. @returns its entry, NOWHERE below NOWHERE */
export function enter(parent: u32, edge: u32, kind: u8, depth: u32): u32 {
  if (parent == NOWHERE) return NOWHERE
  begin(entries, parent, edge, kind, depth)
  return entries++
}

/** Ends a node: nothing more follows below it. */
export function close(node: u32): void {
  if (node == NOWHERE || load<u16>(childCounts + (<usize>node << 1)) == 0) return
  store<u32>(links + (<usize>node << 2), entries)
}

/** Records the value of a finished node. */
export function leave(node: u32, value: f64, nodes: u64, flags: u32): void {
  if (node == NOWHERE) return
  store<f64>(values + (<usize>node << 3), value)
  store<f64>(tried + (<usize>node << 3), <f64>nodes)
  const at = flagBits + (<usize>node << 1)
  store<u16>(at, flags | (load<u16>(at) & NOT_RECORDED))
  close(node)
}

export function leaveLeaf(node: u32, value: f64, flags: u32): void {
  if (node == NOWHERE) return
  leave(node, value, 0, flags)
  store<u8>(kinds + node, LEAF)
}

/** Records a hit of the table at the address of its value. */
export function leaveHit(node: u32, value: f64, known: usize): void {
  if (node == NOWHERE) return
  leave(node, value, 0, TABLE_HIT)
  store<u32>(links + (<usize>node << 2), load<u32>(sourceOf(known)))
}

/** Records where the value at this address of the table was computed. */
export function noteSource(known: usize, node: u32): void {
  store<u32>(sourceOf(known), node == NOWHERE ? 0 : node)
}

/**
 * Records a player node whose slides are all leaves in one call. Their values are at `leaves` in the order of directions,
 * −∞ for an illegal slide.
 */
export function recordLastSlides(parent: u32, edge: u32, value: f64, flags: u32, leaves: usize, leafFlag: u32, depth: u32): void {
  if (parent == NOWHERE) return
  const node = enter(parent, edge, MAX, depth)
  if (expand(node, legalSlides(leaves), depth) != NOWHERE) enterLeaves(node, leaves, leafFlag, depth)
  leave(node, value, 4, flags)
}

/** The same of a tile that has its value before the tiles whose entries come first: its room is taken, and its entries wait. */
export function waitForEntry(parent: u32, place: u32, value: f64, flags: u32, leaves: usize, depth: u32): void {
  if (parent == NOWHERE) return
  const slides = legalSlides(leaves)
  const at = waitingAt(depth, place)
  store<f64>(at, value)
  store<u32>(at, slides == 0 || take(slides, depth) ? flags : flags | NOT_RECORDED, 8)
  memory.copy(at + 16, leaves, 32)
}

/** Enters a tile that waits. */
export function recordWaiting(parent: u32, edge: u32, leafFlag: u32, depth: u32): void {
  if (parent == NOWHERE) return
  const at = waitingAt(depth, edge >> 1)
  const flags = load<u32>(at, 8)
  const slides = legalSlides(at + 16)
  const node = enter(parent, edge, MAX, depth)
  if (slides > 0 && (flags & NOT_RECORDED) == 0) {
    store<u16>(childCounts + (<usize>node << 1), slides)
    enterLeaves(node, at + 16, leafFlag, depth)
  }
  leave(node, load<f64>(at), 4, flags)
}

/** @param cell 0 … 15 */
function waitingAt(depth: u32, cell: u32): usize {
  return waiting + (<usize>depth << WAITING_BITS) + (<usize>cell << 6)
}

function legalSlides(leaves: usize): u32 {
  let legal: u32 = 0
  for (let direction: usize = 0; direction < 4; direction++) if (load<f64>(leaves + (direction << 3)) != -Infinity) legal++
  return legal
}

function enterLeaves(node: u32, leaves: usize, leafFlag: u32, depth: u32): void {
  for (let direction: u32 = 0; direction < 4; direction++) {
    const leaf = load<f64>(leaves + (<usize>direction << 3))
    if (leaf == -Infinity) continue
    const child = enter(node, direction, LEAF, depth)
    store<f64>(values + (<usize>child << 3), leaf)
    store<u16>(flagBits + (<usize>child << 1), leafFlag)
  }
}

/** Reserves entries for the children of a node of this depth; false if there is no room. */
function take(children: u32, depth: u32): bool {
  if (taken + children > (depth + 1 >= rootDepth ? room : deepRoom)) return false
  taken += children
  return true
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
