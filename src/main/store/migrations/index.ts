import { schema } from './0012_schema'
import { comparisons } from './0013_comparisons'
import { pairs } from './0014_pairs'
import { lineRuns } from './0015_lineRuns'
import { wantedPlayouts } from './0016_wantedPlayouts'
import { sideLines } from './0017_sideLines'
import { exercises } from './0018_exercises'
import type { Migration } from './migration'

/** In their order. The first makes all tables of a new file; a file from before it is refused. */
export const MIGRATIONS: readonly Migration[] = [schema, comparisons, pairs, lineRuns, wantedPlayouts, sideLines, exercises]

export const OLDEST_VERSION = MIGRATIONS[0]!.version

/** The newest schema, which this build of the lab reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)!.version
