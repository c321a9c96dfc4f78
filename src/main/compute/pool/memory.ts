/** How many threads a machine has room for, how large their tables may grow, and what is left for recorded trees. */
import { availableParallelism, totalmem } from 'node:os'
import { LabError } from '../../../core/errors'
import { TRACE_MEBIBYTES } from '../../../core/trace/format'
import { TABLE_BITS, TABLE_ENTRY_BYTES, type SearchSettings } from '../../../core/search/settings'

/** Bound of a thread's JavaScript heap; it holds messages and one game, so this is generous. */
export const THREAD_HEAP_MB = { old: 96, young: 32 } as const

/** Maximum bytes that a thread uses with the default table: its heap, its kernel (34 MiB), its stack and code. */
const THREAD_BYTES = 2 ** 28

const MIB = 2 ** 20

/** Memory of the machine, or of the container. */
export const MACHINE_MEMORY = Math.min(totalmem(), process.constrainedMemory() || Infinity)

/** Share of memory that all threads together may use, unless the user sets another. */
export const MEMORY_FOR_THREADS = MACHINE_MEMORY / 2

/**
 * min(cores − 1 with a window, cores without one; memory for threads / 256 MiB), and at least 1: one core stays free for the
 * window's own processes.
 */
export function defaultThreads(besideWindow: boolean, cores = availableParallelism(), memory = MEMORY_FOR_THREADS): number {
  return Math.max(1, Math.min(cores - (besideWindow ? 1 : 0), Math.floor(memory / THREAD_BYTES)))
}

/** @throws {LabError} `BAD_SETTING` for more threads than fit in memory; one thread is always allowed. */
export function checkThreads(threads: number, memory: number): void {
  const room = Math.max(1, Math.floor(memory / THREAD_BYTES))
  if (threads <= room) return
  throw new LabError(
    'BAD_SETTING',
    `threads: ${threads} threads need ${(threads * THREAD_BYTES) / MIB} MiB and may take ${mebibytes(memory)} MiB; ` +
      `use ${room} or fewer, or allow more memory`,
    { field: 'threads' },
  )
}

/**
 * Refuses a table that would not fit if every thread had one. The kernels' memories never shrink, so this is the only way to keep
 * all threads within `memory`.
 * @throws {LabError} `BAD_SETTING`
 */
export function checkTable({ table, tableBits }: SearchSettings, threads: number, memory = MEMORY_FOR_THREADS): void {
  if (table === 'off' || tableBits <= TABLE_BITS.default) return
  const bitsFor = (share: number) => Math.floor(Math.log2(memory / share / TABLE_ENTRY_BYTES))
  if (tableBits <= bitsFor(threads)) return
  throw new LabError(
    'BAD_SETTING',
    `tableBits: ${threads} tables of 2^${tableBits} entries do not fit into the ${mebibytes(memory)} MiB that threads may take; ` +
      `use ${bitsFor(threads)} or less${threads > 1 ? ', or fewer threads' : ''}`,
    { field: 'tableBits' },
  )
}

/** Bytes that all recorded trees may use together, in addition to the threads. One tree of the usual size is always allowed. */
export function memoryForTrees(threads: number, memory: number): number {
  return Math.max(memory - threads * THREAD_BYTES, TRACE_MEBIBYTES.default * MIB)
}

/**
 * @param bytes of one more tree, at most; `taken`: of the open trees; `memory`: see `memoryForTrees`
 * @throws {LabError} `BAD_SETTING`, with possible remedies
 */
export function checkTreeMemory(bytes: number, taken: number, memory: number): void {
  if (taken + bytes <= memory) return
  const open = taken > 0 ? `The trees that are open take ${Math.ceil(taken / MIB)} MiB, another one` : 'The tree'
  throw new LabError(
    'BAD_SETTING',
    `${open} may take ${Math.ceil(bytes / MIB)} MiB, and trees may take ${mebibytes(memory)} MiB together: ` +
      `${taken > 0 ? 'close one of them, ' : ''}give a tree less room in the settings, or allow the lab more memory`,
    { field: 'memoryMiB' },
  )
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / MIB)
}
