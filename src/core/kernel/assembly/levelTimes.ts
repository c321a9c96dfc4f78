/**
 * Time that a recorded search spends at each level, by the rules of `core/trace/levelTimes.ts`. The clock is read on entering
 * and leaving an expanded chance node or a separate player node; the fused last ply counts for its chance node.
 */
import { LEVEL_TIMES } from './memory'

/** Milliseconds. */
// @ts-expect-error: decorator
@external('host', 'now')
declare function now(): f64

const MS: usize = LEVEL_TIMES + 8
/** Enough for a search of 60 pairs. */
const MOST_LEVELS: usize = 122

let rootDepth: u32 = 0
/** Level of the chance node at the root's depth. */
let firstLevel: u32 = 0
let level: u32 = 0
let since: f64 = 0
/** Whether the search takes times: those of a few plies only are not worth reading the clock. */
let isTimed: bool = false

export function clearTimes(): void {
  memory.fill(LEVEL_TIMES, 0, (1 + MOST_LEVELS) << 3)
}

/** Starts a search at the root. @param first level of the chance node at this depth: 1 below a slide, 0 for an afterstate */
export function startTimes(depth: u32, first: u32): void {
  rootDepth = depth
  firstLevel = first
  level = 0
  since = now()
  isTimed = true
}

export function stopTimes(): void {
  goTo(0)
  isTimed = false
}

// @ts-expect-error: decorator
@inline
export function enterChance(depth: u32): void {
  if (isTimed) goTo(chanceLevel(depth))
}

// @ts-expect-error: decorator
@inline
export function leaveChance(depth: u32): void {
  if (!isTimed) return
  const its = chanceLevel(depth)
  goTo(its == 0 ? 0 : its - 1)
}

/** @param depth left, one less than at the chance node above */
// @ts-expect-error: decorator
@inline
export function enterPlayer(depth: u32): void {
  if (isTimed) goTo(chanceLevel(depth) - 1)
}

// @ts-expect-error: decorator
@inline
export function leavePlayer(depth: u32): void {
  if (isTimed) goTo(chanceLevel(depth) - 2)
}

// @ts-expect-error: decorator
@inline
function chanceLevel(depth: u32): u32 {
  return ((rootDepth - depth) << 1) + firstLevel
}

function goTo(next: u32): void {
  if (!isTimed) return
  const at = now()
  const place = MS + (<usize>level << 3)
  store<f64>(place, load<f64>(place) + (at - since))
  since = at
  level = next
  if (<f64>next >= load<f64>(LEVEL_TIMES)) store<f64>(LEVEL_TIMES, <f64>(next + 1))
}
