/** How many threads a machine has room for, and how large their tables may grow. */
import { availableParallelism, totalmem } from 'node:os'
import { LabError } from '../../core/errors'
import { TABLE_BITS, TABLE_ENTRY_BYTES, type SearchSettings } from '../../core/search/settings'

/** Bound of a thread's JavaScript heap; it holds messages and one game, so this is generous. */
export const THREAD_HEAP_MB = { old: 96, young: 32 } as const

/** What a thread takes at most while its table is the default one: its heap, its kernel (34 MiB), its stack and code. */
const THREAD_BYTES = 2 ** 28

/** Memory of the machine, or of the container we run in. */
const MEMORY = Math.min(totalmem(), process.constrainedMemory() || Infinity)

/** All threads together may take half of the memory. */
const MEMORY_FOR_THREADS = MEMORY / 2

/**
 * min(cores − 1 beside a window, cores without one; half of the memory / 256 MiB), and at least 1: a core is left to the
 * window's own processes.
 */
export function defaultThreads(besideWindow: boolean, cores = availableParallelism(), memory = MEMORY_FOR_THREADS): number {
  return Math.max(1, Math.min(cores - (besideWindow ? 1 : 0), Math.floor(memory / THREAD_BYTES)))
}

/**
 * Refuses a table that would not fit if every thread had one: the kernels' memories never shrink, so only then do all
 * threads together stay within `memory`, whatever they are asked.
 *
 * @throws {LabError} `BAD_SETTING`
 */
export function checkTable({ table, tableBits }: SearchSettings, threads: number, memory = MEMORY_FOR_THREADS): void {
  if (table === 'off' || tableBits <= TABLE_BITS.default) return
  const bitsFor = (share: number) => Math.floor(Math.log2(memory / share / TABLE_ENTRY_BYTES))
  if (tableBits <= bitsFor(threads)) return
  throw new LabError(
    'BAD_SETTING',
    `tableBits: ${threads} tables of 2^${tableBits} entries do not fit into half of this machine's memory; ` +
      `use ${bitsFor(threads)} or less${threads > 1 ? ', or fewer threads' : ''}`,
    { field: 'tableBits' },
  )
}
