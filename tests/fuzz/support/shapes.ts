/** From a zod schema to values that pass it, or nearly: schemas know ranges and patterns, but not what a refinement asks. */
import fc from 'fast-check'
import type { z } from 'zod'

type Schema = z.core.$ZodType

interface Definition {
  readonly type: string
  readonly format?: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
  readonly options?: readonly Schema[]
  readonly innerType?: Schema
  readonly in?: Schema
  readonly keyType?: Schema
  readonly valueType?: Schema
  readonly items?: readonly Schema[]
}

/** One check that a schema carries. */
interface Check {
  readonly check: string
  readonly value?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly length?: number
  readonly pattern?: RegExp
}

/** What the checks of a schema allow. */
interface Bounds {
  readonly low: number | undefined
  readonly high: number | undefined
  readonly pattern: RegExp | undefined
}

function boundsOf(schema: Schema): Bounds {
  const { checks = [] } = schema._zod.def as { checks?: readonly { readonly _zod: { readonly def: unknown } }[] }
  let [low, high, pattern]: [number?, number?, RegExp?] = []
  for (const each of checks) {
    const def = each._zod.def as Check
    if (def.check === 'greater_than') low = def.value
    if (def.check === 'less_than') high = def.value
    if (def.check === 'min_length') low = def.minimum
    if (def.check === 'max_length') high = def.maximum
    if (def.check === 'length_equals') low = high = def.length
    if (def.check === 'string_format') pattern = def.pattern
  }
  return { low, high, pattern }
}

/** Longest list and text that are made: longer ones only cost time. */
const MOST = 12

/** @param known arbitraries of schemas that ask more than their fields tell */
export function fromShape(schema: Schema, known: ReadonlyMap<unknown, fc.Arbitrary<unknown>> = new Map()): fc.Arbitrary<unknown> {
  const own = known.get(schema)
  if (own) return own
  const def = schema._zod.def as unknown as Definition
  const bounds = boundsOf(schema)
  const { low, high } = bounds
  const inner = (each: Schema) => fromShape(each, known)
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape!)
      const requiredKeys = fields.filter(([, each]) => each._zod.def.type !== 'optional').map(([name]) => name)
      return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, inner(each)])), { requiredKeys })
    }
    case 'array':
      return fc.array(inner(def.element!), {
        minLength: low ?? 0,
        maxLength: Math.min(high ?? MOST, Math.max(MOST, low ?? 0)),
      })
    case 'tuple':
      return fc.tuple(...def.items!.map(inner))
    case 'record': {
      const { entries } = def.keyType!._zod.def as unknown as Definition
      if (entries) return fc.record(Object.fromEntries(Object.values(entries).map(key => [key, inner(def.valueType!)])))
      return fc.dictionary(fc.constantFrom('h1', 'h2', 'h3', 'h4', 'a'), inner(def.valueType!), { maxKeys: 5 })
    }
    case 'string':
      return text(def, bounds)
    case 'number':
      return number(def, bounds)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'union':
      return fc.oneof(...def.options!.map(inner))
    case 'optional':
    case 'readonly':
    case 'default':
      return inner(def.innerType!)
    case 'nullable':
      return fc.option(inner(def.innerType!), { freq: 3 })
    case 'pipe':
      return inner(def.in!)
    case 'lazy': // JSON, whose values are JSON
      return fc.jsonValue({ maxDepth: 2 })
    case 'boolean':
      return fc.boolean()
    case 'undefined':
      return fc.constant(undefined)
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`a schema of the type "${def.type}" is not known here`)
  }
}

function text({ format }: Definition, { low = 0, high = MOST, pattern }: Bounds): fc.Arbitrary<string> {
  if (format === 'datetime') return fc.constantFrom('2026-01-31T12:00:00Z', '2026-01-31T12:00:00.123Z')
  if (pattern) return fc.stringMatching(pattern)
  return fc.string({ minLength: low, maxLength: Math.min(high, Math.max(MOST, low)) })
}

function number({ format }: Definition, { low, high }: Bounds): fc.Arbitrary<number> {
  const [min, max] = [low ?? -Number.MAX_SAFE_INTEGER, high ?? Number.MAX_SAFE_INTEGER]
  const ends = fc.constantFrom(min, max)
  if (format === 'safeint') {
    const near = fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 8) })
    return fc.oneof(
      { arbitrary: near, weight: 6 },
      { arbitrary: fc.integer({ min, max }), weight: 1 },
      { arbitrary: ends, weight: 1 },
    )
  }
  return fc.oneof({ arbitrary: fc.double({ min, max, noNaN: true }), weight: 6 }, { arbitrary: ends, weight: 1 })
}
