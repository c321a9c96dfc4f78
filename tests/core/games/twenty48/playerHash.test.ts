import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentHash, sameContent } from '../../../../src/core/contentHash'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { playerHash, sameButForRoom, unitHash } from '../../../../src/core/games/twenty48/playerHash'
import { LEAVES, PLAIN_SETTINGS, POINTS, TABLES, type SearchSettings } from '../../../../src/core/search/settings'

const evaluator = makeEvaluator('thesis')
const hash = (change: Partial<SearchSettings> = {}, weights = evaluator) =>
  playerHash({ evaluator: weights, settings: { ...PLAIN_SETTINGS, table: 'deeper', ...change } })

describe('a content hash', () => {
  test('is the SHA-256 of OpenSSL, over the ends of blocks too', () => {
    const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map(code => String.fromCharCode(code)), maxLength: 300 })
    const digest = (json: string) => createHash('sha256').update(json).digest('hex').slice(0, 16)
    fc.assert(fc.property(ascii, text => contentHash(text) === digest(JSON.stringify(text))))
  })

  test('is equal for two values exactly if their content is the same', () => {
    const value = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' })
    const changed = fc.tuple(value, value).map(
      ([one, other]) =>
        [
          { a: one, b: other },
          { b: other, a: one, c: undefined },
        ] as const,
    )
    const small = fc.constantFrom<unknown>(0, -0, '', null, [], {}, [null], { a: null }, { a: undefined }, { 0: 1 }, [1])
    fc.assert(fc.property(changed, ([one, other]) => sameContent(one, other) && contentHash(one) === contentHash(other)))
    fc.assert(
      fc.property(fc.oneof(value, small), fc.oneof(value, small), (one, other) => {
        expect(sameContent(one, other)).toBe(contentHash(one) === contentHash(other))
      }),
    )
  })

  test('is the one that files and stores hold', () => {
    expect(contentHash({ name: 'Übung', weights: [1, 0.1] })).toBe('f166d084777c45db')
    expect(hash()).toBe('138ec2f5a773dafc')
  })
})

describe('players', () => {
  test('are the same whatever limits them, and in whatever order their weights stand', () => {
    const backwards = Object.fromEntries(Object.entries(evaluator.parameters).toReversed())
    expect(hash({}, { ...evaluator, parameters: backwards })).toBe(hash())
    const settings: SearchSettings = { ...PLAIN_SETTINGS, table: 'deeper' }
    for (const limits of [{ depth: 3 }, { depth: 'distinct' }, { nodes: 5 }, { ms: 100 }] as const)
      expect(playerHash({ evaluator, settings, ...{ limits } })).toBe(hash())
  })

  test('differ where a setting changes values', () => {
    const players = [
      ...LEAVES.map(leaf => hash({ leaf })),
      ...POINTS.map(points => hash({ points })),
      ...(['heuristic', 0, -1e9] as const).map(dead => hash({ dead })),
      ...(['none', 0] as const).map(floor => hash({ floor })),
      ...[0, 1e-4, 0.01].map(cut => hash({ cut })),
      ...[16, 17].map(tableBits => hash({ tableBits })),
      hash({}, makeEvaluator('power')),
      hash({}, makeEvaluator('thesis', { h1: 7 })),
      hash({}, makeEvaluator('thesis', {}, { h4Minimum: 'line' })),
      hash({}, makeEvaluator('thesis', {}, { h4Minimum: 'board' })),
    ]
    expect(new Set(players).size).toBe(1 + 1 + 1 + 2 + 1 + 2 + 1 + 1 + 1 + 1)
  })

  test('are the same with an exact table of any size and with none, which give the same values', () => {
    const exact = TABLES.filter(table => table !== 'deeper').flatMap(table =>
      [12, 20].map(tableBits => hash({ table, tableBits })),
    )
    expect(new Set(exact).size).toBe(1)
    expect(exact[0]).not.toBe(hash())
  })

  test('are alike but for the room of their tables', () => {
    const at = (tableBits: number, cut = 0) => ({
      evaluator,
      settings: { ...PLAIN_SETTINGS, table: 'deeper' as const, tableBits, cut },
    })
    expect(sameButForRoom(at(16), at(20))).toBe(true)
    expect(sameButForRoom(at(16), at(16, 0.1))).toBe(false)
  })

  test('share a unit with the same evaluator, where both count points or neither does', () => {
    const unit = (change: Partial<SearchSettings>, weights = evaluator) =>
      unitHash({ evaluator: weights, settings: { ...PLAIN_SETTINGS, ...change } })
    expect(unit({ cut: 0.1, table: 'off' })).toBe(unit({}))
    expect(unit({ points: 'added' })).not.toBe(unit({}))
    expect(unit({}, makeEvaluator('thesis', { h1: 7 }))).not.toBe(unit({}))
  })
})
