/** The rules of the wall game on boards of 4-bit digits: `core/games/twenty48/wallGame/wallGame.ts` is their specification. */
import { emptyCells, transposed, LEFTWARDS, UP } from '../board'
import { PACKED, SLIDES } from './memory'

/** The digit of a tile that a slide has just made; afterwards it is a wall. */
const MADE: u64 = 15
const ONES: u64 = 0x1111_1111_1111_1111

/** The rank to make, and the digit of a wall. */
export let target: u64 = 9
let walls: u64 = 9 * ONES

/** Fills the tables of the rules. @param stay whether walls never move */
export function setRules(rank: u32, stay: bool): void {
  target = rank
  walls = target * ONES
  for (let row: u32 = 0; row < 65536; row++) {
    store<u16>(SLIDES + (<usize>row << 2), slidRow(row, stay))
    store<u16>(SLIDES + (<usize>row << 2), reversed(slidRow(reversed(row), stay)), 2)
  }
  for (let cells: u32 = 0; cells < 65536; cells++) store<u8>(PACKED + cells, stay || isPacked(cells) ? 1 : 0)
}

/** The board after a slide, the same board if nothing moves. */
// @ts-expect-error: decorator
@inline
export function slide(board: u64, direction: u32): u64 {
  const last = <usize>(direction == UP || direction == LEFTWARDS ? 0 : 2)
  return direction < LEFTWARDS ? transposed(slidRows(transposed(board), last)) : slidRows(board, last)
}

// @ts-expect-error: decorator
@inline
function slidRows(board: u64, last: usize): u64 {
  return (
    <u64>load<u16>((<usize>(board & 0xffff) << 2) + last, SLIDES) |
    (<u64>load<u16>((<usize>((board >> 16) & 0xffff) << 2) + last, SLIDES) << 16) |
    (<u64>load<u16>((<usize>((board >> 32) & 0xffff) << 2) + last, SLIDES) << 32) |
    (<u64>load<u16>((<usize>(board >> 48) << 2) + last, SLIDES) << 48)
  )
}

/** Whether the slide made a tile of the target. */
// @ts-expect-error: decorator
@inline
export function isSuccess(slid: u64): bool {
  return emptyCells<u64>(~slid) != 0
}

/** The result after such a slide. */
export function resultOf(slid: u64): f64 {
  const before = maskOf(emptyCells<u64>(slid ^ walls))
  if (load<u8>(PACKED + before) == 0) return 0.6
  return load<u8>(PACKED + (before | maskOf(emptyCells<u64>(~slid)))) == 0 ? 0.92 : 1
}

export function hasTile(board: u64, rank: u64): bool {
  return emptyCells<u64>(board ^ (rank * ONES)) != 0
}

/** One bit a cell, from one bit a nibble. */
function maskOf(nibbles: u64): usize {
  let x = nibbles
  x = (x | (x >> 3)) & 0x0303_0303_0303_0303
  x = (x | (x >> 6)) & 0x000f_000f_000f_000f
  x = (x | (x >> 12)) & 0x0000_00ff_0000_00ff
  return <usize>((x | (x >> 24)) & 0xffff)
}

function slidRow(row: u32, stay: bool): u32 {
  let slid: u32 = 0
  let place: u32 = 0
  let held: u32 = 0
  for (let i: u32 = 0; i < 4; i++) {
    const rank = (row >> (4 * i)) & 15
    if (rank == 0) continue
    if (rank == <u32>target) {
      if (stay) place = i
      slid |= rank << (4 * place++)
      held = 0
    } else if (rank == held) {
      const merged = 4 * (place - 1)
      const made: u32 = rank + 1 == <u32>target ? <u32>MADE : rank + 1
      slid = (slid & ~(15 << merged)) | ((made & 15) << merged)
      held = 0
    } else {
      slid |= rank << (4 * place++)
      held = rank
    }
  }
  return slid
}

export function reversed(row: u32): u32 {
  return (row >> 12) | ((row >> 4) & 0xf0) | ((row << 4) & 0xf00) | ((row << 12) & 0xf000)
}

/** True if the cells form a staircase in one of the corners. */
function isPacked(cells: u32): bool {
  for (let corner: u32 = 0; corner < 4; corner++) {
    let isStaircase = true
    for (let cell: u32 = 0; cell < 16; cell++) {
      if (((cells >> cell) & 1) == 0) continue
      const row = cell >> 2
      const column = cell & 3
      const isRowEdge = (corner & 1) == 0 ? row == 0 : row == 3
      const isColumnEdge = (corner & 2) == 0 ? column == 0 : column == 3
      const above = (corner & 1) == 0 ? cell - 4 : cell + 4
      const beside = (corner & 2) == 0 ? cell - 1 : cell + 1
      if (!(isRowEdge || ((cells >> above) & 1) != 0) || !(isColumnEdge || ((cells >> beside) & 1) != 0)) isStaircase = false
    }
    if (isStaircase) return true
  }
  return false
}
