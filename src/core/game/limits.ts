import { badSetting, inRange, wholeInRange } from '../settingChecks'

/** When a search by depth ends; without limits it continues to the end of the game. */
export interface Limits {
  /** Plies: one action of an agent or one chance event each. */
  readonly depth?: number
  /** Positions entered. */
  readonly nodes?: number
  /** Milliseconds; such a search is not reproducible. */
  readonly ms?: number
}

/** More plies than any game here has. */
export const MAX_PLIES = 10_000
/** Extra plies for unreliable leaves. */
export const QUIET_PLIES = { min: 1, max: 100 } as const
/** Deepest search of 2048 allowed, in (tile + move) pairs. No search that finishes comes near it. */
export const MAX_DEPTH = 60
/** Largest limits of one search: moves tried, and milliseconds. */
export const MAX_NODES = 1e15
export const MAX_MS = 1e9

/** Why a search was interrupted: a limit on nodes or time, or a request. */
export type InterruptReason = 'limit' | 'request'

/** Thrown instead of entering a position; caught where the root's values are. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
  constructor(readonly reason: InterruptReason) {
    super(`the search was stopped: ${reason}`)
  }
}

/** Called before each position is entered, so that a search passes a limit by one node's work at most. */
export type Interrupt = (nodes: number) => InterruptReason | undefined

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function checkLimits({ depth, nodes, ms }: Limits): void {
  if (depth !== undefined) wholeInRange('depth', depth, 1, MAX_PLIES)
  if (nodes !== undefined) wholeInRange('nodes', nodes, 1, MAX_NODES)
  if (ms !== undefined) inRange('ms', ms, 0, MAX_MS)
  if (Number.isNaN(ms)) throw badSetting('ms', 'not a number')
}

/** The limits on nodes and time of a search that starts now. */
export function interruptBy({ nodes: most = Infinity, ms }: Limits, now: () => number, stopped: () => boolean): Interrupt {
  const end = ms === undefined ? undefined : now() + ms
  return nodes => {
    if (nodes >= most || (end !== undefined && now() >= end)) return 'limit'
    return stopped() ? 'request' : undefined
  }
}
