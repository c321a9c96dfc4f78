/**
 * The lab for a command of the terminal, in the command's own process:
 *
 *     await withCommandLab({ terminal, home, program: 'lab tune' }, async lab => {
 *       const rows = await lab.call('tunings', undefined) // a call of the contract, by the handler that pages reach
 *       const plan = await lab.local('wallPlanIn', file) // a call of `localCalls.ts`, which no page reaches
 *       await lab.open('write', async ({ call, on }) => {
 *         on('tuning', row => bar.show(row)) // the data folder is held until all of these calls are done
 *         await call('startTuning', { config })
 *       })
 *     })
 *
 * Modules of services are loaded by the first call that needs them, and the data folder is opened for the calls alone.
 */
import { join } from 'node:path'
import type { Arg, Result } from '../../core/contract/calls'
import { LabError, type LabErrorData } from '../../core/errors'
import type { Profile } from '../../core/contract/files'
import type { Player } from '../../core/games/twenty48/player'
import type { Calibration } from '../../core/games/twenty48/scale/calibration'
import type { NetworkSource } from '../../core/games/twenty48/heuristics/networkEvaluator'
import { BUILT_IN_NETWORKS, EXPERT_WAY_OUT, findNetwork, networkSource } from '../compute/networks/networkFile'
import type { Pool } from '../compute/pool/pool'
import { NETWORKS_FOLDER } from '../files/dataContents'
import { chosenHome, placeOfData } from '../files/home'
import type { StandardInput } from '../files/textFile'
import { scoped } from '../scope'
import { BorrowedStore, isMissing, type LocalContext } from './ground/storeLease'
import { queueAddress } from '../compute/queue/queuePool'
import { openPool, type EnginePool } from './ground/enginePool'
import { builtInProfile } from './profiles/builtInProfiles'
import type { FoundProfile } from './profiles/findProfile'
import { callLocally, type LocalArgs, type LocalCall, type LocalResult } from './localCalls'
import { takeOver } from './takeOver'
import type { Access, CommandCall, LocalServices } from './localServices'
import type { Store, StoreReader } from '../store/store'
import type { Writer } from '../store/writerLock'

export { builtInProfile, builtInProfiles, profileByName } from './profiles/builtInProfiles'

export type { ArenaOutcome, PairingScore, ShownGame, Standing, Tournament } from './arena/arenaFiles'
export type { ReplayedGames, ReplayOptions } from './compare/replayGames'
export type { DataReport } from '../store/salvage/damage'
export type { Provenance } from './ground/provenance'
export type { CommandGame, EngineTurn } from './play/commandGame'
export type { FoundProfile } from './profiles/findProfile'
export type { PageMove } from './remote/pagePlay'
export type { PageTarget } from './remote/reachPage'
export type { PageStart, RemoteEnd } from './remote/playOnPage'
export type { AnalysedReplay } from './analyses/analyseReplay'
export type { ExerciseAnswer, LearnedExercise } from './analyses/exercises'
export type { Evaluated } from './tuning/objective'
export type { RunProvenance } from './ground/provenance'
export type { SavedBoards, WallOrder, WallOutcome } from './wallTest/wallRuns'
export type { MorePhases } from './wallTest/wallTests'

interface CommandTerminal {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: StandardInput
  complain(message: string): void
  reportBug(error: unknown): void
}

export interface CommandLabOptions {
  readonly terminal: CommandTerminal
  /** Value of `--home`; absent: LAB_HOME, or the window's default folder. */
  readonly home?: string | undefined
  /** Name shown to other labs that wait for the data folder. */
  readonly program: string
  /** Absent: one per core. */
  readonly threads?: number | undefined
  /** See `EnginePoolOptions`. */
  readonly searchesHere?: boolean
  /** Value of `--queue`: see `queueAddress`; absent: LAB_QUEUE. */
  readonly queue?: string | undefined
}

/** The calls of pages, and the events that follow from them. */
export type OpenServices = Pick<LocalServices, 'call' | 'on'>

