import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LabError } from '../../../core/errors'
import type { KernelExports } from '../../../core/kernel/memory'
import type { WallExports } from '../../../core/kernel/wallKernel/wallMemory'
import { INSTALLATION, REPAIR } from '../../installation'
import { Worker } from 'node:worker_threads'
import type { StopCell, ThreadStart } from '../../../core/contract/compute'
import type { ThreadLike } from '../../threadChannel'
import { THREAD_HEAP_MB } from './memory'

export interface KernelFile {
  readonly module: WebAssembly.Module
  /** First 12 hex digits of the file's SHA-256: identifies the build that computed a result. */
  readonly hash: string
}

const PLAIN: Readonly<Record<keyof KernelExports, 'memory' | 'function'>> = {
  memory: 'memory',
  setRules: 'function',
  setTable: 'function',
  setForm: 'function',
  setNetwork: 'function',
  searchSlide: 'function',
  variationAfter: 'function',
  beginGame: 'function',
  playSlides: 'function',
  makeRoom: 'function',
  beginRecording: 'function',
  recordSlide: 'function',
  entriesInUse: 'function',
  clearRoom: 'function',
  clearTimes: 'function',
}

const WALLS: Readonly<Record<keyof WallExports, 'function'>> = {
  setRules: 'function',
  setWholeRules: 'function',
  setNetwork: 'function',
  setChances: 'function',
  searchSlide: 'function',
  placeRoom: 'function',
  beginRecording: 'function',
  entriesInUse: 'function',
  clearRoom: 'function',
  slideBoard: 'function',
  chance: 'function',
  setArea: 'function',
  setStep: 'function',
  train: 'function',
  trainWhole: 'function',
  useWeights: 'function',
  learn: 'function',
  learnWhole: 'function',
  beginChanges: 'function',
  endChanges: 'function',
  repeatChanges: 'function',
  validate: 'function',
  validateWhole: 'function',
}

/**
 * Reads and compiles the kernel.
 * @throws {LabError} `KERNEL_BROKEN` if the file is missing, unreadable, damaged or of another build.
 */
export function readKernel(file: string = join(INSTALLATION, 'out', 'kernel.wasm')): KernelFile {
  return read(file, PLAIN)
}

/** The kernel of the wall game's networks. @throws {LabError} `KERNEL_BROKEN` */
export function readWallKernel(file: string = join(INSTALLATION, 'out', 'wall-kernel.wasm')): KernelFile {
  return read(file, WALLS)
}

function read(file: string, expected: Readonly<Record<string, 'memory' | 'function'>>): KernelFile {
  const bytes = attempt(file, 'cannot be read', () => readFileSync(file))
  const module = attempt(file, 'is damaged', () => new WebAssembly.Module(bytes))
  const kinds = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]))
  for (const [name, kind] of Object.entries(expected))
    if (kinds.get(name) !== kind) throw broken(file, 'is of another build', `it exports no ${kind} "${name}"`)
  return { module, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 12) }
}

/** The input for an instance of a kernel. */
export function instance<Exports>(module: unknown): (imports: object) => Exports {
  return imports => new WebAssembly.Instance(module as WebAssembly.Module, { ...imports }).exports as Exports
}

function attempt<T>(file: string, problem: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw broken(file, problem, (cause as Error).message, cause)
  }
}

function broken(file: string, problem: string, why: string, cause?: unknown): LabError {
  const message = `The search kernel ${file} ${problem}: ${why}. ${REPAIR}`
  return new LabError('KERNEL_BROKEN', message, { file }, { cause })
}

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'thread.js')

/**
 * Starts a thread of the built lab. Its JavaScript heap is limited to `THREAD_HEAP_MB`; a thread that exceeds it dies and is
 * replaced. `checkTable` limits its kernel's memory.
 */
export function startWorker({ module }: KernelFile, stopCell: StopCell, networks: readonly string[]): ThreadLike {
  const workerData: ThreadStart = { kernel: module, networks, stopCell }
  const { old, young } = THREAD_HEAP_MB
  return new Worker(THREAD_FILE, { workerData, resourceLimits: { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young } })
}
