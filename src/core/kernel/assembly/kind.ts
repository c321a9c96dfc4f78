/**
 * Compile-time variants of a search, beside its board, as one type argument `Kind`: the form of the evaluator, the kind of leaf,
 * whether points are added. Eight types stand for the eight kinds whose lines share a table:
 *
 *                                 points ignored          added
 *     leaf                        Plain     Graded        Plain     Graded
 *     afterstate                  u8        u16           i8        i16
 *     spawned                     u32       u64           i32       i64
 *
 * `Own` of a kind stands for the same kind with a table for each of the eight lines of a board, `Network` for one whose evaluator has no
 * lines.
 */
import { leafSpawned, pointsAdded } from './rules'

/** The two kinds that distinguish evaluators, for code where leaves and points do not matter. */
export type Plain = u8
export type Graded = u16

/** The same kind with a table for each line. */
export type Own<Kind> = StaticArray<Kind>

/** The same kind of leaf and points, for a network. The kind must not be graded. */
export type Network<Kind> = Array<Kind>

/** Type arguments for code that serves rows and columns alike: the orientation, and which of the four lines. */
export type Rows = u8
export type Columns = i8
export type First = u8
export type Second = u16
export type Third = u32
export type Fourth = u64

// @ts-expect-error: decorator
@inline
export function hasOwnTables<Kind>(): bool {
  return isReference<Kind>() && !isArray<Kind>()
}

// @ts-expect-error: decorator
@inline
export function isNetwork<Kind>(): bool {
  return isArray<Kind>()
}

/** Whether the evaluator has gradient or end terms: 16 bytes per line. Other evaluators sum only q: 8 bytes per line. */
// @ts-expect-error: decorator
@inline
export function isGraded<Kind>(): bool {
  if (isReference<Kind>())
    // @ts-expect-error: `Own` or `Network` of a kind
    return isGraded<valueof<Kind>>()
  else return sizeof<Kind>() == 2 || sizeof<Kind>() == 8
}

// @ts-expect-error: decorator
@inline
export function isSpawned<Kind>(): bool {
  if (isReference<Kind>())
    // @ts-expect-error: `Own` or `Network` of a kind
    return isSpawned<valueof<Kind>>()
  else return sizeof<Kind>() >= 4
}

// @ts-expect-error: decorator
@inline
export function addsPoints<Kind>(): bool {
  if (isReference<Kind>())
    // @ts-expect-error: `Own` or `Network` of a kind
    return addsPoints<valueof<Kind>>()
  else return isSigned<Kind>()
}

// @ts-expect-error: decorator
@inline
export function areColumns<Lines>(): bool {
  return isSigned<Lines>()
}

/** 0 … 3 for rows, 4 … 7 for columns. */
// @ts-expect-error: decorator
@inline
export function numberOf<Lines, Which>(): usize {
  return (areColumns<Lines>() ? 4 : 0) + ctz(sizeof<Which>())
}

/** The current kind, for a `switch`: 1 if graded, 2 if leaves are spawned, 4 if points are added. `Own` is tested separately. */
export function kindOf(graded: bool): u32 {
  return <u32>graded | (<u32>leafSpawned << 1) | (<u32>pointsAdded << 2)
}
