/**
 * Whether a value would take at most so many bytes as JSON, by a lower estimate: what `fitsIn` refuses is too large, what
 * it lets pass is at most a few times the size. Stops counting at the limit, so a huge or circular value costs no more
 * than one of the allowed size. Binary data fits nowhere, the contract has none.
 */
export function fitsIn(value: unknown, bytes: number): boolean {
  const open: unknown[] = [value]
  for (let left = bytes; open.length > 0;) {
    const next = open.pop()
    if (typeof next === 'string') left -= next.length + 2
    else if (typeof next !== 'object' || next === null) left -= 1
    else if (Array.isArray(next)) {
      left -= next.length + 1
      if (left >= 0) for (const item of next as unknown[]) open.push(item)
    } else if (isPlain(next)) {
      left -= 2
      for (const key in next) {
        left -= key.length + 3
        if (left < 0) return false
        open.push(next[key])
      }
    } else return false
    if (left < 0) return false
  }
  return true
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
