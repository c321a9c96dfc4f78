import { badFile } from '../../files/fileProblem'
import { hardwareHere, machineHere } from '../ground/provenance'
import type { LocalContext } from '../ground/localContext'
import { whileWriting, type CutOffListener } from '../ground/resultFile'
import { type WallPlan, type WallSource, planOf } from './wallPlan'
import { WallFile, WallRecord, type SavedWalls } from './wallRecord'
import { summaryOf, type WallSummary } from './wallSummary'
import { playWallTest, type WallListener } from './wallTest'

export interface WallOrder {
  readonly plan: WallPlan
  /** Games whose boards are taken; the plan's source is theirs. */
  readonly games?: SavedWalls['games']
  /** Where games and phases are saved as they end; it may hold a part of this test. */
  readonly file?: string | undefined
  /** Refuses to begin a file. */
  readonly resume?: boolean | undefined
}

export interface WallOutcome {
  readonly plan: WallPlan
  readonly summary: WallSummary
  readonly record: Pick<WallRecord, 'boards' | 'phasesInOrder'>
  /** Phases of all players together, once finished; 0 before the boards are known. */
  readonly total: number
  readonly file: string | undefined
  readonly threads: number
  readonly kernel: string
  readonly machine: string
  readonly cpu: string
}

/** Boards of a file, for another test. */
export interface SavedBoards {
  readonly source: WallSource
  readonly seed: number
  readonly games: SavedWalls['games']
}

/** @throws {LabError} `BAD_FILE` for a file of another test, or while another process writes to it; errors of the pool */
export async function runWallTest(
  { engine }: Pick<LocalContext, 'engine'>,
  { plan, games = [], file, resume }: WallOrder,
  listener: WallListener & CutOffListener,
): Promise<WallOutcome> {
  const { pool, kernel } = engine
  const play = async (record: WallRecord): Promise<WallOutcome> => {
    record.addGames(games)
    await playWallTest(pool, record, listener)
    const total = record.boards.length * plan.continuations * plan.players.length
    return {
      plan,
      summary: summaryOf(record),
      record,
      total,
      file,
      threads: pool.threads,
      kernel,
      machine: machineHere(),
      cpu: hardwareHere().cpu,
    }
  }
  if (file === undefined) return play(new WallRecord(plan))
  return whileWriting(file, resume, () => WallFile.open(file, plan, kernel), saved => {
    if (saved.cutOff !== undefined) listener.onCutOff(saved.cutOff)
    saved.begin()
    return play(new WallRecord(plan, saved, saved.saved))
  }) // oxfmt-ignore
}

/** The plan that a file was begun with; `undefined` if there is none yet. @throws {LabError} `BAD_FILE` */
export async function wallPlanIn(_: unknown, file: string): Promise<WallPlan | undefined> {
  const { saved } = await WallFile.read(file, true)
  return saved && planOf(saved.head)
}

/** @throws {LabError} `BAD_FILE`, also for a file without boards */
export async function wallBoardsIn(_: unknown, file: string): Promise<SavedBoards> {
  const { saved } = await WallFile.read(file)
  const { source, seed } = saved ? planOf(saved.head) : { source: undefined, seed: 0 }
  const inOrder = saved?.games.toSorted((a, b) => a.game - b.game).filter(({ game }, place) => game === place) ?? []
  const found = inOrder.flatMap(({ boards }) => boards).length
  if (!source || found === 0) throw badFile(file, 'it has no boards yet')
  const played = saved!.phases.reduce((most, { board }) => Math.max(most, board + 1), source.boards)
  return { source: { ...source, boards: Math.min(found, played), games: inOrder.length }, seed, games: inOrder }
}
