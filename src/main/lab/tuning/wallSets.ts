/** Finds the boards of a run that tunes by the wall test. */
import { LabError } from '../../../core/errors'
import { originPlayer } from '../../../core/contract/tuning/boardObjective'
import type { PhaseBoard } from '../../../core/games/twenty48/wallGame/phases'
import { isWallObjective } from '../../../core/contract/tuning/objective'
import { boardSeed, type BoardSet } from '../../../core/tuning/seeds'
import type { TuningConfig } from '../../../core/contract/tuning/tuningConfig'
import { withoutFound, type WallObjective } from '../../../core/contract/tuning/wallObjective'
import type { Pool } from '../../compute/pool/pool'
import { WallRecord } from '../wallTest/wallRecord'
import { collectBoards } from '../wallTest/wallTest'

/** Maximum number of games that are played for the boards of a set. */
const MOST_GAMES = 1000

export type BoardPool = Pick<Pool, 'playPassages' | 'threads'>

/** The settings as they were before the run found boards. */
export function withoutFoundBoards(config: TuningConfig): TuningConfig {
  const { objective } = config
  return isWallObjective(objective) ? { ...config, objective: withoutFound(objective) } : config
}

/** True for a run that must find its boards before its first evaluation. */
export function lacksBoards({ objective }: TuningConfig): boolean {
  return isWallObjective(objective) && objective.walls.found === undefined
}

/**
 * The run with its boards, from games of its origin. Its seed and its origin alone determine them.
 * @returns `undefined` if the signal aborted
 * @throws {LabError} `BAD_SETTING` if the origin's games have too few boards
 */
export async function withBoards(
  pool: BoardPool,
  config: TuningConfig<WallObjective>,
  signal: AbortSignal,
): Promise<TuningConfig<WallObjective> | undefined> {
  const { objective } = config
  const { given } = objective.walls
  const search = given ?? (await boardsOf(pool, config, 'search', signal))
  const select = search && (await boardsOf(pool, config, 'select', signal))
  const report = select && (await boardsOf(pool, config, 'report', signal))
  if (!report) return undefined
  return { ...config, objective: { ...objective, walls: { ...objective.walls, found: { search, select, report } } } }
}

async function boardsOf(
  pool: BoardPool,
  { objective, seed }: TuningConfig<WallObjective>,
  set: BoardSet,
  signal: AbortSignal,
): Promise<readonly PhaseBoard[] | undefined> {
  const { multiple, walls, leastSum, boards } = objective.walls
  const from = { name: 'origin', player: originPlayer(objective) }
  const source = { multiple, walls, leastSum, boards, gameSeed: boardSeed(seed, set), games: MOST_GAMES, from }
  const record = new WallRecord({ source, seed, continuations: 1, players: [from] })
  await collectBoards(pool, record, { signal, onCollecting: () => undefined, onBoards: () => undefined })
  if (signal.aborted) return undefined
  const found = record.boards
  if (found.length >= boards) return found
  throw new LabError(
    'BAD_SETTING',
    `objective.walls.boards: ${MOST_GAMES} games of the weights to begin with had ${found.length} such boards, not ${boards}. Ask for fewer walls or boards, or begin with a stronger player.`,
    { field: 'objective.walls.boards' },
  )
}
