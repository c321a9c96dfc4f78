/** What is done with a run of any kind. All calls are refused if the data folder is unusable. */
import { lineShape } from '../texts'
import { countShape, z } from '../zod'
import type { GameAnalysisView, PlayoutView } from './analyses'
import type { TournamentView } from './arena'
import { call, idShape } from './call'
import type { CalibrationRow } from './calibrations'
import type { ComparisonRow } from './comparisons'
import type { StudyRunRow } from './studies'
import type { SweepRow } from './sweeps'
import type { TrainingRow } from './training'
import type { TuningRow } from './tuning'
import type { WallTestRow } from './walls'

/** The row of a run, by its kind. A run of `playouts` compares two moves of a game by one player. */
interface RunRows {
  readonly tuning: TuningRow
  readonly training: TrainingRow
  readonly bench: ComparisonRow
  readonly comparison: ComparisonRow
  readonly wallTest: WallTestRow
  readonly study: StudyRunRow
  readonly sweep: SweepRow
  readonly arena: TournamentView
  readonly analysis: GameAnalysisView
  readonly playouts: PlayoutView
  readonly calibration: CalibrationRow
}
export type RunKind = keyof RunRows
export type AnyRunRow = RunRows[RunKind]

/** A part of the file of a run: JSON lines with their ends. */
export interface RunFilePart {
  readonly text: string
  /** For the part after it; `null`: this is the last one. */
  readonly next: number | null
}

/** A hash of its content. */
const hashShape = z.string().regex(/^[0-9a-f]{8,64}$/, 'not a run')
/** Kinds whose runs have numbers, and those whose runs are named by their content. */
export const numbered = z.enum(['tuning', 'training', 'bench', 'comparison', 'wallTest', 'study', 'sweep', 'analysis'])
const hashed = z.enum(['arena', 'playouts', 'calibration'])
const runShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: numbered, id: idShape }),
  z.strictObject({ kind: hashed, id: hashShape }),
])
const runsShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: numbered, ids: z.array(idShape).min(1).max(1000) }),
  z.strictObject({ kind: hashed, ids: z.array(hashShape).min(1).max(1000) }),
])

const fromFields = { from: countShape.exactOptional() }

export const RUN_CALLS = {
  /** Finished work stays; what is computed is computed again later. @returns once it rests */
  pauseRun: call<AnyRunRow>()(runShape),
  /** Computes it, or queues it. `BAD_REQUEST` says why it cannot be resumed. */
  resumeRun: call<AnyRunRow>()(runShape),
  renameRun: call<AnyRunRow>()(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: numbered, id: idShape, name: lineShape(80) }),
      z.strictObject({ kind: z.enum(['arena', 'calibration']), id: hashShape, name: lineShape(200) }),
    ]),
  ),
  /** Pauses each first. `BAD_REQUEST` if another process computes it. @returns how many existed */
  deleteRuns: call<number>()(runsShape),
  restoreRuns: call<number>()(runsShape),
  /** Restores deleted items of the kind `others`, by their ids in that list. `NAME_TAKEN` if the same run was begun again. @returns how many existed */
  restoreOthers: call<number>()({ ids: z.array(idShape).min(1).max(1000) }),
  /** @param from `next` of the part before; absent: the first part */
  exportRun: call<RunFilePart>()(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(['arena', 'calibration']), id: hashShape, ...fromFields }),
      z.strictObject({ kind: z.enum(['wallTest', 'study', 'sweep']), id: idShape, ...fromFields }),
    ]),
  ),
} as const

/** The texts of a run's file, one request after the other. @param ask for the part from `next` on; `undefined`: the first one */
export async function* runFileTexts(ask: (from: { from?: number }) => Promise<RunFilePart>): AsyncGenerator<string> {
  for (let from: number | null | undefined; from !== null;) {
    const part = await ask(from === undefined ? {} : { from })
    yield part.text
    from = part.next
  }
}
