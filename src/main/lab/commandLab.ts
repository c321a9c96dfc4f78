/** The lab for a command of the terminal: in its own process, with each service opened by the first call that needs it. */
import { join } from 'node:path'
import { LabError } from '../../core/errors'
import type { Profile } from '../../core/contract/files'
import type { NetworkSource } from '../../core/games/twenty48/heuristics/networkEvaluator'
import { BUILT_IN_NETWORKS, EXPERT_WAY_OUT, findNetwork } from '../compute/networks/networkFile'
import { networkSource } from '../compute/networks/networkSource'
import type { Pool } from '../compute/pool/pool'
import { NETWORKS_FOLDER } from '../files/dataContents'
import { chosenHome, placeOfData } from '../files/home'
import type { StandardInput } from '../files/textFile'
import { BorrowedStore } from './data/storeLease'
import { openPool, type EnginePool } from './engine/enginePool'
import type { CommandGame, GameOrder } from './play/commandGame'
import { builtInProfile } from './profiles/builtInProfiles'
import type { FoundProfile } from './profiles/profileCommands'
import type { CommandContext } from './shared/commandContext'

export { builtInProfiles } from './profiles/builtInProfiles'

export type { ArenaOutcome, PairingScore, ShownGame, Standing, Tournament } from './arena/arenaCommands'
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
export type { PageMove } from './remote/pagePlay'
export type { PageTarget } from './remote/reachPage'
export type { PageStart, RemoteEnd } from './remote/playOnPage'
export type { AnalysedReplay } from './studies/studyCommands'
export type { SavedTraining, TrainOutcome } from './training/trainingCommands'
export type { Evaluated } from './tuning/objective'
export type { RunProvenance } from './tuning/runProvenance'
export type { RunReader } from './tuning/runReader'
export type { BeginRun } from './tuning/tuningCommands'
export type { SavedBoards, WallOutcome } from './walls/wallCommands'
export type { WallPlan } from './walls/wallPlan'
export type { WallDifference, WallRow } from './walls/wallSummary'

/** Services are loaded only for the commands that name them: loading all would take longer than a short search. */
const ROOMS = {
  arena: async context => new (await import('./arena/arenaCommands')).ArenaCommands(context),
  bench: async context => new (await import('./compare/benchCommands')).BenchCommands(context),
  comparisons: async context => new (await import('./compare/compareCommands')).CompareCommands(context),
  data: async context => new (await import('./data/dataCommands')).DataCommands(context),
  /** Lends a game to the command. */
  play: async context => {
    const { CommandGame } = await import('./play/commandGame')
    return async <T>(order: GameOrder, use: (game: CommandGame) => Promise<T>): Promise<T> => {
      const game = new CommandGame(context, order)
      try {
        return await use(game)
      } finally {
        game.close()
      }
    }
  },
  profiles: async context => new (await import('./profiles/profileCommands')).ProfileCommands(context),
  remote: async context => new (await import('./remote/remoteCommands')).RemoteCommands(context),
  replays: async context => new (await import('./library/replayCommands')).ReplayCommands(context),
  reproduce: async context => new (await import('./reproduce/reproduceCommands')).ReproduceCommands(context),
  studies: async context => {
    const { StudyCommands } = await import('./studies/studyCommands')
    const { ReplayCommands } = await import('./library/replayCommands')
    return new StudyCommands(context, new ReplayCommands(context))
  },
  trees: async context => new (await import('./trees/treeCommands')).TreeCommands(context),
  training: async context => new (await import('./training/trainingCommands')).TrainingCommands(context),
  tuning: async context => new (await import('./tuning/tuningCommands')).TuningCommands(context),
  walls: async context => new (await import('./walls/wallCommands')).WallCommands(context),
} as const satisfies Readonly<Record<string, (context: CommandContext) => Promise<unknown>>>

type Rooms = { readonly [Name in keyof typeof ROOMS]: Awaited<ReturnType<(typeof ROOMS)[Name]>> }

