/** Calibrations by their players. Short commands load this file, so it loads shapes only for a calibration of the user. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CalibrationHead } from '../../../core/contract/files'
import type { Player } from '../../../core/games/twenty48/player'
import { calibrationKey, isJudge, JUDGE } from '../../../core/games/twenty48/playerHash'
import type { Calibration } from '../../../core/games/twenty48/scale/calibration'
import type { Scale } from '../../../core/games/twenty48/scale/judgedMoves'
import { explainingFile } from '../../files/fileProblem'
import { INSTALLATION } from '../../installation'
import type { StoreReader } from '../../store/store'

export const CALIBRATIONS_FOLDER = join(INSTALLATION, 'resources', 'calibrations')
export const CALIBRATION_KIND = '2048-lab-calibration'

const shipped = new Map<string, Calibration | undefined>()

/** The calibration that ships for a player; it is read when it is first needed. @throws {LabError} `BAD_FILE` */
export function builtInCalibration(player: Player): Calibration | undefined {
  return isJudge(player) ? calibrationOfJudge() : shippedAs(calibrationKey(player))
}

/** The calibration of the judge of accuracies. Always the one that ships, so that a game has the same accuracy in every lab. @throws {LabError} `BAD_FILE` */
export function calibrationOfJudge(): Calibration | undefined {
  return shippedAs(JUDGE.calibration)
}

function shippedAs(key: string): Calibration | undefined {
  if (!shipped.has(key)) shipped.set(key, read(key))
  return shipped.get(key)
}

/** Receives why a calibration of the user counts as none: once for each. */
export type OnDamagedCalibration = (message: string) => void

const reported = new WeakMap<OnDamagedCalibration, Set<string>>()

/** The user's own calibration, unless it is damaged or the one that ships has more games. */
export async function calibrationOf(
  { lineRuns }: Pick<StoreReader, 'lineRuns'>,
  player: Player,
  onDamaged: OnDamagedCalibration,
): Promise<Calibration | undefined> {
  if (isJudge(player)) return calibrationOfJudge()
  const key = calibrationKey(player)
  const run = await lineRuns.get(CALIBRATION_KIND, key)
  if (!run) return builtInCalibration(player)
  const [{ CALIBRATION_LINES }, { damageOfHead }] = await Promise.all([
    import('../../../core/contract/files'),
    import('../runs/lineRuns'),
  ])
  const damage = damageOfHead(run, CALIBRATION_LINES)
  if (!damage) return ofMoreGames((run.head as CalibrationHead).calibration ?? undefined, builtInCalibration(player))
  const known = reported.get(onDamaged) ?? new Set()
  reported.set(onDamaged, known)
  if (!known.has(key)) onDamaged(`${damage.message} Values are judged without it.`)
  known.add(key)
  return builtInCalibration(player)
}

/** How a player's values are judged. */
export async function scaleOf(
  store: Pick<StoreReader, 'lineRuns'>,
  player: Player,
  onDamaged: OnDamagedCalibration,
): Promise<Scale> {
  return { calibration: await calibrationOf(store, player, onDamaged) }
}

function ofMoreGames(own: Calibration | undefined, built: Calibration | undefined): Calibration | undefined {
  return own && own.games >= (built?.games ?? 0) ? own : built
}

function read(key: string): Calibration | undefined {
  const file = join(CALIBRATIONS_FOLDER, `${key}.json`)
  if (!existsSync(file)) return undefined
  return explainingFile(file, () => (JSON.parse(readFileSync(file, 'utf8')) as CalibrationHead).calibration ?? undefined)
}
