/** A time that is kept in 4 bytes, as the decimal number that it was made of; `null` where there is none, as in JSON. */
export function shortest(ms: number): number | null {
  return Number.isFinite(ms) ? Number(ms.toPrecision(7)) : null
}
