/** One rule for names, titles, tags and notes, wherever they are written. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALLS } from '../../../src/core/contract/calls'
import { makeReplay, makeTuning, parseReplay, parseTuning } from '../../../src/core/contract/files'
import { draftLineShape, legibleLine, legibleNotes, lineShape, notesShape } from '../../../src/core/contract/texts'
import { PRESETS } from '../../../src/core/contract/tuning/presets'
import { replay } from '../support/games'

const REFUSED = {
  'a control character': '\u0007',
  'a colour of a terminal': '\u001b[31m',
  'one of the upper ones': '\u009b',
  'an override of the direction': '\u202e',
  'an isolate': '\u2067',
  'a mark of direction': '\u200f',
  'a blank of no width': '\u200b',
  'a byte order mark': '\ufeff',
  'a soft hyphen': '\u00ad',
  'half of a pair': '\ud83d',
  'a line separator': '\u2028',
} as const

describe.each(Object.entries(REFUSED))('%s', (_, character) => {
  const text = `a${character}b`
  const fault = /character 2 is U\+[0-9A-F]{4}, which/

  test('is refused in lines and notes, with its place', () => {
    for (const shape of [lineShape(80), draftLineShape(80), notesShape(80)])
      expect(shape.safeParse(text).error?.issues[0]?.message).toMatch(fault)
  })

  test('leaves a text that is taken', () => {
    expect(lineShape(80).safeParse(legibleLine(text)).success).toBe(true)
    expect(notesShape(80).safeParse(legibleNotes(text)).success).toBe(true)
  })

  test.each([
    ['renameRun', { kind: 'training', id: 1, name: text }],
    ['annotateGame', { id: 1, notes: text }],
    ['copyProfile', { of: 'thesis', title: text }],
  ] as const)('is refused by %s', (call, input) => {
    expect(CALLS[call].shape.safeParse(input).error?.issues[0]?.message).toMatch(fault)
  })
})

test('a run has no title that its exported profile may not have', () => {
  const { config } = PRESETS['thesis-1']
  expect(parseTuning(makeTuning(config), 'f')).toEqual(config)
  expect(() => parseTuning(makeTuning({ ...config, title: 'a\u202eb' }), 'f')).toThrow('f: title: character 2 is U+202E, which')
})

test('a replay has no player that no profile may be called', () => {
  const [game] = fc.sample(
    replay.filter(({ engine }) => engine !== undefined),
    { numRuns: 1, seed: 1 },
  )
  const text = makeReplay({ ...game!, engine: { ...game!.engine!, profile: 'a\u202eb' } })
  expect(() => parseReplay(text, 'f')).toThrow('f: profile.name: character 2 is U+202E, which')
})

test.each([
  ['a family', '👨‍👩‍👧‍👦 and 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['Persian', 'می\u200cخواهم'],
  ['Hebrew', 'שלום 2048'],
  ['accents of two characters', 'e\u0301'],
])('%s is a name', (_, text) => {
  expect(lineShape(80).parse(text)).toBe(text)
  expect(legibleLine(text)).toBe(text)
})

test.each(['', ' ', '\u200d', '\u3164', '\u2800 \u0301'])('%j is no name: nothing of it can be seen', text => {
  expect(lineShape(80).safeParse(text).success).toBe(false)
})

test('line ends belong to notes, and to no line', () => {
  expect(notesShape(80).safeParse('a\n\tb\r\n').success).toBe(true)
  expect(lineShape(80).safeParse('a\nb').success).toBe(false)
  expect(legibleLine('a\r\nb')).toBe('a b')
})
