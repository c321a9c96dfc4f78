/** A time stored in 4 bytes, as the shortest decimal number; `null` for none, as in JSON. */
export function shortest(ms: number): number | null {
  return Number.isFinite(ms) ? Number(ms.toPrecision(7)) : null
}
