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

/** Entries of a list, or names of an object: no call takes more, and a check may find a fault in each. */
const MOST_ENTRIES = 5_000
/** Lists and objects within each other: no call takes more, and what reads them may call itself at each. */
const DEEPEST = 50

/** What no call takes, though it fits in a message: a list that is too long, or lists in lists without an end. Follows what `fitsIn` lets pass. */
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
