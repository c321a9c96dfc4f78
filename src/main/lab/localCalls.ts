/**
 * Calls of the terminal that no page reaches: they read and write the files that a command names, or report to the functions that it gives.
 * No host but the terminal knows them, because they are not in the contract.
 *
 * A module is loaded with the first call of it. To add a call, export a function whose first parameter is the context, and name it here:
 *
 *     export async function wallPlanIn(_: unknown, file: string): Promise<WallPlan | undefined>
 *     wallPlanIn: async () => (await import('./wallTest/wallRuns')).wallPlanIn,
 *
 * A command then asks `lab.local('wallPlanIn', file)`.
 */
import type { LocalContext } from './ground/localContext'

export const LOCAL_CALLS = {
  backUpTo: async () => (await import('./data/dataFiles')).backUpTo,
  backupsOf: async () => (await import('./data/dataFiles')).backupsOf,
  checkDataFile: async () => (await import('./data/dataFiles')).checkDataFile,
  restoreFrom: async () => (await import('./data/dataFiles')).restoreFrom,
  salvageTo: async () => (await import('./data/dataFiles')).salvageTo,
  whereData: async () => (await import('./data/dataFiles')).whereData,
  outlookOf: async () => (await import('./play/outlookGames')).outlookOf,
  playGame: async () => (await import('./play/commandGame')).playGame,
  analyseReplay: async () => (await import('./analyses/analyseReplay')).analyseReplay,
  replaysIn: async () => (await import('./library/replayFiles')).replaysIn,
  findReplay: async () => (await import('./library/replayFiles')).findReplay,
  findReplayText: async () => (await import('./library/replayFiles')).findReplayText,
  importReplays: async () => (await import('./library/replayFiles')).importReplays,
  openTournament: async () => (await import('./arena/arenaFiles')).openTournament,
  runTournament: async () => (await import('./arena/arenaFiles')).runTournament,
  tournamentIn: async () => (await import('./arena/arenaFiles')).tournamentIn,
  replayComparison: async () => (await import('./compare/comparisons')).replayComparison,
  pageProvenance: async () => (await import('./remote/remotePlay')).pageProvenance,
  playPageGames: async () => (await import('./remote/remotePlay')).playPageGames,
  reproduce: async () => (await import('./reproduce/reproduce')).reproduce,
  openTrace: async () => (await import('./trees/recordings')).openTrace,
  recordBoard: async () => (await import('./trees/recordings')).recordBoard,
  recordGame: async () => (await import('./trees/recordings')).recordGame,
  checkNewProfile: async () => (await import('./training/trainHere')).checkNewProfile,
  copyNetwork: async () => (await import('./training/trainHere')).copyNetwork,
  createTraining: async () => (await import('./training/trainHere')).createTraining,
  trainedProfile: async () => (await import('./training/trainHere')).trainedProfile,
  trainHere: async () => (await import('./training/trainHere')).trainHere,
  runWallTest: async () => (await import('./wallTest/wallRuns')).runWallTest,
  wallPlanIn: async () => (await import('./wallTest/wallRuns')).wallPlanIn,
  wallBoardsIn: async () => (await import('./wallTest/wallRuns')).wallBoardsIn,
} as const satisfies Readonly<Record<string, () => Promise<(context: LocalContext, ...args: never[]) => unknown>>>

type Local = { readonly [Name in keyof typeof LOCAL_CALLS]: Awaited<ReturnType<(typeof LOCAL_CALLS)[Name]>> }
type Rest<Parameters extends readonly unknown[]> = Parameters extends readonly [unknown, ...infer Others] ? Others : never

export type LocalCall = keyof Local
export type LocalArgs<Name extends LocalCall> = Rest<Parameters<Local[Name]>>
export type LocalResult<Name extends LocalCall> = Awaited<ReturnType<Local[Name]>>

export async function callLocally<Name extends LocalCall>(
  context: LocalContext,
  name: Name,
  args: LocalArgs<Name>,
): Promise<LocalResult<Name>> {
  const act = (await LOCAL_CALLS[name]()) as (context: LocalContext, ...args: LocalArgs<Name>) => unknown
  return (await act(context, ...args)) as LocalResult<Name>
}
