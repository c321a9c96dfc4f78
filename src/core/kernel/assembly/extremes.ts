/**
 * Larger and smaller of two numbers. `f64.max` and `f64.min` handle NaN and −0 with branches that no processor
 * can predict; the pseudo-extremes of vectors are one instruction.
 */

// @ts-expect-error: decorator
@inline
export function larger(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0)
}

// @ts-expect-error: decorator
@inline
export function smaller(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0)
}
