/** The path of a call in every host: measure, check and run. */
import { CALLS, MAX_MESSAGE_BYTES, type CallName, type LabHandlers } from '../../core/contract/calls'
import { parseShape } from '../../core/contract/shapes'
import { LabError } from '../../core/errors'
import type { OpenedLab } from '../lab/openLab'

/** The part of the lab that a host serves. */
export type ServedLab = Pick<OpenedLab, 'handlers' | 'on'>

/** The calls of the contract for an untrusted caller: the arguments may be anything. */
export type CheckedCalls = { readonly [K in CallName]: (arg: unknown) => Promise<unknown> }

/** Rejects only with a `LabError`: a bug in the lab becomes `INTERNAL`, and its stack goes to `log`. */
export function checkedCalls(handlers: LabHandlers, log: (problem: unknown) => void): CheckedCalls {
  const calls = (Object.keys(CALLS) as CallName[]).map(name => [
    name,
    async (arg: unknown): Promise<unknown> => {
      try {
        return await run(handlers, name, arg)
      } catch (error) {
        if (error instanceof LabError) throw error
        log(error)
        throw new LabError('INTERNAL', `${name}: something is wrong in the lab itself. Its log says what.`)
      }
    },
  ])
  return Object.fromEntries(calls) as CheckedCalls
}

async function run(handlers: LabHandlers, name: CallName, arg: unknown): Promise<unknown> {
  if (!fitsIn(arg, MAX_MESSAGE_BYTES))
    throw new LabError('BAD_REQUEST', `${name}: a message may take ${MAX_MESSAGE_BYTES} bytes, this takes more`, { where: name })
  const excess = excessOf(arg)
  if (excess) throw new LabError('BAD_REQUEST', `${name}: ${excess}`, { where: name })
  const handler = handlers[name] as (arg: unknown) => Promise<unknown>
  return handler(parseShape<unknown>(CALLS[name].shape, arg, name))
}

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

/** Maximum number of entries of a list, or names of an object: no call has more, and a check may find a fault in each. */
const MOST_ENTRIES = 5_000
/** Deepest nesting of lists and objects: no call has more, and a reader may recurse at each level. */
const DEEPEST = 50

/** Finds values that fit in a message but in no call: a list that is too long, or endless nesting. Runs after `fitsIn`. */
function excessOf(value: unknown): string | undefined {
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
