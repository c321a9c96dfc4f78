import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  makeProfile,
  parseReplay,
  parseProfiles,
  makeProfiles,
  makeReplay,
  makeReplayLine,
  recognise,
  type TextFormat,
} from '../../../src/core/contract/files'
import { fileSchemas } from '../../../src/core/contract/files/schemas'
import { LabError } from '../../../src/core/errors'
import { face } from '../../../src/core/games/twenty48/board'
import { makePosition } from '../../../src/core/games/twenty48/notation'
import { makeVerse, parseVerse } from '../../../src/core/games/twenty48/verse'
import { board } from '../support/arbitraries'
import { drawnGame, profile, replay, seed } from '../support/games'
import { makeFaces } from '../support/boards'

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
  ['2048verse', fc.string({ maxLength: 30 }).map(rest => `4x4-classic_${rest}`)],
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

  test.each(['', ' \n', '{}', '{"format":"other"}', '{"notes":"\\"format\\": \\"2048-lab-profile\\""}', '😀'])(
    '"%s" is nothing that the lab reads',
    text => {
      expect(recognise(text)).toBeUndefined()
    },
  )

  test('a faulty text still goes to the reader that can say what is wrong', () => {
    expect(recognise('000000000000001')).toBe('position')
    expect(recognise('{"format":"2048-lab-profile","version":99')).toBe('profiles')
    expect(recognise('{"version":99,"format" : "2048-lab-replay"')).toBe('replay')
    expect(recognise('replay_€')).toBe('2048verse')
    expect(recognise('{"grid":')).toBe('saved game')
    expect(recognise('lab2048:')).toBe('shared place')
    expect(recognise('{"format":"2048-lab-study","version":99')).toBe('study')
  })
})

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

test.each(Object.keys(fileSchemas()))('docs/%s is what the code generates: `npm run schemas`', name => {
  const committed = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(fileSchemas()[name])))
})
