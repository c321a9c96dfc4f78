import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchPlayerShape, readMatch, type MatchOrder, type MatchPlayer } from '../../../src/core/contract/matches'
import { makePlayerText, parsePlayerText } from '../../../src/core/contract/playerText'
import { playMatch } from '../../../src/core/match/playMatch'
import { DEEPENINGS, LEAVES, ORDERS } from '../../../src/core/search/settings'

const bare = { config: {}, wrapping: {}, limits: {} }
const optional = { requiredKeys: [] }

const wrapping = fc.record(
  {
    deepening: fc.constantFrom(...DEEPENINGS),
    order: fc.constantFrom(...ORDERS),
    table: fc.integer({ min: 1, max: 23 }),
    quiescence: fc.record(
      { plies: fc.integer({ min: 1, max: 100 }), swing: fc.double({ min: 0, max: 1e6, noNaN: true }) },
      { requiredKeys: ['plies'] },
    ),
    shorterWin: fc.constant(true as const),
  },
  optional,
)
const limits = fc.record(
  {
    depth: fc.integer({ min: 1, max: 10_000 }),
    nodes: fc.integer({ min: 1, max: 1e15 }),
    ms: fc.double({ min: 0, max: 1e9, noNaN: true }),
  },
  optional,
)
const weights = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 6 })
const heuristic = fc.oneof(fc.constantFrom('openLines', 'score-only'), fc.record({ family: fc.constant('improved'), weights }))
const searchers = fc.oneof(
  fc.record({ searcher: fc.constantFrom('minimax' as const, 'greedy' as const), config: fc.constant({}) }),
  fc.record({ searcher: fc.constant('alphaBeta' as const), config: fc.record({ known: fc.integer() }, optional) }),
  fc.record({
    searcher: fc.constant('expectimax' as const),
    config: fc.record(
      { leaf: fc.constantFrom(...LEAVES), table: fc.constantFrom('exact', 'off'), cut: fc.constant(0.01) },
      optional,
    ),
  }),
)
const players: fc.Arbitrary<MatchPlayer> = fc
  .tuple(
    searchers,
    fc.record({ wrapping, limits }),
    fc.record(
      { heuristic, clock: fc.constantFrom<number | 'even'>('even', 0.3), replies: fc.integer({ min: 1, max: 100 }) },
      optional,
    ),
  )
  .map(([searcher, around, its]) => ({ ...searcher, ...around, ...its }))

test('a player’s text reads back as the same player', () => {
  fc.assert(
    fc.property(players, player => {
      const negativeZeros = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown
      expect(negativeZeros(parsePlayerText(makePlayerText(player)))).toEqual(negativeZeros(player))
      expect(matchPlayerShape.parse(player)).toEqual(player)
    }),
  )
})

test.each<[string, MatchPlayer]>([
  ['greedy:improved', { ...bare, searcher: 'greedy', heuristic: 'improved' }],
  ['minimax:improved:time=20.5', { ...bare, searcher: 'minimax', heuristic: 'improved', limits: { ms: 20.5 } }],
  [
    'alphaBeta:improved(50,-5,2.5):nodes=1000:order=static:table=16:quiet=2:swing=30:known=3',
    {
      searcher: 'alphaBeta',
      heuristic: { family: 'improved', weights: [50, -5, 2.5] },
      limits: { nodes: 1000 },
      wrapping: { order: 'static', table: 16, quiescence: { plies: 2, swing: 30 } },
      config: { known: 3 },
    },
  ],
  [
    'sampling:improved:depth=2:inner=expectimax:worlds=8:inner.cut=0.1',
    {
      ...bare,
      searcher: 'sampling',
      heuristic: 'improved',
      limits: { depth: 2 },
      config: { inner: 'expectimax', worlds: 8, 'inner.cut': 0.1 },
    },
  ],
  ['mcts:C=1.414', { ...bare, searcher: 'mcts', config: { C: 1.414 } }],
  ['alphaBeta:clock=even', { ...bare, searcher: 'alphaBeta', clock: 'even' }],
  ['expectimax:table=exact', { ...bare, searcher: 'expectimax', config: { table: 'exact' } }],
])('%s', (text, player) => {
  expect(parsePlayerText(text)).toEqual(player)
  expect(makePlayerText(player)).toBe(text)
})

