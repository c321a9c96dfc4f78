import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makePreferences, parsePreferences } from '../../src/core/contract/files'
import { DEFAULT_PREFERENCES, THEMES, TILE_TEXTS, type Preferences } from '../../src/core/contract/preferences'

const preferences: fc.Arbitrary<Preferences> = fc.record(
  {
    theme: fc.constantFrom(...THEMES),
    animation: fc.boolean(),
    tileText: fc.constantFrom(...TILE_TEXTS),
    graphOpen: fc.boolean(),
    traceMebibytes: fc.integer({ min: 1, max: 2048 }),
    beenHere: fc.boolean(),
  },
  { noNullPrototype: true },
)
const file = (rest: object) => JSON.stringify({ format: '2048-lab-preferences', version: 1, ...rest })

describe('preferences', () => {
  test('are read as they were written', () => {
    fc.assert(fc.property(preferences, each => isDeepStrictEqual(parsePreferences(makePreferences(each), 'p.json'), each)))
  })

  test('what the file does not say is as usual, and what only a newer lab knows is let go', () => {
    expect(parsePreferences(file({ theme: 'dark', fontSize: 3 }), 'p.json')).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark' })
  })

  test.each<[text: string, problem: RegExp]>([
    ['', /^p\.json: /],
    ['{', /^p\.json: /],
    ['null', /^p\.json: /],
    [file({ theme: 'pink' }), /^p\.json: theme: /],
    [file({ animation: 'no' }), /^p\.json: animation: /],
    [file({ version: 2 }), /^p\.json: version 2 is newer/],
    [file({ format: 'other' }), /^p\.json: format: /],
  ])('that are damaged are refused by file and field: %s', (text, message) => {
    expect(() => parsePreferences(text, 'p.json')).toThrow(
      expect.objectContaining({ code: 'BAD_FILE', message: expect.stringMatching(message) as string }),
    )
  })
})
