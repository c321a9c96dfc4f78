/** The lab as a command of the terminal has it: in its own process, each room opened by the first question that needs it. */
import type { Pool } from '../compute/pool/pool'
import { BenchCommands } from './compare/benchCommands'
import { CompareCommands } from './compare/compareCommands'
import { DataCommands } from './data/dataCommands'
import { BorrowedStore, type Home } from './data/storeLease'
import { openPool, type EnginePool } from './engine/enginePool'
import { ReplayCommands } from './library/replayCommands'
import { CommandGame, type GameOrder } from './play/commandGame'
import { ProfileCommands } from './profiles/profileCommands'
import type { CommandContext } from './shared/commandContext'
import { StudyCommands } from './studies/studyCommands'
import { TreeCommands } from './trees/treeCommands'
import { TuningCommands } from './tuning/tuningCommands'

export type { BenchPlan, BenchSummary } from './compare/bench'
export type { UnfinishedBench } from './compare/benchBatches'
export type { BenchHearing, BenchOutcome } from './compare/benchCommands'
export type { ComparedProfile, CompareHearing, CompareOutcome, ComparePlan } from './compare/compareCommands'
export type { Looks } from './compare/looks'
export type { PlayedAgain, ReplayHearing } from './compare/playAgain'
export type { Comparison, Difference } from './compare/comparison'
export type { Provenance } from './engine/provenance'
export type { CommandGame, EngineTurn } from './play/commandGame'
export type { FoundProfile, ProfileClash } from './profiles/profileCommands'
export type { AnalysedReplay } from './studies/studyCommands'
export type { Evaluated } from './tuning/objective'
export type { RunProvenance } from './tuning/runProvenance'
export type { RunReader } from './tuning/runReader'
export type { BeginRun } from './tuning/tuningCommands'

export interface CommandLabOptions {
  /** Absent: as `Home`. */
  readonly home?: Home
  /** Named to other labs that want the data folder meanwhile. */
  readonly program: string
  /** Absent: one a core. */
  readonly threads?: number | undefined
}

/** What a command can ask. No page can reach this: it reads and writes the files that a command names. */
export interface CommandLab {
  readonly bench: BenchCommands
  readonly comparisons: CompareCommands
  readonly data: DataCommands
  /** Lends a game. */
  readonly play: <T>(order: GameOrder, use: (game: CommandGame) => Promise<T>) => Promise<T>
  readonly profiles: ProfileCommands
  readonly replays: ReplayCommands
  readonly search: Pool['search']
  readonly studies: StudyCommands
  readonly trees: TreeCommands
  readonly tuning: TuningCommands
}

/** Lends a lab to a command, and closes it whatever comes. */
export async function withCommandLab<T>(options: CommandLabOptions, use: (lab: CommandLab) => Promise<T>): Promise<T> {
  const { home, program, threads } = options
  let engine: EnginePool | undefined
  const context: CommandContext = {
    home,
    store: new BorrowedStore(home, program),
    get engine() {
      return (engine ??= openPool({ threads, window: false }))
    },
  }
  const replays = new ReplayCommands(context)
  try {
    return await use({
      bench: new BenchCommands(context),
      comparisons: new CompareCommands(context),
      data: new DataCommands(context),
      async play(order, use) {
        const game = new CommandGame(context, order)
        try {
          return await use(game)
        } finally {
          game.close()
        }
      },
      profiles: new ProfileCommands(context),
      replays,
      search: (...asked) => context.engine.pool.search(...asked),
      studies: new StudyCommands(context, replays),
      trees: new TreeCommands(context),
      tuning: new TuningCommands(context),
    })
  } finally {
    await engine?.pool.close()
  }
}
