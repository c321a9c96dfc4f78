/**
 * Renames tall tiles, so that narrow boards work past 32768. A tall tile that is unique, and that the others cannot
 * make again, merges with nothing in a search, so only its value counts: the tables of lines store it under any
 * unused rank. With k tall tiles, named 15, 14, …, the others must stay below 2^(16 − k) in sum, to make no
 * rank above 15 − k. Boards that do not fit, a few in a hundred past 32768, are searched wide.
 */
import { faceSum } from './board'
import { RANK_NAMES, RANKS } from './memory'

/** Capacity of `names`. */
const MOST_TALL: u32 = 12
/** Maximum number of tall tiles that are renamed. A network knows ranks, not names. */
let mostRenamed: u32 = MOST_TALL

/** The current names: five bits for each tall tile's rank, the first in the lowest; 0 if ranks have their own names. */
export let names: u64 = 0
/** The last packed board. */
export let packed: u64 = 0
/** The sum of its other tiles, and the limit for it with the 4s that a search may add. */
export let sumOfOthers: u32 = 0
export let limit: u32 = 65536

export function setRenaming(renames: bool): void {
  mostRenamed = renames ? MOST_TALL : 0
}

/** Packs a board for a search of this depth. @returns false if it does not fit; then each rank has its own name */
export function pack(lowBits: u64, highBits: u64, depth: u32): bool {
  names = 0
  packed = lowBits
  sumOfOthers = faceSum(lowBits, highBits)
  limit = 65536
  let tall: u32 = 0
  let rank = RANKS
  while (sumOfOthers + 4 * depth >= limit) {
    // The tallest of the others. If there were two of it, or the others could make another, the sum would stay too high.
    let cell: u64 = 64
    while (cell == 64 && --rank > 0)
      for (let shift: u64 = 0; shift < 64; shift += 4)
        if ((((lowBits >> shift) & 15) | (((highBits >> shift) & 1) << 4)) == rank) cell = shift
    if (cell == 64 || tall == mostRenamed) {
      names = 0
      return false
    }
    const name: u64 = 15 - tall
    packed = (packed & ~(<u64>15 << cell)) | (name << cell)
    names |= <u64>rank << (5 * tall)
    sumOfOthers -= 1 << rank
    limit >>= 1
    tall++
  }
  return true
}

/** Writes the rank that each name stands for, for `rankOf`. */
export function writeNames(): void {
  for (let name: u32 = 0; name < 16; name++) {
    const rank = <u32>(names >> (5 * (15 - name))) & 31
    store<u8>(RANK_NAMES + name, name > 15 - MOST_TALL && rank != 0 ? rank : name)
  }
}

// @ts-expect-error: decorator
@inline
export function rankOf(name: u32): u32 {
  return load<u8>(name, RANK_NAMES)
}

/** The low bits, or the fifth bits, of the ranks of a packed board. */
export function unpacked(board: u64, fifth: bool): u64 {
  if (names == 0) return fifth ? 0 : board
  let bits: u64 = 0
  for (let shift: u64 = 0; shift < 64; shift += 4) {
    const rank = rankOf(<u32>(board >> shift) & 15)
    bits |= <u64>(fifth ? rank >> 4 : rank & 15) << shift
  }
  return bits
}
