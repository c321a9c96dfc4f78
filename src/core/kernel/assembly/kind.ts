/**
 * What a search is compiled for, beside its board, as one type argument `Kind`: the evaluator's form, what a leaf is,
 * whether points are added. Eight types stand for the eight kinds:
 *
 *                                 points ignored          added
 *     leaf                        Plain     Graded        Plain     Graded
 *     afterstate                  u8        u16           i8        i16
 *     spawned                     u32       u64           i32       i64
 */
import { leafSpawned, pointsAdded } from './rules'

/** Of those, the two that tell evaluators apart, where leaves and points do not matter. */
export type Plain = u8
export type Graded = u16

/** Whether the evaluator has gradient or end terms: 16 bytes a line. The others sum q alone, 8 bytes a line. */
// @ts-expect-error: decorator
@inline
export function isGraded<Kind>(): bool {
  return sizeof<Kind>() == 2 || sizeof<Kind>() == 8
}

// @ts-expect-error: decorator
@inline
export function isSpawned<Kind>(): bool {
  return sizeof<Kind>() >= 4
}

// @ts-expect-error: decorator
@inline
export function addsPoints<Kind>(): bool {
  return isSigned<Kind>()
}

/** The kind in force, for a `switch`: 1 if graded, 2 if leaves are spawned, 4 if points are added. */
export function kindOf(graded: bool): u32 {
  return <u32>graded | (<u32>leafSpawned << 1) | (<u32>pointsAdded << 2)
}
