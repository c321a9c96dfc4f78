import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  makeReplay,
  makeReplayLine,
  MAX_REPLAY_CHARS,
  parseReplay,
  ReplayLines,
  replayPieces,
  type ReplayLine,
} from '../../../src/core/contract/files'
import { replayFileShape } from '../../../src/core/contract/files/replayFile'
import { type Replay, type ReplayValues } from '../../../src/core/games/twenty48/replay'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { makePosition } from '../../../src/core/games/twenty48/notation'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { refusal } from '../support/errors'
import { drawnGame, replay } from '../support/games'
import { runs } from '../../setup/extent'

const goldenText = (name: string) => readFileSync(new URL(`../../golden/${name}`, import.meta.url), 'utf8')
const golden = JSON.parse(goldenText('replay-v1.json')) as Record<string, unknown> & {
  steps: string[]
  score: number
  final: string
}
const changed = (change: object) => JSON.stringify({ ...golden, ...change })
const lined = (sideLines: unknown) => changed({ version: 3, sideLines })
/** Of version 2, with a value for each step. */
const valued = (change: object) =>
  changed({
    version: 2,
    profile: { name: 'power', evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS },
    limits: { depth: 3 },
    values: golden.steps.map((_, i) => i),
    depths: golden.steps.map(() => 3),
    ...change,
  })

/** What a text of many lines holds, handed over in pieces that end at these places. */
function readLines(text: string, cuts: readonly number[] = [], maxLine?: number): ReplayLine[] {
  const lines = new ReplayLines('f', maxLine)
  const ends = [...cuts.map(cut => cut % (text.length + 1)), text.length].sort((a, b) => a - b)
  return [...ends.flatMap((end, i) => lines.push(text.slice(ends[i - 1] ?? 0, end))), ...lines.end()]
}

