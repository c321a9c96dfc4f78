/**
 * Calls of the terminal that no page reaches: they read and write the files that a command names, or report to the functions that it gives.
 * No host but the terminal knows them, because they are not in the contract.
 *
 * A module is loaded with the first call of it. To add a call, export a function whose first parameter is the context, and name it here:
 *
 *     export async function wallPlanIn(_: unknown, file: string): Promise<WallPlan | undefined>
 *     wallPlanIn: 'wallTest',
 *
 * A command then asks `lab.local('wallPlanIn', file)`.
 */
import type { LocalContext } from './ground/storeLease'

const MODULES = {
  data: () => import('./data/dataFiles'),
  outlook: () => import('./play/outlookGames'),
  play: () => import('./play/commandGame'),
  analyses: () => import('./analyses/analyseReplay'),
  exercises: () => import('./analyses/exercises'),
  library: () => import('./library/replayFiles'),
  arena: () => import('./arena/arenaFiles'),
  compare: () => import('./compare/comparisons'),
  machines: () => import('./machines/machines'),
  remote: () => import('./remote/remotePlay'),
  reproduce: () => import('./reproduce/reproduce'),
  trees: () => import('./trees/recordings'),
  training: () => import('./training/trainHere'),
  wallTest: () => import('./wallTest/wallRuns'),
} as const
type ModuleName = keyof typeof MODULES

export const LOCAL_CALLS = {
  backUpTo: 'data',
  backupsOf: 'data',
  checkDataFile: 'data',
  restoreFrom: 'data',
  salvageTo: 'data',
  whereData: 'data',
  outlookOf: 'outlook',
  playGame: 'play',
  analyseReplay: 'analyses',
  learn: 'exercises',
  replaysIn: 'library',
  findReplay: 'library',
  findReplayText: 'library',
  importReplays: 'library',
  openTournament: 'arena',
  runTournament: 'arena',
  tournamentIn: 'arena',
  replayComparison: 'compare',
  drainWorkerOf: 'machines',
  queueAt: 'machines',
  runWorker: 'machines',
  pageProvenance: 'remote',
  playPageGames: 'remote',
  reproduce: 'reproduce',
  openTrace: 'trees',
  recordBoard: 'trees',
  recordGame: 'trees',
  checkNewProfile: 'training',
  copyNetwork: 'training',
  trainedProfile: 'training',
  runWallTest: 'wallTest',
  wallPlanIn: 'wallTest',
  wallBoardsIn: 'wallTest',
} as const satisfies Readonly<Record<string, ModuleName>>

export type LocalCall = keyof typeof LOCAL_CALLS
type ModuleOf<Name extends LocalCall> = Awaited<ReturnType<(typeof MODULES)[(typeof LOCAL_CALLS)[Name]]>>
/** The function of that name, whose first parameter is the context. */
type Local<Name extends LocalCall> =
  ModuleOf<Name> extends { readonly [Its in Name]: infer Act extends (context: LocalContext, ...args: never[]) => unknown }
    ? Act
    : never
type Rest<Parameters extends readonly unknown[]> = Parameters extends readonly [unknown, ...infer Others] ? Others : never

export type LocalArgs<Name extends LocalCall> = Rest<Parameters<Local<Name>>>
export type LocalResult<Name extends LocalCall> = Awaited<ReturnType<Local<Name>>>

export async function callLocally<Name extends LocalCall>(
  context: LocalContext,
  name: Name,
  args: LocalArgs<Name>,
): Promise<LocalResult<Name>> {
  const { [name]: act } = (await MODULES[LOCAL_CALLS[name]]()) as unknown as Record<string, (...all: unknown[]) => unknown>
  return (await act!(context, ...args)) as LocalResult<Name>
}
