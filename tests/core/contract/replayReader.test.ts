import { describe, expect, test } from 'vitest'
import { makeReplay, makeReplayLine, MAX_REPLAY_CHARS, ReplayReader, type ReplayLine } from '../../../src/core/contract/files'
import { makeVerse } from '../../../src/core/games/twenty48/verse'
import { drawnGame } from '../support/games'

const games = [1, 2, 3].map(seed => drawnGame(seed))

/** Reads a text in pieces of so many characters. */
function read(text: string, piece: number): ReplayLine[] {
  const reader = new ReplayReader('a file')
  const read: ReplayLine[] = []
  for (let from = 0; from < text.length; from += piece) read.push(...reader.push(text.slice(from, from + piece)))
  return [...read, ...reader.end()]
}

const turnsOf = (lines: readonly ReplayLine[]) => lines.map(line => ('replay' in line ? line.replay.turns : line.error.message))

describe.each([10, 1000, 1e6])('in pieces of %d characters', piece => {
  test.each([
    ['our JSON', makeReplay(games[0]!)],
    ['a line of it', makeReplayLine(games[0]!)],
    ['a 2048verse string', makeVerse(games[0]!)],
    ['a newer one', makeVerse(games[0]!, 'newer')],
  ])('%s is one game', (_, text) => expect(turnsOf(read(text, piece))).toEqual([games[0]!.turns]))

  test('lines are as many games, and a broken one is reported', () => {
    const text = makeReplayLine(games[0]!) + '{"format":"nothing"}\n\n' + makeReplayLine(games[1]!) + makeReplayLine(games[2]!)
    const lines = read(text, piece)
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 4, 5])
    expect(turnsOf(lines)).toEqual([games[0]!.turns, expect.stringContaining('a file: line 2'), games[1]!.turns, games[2]!.turns])
  })

  test('2048verse strings are as many games, also among lines of our JSON, and a broken one is reported', () => {
    const broken = makeVerse(games[0]!).slice(0, 30) + '~~~~'
    const text = [makeVerse(games[0]!, 'newer'), makeReplayLine(games[1]!).trim(), '', broken, makeVerse(games[2]!)].join('\n')
    const lines = read(text, piece)
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 4, 5])
    const [first, second, told, last] = turnsOf(lines)
    expect([first, second, last]).toEqual(games.map(({ turns }) => turns))
    expect(told).toMatch(/^a file: line 4: .*character \d+/)
  })

  test.each([
    ['nothing', 'hello', /not a file that the lab recognises/],
    ['a game on more cells', '5x5-abc_xyz', /5x5 cells; only 4x4/],
    ['a tampered string', makeVerse(games[0]!).slice(0, 30) + '~~~~', /character \d+/],
  ])('%s is refused with the reason', (_, text, message) => expect(() => read(text, piece)).toThrow(message))
})

test('two games are two, wherever the only piece between them ends', () => {
  const texts = [
    makeReplayLine(games[0]!) + makeReplayLine(games[1]!).trim(),
    ...(['classic', 'newer'] as const).map(form => `${makeVerse(games[0]!, form)}\n${makeVerse(games[1]!, form)}`),
  ]
  for (const text of texts)
    for (let cut = text.indexOf('\n') - 2; cut < text.indexOf('\n') + 12; cut++) {
      const reader = new ReplayReader('a file')
      const lines = [...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut)), ...reader.end()]
      expect(turnsOf(lines), `cut at ${cut}`).toEqual([games[0]!.turns, games[1]!.turns])
    }
})

test('lines are read as they come, not held to the end', () => {
  const reader = new ReplayReader('a file')
  expect(reader.push(makeReplayLine(games[0]!))).toEqual([])
  expect(reader.push(makeReplayLine(games[1]!))).toHaveLength(2)
  expect(reader.push(makeReplayLine(games[2]!))).toHaveLength(1)
})

test('a string too long for one replay is given up before it is read to its end', () => {
  const reader = new ReplayReader('a file')
  const piece = makeVerse(games[0]!).padEnd(1_000_000, 'x')
  for (let i = 0; i < 40; i++) reader.push(piece)
  expect(turnsOf(reader.end())).toEqual([expect.stringMatching(/at most 16000000 characters/)])
})

test('a text too long for one replay is refused before it is read to its end', () => {
  const reader = new ReplayReader('a file')
  const piece = 'x'.repeat(1_000_000)
  let pieces = 0
  const push = () => {
    for (; pieces < 100; pieces++) reader.push(piece)
  }
  expect(push).toThrow(/at most 16000000 characters/)
  expect(pieces).toBeLessThanOrEqual(MAX_REPLAY_CHARS / piece.length + 1)
})