describe('our JSON', () => {
  test('game → JSON → game, with all its fields', () => {
    fc.assert(
      fc.property(replay, game => {
        expect(parseReplay(makeReplay(game), 'f')).toEqual(game)
        expect(parseReplay(makeReplayLine(game), 'f')).toEqual(game)
      }),
      { numRuns: runs(40, 200) },
    )
  })

  test('is what JSON itself would write, and comes in pieces of which none is long', () => {
    const same = (game: Replay) => {
      for (const [indent, text] of [[1, makeReplay(game)] as const, [0, makeReplayLine(game)] as const]) {
        expect(text).toBe(JSON.stringify(JSON.parse(text), undefined, indent) + '\n')
        for (const piece of replayPieces(game, indent)) expect(piece.length).toBeLessThan(50_000)
      }
    }
    fc.assert(fc.property(replay, same), { numRuns: runs(25, 100) })
    const turn = drawnGame(1, 1).turns[0]!
    for (const length of [0, 255, 256, 257, 20_000]) {
      const each = <T>(entry: T) => Array.from({ length }, () => entry)
      const values: ReplayValues = { of: 'engine', boards: each(-1 / 3), depths: each(12) }
      same({ ...drawnGame(1, 0), turns: each(turn), ms: each(1 / 7), values })
    }
  })

  test('of an independent program is read, played through with its seed, and written alike', () => {
    const game = parseReplay(goldenText('replay-v1.json'), 'f')
    expect(game.draws).toEqual({ seed: 1, generator: 'splitmix64', origin: 'seed' })
    expect(makePosition(game.final)).toBe(golden.final)
    expect(JSON.parse(makeReplay(game))).toEqual({ ...golden, version: 3 })
  })

  test('of version 1 holds values of an unknown player; they are not written again', () => {
    const rows = golden.steps.map((_, i) => (i % 2 ? [i, null, i - 1, null] : i % 4 ? null : [null, null, null, null]))
    const { profile, limits } = JSON.parse(valued({})) as Record<string, unknown>
    const game = parseReplay(changed({ profile, limits, values: rows }), 'f')
    expect(game.values).toEqual({
      of: 'unknown',
      boards: rows.map((_, i) => (i % 2 ? i : null)),
      depths: rows.map(() => null),
    })
    const { values: _, ...rest } = game
    expect(parseReplay(makeReplay(game), 'f')).toEqual(rest)
  })

  test('of version 2 holds values of the player that it names, with their depths', () => {
    const game = parseReplay(goldenText('replay-v2.json'), 'f')
    expect(game.engine?.profile).toBe('power')
    expect(game.values).toMatchObject({ of: 'engine', boards: [null, 1605432.289, -0.5], depths: [null, 5, 0] })
    expect(makeReplay(game)).toBe(goldenText('replay-v2.json').replace('"version": 2', '"version": 3'))
  })

  test('of version 3 holds side lines', () => {
    const game = parseReplay(goldenText('replay-v3.json'), 'f')
    expect(game.sideLines?.map(({ of, after, turns }) => [of, after, turns.length])).toEqual([
      [undefined, 1, 3],
      [1, 2, 1],
      [undefined, 3, 2],
    ])
    expect(makeReplay(game)).toBe(goldenText('replay-v3.json'))
  })

  test('many and long side lines come in pieces of which none is long', () => {
    const { turns } = drawnGame(1, 1)
    const long = (length: number) => ({ after: 0, turns: Array.from({ length }, () => turns[0]!) })
    const game = { ...drawnGame(1, 0), sideLines: [long(1), { of: 1, ...long(4_000) }, long(256), long(257)] }
    for (const [indent, text] of [[1, makeReplay(game)] as const, [0, makeReplayLine(game)] as const]) {
      expect(text).toBe(JSON.stringify(JSON.parse(text), undefined, indent) + '\n')
      for (const piece of replayPieces(game, indent)) expect(piece.length).toBeLessThan(50_000)
    }
  })

  test.each<[what: string, text: string, where: RegExp]>([
    ['nothing', '', /^f: it is empty$/],
    ['a newer version', changed({ version: 4, more: 1 }), /^f: version 4 is newer than this lab reads \(3\); update the lab/],
    ['side lines in a file of version 2', changed({ version: 2, sideLines: [] }), /^f: sideLines: version 2 has none/],
    ['side lines that are no list', lined({}), /^f: sideLines: is not a list/],
    ['a side line that is none', lined([7]), /^f: sideLines\.0: is not an object/],
    ['a side line with an unknown field', lined([{ after: 0, steps: [], name: 'x' }]), /^f: sideLines\.0: unknown field "name"/],
    ['a side line that leaves nowhere', lined([{ steps: [] }]), /^f: sideLines\.0: after: /],
    ['a side line that leaves before the start', lined([{ after: -1, steps: [] }]), /^f: sideLines\.0: after: /],
    ['a side line of no line', lined([{ of: 0, after: 0, steps: [] }]), /^f: sideLines\.0: of: /],
    ['a side line without moves', lined([{ after: 3, steps: [] }]), /^f: side line 1 has no moves/],
    [
      'a side line that leaves beyond the end',
      lined([{ after: 90, steps: [golden.steps[0]] }]),
      /^f: side line 1 leaves the game after move 90; expected 0 … 89/,
    ],
    [
      'a circle of side lines',
      lined([{ of: 1, after: 3, steps: [golden.steps[3]] }]),
      /^f: side line 1 leaves line 1; expected an earlier line, or the game/,
    ],
    [
      'ninety thousand side lines, each of the one before',
      lined(Array.from({ length: 9e4 }, (_, i) => ({ ...(i > 0 && { of: i }), after: i, steps: ['up 2@r1c1'] }))),
      /^f: sideLines: a game has at most 100 side lines, this has 90000/,
    ],
    [
      'an 8 in a side line',
      lined([{ after: 3, steps: ['left 8@r1c1'] }]),
      /^f: sideLines\.0\.steps\.0: a step is a move and a tile/,
    ],
    [
      'an illegal move in a side line of a side line',
      lined([
        { after: 3, steps: golden.steps.slice(3, 6) },
        {
          of: 1,
          after: 5,
          steps: [golden.steps[5], golden.steps[5]!.replace(/^\w+/, 'up'), ...Array<string>(3).fill('up 2@r1c1')],
        },
      ]),
      /^f: side line 2, step \d: .*; expected /,
    ],
    ['an unknown field', changed({ moves: [] }), /^f: unknown field "moves"/],
    ['an odd digit', changed({ start: '00000I0000000000' }), /^f: start: a position is 16 digits/],
    ['a start beyond all games', changed({ start: 'HH00000000000000' }), /^f: start: the tiles sum to/],
    ['an 8 that appears', changed({ steps: golden.steps.with(5, 'left 8@r1c1') }), /^f: steps\.5: /],
    ['a fractional score', changed({ score: 1.5 }), /^f: score: /],
    [
      'a seed without its generator',
      changed({ generator: undefined }),
      /^f: generator: is missing: seed, generator, origin belong together/,
    ],
    ['too few times', changed({ ms: [1, 2] }), /^f: ms: has 2 entries for 89 steps/],
    [
      'depths in a file of version 1',
      changed({ values: golden.steps.map(() => null), depths: golden.steps.map(() => null) }),
      /^f: depths: /,
    ],
    ['values without depths', valued({ depths: undefined }), /^f: depths: is missing/],
    [
      'values of nobody',
      valued({ profile: undefined, limits: undefined }),
      /^f: profile: is missing: it says whose the values are/,
    ],
    ['a value without its depth', valued({ depths: golden.steps.map((_, i) => (i === 7 ? null : 3)) }), /^f: depths\.7: /],
    [
      'far too many steps',
      goldenText('replay-v1.json').replace('"steps": [', `"steps": [${'"",'.repeat(3e6)}`),
      /^f: steps: no game has more than 131070 moves, this has 3000089/,
    ],
    ['steps that are no list', changed({ steps: { length: 1 } }), /^f: steps: is not a list/],
    [
      'a head with thousands of names',
      changed({ profile: Object.fromEntries(Array.from({ length: 2e5 }, (_, i) => [i, 1])) }),
      /^f: a list or object of 200000 entries/,
    ],
    [
      'a score that was not reached',
      changed({ score: golden.score + 4 }),
      /^f: step 89: the final score is given as 712; expected 708/,
    ],
    ['broken JSON', goldenText('replay-v1.json').slice(0, -40), /^f: .*position \d+/],
    ['too many characters', ' '.repeat(MAX_REPLAY_CHARS + 1), /^f: at most 16000000 characters are read/],
  ])('is refused: %s', (_, text, where) => {
    expect(refusal('BAD_FILE', () => parseReplay(text, 'f')).message).toMatch(where)
  })

  test('is what the published schema describes', () => {
    fc.assert(
      fc.property(replay, game => {
        expect(replayFileShape.safeParse(JSON.parse(makeReplay(game))).error).toBeUndefined()
      }),
      { numRuns: runs(20, 50) },
    )
  })
})

