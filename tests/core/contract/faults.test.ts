import { expect, test } from 'vitest'
import { tuningConfigShape } from '../../../src/core/contract/files'
import { parseJson } from '../../../src/core/contract/files/json'
import { faultOf, parseShape } from '../../../src/core/contract/shapes'
import { textShape, z } from '../../../src/core/contract/zod'
import { PRESETS } from '../../../src/core/contract/tuning/presets'

/** The fault of a preset with one part of it replaced. */
function fault(path: readonly string[], value: unknown): string {
  const config = structuredClone(PRESETS['noisy-smart'].config) as unknown as Record<string, unknown>
  const last = path.slice(0, -1).reduce<Record<string, unknown>>((part, key) => part[key] as Record<string, unknown>, config)
  last[path.at(-1)!] = value
  return faultOf(tuningConfigShape.safeParse(config).error!)
}

test.each<[field: string, value: unknown, allowed: string]>([
  ['objective.racing', 'on', 'expected "off" or an object'],
  ['objective.racing', { every: 'x', error: 0.1 }, 'objective.racing.every: "x" is not a number'],
  ['objective.maxSlides', 'all', 'expected "none" or a number'],
  ['objective.kind', 'matches', 'objective.kind: expected "games" or "walls"'],
  ['optimizer.kind', 'annealing', 'is one of thesis'],
])('%s %j: the fault says what is allowed', (field, value, allowed) => {
  expect(fault(field.split('.'), value)).toContain(allowed)
})

test('a union in a union names the choices of both, and null without an article', () => {
  const shape = z.union([z.union([z.literal('off'), z.number()]), z.null()])
  expect(faultOf(shape.safeParse({}).error!)).toBe('expected "off" or a number or null')
})

test.each<[shape: z.ZodType, value: unknown, words: string]>([
  [z.object({ a: z.number() }), {}, 'a: nothing is not a number'],
  [z.int(), 1.5, '1.5 is not a whole number'],
  [z.int().min(1), -1, '-1 is below 1'],
  [z.number().gt(0), 0, '0 is not above 0'],
  [z.number().max(1), 2, '2 is above 1'],
  [z.number().lt(1), 1, '1 is not below 1'],
  [z.string().min(1), '', 'is empty'],
  [z.array(z.number()).min(2), [1], 'has fewer than 2 items'],
  [textShape(2), 'abc', 'has more than 2 characters'],
  [z.enum(['a', 'b']), 'c', '"c" is not one of "a", "b"'],
  [z.literal('a'), 'b', '"b" is not "a"'],
  [z.boolean(), null, 'null is not true or false'],
  [z.object({ a: z.undefined() }), { a: null }, 'a: takes nothing, not null'],
  [z.union([z.undefined(), z.number()]), null, 'expected nothing or a number'],
  [z.string().regex(/^a$/), 'b', '"b" has another form'],
  [z.strictObject({}), { a: 1, b: 2 }, 'unknown fields "a", "b"'],
  [z.union([z.number(), z.null()], 'a number, or nothing'), 'b', 'a number, or nothing'],
])('the words for what is wrong are the lab’s: %#', (shape, value, words) => {
  expect(faultOf(shape.safeParse(value).error!)).toBe(words)
})

test.each([
  ['{"a": 1,\n "b": {"a": 2, "a": 3}}', 'line 2: "a" is there twice'],
  ['[{"a": 1}, {"a": 1, "\\u0061": 2}]', 'line 1: "a" is there twice'],
  ['{"a": [{"a": 1}], \n\n"a"\n: 1}', 'line 3: "a" is there twice'],
  ['{"__proto__": {}}', 'line 1: no field may be called __proto__'],
  ['{"parameters": {"__proto\\u005f_": 1}}', 'line 1: no field may be called __proto__'],
])('%s is refused, because a part of it would be ignored', (text, fault) => {
  expect(() => parseJson(text, 'f', 1000)).toThrow(`f: ${fault}`)
})

test('a name is free in another object, and as a value', () => {
  const value = { a: { a: 'a' }, b: ['a', 'a', { a: '__proto__' }], 'a:"': '{"a"', c: '"a":' }
  expect(parseJson(JSON.stringify(value), 'f', 1000)).toEqual(value)
})

test('a length that can be compared with no number is refused', () => {
  const hostile = { length: { valueOf: null, toString: [] } }
  expect(() => parseShape(z.object({ name: textShape(5) }), { name: hostile }, 'a file')).toThrow(
    'a file: has a length that is no number',
  )
})
