import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePreferences } from '../../src/core/contract/files'
import {
  DEFAULT_PREFERENCES,
  PALETTES,
  readPreferences,
  THEMES,
  TILE_TEXTS,
  type Preferences,
} from '../../src/core/contract/preferences'

const paneWidth = fc.option(fc.integer({ min: 100, max: 10_000 }))
const preferences: fc.Arbitrary<Preferences> = fc.record(
  {
    theme: fc.constantFrom(...THEMES),
    animation: fc.boolean(),
    tileText: fc.constantFrom(...TILE_TEXTS),
    palette: fc.constantFrom(...PALETTES),
    tableBits: fc.option(fc.integer({ min: 12, max: 26 })),
    graphOpen: fc.boolean(),
    traceMebibytes: fc.integer({ min: 1, max: 2048 }),
    playPane: paneWidth,
    profilesPane: paneWidth,
    replaysPane: paneWidth,
    tunePane: paneWidth,
    beenHere: fc.boolean(),
  },
  { noNullPrototype: true },
)
const file = (rest: object) => JSON.stringify({ format: '2048-lab-preferences', version: 1, ...rest })

describe('stored preferences', () => {
  const read = (stored: unknown) => {
    const faults: string[] = []
    return { preferences: readPreferences(stored, fault => faults.push(fault)), faults }
  }

  test('are read as they were written', () => {
    fc.assert(
      fc.property(preferences, each =>
        isDeepStrictEqual(read(JSON.parse(JSON.stringify(each))), { preferences: each, faults: [] }),
      ),
    )
  })

  test('that were never written are the usual ones; what is not said is as usual, and what only a newer lab knows is let go', () => {
    expect(read(undefined)).toEqual({ preferences: DEFAULT_PREFERENCES, faults: [] })
    expect(read({ theme: 'dark', fontSize: 3 })).toEqual({ preferences: { ...DEFAULT_PREFERENCES, theme: 'dark' }, faults: [] })
  })

  test('lose only the field that cannot be read, and say which', () => {
    const { preferences, faults } = read({ theme: 'dark', palette: 'pink', tableBits: 99, __proto__: { animation: false } })
    expect(preferences).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark' })
    expect(faults).toEqual([expect.stringMatching(/^palette: /), expect.stringMatching(/^tableBits: /)])
    for (const stored of [null, 3, 'dark'])
      expect(read(stored)).toEqual({ preferences: DEFAULT_PREFERENCES, faults: ['they are no object'] })
  })
})

describe('a file of preferences', () => {
  test('is read as older labs wrote it', () => {
    const text = `{
  "format": "2048-lab-preferences",
  "version": 1,
  "theme": "dark",
  "animation": false,
  "tileText": "exponent",
  "graphOpen": false,
  "beenHere": true
}
`
    const written = { theme: 'dark', animation: false, tileText: 'exponent', graphOpen: false, beenHere: true }
    expect(parsePreferences(text, 'p.json')).toEqual({ ...DEFAULT_PREFERENCES, ...written })
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
