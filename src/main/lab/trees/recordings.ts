import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { boardSubject } from '../../../core/games/twenty48/tree/head'
import type { RecordedIteration } from '../../../core/contract/compute'
import { makeTraceFile, TraceFileReader } from '../../../core/contract/files'
import { readGameSearch, type GameSearch } from '../../../core/contract/searchers'
import { LabError } from '../../../core/errors'
import type { Board } from '../../../core/games/twenty48/board'
import type { ExpertReport } from '../../../core/games/twenty48/search/report'
import type { Player } from '../../../core/games/twenty48/player'
import { Trace } from '../../../core/trace/trace'
import { stampOf } from '../ground/provenance'
import type { LocalContext } from '../ground/storeLease'
import { asBadFile } from '../../files/fileProblem'
import { checkNewFile, writeNew } from '../../files/newFile'
import { sizeOf } from '../../files/textFile'

/** The largest trace, and its head. */
const MAX_BYTES = 2 ** 31 + 2 ** 20

export interface RecordOptions {
  readonly signal?: AbortSignal | undefined
  /** A new file for the tree. */
  readonly file?: string | undefined
}

interface Recorded {
  readonly trace: Trace
  readonly ms: number
  /** If the player's expert was asked about the position. */
  readonly expert?: ExpertReport
}

/**
 * Records a search from beginning to end.
 * @returns its last iteration that counts
 * @throws {LabError} `BAD_FILE` before the search if the file cannot be written; `CANCELLED` if it was stopped before anything was
 * finished; errors of the pool
 */
export async function recordBoard(
  { engine }: Pick<LocalContext, 'engine'>,
  board: Board,
  player: Player,
  mebibytes: number,
  { signal, file }: RecordOptions = {},
): Promise<Recorded> {
  if (file !== undefined) checkNewFile(file)
  let iteration: RecordedIteration | undefined
  let ms: number | undefined
  let expert: ExpertReport | undefined
  await engine.pool.trace(
    player,
    { root: { board, kind: 'max' }, reach: 1, mebibytes },
    recorded => {
      iteration = recorded.iteration ?? iteration
      expert = recorded.expert ?? expert
      if (recorded.report) ms = recorded.ms
    },
    { signal },
  )
  if (!iteration || ms === undefined) throw stoppedEarly()
  const { data } = iteration
  const subject = { ...boardSubject(data.head), limits: player.limits }
  const trace = new Trace({ ...data, head: { ...data.head, subject, stamp: stampOf(engine) } })
  if (file !== undefined) await writeTrace(file, trace)
  return { trace, ms, ...(expert && { expert }) }
}

/**
 * Like `recordBoard`, for any game and a searcher of the registry.
 * @throws {LabError} also `BAD_POSITION`, `BAD_SETTING`
 */
export async function recordGame(
  { engine }: Pick<LocalContext, 'engine'>,
  asked: GameSearch,
  mebibytes: number,
  { signal, file }: RecordOptions = {},
): Promise<Recorded> {
  const { entry, root, config, heuristic } = readGameSearch(asked)
  if (file !== undefined) checkNewFile(file)
  const { options: _, ...rest } = asked // the position has them
  const order = { ...rest, position: entry.game.format(root), config, heuristic, mebibytes }
  const searched = await engine.pool.searchGame(order, { signal })
  if (!searched) throw stoppedEarly()
  const { data } = searched.iteration!
  const trace = new Trace({ ...data, head: { ...data.head, stamp: stampOf(engine) } })
  if (file !== undefined) await writeTrace(file, trace)
  return { trace, ms: searched.ms }
}

export async function openTrace(_: unknown, file: string): Promise<Trace> {
  return readTrace(file)
}

/** @throws {LabError} `BAD_FILE`, naming the file and its faulty part */
export async function readTrace(file: string): Promise<Trace> {
  const reader = new TraceFileReader(basename(file), sizeOf(file, MAX_BYTES))
  const stream = createReadStream(file, { highWaterMark: 2 ** 20 })
  try {
    for await (const piece of stream) reader.push(piece as Uint8Array)
  } catch (cause) {
    throw asBadFile(file, cause)
  }
  return reader.finish()
}

/** Writes to a new file. @throws {LabError} `BAD_FILE`, also if the file exists; nothing is left then */
export async function writeTrace(file: string, trace: Trace): Promise<void> {
  await writeNew(file, makeTraceFile(trace), 0o600)
}

function stoppedEarly(): LabError {
  return new LabError('CANCELLED', 'The search was stopped before it had anything to record.')
}
