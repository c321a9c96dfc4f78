/** Checks what a data folder holds besides the database: that each file is readable, and that every profile has its network. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  ARENA_LINES,
  CALIBRATION_LINES,
  RESULT_LINES,
  startOf,
  TRAINING_RUN,
  WALL_LINES,
  type Profile,
} from '../../../core/contract/files'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { BUILT_IN_NETWORKS, findNetwork, readNetwork } from '../../compute/networks/networkFile'
import { problemOfCheckpoint } from '../../compute/training/checkpoint'
import {
  ARENA_FOLDER,
  companionsIn,
  isCheckpoint,
  NETWORK_ENDING,
  NETWORKS_FOLDER,
  runOf,
  strangersIn,
  TRAINING_FOLDER,
} from '../../files/dataContents'
import { explainingFile } from '../../files/fileProblem'
import { readUpTo, withHandle } from '../../files/handle'
import { openRegular } from '../../files/regularFile'
import { openGamesFile } from '../arena/gamesFile'
import { damageOfHead } from '../runs/lineRuns'
import { SWEEP_LINES } from '../sweeps/sweepsFeature'
import { TrainedNetworks } from '../training/trainedNetworks'
import { openWallFile } from '../wallTest/wallTests'

const KINDS = [ARENA_LINES, CALIBRATION_LINES, RESULT_LINES, SWEEP_LINES, TRAINING_RUN, WALL_LINES]

/** Checkpoints are written in place, in a second or less. */
const LONGEST_WRITE_MS = 5000

type Networked = Pick<Profile, 'name' | 'evaluator' | 'settings'>
type OnProblem = (problem: string) => void

/**
 * @param profiles of the user
 * @param trainings numbers of all runs, deleted ones too; absent: unknown
 * @param runs all runs of lines; their lines are not read
 * @returns a sentence for each fault
 */
export async function problemsOfContents(
  folder: string,
  profiles: readonly Networked[],
  trainings: readonly string[] | undefined,
  runs: readonly StoredLineRun[],
): Promise<string[]> {
  const problems: string[] = []
  const onProblem: OnProblem = problem => problems.push(problem)
  for (const profile of profiles) checkProfile(folder, profile, onProblem)
  const networks = new TrainedNetworks(folder)
  for (const run of runs) {
    const { name, head } = KINDS.find(({ head }) => head!.format === run.kind)!
    const damage = damageOfHead(run, { name, head: head! })
    if (damage) onProblem(damage.message)
    else if (run.kind === TRAINING_RUN.head.format) {
      const lost = networks.folderOf(run).lost(run.state === 'finished')
      if (lost) onProblem(lost.message)
    }
  }
  try {
    const paths = explainingFile(folder, () => companionsIn(folder))
    for (const run of new Set(paths.flatMap(path => runOf(path) ?? [])))
      if (trainings?.includes(run) === false && !paths.includes(`${TRAINING_FOLDER}/${run}/run.json`))
        onProblem(`${join(folder, TRAINING_FOLDER, run)}: the data have no run of this number`)
    for (const path of strangersIn(folder)) onProblem(`${join(folder, path)}: it is not a regular file`)
    for (const path of paths) await checkFile(join(folder, path), path, onProblem)
  } catch (error) {
    onProblem(messageOf(error))
  }
  return [...new Set(problems)]
}

function checkProfile(folder: string, { name, evaluator, settings }: Networked, onProblem: OnProblem): void {
  const ids = [evaluator.family === 'network' ? evaluator.network : [], settings.expert?.network ?? []].flat()
  for (const id of ids)
    try {
      findNetwork(id, [BUILT_IN_NETWORKS, join(folder, NETWORKS_FOLDER)])
    } catch (error) {
      onProblem(`profile ${name} cannot search: ${messageOf(error)}`)
    }
}

async function checkFile(file: string, path: string, onProblem: OnProblem): Promise<void> {
  await setImmediate()
  try {
    if (path.endsWith(NETWORK_ENDING)) readNetwork(file)
    else if (isCheckpoint(path)) checkCheckpoint(file, onProblem)
    else if (path.endsWith('.jsonl')) await checkResults(file, path)
  } catch (error) {
    onProblem(messageOf(error))
  }
}

/** One that may be being written is no fault. */
function checkCheckpoint(file: string, onProblem: OnProblem): void {
  if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < LONGEST_WRITE_MS) return
  const problem = problemOfCheckpoint(file)
  if (problem !== undefined) onProblem(`${file}: this checkpoint is damaged: ${problem}`)
}

/** Files of other formats, which a user may have put there, are no fault. @throws {LabError} `BAD_FILE` */
async function checkResults(file: string, path: string): Promise<void> {
  const [arena, walls] = [startOf(ARENA_LINES), startOf(WALL_LINES)]
  const start = withHandle(openRegular(file), handle => readUpTo(handle, walls.length + arena.length)).toString('latin1')
  if (start.startsWith(walls)) await openWallFile(file)
  else if (start.startsWith(arena) || (start !== '' && path.startsWith(`${ARENA_FOLDER}/`))) await openGamesFile(file)
}

function messageOf(error: unknown): string {
  if (!(error instanceof LabError)) throw error
  return error.message
}