test.each([
  ['alphabeta:depth=3', /^player: "alphabeta" is not a searcher: .* \(Did you mean alphaBeta\?\)$/],
  ['minimax:depth=3:improved', /^player: "improved": write name=value; a heuristic comes right after the searcher/],
  ['minimax:depht=3', /^player: "depht=3": minimax has no setting depht; what can be set: depth, nodes, time, /],
  ['minimax:depth=1.000', /"depth=1.000": its point may separate thousands or decimals; without it it is 1000$/],
  ['mcts:iterations=10.000', /its point may separate/],
  ['sampling:inner=mcts:inner.plies=2.000', /its point may separate/],
  ['alphaBeta:quiet=1.000', /its point may separate/],
  ['alphaBeta:rootTies=false', /^player: "rootTies=false": leave it out, or write rootTies=true$/],
  ['minimax:depth=0', /^player: limits\.depth: /],
  ['minimax:depth=3:depth=4', /^player: "depth=4": depth is there twice/],
  ['minimax:swing=2', /^swing: it belongs to quiet/],
  ['minimax:improved(1,,2)', /^player: "improved\(1,,2\)": not a number/],
  ['sampling:inner=alphaBeta:inner.cut=1', /inner\.cut|cut/],
  [`minimax:${'x'.repeat(2000)}`, /is longer than 1000 characters/],
])('refused by its part: %s', (text, message) => {
  expect(() => parsePlayerText(text)).toThrow(expect.objectContaining({ code: 'BAD_SETTING' }))
  expect(() => parsePlayerText(text)).toThrow(message)
})

const match = (players: readonly string[], change: Partial<MatchOrder> = {}): MatchOrder => ({
  ...{ game: 'ticTacToe', position: 'start', seed: 3 },
  players: players.map(parsePlayerText),
  ...change,
})

test('a match follows its options', () => {
  const clocks = { now: () => 0 }
  const played = playMatch(readMatch(match(['minimax:depth=2', 'greedy:openLines'])), clocks)
  expect(played).toMatchObject({ ended: 'over' })
  const begun = playMatch(readMatch(match(['greedy', 'greedy'], { position: 'XX./OO./...', bounds: { actions: 2 } })), clocks)
  expect(begun).toMatchObject({ ended: 'over', winner: 0, edges: [2] })
  const lone = playMatch(readMatch(match(['random'], { game: 'twenty48', bounds: { actions: 5 } })), clocks)
  expect(lone).toMatchObject({ ended: 'limit', players: [{ moves: 5 }] })
  expect(readMatch(match(['random'], { game: 'twenty48' })).start).toEqual(
    readMatch(match(['greedy'], { game: 'twenty48' })).start,
  )
  expect(readMatch(match(['random'], { game: 'twenty48', seed: 4 })).start).not.toEqual(
    readMatch(match(['random'], { game: 'twenty48' })).start,
  )
})

test.each<[string, MatchOrder, RegExp]>([
  ['too few players', match(['random']), /^players: ticTacToe is played by 2, these are 1/],
  [
    'an unknown heuristic',
    match(['random', 'greedy:improved']),
    /^players\.1\.heuristic: "improved" is none of ticTacToe: openLines/,
  ],
  ['an unknown family', match(['greedy:own(1)', 'random']), /^players\.0\.heuristic: "own" is no family of ticTacToe: /],
  ['a limit for who takes none', match(['random', 'random:depth=2']), /^players\.1\.searcher: random looks one ply ahead/],
  [
    'no limit where the game is long',
    match(['expectimax'], { game: 'twenty48' }),
    /^players\.0\.depth: twenty48 is searched within/,
  ],
])('%s is refused by name', (_, order, message) => {
  expect(() => readMatch(order)).toThrow(message)
})
