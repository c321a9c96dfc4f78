/** Training runs as labs before version 15 of the data stored them: settings, measurements and a mark of deletion as files in their folder. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseTrainingHead, TRAINING_LINES, TRAINING_RUN, type TrainingLine } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { badFile, explainingFile } from '../../files/fileProblem'
import { LineFile } from '../../files/lineFile'
import { readSmall } from '../../files/regularFile'
import type { EarlierRun } from '../runs/lineRuns'
import { RunFolder } from './runFolder'

const [LINES, DELETED, HEAD] = ['progress.jsonl', 'deleted', 'run.json'] as const

/**
 * Damaged measurements are left out and named: nothing that the run learned depends on them.
 * @param path of its folder
 * @throws {LabError} `BAD_FILE`
 */
export async function earlierTraining(path: string): Promise<EarlierRun> {
  const file = join(path, HEAD)
  const text = explainingFile(file, () => readSmall(file))
  const { config, command, stamp, title = config.name } = parseTrainingHead(text, file)
  const folder = new RunFolder(dirname(path), Number(basename(path)), { config, command, stamp })
  const { lines, problems } = await measurementsIn(folder)
  const deleted = statSync(join(path, DELETED), { throwIfNoEntry: false })?.mtimeMs
  return {
    kind: TRAINING_RUN.head.format,
    ...{ key: basename(path), title, head: folder.head, problems },
    since: {
      created: stamp.at === undefined ? 0 : Date.parse(stamp.at),
      deleted: deleted === undefined ? null : Math.round(deleted),
      state: folder.isFinished ? 'finished' : 'paused',
    },
    lines: lines.map((line, number) => ({ number, text: JSON.stringify(line) })),
  }
}

/** In their order. Those that a resumed run measured again replace the first ones. */
async function measurementsIn({ path, head: { config } }: RunFolder) {
  const [lines, problems]: [TrainingLine[], string[]] = [[], []]
  const file = join(path, LINES)
  if (!existsSync(file)) return { lines, problems }
  const onFault = ({ message }: LabError): void => void problems.push(message)
  try {
    const { cutOff } = await LineFile.open(file, TRAINING_LINES, {
      onLine(line, number) {
        const of = config.networks[line.network]
        if (line.validation.length !== of?.starts.length) throw badFile(file, `line ${number} is of another run`)
        while (lines.length > 0 && !isBefore(lines.at(-1)!, line)) lines.pop()
        lines.push(line)
      },
      onFault,
    })
    if (cutOff !== undefined) problems.push(cutOff)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    onFault(error)
  }
  return { lines, problems }
}

/** Whether a measurement comes before another one of the run. */
export function isBefore(a: TrainingLine, b: TrainingLine): boolean {
  return a.network < b.network || (a.network === b.network && a.moves < b.moves)
}