/** The services for a command. No page can reach them: they read and write the files that a command names. */
export interface CommandLab {
  /** Makes one call as pages do. */
  call<Call extends CommandCall>(name: Call, arg: Arg<Call>): Promise<Result<Call>>
  /** Like `call`. @param nothing the answer if nothing was stored yet */
  callOr<Call extends CommandCall>(nothing: Result<Call>, name: Call, arg: Arg<Call>): Promise<Result<Call>>
  /** Makes one call of `localCalls.ts`. */
  local<Call extends LocalCall>(name: Call, ...args: LocalArgs<Call>): Promise<LocalResult<Call>>
  /**
   * Lends the calls of pages over one opening of the data folder, which is closed in any case. A lab that reads runs beside another one;
   * if nothing is stored yet, calls that need the data throw `BAD_STORE`, and the others are answered.
   * @throws {LabError} `STORE_LOCKED`, `BAD_STORE`, `STORE_FULL`
   */
  open<T>(access: Access, use: (services: OpenServices) => Promise<T>): Promise<T>
  /** The program that has the data folder open for writing. */
  readonly writer: () => Promise<Writer | undefined>
  /** See `findProfile.ts`. */
  readonly findProfile: (nameOrFile: string) => Promise<FoundProfile>
  /** Why a profile's evaluator or expert cannot be asked here; `undefined` if both can. */
  readonly missingNetwork: (profile: Profile) => MissingNetwork | undefined
  /** Reads the networks that ship, and those of the data folder. */
  readonly networks: NetworkSource
  /** The calibration of a player: one that ships, or one of the data folder. */
  readonly calibrationOf: (player: Player) => Promise<Calibration | undefined>
  /** Games of the calibration that ships for a player; 0: none does. */
  readonly shippedGames: (player: Player) => Promise<number>
  readonly search: Pool['search']
  readonly searchGame: Pool['searchGame']
}

/** @returns `undefined` if the data folder cannot be reached: built-in players need none */
function networksOf({ home, env }: Pick<LocalContext, 'home' | 'env'>): string | undefined {
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

function missingNetwork({ evaluator, settings: { expert } }: Profile, context: LocalContext): MissingNetwork | undefined {
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
export async function withCommandLab<T>(
  { terminal, home: flag, program, threads, searchesHere, queue: queueFlag }: CommandLabOptions,
  use: (lab: CommandLab) => Promise<T> | T,
): Promise<T> {
  const { env, stdin } = terminal
  const home = chosenHome(flag, env)
  const queue = queueAddress(queueFlag, env)
  let engine: EnginePool | undefined
  const context: LocalContext = {
    ...{ home, env, stdin },
    reportBug: error => terminal.reportBug(error),
    store: new BorrowedStore({ home, env }, program, message => terminal.complain(message), takeOver),
    get engine() {
      return (engine ??= openPool({
        ...{ threads, searchesHere, window: false, networks: networksOf(context) },
        ...{ queue, complain: (message: string) => terminal.complain(message) },
      }))
    },
  }
  const findProfile = async (nameOrFile: string): Promise<FoundProfile> => {
    const profile = builtInProfile(nameOrFile)
    if (profile) return { profile, builtIn: true }
    return (await import('./profiles/findProfile')).findProfile(context, nameOrFile)
  }
  const open: CommandLab['open'] = async (access, use) => {
    const { LocalServices } = await import('./localServices')
    const lend = (store?: Store | StoreReader, problem?: LabErrorData) =>
      scoped('services', scope => use(new LocalServices(scope, context, access, store, problem)))
    if (access === 'none') return lend()
    return access === 'write' ? context.store.write(lend) : context.store.read(lend, problem => lend(undefined, problem))
  }
  const call: CommandLab['call'] = async (name, arg) => {
    const { accessOf } = await import('./localServices')
    return open(accessOf(name), ({ call }) => call(name, arg))
  }
  try {
    return await use({
      call,
      callOr: (nothing, name, arg) =>
        call(name, arg).catch((error: unknown) => {
          if (error instanceof LabError && isMissing(error.toData())) return nothing
          throw error
        }),
      local: (name, ...args) => callLocally(context, name, args),
      open,
      writer: () => context.store.writer(),
      findProfile,
      missingNetwork: profile => missingNetwork(profile, context),
      networks: id => networkSource([BUILT_IN_NETWORKS, networksOf(context) ?? []].flat())(id),
      async calibrationOf(player) {
        const { builtInCalibration, CALIBRATION_KIND, calibrationOf } = await import('./calibrations/findCalibration')
        const { calibrationKey } = await import('../../core/games/twenty48/playerHash')
        const isOwn = await context.store.hasLineRun(CALIBRATION_KIND, calibrationKey(player))
        if (!isOwn) return builtInCalibration(player)
        return context.store.readOr(undefined, store => calibrationOf(store, player, context.store.complain))
      },
      async shippedGames(player) {
        const { builtInCalibration } = await import('./calibrations/findCalibration')
        return builtInCalibration(player)?.games ?? 0
      },
      search: (...asked) => context.engine.pool.search(...asked),
      searchGame: (...asked) => context.engine.pool.searchGame(...asked),
    })
  } finally {
    await engine?.pool.close()
  }
}
