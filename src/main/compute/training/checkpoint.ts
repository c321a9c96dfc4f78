/**
 * A checkpoint of a training: all that the next slice depends on. A head of 4,096 bytes, which is a line of JSON and spaces; then what was
 * learned, as 32-bit floating-point numbers; then each thread's generator, counts and kept boards, and the games of the second thread that
 * are not learned yet.
 *
 * A run has two such files and writes them in turn. The head is written last: a kill in the middle leaves a file without a head.
 */
import { constants, existsSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { TrainingPlace } from '../../../core/games/twenty48/wallGame/training'
import type { WallTrainer } from '../../../core/kernel/wallKernel/trainer'
import { asBadFile, badFile } from '../../files/fileProblem'
import { readAll, withHandle, writeAll } from '../../files/handle'
import { openRegular } from '../../files/regularFile'

const HEAD_BYTES = 4096
const PIECE_BYTES = 2 ** 22
const FORMAT = '2048-lab-training-checkpoint'
const VERSION = 1

export interface CheckpointState extends TrainingPlace {
  /** Seconds of its training so far. */
  readonly seconds: number
}

interface Head extends CheckpointState {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  readonly bytes: number
  /** CRC-32 of the state's numbers and all bytes after the head. */
  readonly check: number
}

/** A kill while it was written leaves a file unfinished. */
type FoundCheckpoint = CheckpointState | 'unfinished' | 'damaged'

/** @throws {LabError} `BAD_FILE` for an error of the file system; the file is then unfinished */
export function writeCheckpoint(file: string, trainer: WallTrainer, state: CheckpointState): void {
  try {
    withHandle(openToWrite(file), handle => {
      writeAll(handle, Buffer.alloc(HEAD_BYTES), 0)
      fsyncSync(handle)
      let [at, check] = [HEAD_BYTES, checkOf(state)]
      for (const part of partsOf(trainer))
        for (const piece of piecesOf(part)) {
          const copy = Buffer.from(piece) // the memory is shared, and the checksum is of what is written
          check = crc32(copy, check)
          writeAll(handle, copy, at)
          at += copy.length
        }
      ftruncateSync(handle, at)
      fsyncSync(handle)
      const head: Head = { format: FORMAT, version: VERSION, ...state, bytes: at - HEAD_BYTES, check }
      writeAll(handle, Buffer.from(`${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`), 0)
      fsyncSync(handle)
    })
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}

/** @throws {LabError} `BAD_FILE` for a damaged file, or one of another training; what the trainer learned is then undefined */
export function readCheckpoint(file: string, trainer: WallTrainer): CheckpointState {
  try {
    return withHandle(openRegular(file), handle => {
      const head = readHead(handle)
      if (typeof head === 'string') throw badFile(file, `this checkpoint is ${head}`)
      const { network, moves, seconds, bytes, check } = head
      const parts = partsOf(trainer)
      const expected = parts.reduce((sum, { length }) => sum + length, 0)
      if (bytes !== expected) throw badFile(file, `this checkpoint has ${bytes} bytes of another training, not ${expected}`)
      const state = { network, moves, seconds }
      let [at, found] = [HEAD_BYTES, checkOf(state)]
      const copy = Buffer.alloc(PIECE_BYTES)
      for (const part of parts)
        for (const piece of piecesOf(part)) {
          const length = readAll(handle, copy.subarray(0, piece.length), at)
          found = crc32(copy.subarray(0, length), found)
          piece.set(copy.subarray(0, length))
          at += piece.length
        }
      if (found !== check) throw badFile(file, 'this checkpoint is damaged: its content does not fit its checksum')
      return state
    })
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}

/** Reads only the head. @returns `undefined` if there is no such file; a file that cannot be read counts as damaged */
export function findCheckpoint(file: string): FoundCheckpoint | undefined {
  try {
    return withHandle(openRegular(file), handle => {
      const head = readHead(handle)
      return typeof head === 'string' ? head : { network: head.network, moves: head.moves, seconds: head.seconds }
    })
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'damaged'
  }
}

/** Reads all of a file. @returns what is wrong with it; `undefined` also for one that a kill left unfinished */
export function problemOfCheckpoint(file: string): string | undefined {
  return withHandle(openRegular(file), handle => {
    const head = readHead(handle)
    if (typeof head === 'string') return head === 'damaged' ? 'its head is damaged' : undefined
    const piece = Buffer.alloc(PIECE_BYTES)
    let [read, check] = [0, checkOf(head)]
    while (read < head.bytes) {
      const length = readAll(handle, piece.subarray(0, Math.min(PIECE_BYTES, head.bytes - read)), HEAD_BYTES + read)
      if (length === 0) return `it ends after ${read} of ${head.bytes} bytes`
      check = crc32(piece.subarray(0, length), check)
      read += length
    }
    return check === head.check ? undefined : 'its content does not fit its checksum'
  })
}

function readHead(handle: number): Head | 'unfinished' | 'damaged' {
  const bytes = Buffer.alloc(HEAD_BYTES)
  const length = readAll(handle, bytes, 0)
  if (bytes.every(byte => byte === 0)) return 'unfinished'
  try {
    const head = JSON.parse(bytes.toString('latin1', 0, length)) as Head
    const numbers = [head.network, head.moves, head.bytes, head.check]
    const isOurs = head.format === FORMAT && head.version === VERSION && Number.isFinite(head.seconds)
    return isOurs && numbers.every(number => Number.isSafeInteger(number) && number >= 0) ? head : 'damaged'
  } catch {
    return 'damaged' // no JSON
  }
}

/** In their order in the file. */
function partsOf(trainer: WallTrainer): Uint8Array[] {
  const { learned } = trainer
  return [
    new Uint8Array(learned.buffer, learned.byteOffset, learned.byteLength),
    ...Array.from({ length: trainer.threads }, (_, thread) => trainer.area(thread)).flat(),
  ]
}

function* piecesOf(part: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES)
}

function checkOf({ network, moves, seconds }: CheckpointState): number {
  return crc32(JSON.stringify([network, moves, seconds]))
}

/** Writing in place needs no more room than the checkpoint before. */
function openToWrite(file: string): number {
  return existsSync(file) ? openRegular(file, constants.O_RDWR) : openSync(file, 'wx', 0o600)
}
