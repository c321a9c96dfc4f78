import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_PREFERENCES,
  PALETTES,
  readPreferences,
  SCREENS,
  THEMES,
  TILE_TEXTS,
  type Preferences,
} from '../../../src/core/contract/preferences'

const LIMIT = { kind: 'time', depth: 'distinct', ms: 20, nodes: 1_000_000 } as const
const paneWidth = fc.option(fc.integer({ min: 100, max: 10_000 }))
const preferences: fc.Arbitrary<Preferences> = fc.record(
  {
    theme: fc.constantFrom(...THEMES),
    animation: fc.boolean(),
    tileText: fc.constantFrom(...TILE_TEXTS),
    palette: fc.constantFrom(...PALETTES),
    tableBits: fc.option(fc.integer({ min: 12, max: 26 })),
    graphOpen: fc.boolean(),
    graphScale: fc.option(fc.string({ maxLength: 100 })),
    traceMebibytes: fc.integer({ min: 1, max: 2048 }),
    playPane: paneWidth,
    profilesPane: paneWidth,
    replaysPane: paneWidth,
    tunePane: paneWidth,
    arenaPane: paneWidth,
    matchSpeed: fc.oneof(fc.constant('fastest' as const), fc.integer({ min: 1, max: 1000 })),
    autoplaySpeed: fc.oneof(fc.constant('fastest' as const), fc.integer({ min: 1, max: 1000 })),
    hideShortGames: fc.boolean(),
    beenHere: fc.boolean(),
    screen: fc.constantFrom(...SCREENS),
    player: fc.option(
      fc.record({ profile: fc.string({ maxLength: 100 }), limit: fc.constant(LIMIT) }, { noNullPrototype: true }),
    ),
  },
  { noNullPrototype: true },
)

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
