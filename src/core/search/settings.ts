/**
 * What defines a search value, besides the position and the evaluator. Terms as in docs/search-values.md.
 */
import { inRange, oneOf, wholeInRange } from '../settingChecks'

/** Deepest search that is accepted, in (tile + slide) pairs. No finished search comes near it. */
export const MAX_DEPTH = 60
/** Largest limits of one search: slides tried, and milliseconds. */
export const MAX_NODES = 1e15
export const MAX_MS = 1e9

/** Largest magnitude of a value that is set by hand: a mean with it keeps the differences between other values. */
const MAX_VALUE = 1e12

export const TABLE_ENTRY_BYTES = 16
/** From 64 KiB to 1 GiB. */
export const TABLE_BITS = { min: 12, max: 26, default: 16 } as const

/** What can be put around a searcher of any game, and how far: `Wrapping`. */
export const DEEPENINGS = ['contract', 'interruptible'] as const
export const ORDERS = ['static', 'dynamic'] as const
export const TABLE_RANGE = { min: 1, max: 23 } as const
/** Size of a table that a rule of the config asks for, where none is said: 2^RULED_TABLE entries. */
export const RULED_TABLE = 20
export const QUIET_PLIES = { min: 1, max: 100 } as const

export const LEAVES = ['afterstate', 'spawned'] as const
export const POINTS = ['ignored', 'added'] as const
export const TABLES = ['off', 'exact', 'deeper'] as const
export const DEPTH_RULES = ['distinct', 'empty'] as const

/** A number of (tile + slide) pairs after the root slide, or a rule that gives it for a board (`depthFor`). */
export type Depth = number | (typeof DEPTH_RULES)[number]

export interface SearchSettings {
  /** `afterstate`: a leaf is the board after a slide. `spawned`: the mean of the evaluator over the next tile. */
  readonly leaf: (typeof LEAVES)[number]
  /** `added`: values contain the points of the slides on the way, for evaluators that estimate points to come. */
  readonly points: (typeof POINTS)[number]
  /** Value of a board with no slide, or `heuristic`: its plain evaluation. */
  readonly dead: 'heuristic' | number
  /** A player node is worth at least this. */
  readonly floor: 'none' | number
  /** Chance nodes of a smaller cumulative probability are leaves; 0 = off, at most 1. */
  readonly cut: number
  /** `exact` never changes a value; `deeper` reuses what was stored with at least as much depth left. */
  readonly table: (typeof TABLES)[number]
  /** The table has 2^tableBits entries of 16 bytes, and is emptied for each root slide of each iteration. */
  readonly tableBits: number
}

/** When a search ends. With `depth` alone it is one search at that depth; otherwise it deepens until a bound is met. */
export interface SearchLimits {
  readonly depth?: Depth
  /** Slides tried. */
  readonly nodes?: number
  /** Milliseconds; such a search is not reproducible. */
  readonly ms?: number
}

/**
 * What a cumulative probability is compared with. Products such as (0.9 / 9)^4 equal a cut of 1e-4 on paper and fall
 * below it by rounding; they are not below the cut. The reference vectors agree (tests/golden): with the bare
 * comparison the values of one of them are off by 1.2e-4.
 */
export function cutThreshold(cut: number): number {
  return cut * (1 - 1e-12)
}

/**
 * Whether a player node is lifted by the floor. A mean of values that all are the floor falls below it by rounding or does
 * not, by the order in which they are added: that is not below.
 */
export function isBelowFloor(value: number, floor: number): boolean {
  return floor - value > 1e-12 * Math.abs(floor)
}

export const PLAIN_SETTINGS: SearchSettings = {
  leaf: 'afterstate',
  points: 'ignored',
  dead: 'heuristic',
  floor: 'none',
  cut: 0,
  table: 'exact',
  tableBits: TABLE_BITS.default,
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function checkSettings(settings: SearchSettings): SearchSettings {
  const { leaf, points, dead, floor, cut, table, tableBits } = settings
  oneOf('leaf', leaf, LEAVES)
  oneOf('points', points, POINTS)
  oneOf('table', table, TABLES)
  if (dead !== 'heuristic') inRange('dead', dead, -MAX_VALUE, MAX_VALUE)
  if (floor !== 'none') inRange('floor', floor, -MAX_VALUE, MAX_VALUE)
  inRange('cut', cut, 0, 1)
  wholeInRange('tableBits', tableBits, TABLE_BITS.min, TABLE_BITS.max)
  return settings
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function checkLimits(limits: SearchLimits): SearchLimits {
  const { depth, nodes, ms } = limits
  if (typeof depth === 'number') wholeInRange('depth', depth, 0, MAX_DEPTH)
  else if (depth !== undefined) oneOf('depth', depth, DEPTH_RULES)
  if (nodes !== undefined) wholeInRange('nodes', nodes, 1, MAX_NODES)
  if (ms !== undefined) inRange('ms', ms, 0, MAX_MS)
  return limits
}
