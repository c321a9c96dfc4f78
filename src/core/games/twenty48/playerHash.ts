/** Decides which players are the same: their values are compared with each other, and drawn as one line. */
import { contentHash } from '../../contentHash'
import type { Depth, SearchSettings } from '../../search/settings'
import type { Evaluator } from './heuristics/family'
import type { Player } from './player'
import { deepensByCut } from './search/levels'

/** The parts of a player that a value depends on, besides position and depth; of its limits only whether they vary the cut. */
export interface Judge extends Pick<Player, 'evaluator' | 'settings'> {
  readonly limits?: Player['limits']
  /** Present if its searches deepen by their cut: then the one in the settings says nothing about a value. */
  readonly cut?: 'varies'
}

const known = new WeakMap<Judge, string>()

/**
 * Content hash of a player: equal for two players that give every position the same value at the same depth (docs/search-values.md). So it
 * covers the evaluator and the settings but not the limits, which affect only the depth, or the cut: then "varies" stands for it; and of the
 * table only the part that changes a value.
 */
export function playerHash(player: Judge): string {
  const { evaluator, settings } = player
  const cut = cutVaries(player) ? { cut: 'varies' } : {}
  const hash = known.get(player) ?? contentHash({ evaluator, settings: { ...withoutIdle(settings), ...cut } })
  known.set(player, hash)
  return hash
}

/** True if they give every position the same value at the same depth. */
export function samePlayer(a: Judge, b: Judge): boolean {
  return playerHash(a) === playerHash(b)
}

/** What is stored of a player beside its values. */
export function judgeOf(player: Judge): Judge {
  const { evaluator, settings } = player
  return { evaluator, settings, ...(cutVaries(player) && { cut: 'varies' }) }
}

/** The same player when a depth bounds its search: with the cut of its settings. */
export function atDepth({ evaluator, settings }: Judge): Judge {
  return { evaluator, settings }
}

function cutVaries({ cut, limits, settings }: Judge): boolean {
  return cut === 'varies' || (limits !== undefined && deepensByCut(limits, settings.cut))
}

/** True if two players differ at most in the size of their tables: the same profile on a machine with more memory. */
export function sameButForRoom(a: Judge, b: Judge): boolean {
  return roomlessHash(a) === roomlessHash(b)
}

/** Equal for two players that differ at most in the size of their tables. */
function roomlessHash(player: Judge): string {
  return playerHash(roomless(player))
}

/** Values with the same unit hash are in one unit: of one evaluator, with or without the points of moves. */
export function unitHash({ evaluator, settings: { points } }: Judge): string {
  return contentHash({ evaluator, points })
}

/** An exact table changes no value, and without a table its size has no effect. */
function withoutIdle({ table, tableBits, ...rest }: SearchSettings): object {
  return table === 'deeper' ? { ...rest, table, tableBits } : rest
}

function roomless(player: Judge): Judge {
  return { ...player, settings: { ...player.settings, tableBits: 0 } }
}

/**
 * Names the calibration of a player: equal for players whose searches find the same values, but for the size of the table. Values under other
 * limits are not calibrated.
 */
export function calibrationKey({ evaluator, settings, limits }: Player): string {
  return contentHash([roomlessHash({ evaluator, settings }), limits]).slice(0, 16)
}

/**
 * The player that judges games (`accuracy.ts`): a built-in profile at a finer cut than its own. Its values are read by the calibration of the
 * profile itself, which ships: they are of one evaluator, and the chance that they stand for is that of the profile.
 */
export const JUDGE = {
  profile: 'strongest',
  cut: 0.0015,
  /** The profile's own cut, and its `calibrationKey`: a test compares both with the profile. */
  ownCut: 0.01,
  calibration: 'be1ca3e37952edea',
} as const

/** The judge, from its built-in profile. */
export function judgeFrom({ evaluator, settings, depth }: JudgeProfile): Player {
  return { evaluator, settings: { ...settings, cut: JUDGE.cut }, limits: { depth } }
}

interface JudgeProfile {
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly depth: Depth
}

/** True for the judge, with a table of any size. */
export function isJudge(player: Player): boolean {
  const { settings } = player
  if (settings.cut !== JUDGE.cut) return false
  return calibrationKey({ ...player, settings: { ...settings, cut: JUDGE.ownCut } }) === JUDGE.calibration
}