describe('JSON lines', () => {
  const replays = fc.array(replay, { maxLength: 4 })

  test('games → lines → games, wherever the pieces end', () => {
    fc.assert(
      fc.property(replays, fc.array(fc.nat(), { maxLength: 8 }), fc.boolean(), (games, cuts, lastEnd) => {
        const text = games.map(makeReplayLine).join('')
        const read = readLines(lastEnd ? text : text.slice(0, -1), cuts)
        expect(read).toEqual(games.map((game, i) => ({ line: i + 1, replay: game })))
      }),
      { numRuns: runs(20, 50) },
    )
  })

  test('of an independent program are read', () => {
    const text = goldenText('replays-v1.jsonl')
    expect(readLines(text).map(line => 'replay' in line && line.replay.turns.length)).toEqual([89, 182, 93])
    expect(readLines(text.replaceAll('\n', '\r\n'))).toEqual(readLines(text))
    expect(readLines('\uFEFF' + text)).toEqual(readLines(text))
  })

  test('a line that cannot be read is reported with its number, and the next one is read', () => {
    const line = makeReplayLine(drawnGame(1))
    const read = readLines(`${line}\n{"a":1}\n   \n${line}nonsense`)
    expect(read.map(each => ('error' in each ? `${each.line} ${each.error.code}` : `${each.line}`))).toEqual([
      '1',
      '3 BAD_FILE',
      '5',
      '6 BAD_FILE',
    ])
    expect(read.map(each => ('error' in each ? each.error.message : ''))).toEqual([
      '',
      expect.stringMatching(/^f: line 3: /),
      '',
      expect.stringMatching(/^f: line 6: /),
    ])
  })

  test('a line that is too long is reported, not held', () => {
    const line = makeReplayLine(drawnGame(1, 3))
    const read = readLines(`${'x'.repeat(5000)}\n${line}`, [100, 2000, 4999], line.length)
    expect(read.map(each => ('error' in each ? each.error.message : each.replay))).toEqual([
      `f: line 1: at most ${line.length} characters are read, this has 5000`,
      drawnGame(1, 3),
    ])
  })

  test('a file that is cut at any character has its whole lines, and names the line that was cut', () => {
    const text = goldenText('replays-v1.jsonl')
    const whole = readLines(text)
    for (let length = 1; length < text.length; length += runs(7, 1)) {
      const cut = text.slice(0, length)
      const complete = cut.split('\n').length - 1
      const read = readLines(cut)
      expect(read.slice(0, complete)).toEqual(whole.slice(0, complete))
      if (cut.endsWith('\n')) expect(read).toHaveLength(complete)
      else if (text[length] === '\n') expect(read).toEqual(whole.slice(0, complete + 1))
      else
        expect(read.slice(complete)).toMatchObject([
          { error: { code: 'BAD_FILE', detail: { where: `f: line ${complete + 1}` } } },
        ])
    }
  })

  test('a line longer than any string can be is reported like that, and the next one is read', () => {
    const piece = 'x'.repeat(2 ** 23)
    const lines = new ReplayLines('f')
    for (let i = 0; i < 80; i++) expect(lines.push(piece)).toEqual([]) // 2^29 characters would be too many to join
    const read = lines.push(`\n${makeReplayLine(drawnGame(1, 3))}`)
    expect(read.map(each => ('error' in each ? each.error.code : each.replay))).toEqual(['BAD_FILE', drawnGame(1, 3)])
  })
})