interface CommandTerminal {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: StandardInput
  complain(message: string): void
}

export interface CommandLabOptions<Name extends keyof Rooms> {
  readonly terminal: CommandTerminal
  /** Value of `--home`; absent: LAB_HOME, or the window's default folder. */
  readonly home?: string | undefined
  /** Name shown to other labs that wait for the data folder. */
  readonly program: string
  /** Absent: one per core. */
  readonly threads?: number | undefined
  /** As in `EnginePoolOptions`. */
  readonly searchesHere?: boolean
  /** Further services that the command uses. */
  readonly rooms?: readonly Name[]
}

/** The services for a command. No page can reach them: they read and write the files that a command names. */
export type CommandLab<Name extends keyof Rooms = keyof Rooms> = Pick<Rooms, Name> & {
  /** As in `ProfileCommands`. */
  readonly findProfile: (nameOrFile: string) => Promise<FoundProfile>
  /** Why a profile's evaluator or expert cannot be asked here; `undefined` if both can. */
  readonly missingNetwork: (profile: Profile) => MissingNetwork | undefined
  /** Reads the networks that ship, and those of the data folder. */
  readonly networks: NetworkSource
  readonly search: Pool['search']
  readonly searchGame: Pool['searchGame']
}

/** @returns `undefined` if the data folder cannot be reached: built-in players need none */
function networksOf({ home, env }: Pick<CommandContext, 'home' | 'env'>): string | undefined {
  try {
    return join(placeOfData(home, env).folder, NETWORKS_FOLDER)
  } catch (error) {
    if (error instanceof LabError) return undefined
    throw error
  }
}

interface MissingNetwork {
  readonly of: 'evaluator' | 'expert'
  readonly problem: LabError
}

function missingNetwork({ evaluator, settings: { expert } }: Profile, context: CommandContext): MissingNetwork | undefined {
  const folders = [BUILT_IN_NETWORKS, networksOf(context) ?? []].flat()
  let of: MissingNetwork['of'] = 'evaluator'
  try {
    if (evaluator.family === 'network') findNetwork(evaluator.network, folders)
    of = 'expert'
    if (expert) findNetwork(expert.network, folders, EXPERT_WAY_OUT)
    return undefined
  } catch (error) {
    if (error instanceof LabError) return { of, problem: error }
    throw error
  }
}

/** Lends a lab to a command, and closes it in any case. */
export async function withCommandLab<T, Name extends keyof Rooms = never>(
  { terminal, home: flag, program, threads, searchesHere, rooms = [] }: CommandLabOptions<Name>,
  use: (lab: CommandLab<Name>) => Promise<T> | T,
): Promise<T> {
  const { env, stdin } = terminal
  const home = chosenHome(flag, env)
  let engine: EnginePool | undefined
  const context: CommandContext = {
    ...{ home, env, stdin },
    store: new BorrowedStore({ home, env }, program, message => terminal.complain(message)),
    get engine() {
      return (engine ??= openPool({ threads, searchesHere, window: false, networks: networksOf(context) }))
    },
  }
  const findProfile = async (nameOrFile: string): Promise<FoundProfile> => {
    const profile = builtInProfile(nameOrFile)
    return profile ? { profile, builtIn: true } : (await ROOMS.profiles(context)).find(nameOrFile)
  }
  const opened = await Promise.all(rooms.map(async name => [name, await ROOMS[name](context)] as const))
  try {
    return await use({
      ...(Object.fromEntries(opened) as Pick<Rooms, Name>),
      findProfile,
      missingNetwork: profile => missingNetwork(profile, context),
      networks: id => networkSource([BUILT_IN_NETWORKS, networksOf(context) ?? []].flat())(id),
      search: (...asked) => context.engine.pool.search(...asked),
      searchGame: (...asked) => context.engine.pool.searchGame(...asked),
    })
  } finally {
    await engine?.pool.close()
  }
}
