/** Wall tests of a command: in a file that it names, in the data folder, or in memory. */
import type { WallProgress, WallSummary, WallTestRow } from '../../../core/contract/calls'
import type { WallGame, WallHead, WallPhase } from '../../../core/contract/files'
import { LabError, type LabErrorData } from '../../../core/errors'
import { runToResume } from '../../../core/unfinished'
import { badFile } from '../../files/fileProblem'
import type { LocalContext } from '../ground/storeLease'
import { hardwareHere, machineHere } from '../ground/provenance'
import { whileWriting, type CutOffListener } from '../ground/resultFile'
import type { LineStore } from '../runs/lineRuns'
import { OneRun, withRuns } from '../runs/oneRun'
import { type WallPlan, type WallRecord, type WallSource, planOf } from './wallRecord'
import { summaryOf } from './wallSummary'
import { openWallFile, WallTests, type MorePhases } from './wallTests'

export type WallOrder = {
  /** Where games and phases are saved as they end; it may hold a part of this test. Absent: in the data folder. */
  readonly file?: string | undefined
} & (
  | {
      readonly plan: WallPlan
      /** Games whose boards are taken; the plan's source is theirs. */
      readonly games?: readonly WallGame[]
      /** Refuses to begin a file. */
      readonly resume?: boolean | undefined
    }
  | {
      /** The test of that number in the data folder; absent: the only unfinished one. */
      readonly id: number | undefined
      readonly more: MorePhases
    }
)

export interface WallListener extends CutOffListener {
  /** Pauses the test. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: WallProgress) => void
  /** Receives why a new test cannot be saved in the data folder. */
  readonly onUnsaved: (problem: LabErrorData) => void
}

export interface WallOutcome {
  readonly plan: WallPlan
  readonly summary: WallSummary
  readonly record: Pick<WallRecord, 'boards' | 'phasesInOrder'>
  /** Phases of all players together, once finished; 0 before the boards are known. */
  readonly total: number
  readonly file: string | undefined
  /** Number of the test in the data folder. */
  readonly id: number | undefined
  readonly threads: number
  readonly kernel: string
  readonly machine: string
  readonly cpu: string
}

/** Boards of a file, for another test. */
export interface SavedBoards {
  readonly source: WallSource
  readonly seed: number
  readonly games: readonly WallGame[]
}

/** @throws {LabError} `BAD_FILE` for a file of another test, or while another process writes to it; errors of the pool and of the store */
export async function runWallTest(context: LocalContext, order: WallOrder, listener: WallListener): Promise<WallOutcome> {
  const { store } = context
  const { file } = order
  if ('more' in order) return store.write(store => compute(context, store.lineRuns, order, listener))
  if (file === undefined) {
    let isOpen = false
    try {
      return await store.write(store => {
        isOpen = true
        return compute(context, store.lineRuns, order, listener)
      })
    } catch (error) {
      if (isOpen || !(error instanceof LabError)) throw error
      listener.onUnsaved(error.toData())
      return compute(context, new OneRun(), order, listener, false)
    }
  }
  const { plan, resume } = order
  const open = () => openWallFile(file, { mayBeNew: true, plan, kernel: context.engine.kernel })
  return whileWriting(file, resume, open, saved => {
    if (saved.cutOff !== undefined) listener.onCutOff(saved.cutOff)
    return compute(context, saved, order, listener, false)
  })
}

function compute(
  context: LocalContext,
  lineRuns: LineStore,
  order: WallOrder,
  { signal, onProgress }: WallListener,
  isNumbered = true,
): Promise<WallOutcome> {
  const { engine } = context
  const onRow = ({ progress }: WallTestRow) => progress && onProgress(progress)
  return withRuns(
    context,
    lineRuns,
    options => new WallTests({ ...options, onRow }),
    async tests => {
      const { id } = 'more' in order ? await tests.extend(await numberOf(tests, order.id), order.more) : await tests.start(order.plan, order.games) // oxfmt-ignore
      await tests.ended(id, signal)
      const record = await tests.record(id)
      const { plan } = record
      return {
        ...{ plan, summary: summaryOf(record), record, file: order.file, id: isNumbered ? id : undefined },
        total: record.boards.length * plan.continuations * plan.players.length,
        ...{ threads: engine.pool.threads, kernel: engine.kernel, machine: machineHere(), cpu: hardwareHere().cpu },
      }
    },
  )
}

const WORDS = { one: 'wall test', several: 'wall tests', list: 'Begin one, or name the file of one.' }

function numberOf(tests: WallTests, id: number | true = true): Promise<number> {
  return runToResume(
    id,
    () => tests.list(),
    WORDS,
    ({ name, boards, seed }) => `${name}, ${boards} boards, seed ${seed}`,
  )
}

/** The plan that a file was begun with; `undefined` if there is none yet. @throws {LabError} `BAD_FILE` */
export async function wallPlanIn(_: unknown, file: string): Promise<WallPlan | undefined> {
  const { head } = await openWallFile(file, { mayBeNew: true })
  return head && planOf(head)
}

/** @throws {LabError} `BAD_FILE`, also for a file without boards */
export async function wallBoardsIn(_: unknown, file: string): Promise<SavedBoards> {
  const { head, games, phases } = await readWallFile(file)
  const inOrder = games.toSorted((a, b) => a.game - b.game).filter(({ game }, place) => game === place)
  const found = inOrder.flatMap(({ boards }) => boards).length
  if (!head || found === 0) throw badFile(file, 'it has no boards yet')
  const { source, seed } = planOf(head)
  const played = phases.reduce((most, { board }) => Math.max(most, board + 1), source.boards)
  return { source: { ...source, boards: Math.min(found, played), games: inOrder.length }, seed, games: inOrder }
}

interface SavedWalls {
  /** Absent if not even the first line is complete. */
  readonly head: WallHead | undefined
  readonly games: readonly WallGame[]
  readonly phases: readonly WallPhase[]
}

/** Reads the file of any lab. @throws {LabError} `BAD_FILE`, naming the line */
export async function readWallFile(file: string): Promise<SavedWalls> {
  const one = await openWallFile(file)
  const lines = (await one.lines(1)).map(({ text }) => JSON.parse(text) as WallGame | WallPhase)
  return {
    head: one.head,
    games: lines.filter(line => 'game' in line),
    phases: lines.filter((line): line is WallPhase => !('game' in line)),
  }
}
