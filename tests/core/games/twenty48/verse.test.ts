import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsLines } from '../../../../src/core/contract/files/replayReader'
import { parseBoard, makePosition, makeSpawn } from '../../../../src/core/games/twenty48/notation'
import { completeReplay } from '../../../../src/core/games/twenty48/replay'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import {
  makeVerse,
  MAX_VERSE_CHARS,
  NEWER_VERSE_ALPHABET,
  packTurn,
  parseVerse,
  unpackTurn,
  VERSE_ALPHABET,
} from '../../../../src/core/games/twenty48/verse'
import { refusal } from '../../support/errors'
import { drawnGame, seed } from '../../support/games'
import { golden } from '../../support/golden'

interface Recorded {
  readonly alphabet: readonly string[]
  readonly games: readonly {
    readonly what: string
    readonly string: string
    readonly start: string
    readonly slides: number
    readonly final: string
    readonly score: number
    readonly every: number
    readonly positions: readonly string[]
  }[]
}

const recorded = golden<Recorded>('verse')

describe('the alphabet', () => {
  test("is that of Python's code page 850", () => {
    expect([...VERSE_ALPHABET]).toEqual(recorded.alphabet)
  })

  test('each of its 128 indices is a turn, and back', () => {
    for (let index = 0; index < 128; index++) expect(packTurn(unpackTurn(index))).toBe(index)
    expect(new Set(Array.from({ length: 128 }, (_, index) => JSON.stringify(unpackTurn(index)))).size).toBe(128)
    // 2 down, 1 for a 4, column 3, row 1
    expect(unpackTurn(0b1011101)).toEqual({ move: 'down', spawn: { cell: 7, rank: 2 } })
  })
})

describe('a classic string', () => {
  test.each(recorded.games)('of an independent program: $what', ({ string, start, slides, final, score, every, positions }) => {
    const game = parseVerse(string)
    expect(makePosition(game.start)).toBe(start)
    expect(game.turns).toHaveLength(slides)
    expect(makePosition(game.final)).toBe(final)
    expect(game.score).toBe(score)
    const timeline = Timeline.of(game)
    expect(positions.map((_, i) => makePosition(timeline.at(i * every).board))).toEqual(positions)
  })

  test('game → string → game', () => {
    fc.assert(
      fc.property(seed, fc.nat(300), (gameSeed, slides) => {
        const { start, turns, final, score } = drawnGame(gameSeed, slides)
        expect(parseVerse(makeVerse({ start, turns, final, score, startScore: 0, by: 'engine' }))).toEqual({
          start,
          startScore: 0,
          turns,
          by: 'unknown',
          final,
          score,
        })
      }),
    )
  })

  test('string → game → string, where the tiles of the start come in the order of their cells', () => {
    for (const { string } of recorded.games) {
      const again = makeVerse(parseVerse(string))
      expect(again.slice(9)).toBe(string.slice(9))
      expect(parseVerse(again)).toEqual(parseVerse(string))
    }
  })

  test('blanks before it and line ends after it do not count; a blank at its end is a step', () => {
    const [{ string }] = recorded.games as [Recorded['games'][number]]
    expect(parseVerse(`\n  ${string}\r\n`)).toEqual(parseVerse(string))
    expect(refusal('BAD_FILE', () => parseVerse(`${string} `)).detail!.character).toBe(string.length + 1)
    // 2 at r1c2 and r2c2 merge upwards, and a space is also the 2 at r1c1 that follows
    expect(parseVerse('replay_$% ')).toMatchObject({ turns: [{ move: 'up', spawn: { cell: 0, rank: 1 } }], score: 4 })
  })

  test('accents may be characters of their own', () => {
    for (const { string } of recorded.games) expect(parseVerse(string.normalize('NFD'))).toEqual(parseVerse(string))
  })

  test('the slide bits of the two tiles of the start mean nothing', () => {
    const { string } = recorded.games[1]!
    const at = VERSE_ALPHABET.indexOf(string[7]!)
    const marked = string.slice(0, 7) + VERSE_ALPHABET[at + 96]! + string.slice(8)
    expect(parseVerse(marked)).toEqual(parseVerse(string))
  })
})

