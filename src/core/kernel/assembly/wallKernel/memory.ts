/**
 * Linear memory of the wall kernel, address by address. The memory is shared, so that several threads can train one network; what is
 * marked "each" is written by every thread with equal contents. Little-endian, sizes in bytes.
 *
 *   0x0000000      compiler's own static data
 *   PARAMETERS     4 KiB  written by the port before a call, read after it
 *   LOOKUPS        8 KiB  how to find the weights of a board: 32 bytes for each tuple and symmetry
 *   SHAPES         4 KiB  walls that a training game may start with: f64 share, then u16 cells, 16 bytes each
 *   PACKED         u8[65536]  by a mask of cells: whether they form a staircase in a corner (each)
 *   SLIDES         u16[65536][2]  a row after its slide to the left, and to the right; 15 for a tile just made (each)
 *   PATTERNS       u16[65536] tables: the number of the digits at some places of a line
 *   CACHE          chances of boards in the search: u64 board, f64 chance
 *   CHANCES        f64: the chance of each possible sum of weights; its middle is the sum 0
 *   then           weights, and in training what the port arranges: see `wallMemory.ts`
 */
export const PARAMETERS: usize = 0x10000
/** The board of a call. u64. */
export const BOARD: usize = PARAMETERS
/** Results of a call. f64 each. */
export const RESULT: usize = PARAMETERS + 0x10
/** Scratch of a search: the lines of a board. */
export const LINES: usize = PARAMETERS + 0x100
export const LOOKUPS: usize = 0x12000
export const SHAPES: usize = 0x14000
export const PACKED: usize = 0x20000
export const SLIDES: usize = 0x30000
export const PATTERNS: usize = 0x80000
/** Tables that PATTERNS has room for. */
export const MOST_PATTERNS: usize = 28
export const CACHE: usize = 0x400000
export const CACHE_ENTRIES: usize = 1 << 16
export const CHANCES: usize = CACHE + CACHE_ENTRIES * 16
