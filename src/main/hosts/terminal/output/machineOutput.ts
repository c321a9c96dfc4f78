/**
 * The machine-readable output of the terminal, with its version in the field `face`. It is a promise: docs/terminal.md documents it,
 * tests/main/hosts/terminal/ check it.
 */
import type { OutlookView } from '../../../../core/contract/calls'
import type { LabErrorData } from '../../../../core/errors'
import { makePosition, makeSpawn } from '../../../../core/games/twenty48/notation'
import { face, type Move } from '../../../../core/games/twenty48/board'
import { VERSION } from '../../../installation'
import type { Provenance } from '../../../lab/localLab'
import { type ExpertAnswer, type SearchReport, expertAnswer } from '../../../../core/games/twenty48/search/report'

/** Increases when a field is removed, renamed or changes its meaning; new fields do not change it. */
export const OUTPUT_VERSION = 5

export interface SearchAnswer extends Pick<
  SearchReport,
  'values' | 'depths' | 'cuts' | 'depth' | 'cut' | 'nodes' | 'hits' | 'pvNodes'
> {
  /** The 16 digits of the board, in any notation of the input. */
  readonly position: string
  /** `null` when the game is over. */
  readonly best: Move | null
  readonly ms: number
  /** `left`, `4@r2c3`, `up`, … With `--no-pv` the best move alone. */
  readonly pv: readonly string[]
  /** Part of `ms` for `pv`; it may exceed `ms` if several threads searched. */
  readonly pvMs: number
  /** Present only if the expert of the profile was asked. */
  readonly expert?: ExpertAnswer
}

/** Replaces an answer to an invalid line of input. */
export interface SearchRefusal {
  /** The input, or its beginning. */
  readonly position: string
  readonly error: Pick<LabErrorData, 'code' | 'message'>
}

export function searchAnswer(report: SearchReport, ms: number): SearchAnswer {
  const { board, best, values, depths, cuts, depth, cut, nodes, hits, pv, pvNodes, pvMs, expert } = report
  const effort = { depths, cuts, depth, cut, nodes, hits, ms: rounded(ms) }
  const variation = { pv: makeLine(pv), pvNodes, pvMs: rounded(pvMs) }
  return { position: makePosition(board), best: best ?? null, values, ...effort, ...variation, ...expertAnswer(expert) }
}

/** How far quick games get from the position. */
export function outlookAnswer({ profile, depth, games, tiles }: OutlookView) {
  const chances = tiles.map(({ rank, share, interval }) => ({ tile: face(rank), chance: share, interval }))
  return { outlook: { profile, depth, games, chances } }
}

function makeLine(pv: SearchReport['pv']): string[] {
  return pv.map(step => ('move' in step ? step.move : makeSpawn(step.spawn)))
}

/** The provenance of a result. */
export interface Settings extends Provenance {
  readonly face: typeof OUTPUT_VERSION
}

/** A view of the window, as programs read it. */
export function withVersion<T extends object>(view: T) {
  return { ...view, settings: { face: OUTPUT_VERSION }, version: VERSION }
}

export function settingsOf(provenance: Provenance): Settings {
  return { face: OUTPUT_VERSION, ...provenance }
}

/** Four digits, not three decimals: a move can take less than a microsecond. */
export function fourDigits(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4))
}

/** Rounds to three decimals: no clock is more precise. */
export function rounded(value: number): number {
  return Number(value.toFixed(3))
}
