/** Where the weights of a board are in a network: for each tuple and symmetry a lookup of 32 bytes, which `wallKernel/lookups.ts` of the ports writes. */
import { transposed } from './board'

/** Bytes of a lookup: first line, its table, second line, its table, the factor of the first, where the tuple's weights begin; u32 each. */
export const LOOKUP: usize = 32

/** Writes the lines of a board for `weightNumber`: rows, then columns, each times two. @param lines 32 bytes */
// @ts-expect-error: decorator
@inline
export function writeLines(board: u64, lines: usize): void {
  const columns = transposed(board)
  store<u32>(lines, <u32>(board & 0xffff) << 1)
  store<u32>(lines, <u32>((board >> 16) & 0xffff) << 1, 4)
  store<u32>(lines, <u32>((board >> 32) & 0xffff) << 1, 8)
  store<u32>(lines, <u32>(board >> 48) << 1, 12)
  store<u32>(lines, <u32>(columns & 0xffff) << 1, 16)
  store<u32>(lines, <u32>((columns >> 16) & 0xffff) << 1, 20)
  store<u32>(lines, <u32>((columns >> 32) & 0xffff) << 1, 24)
  store<u32>(lines, <u32>(columns >> 48) << 1, 28)
}

/** The number of a lookup's weight in its set. */
// @ts-expect-error: decorator
@inline
export function weightNumber(lookup: usize, lines: usize): usize {
  const first = load<u16>(load<u32>(lookup, 4) + load<u32>(lines + load<u32>(lookup)))
  const second = load<u16>(load<u32>(lookup, 12) + load<u32>(lines + load<u32>(lookup, 8)))
  return <usize>first * load<u32>(lookup, 16) + second + load<u32>(lookup, 20)
}
