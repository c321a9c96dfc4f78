/**
 * What a search is compiled for, beside its board, as one type argument `Kind`: the evaluator's form, what a leaf is,
 * whether points are added. Eight types stand for the eight kinds whose lines share a table:
 *
 *                                 points ignored          added
 *     leaf                        Plain     Graded        Plain     Graded
 *     afterstate                  u8        u16           i8        i16
 *     spawned                     u32       u64           i32       i64
 *
 * `Own` of these stands for the same with a table for each of the eight lines of a board.
 */
import { leafSpawned, pointsAdded } from './rules'

/** Of those, the two that distinguish evaluators, where leaves and points do not matter. */
export type Plain = u8
export type Graded = u16

/** The same kind, and each line has its own table. */
export type Own<Kind> = StaticArray<Kind>

/** The rows of a board or its columns, where both are one piece of code, and which of the four: type arguments too. */
export type Rows = u8
export type Columns = i8
export type First = u8
export type Second = u16
export type Third = u32
export type Fourth = u64

// @ts-expect-error: decorator
@inline
export function hasOwnTables<Kind>(): bool {
  return isReference<Kind>()
}

/** Whether the evaluator has gradient or end terms: 16 bytes a line. The others sum q alone, 8 bytes a line. */
// @ts-expect-error: decorator
@inline
export function isGraded<Kind>(): bool {
  if (isReference<Kind>())
    // @ts-expect-error: `Own` of a kind
    return isGraded<valueof<Kind>>()
  else return sizeof<Kind>() == 2 || sizeof<Kind>() == 8
}

// @ts-expect-error: decorator
@inline
export function isSpawned<Kind>(): bool {
  if (isReference<Kind>())
    // @ts-expect-error: `Own` of a kind
    return isSpawned<valueof<Kind>>()
  else return sizeof<Kind>() >= 4
}

// @ts-expect-error: decorator
@inline
export function addsPoints<Kind>(): bool {
  if (isReference<Kind>())
    // @ts-expect-error: `Own` of a kind
    return addsPoints<valueof<Kind>>()
  else return isSigned<Kind>()
}

// @ts-expect-error: decorator
@inline
export function areColumns<Lines>(): bool {
  return isSigned<Lines>()
}

/** 0 … 3 of the rows, 4 … 7 of the columns. */
// @ts-expect-error: decorator
@inline
export function numberOf<Lines, Which>(): usize {
  return (areColumns<Lines>() ? 4 : 0) + ctz(sizeof<Which>())
}

/** The kind in force, for a `switch`: 1 if graded, 2 if leaves are spawned, 4 if points are added. `Own` is asked apart. */
export function kindOf(graded: bool): u32 {
  return <u32>graded | (<u32>leafSpawned << 1) | (<u32>pointsAdded << 2)
}
