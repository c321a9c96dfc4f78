import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  makeProfile,
  makeProfiles,
  makeReplay,
  makeReplayLine,
  parseProfile,
  parseProfiles,
  parseReplay,
  recognise,
  ReplayLines,
  type TextFormat,
} from '../../../src/core/contract/files'
import { fileSchemas } from '../../../src/core/contract/files/schemas'
import { LabError, type LabErrorCode } from '../../../src/core/errors'
import { face } from '../../../src/core/games/twenty48/board'
import { makeFaces, makePosition, parsePosition } from '../../../src/core/games/twenty48/notation'
import { verifyReplay } from '../../../src/core/games/twenty48/replay'
import { isNewerVerse, isVerse, makeVerse, parseVerse } from '../../../src/core/games/twenty48/verse'
import { board } from '../support/arbitraries'
import { drawnGame, mutated, profile, replay, seed } from '../support/games'
import { runs } from '../../setup/extent'

const savedGame = board.map(ranks => {
  const cells = [0, 1, 2, 3].map(x => [0, 1, 2, 3].map(y => (ranks[y * 4 + x] ? { value: face(ranks[y * 4 + x]!) } : null)))
  return JSON.stringify({ grid: { size: 4, cells }, score: 4 })
})
const verse = fc.tuple(seed, fc.nat(60)).map(([gameSeed, slides]) => makeVerse(drawnGame(gameSeed, slides)))

const WRITTEN: readonly (readonly [TextFormat, fc.Arbitrary<string>])[] = [
  ['position', board.map(makePosition)],
  ['position', board.map(makeFaces)],
  [
    'position',
    board.map(
      b =>
        `  ${makePosition(b)
          .toLowerCase()
          .replace(/.{4}(?!$)/g, '$&/')}\n`,
    ),
  ],
  ['saved game', savedGame],
  ['profiles', profile.map(makeProfile)],
  ['profiles', fc.array(profile, { minLength: 1, maxLength: 3 }).map(makeProfiles)],
  ['replay', replay.map(makeReplay)],
  ['replay', replay.map(makeReplayLine)],
  ['replay lines', fc.array(replay, { minLength: 2, maxLength: 3 }).map(games => games.map(makeReplayLine).join(''))],
  ['2048verse', verse],
  ['newer 2048verse', fc.string({ maxLength: 30 }).map(rest => `4x4-classic_${rest}`)],
]

describe('a text is recognised', () => {
  test.each(WRITTEN)('%s', (format, texts) => {
    fc.assert(
      fc.property(texts, text => {
        expect(recognise(text)).toBe(format)
      }),
      { numRuns: 50 },
    )
  })

  test.each([
    '',
    ' \n',
    'hello',
    '{}',
    '[]',
    '{"format":"other"}',
    '{"notes":"\\"format\\": \\"2048-lab-profile\\""}',
    ' | , ;',
    '😀',
    '<html>',
  ])('"%s" is nothing that the lab reads', text => {
    expect(recognise(text)).toBeUndefined()
  })

  test('a faulty text still goes to the reader that can say what is wrong', () => {
    expect(recognise('000000000000001')).toBe('position')
    expect(recognise('{"format":"2048-lab-profile","version":99')).toBe('profiles')
    expect(recognise('{"version":99,"format" : "2048-lab-replay"')).toBe('replay')
    expect(recognise('replay_€')).toBe('2048verse')
    expect(recognise('{"grid":')).toBe('saved game')
  })
})

describe('thousands of random and mutated texts: read, or refused by a LabError, nothing else', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.json().map(json => `{"format":"2048-lab-replay","version":1,"steps":${json},"start":${json},"profile":${json}}`),
    fc.json().map(json => `{"format":"2048-lab-profile","version":2,"evaluator":${json},"statistics":${json}}`),
    fc.string({ unit: fc.constantFrom('r', 'e', 'p', 'l', 'a', 'y', '_', ' ', '4', 'x', '-', '@', 'á', '1', '\n') }),
    ...WRITTEN.map(([, texts]) => texts),
  )
  const texts = fc.oneof(anything, mutated(anything))

  const lines = (text: string) => {
    const reader = new ReplayLines('f')
    return [...reader.push(text), ...reader.end()]
  }
  const readers: readonly (readonly [reader: string, read: (text: string) => unknown, code: LabErrorCode | undefined])[] = [
    ['recognise', recognise, undefined],
    ['isVerse', isVerse, undefined],
    ['isNewerVerse', isNewerVerse, undefined],
    ['parsePosition', parsePosition, 'BAD_POSITION'],
    ['parseProfile', text => parseProfile(text, 'f'), 'BAD_FILE'],
    ['parseProfiles', text => parseProfiles(text, 'f'), 'BAD_FILE'],
    ['parseReplay', text => verifyReplay(parseReplay(text, 'f')), 'BAD_FILE'],
    ['ReplayLines', lines, undefined],
    ['parseVerse', text => verifyReplay(parseVerse(text)), 'BAD_FILE'],
  ]

  test('by all readers', () => {
    const counts = readers.map(() => ({ read: 0, refused: 0 }))
    fc.assert(
      fc.property(texts, text => {
        readers.forEach(([, read, code], i) => {
          try {
            read(text)
            counts[i]!.read++
          } catch (error) {
            if (!(error instanceof LabError) || error.code !== code) throw error
            expect(error.message.length).toBeLessThan(2000)
            counts[i]!.refused++
          }
        })
      }),
      { numRuns: runs(250, 4000) },
    )
    readers.forEach(([reader, , code], i) => {
      expect([reader, counts[i]!.read > runs(2, 50)]).toEqual([reader, true])
      expect([reader, counts[i]!.refused > 0]).toEqual([reader, code !== undefined])
    })
  }, 120_000)

  test('what is not text but deep or long ends soon, with an error', () => {
    const deep = '['.repeat(200_000)
    for (const text of [
      deep,
      deep + ']'.repeat(200_000),
      '{"a":'.repeat(50_000),
      '"format"'.repeat(200_000),
      `"format"${' '.repeat(1e6)}`,
    ]) {
      expect(() => parseProfiles(text, 'f')).toThrow(LabError)
      expect(() => parseReplay(text, 'f')).toThrow(LabError)
      expect(() => parseVerse(text)).toThrow(LabError)
      expect(recognise(text)).toBeUndefined()
    }
  })
})

test.each(Object.keys(fileSchemas()))('docs/%s is what the code generates: `npm run schemas`', name => {
  const committed = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(fileSchemas()[name])))
})
