import { games } from './0001_games'
import { analyses } from './0002_analyses'
import { library } from './0003_library'
import { gameOnBoard } from './0004_gameOnBoard'
import { playouts } from './0005_playouts'
import { runs } from './0006_runs'
import { slideTimes } from './0007_slideTimes'
import { validationsByHand } from './0008_validationsByHand'
import { profileDrafts } from './0009_profileDrafts'
import type { Migration } from './migration'

export const MIGRATIONS: readonly Migration[] = [
  games,
  analyses,
  library,
  gameOnBoard,
  playouts,
  runs,
  slideTimes,
  validationsByHand,
  profileDrafts,
]

/** The newest schema, which this build of the lab reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length
