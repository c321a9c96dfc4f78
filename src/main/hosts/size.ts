/**
 * True if a value takes at most `bytes` bytes as JSON, by a lower estimate: a refused value is certainly too large, an accepted one exceeds
 * the limit a few times at most. Stops counting at the limit, so a huge or circular value costs no more than one of the allowed size.
 * Refuses binary data, which no call has.
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

/** Most entries of a list, or names of an object: no call has more, and a check may find a fault in each. */
const MOST_ENTRIES = 5_000
/** Most nesting of lists and objects: no call has more, and a reader may recurse at each level. */
const DEEPEST = 50

/** Finds values that fit in a message but in no call: a list that is too long, or endless nesting. Runs after `fitsIn`. */
export function excessOf(value: unknown): string | undefined {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      if (depth >= DEEPEST) return `lists and objects stand more than ${DEEPEST} deep in each other`
      const parts: unknown[] = Object.values(each)
      if (parts.length > MOST_ENTRIES)
        return `a list or object of ${parts.length} entries: no call takes more than ${MOST_ENTRIES}`
      for (const part of parts) next.push(part)
    }
    level = next
  }
  return undefined
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
