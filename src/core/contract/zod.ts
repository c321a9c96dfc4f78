/** Zod, configured before any schema of the contract is made, whatever the order in which a bundle runs, and its commonest shapes. */
import { z } from 'zod'
import { quoted } from '../quoted'

// Zod would compile its schemas with `new Function`, which the page's content security policy forbids. Even the attempt is reported.
z.config({ jitless: true, localeError: faultIn })

export { z }

/** What zod calls a kind of value. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'nothing',
}

export function kindName(kind: string): string {
  return KINDS[kind] ?? `a ${kind}`
}

export function expectedOf(choices: readonly string[]): string {
  return `expected ${choices.join(' or ')}`
}

/** The message of a union that has none of its own. */
export const NO_MEMBER = 'is none of what is allowed'

/** The lab's words for what is wrong with a value, after the name of its field. */
function faultIn(issue: z.core.$ZodRawIssue): string {
  const value = issue.input === undefined ? 'nothing' : quoted(issue.input)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'undefined') return `takes nothing, not ${value}`
      return `${value} is not ${kindName(issue.expected)}`
    case 'invalid_value':
      return `${value} is not ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(each => quoted(each)).join(', ')}`
    case 'too_small':
      if (typeof issue.input === 'number') return `${value} is ${issue.inclusive ? 'below' : 'not above'} ${issue.minimum}`
      return issue.minimum === 1 ? 'is empty' : `has fewer than ${issue.minimum} ${partsOf(issue.origin)}`
    case 'too_big':
      if (typeof issue.input === 'number') return `${value} is ${issue.inclusive ? 'above' : 'not below'} ${issue.maximum}`
      return `has more than ${issue.maximum} ${partsOf(issue.origin)}`
    case 'unrecognized_keys':
      return `unknown field${issue.keys.length > 1 ? 's' : ''} ${issue.keys.map(key => quoted(key)).join(', ')}`
    case 'invalid_union': {
      const kinds = (issue['options'] ?? []) as readonly unknown[]
      return kinds.length > 0 ? expectedOf(kinds.flatMap(kind => (kind === undefined ? [] : quoted(kind)))) : NO_MEMBER
    }
    default:
      return `${value} has another form`
  }
}

function partsOf(origin: string): string {
  return origin === 'string' ? 'characters' : 'items'
}

export const countShape = z.int().min(0)
export const positiveShape = z.int().min(1)
/** A number that may be a fraction, 0 or more. */
export const amountShape = z.number().min(0)

/** A whole number in `min` … `max`. */
export function wholeShape(min: number, max: number): z.ZodInt {
  return z.int().min(min).max(max)
}

/** Any text of at most `most` characters. */
export function textShape(most: number): z.ZodString {
  return z.string().max(most)
}

/** Zod compares the length of any value, which throws where a hostile one can become no number: here it is refused. */
export function tryShape<T>(shape: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  try {
    return shape.safeParse(value)
  } catch (error) {
    if (!(error instanceof TypeError) || !error.message.includes('primitive value')) throw error
    const issue: z.core.$ZodIssue = { code: 'custom', path: [], message: 'has a length that is no number', input: value }
    return { success: false, error: new z.ZodError([issue]) as z.ZodError<T> }
  }
}