describe('a newer string', () => {
  const SAMPLE = '4x4-player_00Q01w01003O02001O03y03M'

  test('of another program', () => {
    const game = parseVerse(SAMPLE)
    expect(makePosition(game.start)).toBe('0002001000000000')
    expect(game.turns.map(({ move, spawn }) => `${move} ${makeSpawn(spawn)}`)).toEqual(
      ['up 2@r2c1', 'left 2@r4c4', 'up 2@r3c1', 'left 2@r2c4', 'left 2@r4c3', 'up 2@r4c4'], // oxfmt-ignore
    )
    expect(parseVerse(makeVerse(game, 'newer'))).toEqual(game)
  })

  test('its alphabet: 62 digits and letters, 64 of Latin-1, two signs', () => {
    expect(NEWER_VERSE_ALPHABET).toHaveLength(128)
    expect(new Set(NEWER_VERSE_ALPHABET).size).toBe(128)
    expect(NEWER_VERSE_ALPHABET.slice(34, 38)).toBe('yzAB')
    expect(NEWER_VERSE_ALPHABET.slice(124)).toBe('þÿ¤¾')
  })

  test('says the same game as the classic one; any name, accents apart, line ends', () => {
    fc.assert(
      fc.property(seed, fc.nat(200), fc.constantFrom('', 'a_b', 'Ünïcode 7'), (gameSeed, slides, name) => {
        const game = drawnGame(gameSeed, slides)
        const text = makeVerse(game, 'newer').replace('player', name)
        expect(parseVerse(` ${text.normalize('NFD')} \r\n`)).toEqual(parseVerse(makeVerse(game)))
      }),
    )
  })

  test.each<[what: string, text: string, where: RegExp]>([
    ['a larger board', '5x5-player_00Q01w', /^this is a game on 5x5 cells; only 4x4/],
    ['no step', '4x4-player_', /^character 12: the string ends; expected the two tiles/],
    ['a step cut off', SAMPLE.slice(0, -1), /^character 35: the string ends; expected 3 characters/],
    ['a foreign character', '4x4-player_00Q0~w', /^character 16: "~" is not in the alphabet/],
    ['a new tile of 8', '4x4-player_00Q008', /^character 15: a new tile of 8; expected a move and a 2 or 4/],
    ['a cell beside the board', '4x4-player_00Q010'.replace('010', '04W'), /^character 15: r5c4 is not on the board/],
    ['bits that are unknown', '4x4-player_00Q101', /^character 15: the step has bits/],
    ['two tiles on one cell', '4x4-player_00Q00Q', /^character 15: 4@r1c4 is not free/],
    ['a step that the rules forbid', `${SAMPLE.slice(0, -3)}000`, /^character 33: /],
  ])('%s is refused', (_, text, where) => {
    expect(refusal('BAD_FILE', () => parseVerse(text)).message).toMatch(where)
  })
})

describe('what is refused, by character', () => {
  const good = recorded.games[1]!.string
  const cut = (at: number, character: string) => good.slice(0, at - 1) + character + good.slice(at)

  test.each<[what: string, text: string, where: RegExp]>([
    ['nothing', '', /begins with "replay_"/],
    ['one tile', 'replay_ ', /^character 9: the string ends/],
    ['two tiles on one cell', 'replay_11', /^character 9: 4@r2c1 is not free/],
    ['a foreign character', cut(20, '€'), /^character 20: "€" is not in the alphabet/],
    ['a character of two units', cut(20, '😀'), /^character 20: "😀" is not in the alphabet/],
    ['a game on 3×4 cells', 'replay_3x4  ', /3x4 cells; only 4x4/],
  ])('%s', (_, text, where) => {
    expect(refusal('BAD_FILE', () => parseVerse(text)).message).toMatch(where)
  })

  test('a string too long is not looked at', () => {
    const text = 'replay_'.padEnd(MAX_VERSE_CHARS + 1, '!')
    expect(refusal('BAD_FILE', () => parseVerse(text)).message).toMatch(/at most 131079 characters/)
  })

  test('a step that the rules forbid, at its character', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), fc.nat(127), (i, index) => {
        const at = 10 + i
        const tampered = cut(at, VERSE_ALPHABET[index]!)
        const before = parseVerse(good.slice(0, at - 1))
        const { move, spawn } = unpackTurn(index)
        let fault: number | undefined
        try {
          parseVerse(tampered)
        } catch {
          fault = refusal('BAD_FILE', () => parseVerse(tampered)).detail!.character as number
        }
        let legal = true
        try {
          completeReplay({ ...before, turns: [...before.turns, { move, spawn }] })
        } catch {
          legal = false
        }
        if (legal) expect(fault ?? Infinity).toBeGreaterThan(at)
        else expect(fault).toBe(at)
      }),
    )
  })

  test.each([
    ['a start of three tiles', { start: parseBoard('1110000000000000') }],
    ['an 8 in the start', { start: parseBoard('1300000000000000') }],
    ['points at the start', { startScore: 4 }],
  ])('%s cannot be written', (_, change) => {
    const error = refusal('BAD_REQUEST', () => makeVerse({ ...drawnGame(1, 0), ...change }))
    expect(error.message).toMatch(/begins with two tiles of 2 or 4/)
  })
})

test('a million line ends within a string are read once, not once from each of them', () => {
  const text = `4x4-a_01M02g${'\n'.repeat(1_000_000)}x`
  expect(holdsLines(text)).toBe(false)
  expect(refusal('BAD_FILE', () => parseVerse(text)).message).toMatch(/at most/)
  expect(holdsLines(`${text}\n replay_`)).toBe(true)
})
