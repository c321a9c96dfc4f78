/** The machine-readable output of the terminal, with the version that it states as `face`. It is a promise: docs/terminal.md states it, tests/main/terminal*.test.ts hold it. */
import type { LabErrorData } from '../../../../core/errors'
import { makePosition, makeSpawn } from '../../../../core/games/twenty48/notation'
import type { Move } from '../../../../core/games/twenty48/board'
import { VERSION } from '../../../about'
import type { BenchPlan, BenchSummary, Provenance } from '../../../lab/commandLab'
import type { SearchReport, SlideValues } from '../../../../core/games/twenty48/search/report'
import { seedsOf } from '../../../../core/tuning/seeds'

/** Grows when a field is removed, renamed or changes its meaning; new fields may come without. */
export const OUTPUT_VERSION = 3

export interface SearchAnswer {
  /** The 16 digits of the board, however it was written. */
  readonly position: string
  /** `null` when the game is over. */
  readonly best: Move | null
  readonly values: SlideValues
  readonly depth: number
  readonly nodes: number
  readonly hits: number
  readonly ms: number
  /** `left`, `4@r2c3`, `up`, … With `--no-pv` the best slide alone. */
  readonly pv: readonly string[]
  /** Of `pv`; `nodes` does not contain them. */
  readonly pvNodes: number
  /** Of `ms`, for `pv`; where several threads searched it may be more. */
  readonly pvMs: number
}

/** In the place of an answer where a line of input cannot be answered. */
export interface SearchRefusal {
  /** As it came, or its beginning. */
  readonly position: string
  readonly error: Pick<LabErrorData, 'code' | 'message'>
}

export function searchAnswer(report: SearchReport, ms: number): SearchAnswer {
  const { board, best, values, depth, nodes, hits, pv, pvNodes, pvMs } = report
  const effort = { depth, nodes, hits, ms: rounded(ms) }
  return { position: makePosition(board), best: best ?? null, values, ...effort, pv: makeLine(pv), pvNodes, pvMs: rounded(pvMs) }
}

function makeLine(pv: SearchReport['pv']): string[] {
  return pv.map(step => ('move' in step ? step.move : makeSpawn(step.spawn)))
}

/** What `lab bench --json` ends with. */
export interface BenchResult extends BenchSummary {
  readonly settings: Settings
  readonly seed: number
  /** Only there with `--validation`. */
  readonly seeds?: 'validation'
  /** Only there with `--from`. */
  readonly from?: number
  /** Only there with `--max-slides`. */
  readonly maxSlides?: number
  readonly version: string
  /** The number that the batch is kept under; `null` where it is not kept. */
  readonly batch: number | null
  readonly kept: boolean
  /** Only there when a signal ended it early. */
  readonly interrupted?: true
}

/** Where a result comes from. */
export interface Settings extends Provenance {
  readonly face: typeof OUTPUT_VERSION
}

export function benchResult(
  summary: BenchSummary,
  made: Provenance,
  { seed, validation, maxSlides }: Omit<BenchPlan, 'player'>,
  { batch, interrupted }: { readonly batch: number | null; readonly interrupted: boolean },
): BenchResult {
  const { mean, p50, p95, p99 } = summary.msPerMove
  return {
    ...summary,
    msPerMove: { mean: digits(mean), p50: digits(p50), p95: digits(p95), p99: digits(p99) },
    nodesPerSecond: Math.round(summary.nodesPerSecond),
    seconds: rounded(summary.seconds),
    settings: settingsOf(made),
    seed,
    ...seedsOf(validation),
    ...(maxSlides !== undefined && { maxSlides }),
    version: VERSION,
    batch,
    kept: batch !== null,
    ...(interrupted && { interrupted }),
  }
}

export function settingsOf(made: Provenance): Settings {
  return { face: OUTPUT_VERSION, ...made }
}

function digits(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4))
}

/** Three decimals: beyond them no clock is right. */
export function rounded(value: number): number {
  return Number(value.toFixed(3))
}
