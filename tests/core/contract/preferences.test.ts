import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PREFERENCES, PREFERENCE_FIELDS, readPreferences } from '../../../src/core/contract/preferences'
import { fromShape } from '../../fuzz/support/shapes'

/** As they come out of the store: each field as its shape allows it. */
const preferences = fc
  .record(Object.fromEntries(Object.entries(PREFERENCE_FIELDS).map(([name, shape]) => [name, fromShape(shape)])))
  .map(each => JSON.parse(JSON.stringify(each)) as Record<string, unknown>)
  .filter(each => Object.entries(PREFERENCE_FIELDS).every(([name, shape]) => shape.safeParse(each[name]).success))

describe('stored preferences', () => {
  const read = (stored: unknown) => {
    const faults: string[] = []
    return { preferences: readPreferences(stored, fault => faults.push(fault)), faults }
  }

  test('are read as they were written', () => {
    fc.assert(fc.property(preferences, each => void expect(read(each)).toEqual({ preferences: each, faults: [] })))
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
