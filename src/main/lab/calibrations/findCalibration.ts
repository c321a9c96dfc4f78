/** Calibrations by their players. Short commands load this file, so it loads no shapes. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CalibrationHead } from '../../../core/contract/files'
import type { Player } from '../../../core/games/twenty48/player'
import { calibrationKey } from '../../../core/games/twenty48/playerHash'
import type { Calibration } from '../../../core/games/twenty48/scale/calibration'
import { explainingFile } from '../../files/fileProblem'
import { INSTALLATION } from '../../installation'
import type { StoreReader } from '../../store/store'

export const CALIBRATIONS_FOLDER = join(INSTALLATION, 'resources', 'calibrations')
export const CALIBRATION_KIND = '2048-lab-calibration'

const shipped = new Map<string, Calibration | undefined>()

/** The calibration that ships for a player; it is read when it is first needed. @throws {LabError} `BAD_FILE` */
export function builtInCalibration(player: Player): Calibration | undefined {
  const key = calibrationKey(player)
  if (!shipped.has(key)) shipped.set(key, read(key))
  return shipped.get(key)
}

/** The one of the data folder takes precedence: it may be of more games. */
export async function calibrationOf(
  { lineRuns }: Pick<StoreReader, 'lineRuns'>,
  player: Player,
): Promise<Calibration | undefined> {
  const run = await lineRuns.get(CALIBRATION_KIND, calibrationKey(player))
  return (run?.head as CalibrationHead | undefined)?.calibration ?? builtInCalibration(player)
}

function read(key: string): Calibration | undefined {
  const file = join(CALIBRATIONS_FOLDER, `${key}.json`)
  if (!existsSync(file)) return undefined
  return explainingFile(file, () => (JSON.parse(readFileSync(file, 'utf8')) as CalibrationHead).calibration ?? undefined)
}
