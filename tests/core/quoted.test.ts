import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { didYouMean, quoted } from '../../src/core/quoted'

const deep = (depth: number) => {
  let value: unknown = []
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

describe('an untrusted value in an error', () => {
  test.each([
    ['left', '"left"'],
    ['', '""'],
    [-0, '-0'],
    [NaN, 'NaN'],
    [true, 'true'],
    [10n ** 1000n, 'a big integer'],
    [() => 1, 'a function'],
    [[1, 2, 3], 'a list of 3'],
    [Object.create(null), 'an object'],
    [{ toString: () => 'trusted', length: 3 }, 'an object'],
    [deep(100_000), 'a list of 1'],
  ])('%# is named by what it is', (value, text) => expect(quoted(value)).toBe(text))

  test('is quoted no further than the limit, and never within a character', () => {
    expect(quoted('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(60)}…"`)
    expect(quoted('abcdef', 3)).toBe('"abc…"')
    expect(quoted('abc', 3)).toBe('"abc"')
    expect(quoted('ab😀d', 3)).toBe('"ab…"')
    expect(quoted('ab😀d', 4)).toBe('"ab😀…"')
  })

  test('has nothing in it that a terminal or a page would obey', () => {
    expect(quoted('a\u001b[2Jb\n\u202ec\u009b')).toBe('"a\\u001b[2Jb\\u000a\\u202ec\\u009b"')
    expect(quoted('\ud800 \udc00 😀')).toBe('"\\ud800 \\udc00 😀"')
    expect(quoted('Größe 大 é')).toBe('"Größe 大 é"')
  })

  test('never throws, and no text of it is long', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withSparseArray: true, withNullPrototype: true }), value => {
        expect(quoted(value).length).toBeLessThan(6 * 60 + 3)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), units => {
        encodeURIComponent(quoted(String.fromCharCode(...units))) // throws at half a pair
      }),
    )
  })
})

test.each([
  ['serch', ['play', 'search', 'searchers'], ' (Did you mean search?)'],
  ['POWER', ['thesis', 'power'], ' (Did you mean power?)'],
  ['alphabeta', ['alphaBeta', 'minimax'], ' (Did you mean alphaBeta?)'],
  ['abc', ['xyz'], ''],
  ['aabbb', ['aaccc'], ''],
  ['aaabb', ['aaacc'], ' (Did you mean aaacc?)'],
  ['anything', [], ''],
])('%s of %j: %j', (word, known, hint) => {
  expect(didYouMean(word, known)).toBe(hint)
})
