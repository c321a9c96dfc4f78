/** Settings that, with the position and the evaluator, determine a search value. Terms as in docs/search-values.md. */
import { MAX_DEPTH, MAX_MS, MAX_NODES } from '../game/limits'
import { badSetting, inRange, oneOf, wholeInRange } from '../settingChecks'

/** Largest magnitude of a value that the user sets: in a mean with it, other values still differ. */
const MAX_VALUE = 1e12

export const TABLE_ENTRY_BYTES = 16
/** From 64 KiB to 1 GiB. */
export const TABLE_BITS = { min: 12, max: 26, default: 16 } as const

/** Wrappers for a searcher of any game, and their ranges: `Wrapping`. */
export const DEEPENINGS = ['contract', 'interruptible'] as const
export const ORDERS = ['static', 'dynamic'] as const
export const TABLE_RANGE = { min: 1, max: 23 } as const
/** Default size of a table that a rule of the config requires: 2^RULED_TABLE entries. */
export const RULED_TABLE = 20

export const LEAVES = ['afterstate', 'spawned'] as const
export const POINTS = ['ignored', 'added'] as const
export const TABLES = ['off', 'exact', 'deeper'] as const
export const DEPTH_RULES = ['distinct', 'empty'] as const

/** A number of (tile + move) pairs after the root move, or a rule that gives it for a board (`depthFor`). */
export type Depth = number | (typeof DEPTH_RULES)[number]

export interface SearchSettings {
  /** `afterstate`: a leaf is the board after a move. `spawned`: the mean of the evaluator over the next tile. */
  readonly leaf: (typeof LEAVES)[number]
  /** `added`: values contain the points of the moves on the way, for evaluators that estimate future points. */
  readonly points: (typeof POINTS)[number]
  /** Value of a board without a legal move, or `heuristic`: its plain evaluation. */
  readonly dead: 'heuristic' | number
  /** The least value of a player node. */
  readonly floor: 'none' | number
  /** Chance nodes of a smaller cumulative probability are leaves; 0 = off, at most 1. */
  readonly cut: number
  /** `exact` never changes a value; `deeper` reuses entries stored with at least as much depth left. */
  readonly table: (typeof TABLES)[number]
  /** The table has 2^tableBits entries of 16 bytes, and is cleared for each root move of each iteration. */
  readonly tableBits: number
  /** Decides instead on the boards it was trained for; absent: the search alone decides. */
  readonly expert?: WallExpert
}

/**
 * A network for boards whose tiles of `target` and more, the walls, are all different: it estimates the chance to make the next such
 * tile, and an expectimax of its own asks it. See docs/walls.md.
 */
export interface WallExpert {
  /** The id of the network's file. */
  readonly network: string
  /** The rank from which a tile is a wall; the network's own. */
  readonly target: number
  /** The least number of walls for which it decides. */
  readonly least: number
  /** Chance nodes in a row in its search. */
  readonly layers: number
  /** The `cut` of its own search, like that of the settings. */
  readonly cut: number
  /** Where its best chance is below this, the search decides. */
  readonly below: number
}

/** Ranges of an expert's numbers. */
const EXPERT_RANGES = { target: [3, 14], least: [0, 16], layers: [0, 8], cut: [0, 1], below: [0, 1] } as const

/** Form of a trained network's id: see `networkId`. */
export const NETWORK_ID = /^[0-9a-f]{16}$/

/** @throws {LabError} `BAD_SETTING` */
export function checkNetworkId(field: string, id: unknown): void {
  if (typeof id !== 'string' || !NETWORK_ID.test(id))
    throw badSetting(field, 'is not the id of a network: 16 digits 0 … 9, a … f')
}

/** When a search ends. With `depth` alone it is one search at that depth; otherwise it deepens until a limit is reached. */
export interface SearchLimits {
  readonly depth?: Depth
  /** Moves tried. */
  readonly nodes?: number
  /** Milliseconds; such a search is not reproducible. */
  readonly ms?: number
}

/**
 * The threshold for a cumulative probability. Products such as (0.9 / 9)^4 equal a cut of 1e-4 on paper, but rounding puts them below it;
 * they must not count as below the cut. The reference vectors agree (tests/golden): with the bare comparison, the values of one of them are
 * off by 1.2e-4.
 */
export function cutThreshold(cut: number): number {
  return cut * (1 - 1e-12)
}

/**
 * True if the floor lifts a player node. A mean of values that all equal the floor may fall below it by rounding, depending on the order of
 * the additions; that does not count as below.
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

/** Settings that override others; an expert of `null` takes the expert away. */
export type SomeSettings = Partial<Omit<SearchSettings, 'expert'>> & { readonly expert?: WallExpert | null }

/** Settings as names and plain values: the expert's are `expert.network`, `expert.least`, … */
export function flatSettings({ expert, ...settings }: SearchSettings): Readonly<Record<string, string | number>> {
  const ofExpert = Object.entries(expert ?? {}).map(([id, value]) => [`expert.${id}`, value] as const)
  return { ...settings, ...(Object.fromEntries(ofExpert) as Readonly<Record<string, string | number>>) }
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function checkSettings(settings: SearchSettings): SearchSettings {
  const { leaf, points, dead, floor, cut, table, tableBits, expert } = settings
  oneOf('leaf', leaf, LEAVES)
  oneOf('points', points, POINTS)
  oneOf('table', table, TABLES)
  if (dead !== 'heuristic') inRange('dead', dead, -MAX_VALUE, MAX_VALUE)
  if (floor !== 'none') inRange('floor', floor, -MAX_VALUE, MAX_VALUE)
  inRange('cut', cut, 0, 1)
  wholeInRange('tableBits', tableBits, TABLE_BITS.min, TABLE_BITS.max)
  if (expert) checkExpert(expert)
  return settings
}

function checkExpert(expert: WallExpert): void {
  checkNetworkId('expert.network', expert.network)
  for (const id of ['target', 'least', 'layers'] as const)
    wholeInRange(`expert.${id}`, expert[id], EXPERT_RANGES[id][0], EXPERT_RANGES[id][1])
  for (const id of ['cut', 'below'] as const) inRange(`expert.${id}`, expert[id], EXPERT_RANGES[id][0], EXPERT_RANGES[id][1])
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
