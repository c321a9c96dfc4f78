import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleTree, parseTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import type { Game } from '../../../src/core/game/game'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { readMatch } from '../../../src/core/contract/matches'
import { parsePlayerText } from '../../../src/core/contract/playerText'
import { creditDifference } from '../../../src/core/games/warehouse/heuristics'
import { warehouse, type WarehouseView } from '../../../src/core/games/warehouse/game'
import { USUAL_OPTIONS, type WarehouseState } from '../../../src/core/games/warehouse/position'
import { type Match, type MatchResult, type Player, byPlayer, replayMatch, seatingOf } from '../../../src/core/match/match'
import { MatchInPlay, playMatch, type Clocks } from '../../../src/core/match/playMatch'
import type { Heuristic } from '../../../src/core/game/heuristic'
import { createRandom } from '../../../src/core/random'
import type { MctsConfig } from '../../../src/core/search/algorithms/mcts/mcts'
import { sampling } from '../../../src/core/search/algorithms/sampling'
import { SEARCHERS } from '../../../src/core/search/registry'
import { noEffort, type Report } from '../../../src/core/search/report'
import type { Context, Searcher, ViewSearcher } from '../../../src/core/search/searcher'
import { runs } from '../../setup/extent'
import { graphGame, graphRules, PLAIN_CONFIG } from '../search/support'

const STILL: Clocks = { now: () => 0 }
const { minimax, alphaBeta, expectimax, mcts, greedy, random } = SEARCHERS
const MCTS: MctsConfig = { C: 1, rollout: 'random', choice: 'visits', values: 'points', treeNodes: 1000 }

function player<State>(searcher: Searcher<never>, heuristic: Heuristic<State>, limits: Player['limits'] = {}): Player<State> {
  const config = searcher.id === 'expectimax' ? PLAIN_CONFIG : searcher.id === 'mcts' ? MCTS : {}
  return { searcher, config, heuristic: () => heuristic, wrapping: {}, limits }
}

const playersOf = <State>(heuristic: Heuristic<State>): fc.Arbitrary<Player<State>> =>
  fc.oneof(
    fc.constantFrom(player(random, heuristic), player(greedy, heuristic)),
    fc
      .tuple(fc.constantFrom<Searcher<never>>(minimax, alphaBeta, expectimax), fc.integer({ min: 1, max: 3 }))
      .map(([searcher, depth]) => player(searcher, heuristic, { depth })),
    fc
      .tuple(fc.constantFrom<Searcher<never>>(alphaBeta, mcts), fc.integer({ min: 1, max: 60 }))
      .map(([searcher, nodes]) => player(searcher, heuristic, { nodes })),
  )

/** Games of chance and rewards, with two players. */
const graphMatches: fc.Arbitrary<Match<number>> = graphRules.chain(rules => {
  const { game, heuristic } = graphGame(rules)
  const one = playersOf(heuristic)
  return fc.record({ players: fc.tuple(one, one), seed: fc.nat(1e9) }).map(given => ({ game, start: 0, ...given }))
})

const lines = playersOf(openLines)
const ticTacToeMatches: fc.Arbitrary<Match<number>> = fc
  .record({ players: fc.tuple(lines, lines), seed: fc.nat(1e9) })
  .map(given => ({ game: ticTacToe, start: 0, ...given }))

/** A searcher that answers by `search`, for faults. */
function searcherOf(search: (context: Context) => Partial<Report>): Searcher {
  const report = { lines: [], values: undefined, depth: 0, effort: { ...noEffort(), nodes: 1 }, stopped: 'complete' } as const
  return {
    ...random,
    id: 'made',
    search: (_game, _root, _heuristic, _config, context) => ({ ...report, best: undefined, ...search(context) }),
  }
}

function ticTacToeMatch(...players: Player<number>[]): Match<number> {
  return { game: ticTacToe, start: 0, players, seed: 1 }
}

describe.each([
  ['games of chance and rewards', graphMatches],
  ['tic-tac-toe', ticTacToeMatches],
])('%s', (_, matches) => {
  test('a match follows from its seed, and is played again from its edges', () => {
    fc.assert(
      fc.property(matches, match => {
        const result = playMatch(match, STILL)
        expect(playMatch(match, STILL)).toEqual(result)
        const { states, ...outcome } = replayMatch(match.game, match.start, result.edges)
        const { edges, players, ...played } = result
        expect(outcome).toEqual(played)
        expect(states).toHaveLength(edges.length + 1)
        expect(match.game.toAct(states.at(-1)!)).toBe('over')
        // by the definition: who acted how often, and what was earned on the way and at the end
        const turns = states.map(state => match.game.toAct(state))
        expect(players.map(({ moves }) => moves)).toEqual([0, 1].map(agent => turns.filter(turn => turn === agent).length))
        const earned = edges.map((edge, i) => (turns[i] === 'chance' ? [0, 0] : match.game.apply(states[i]!, edge).rewards))
        const ends = match.game.utilities(states.at(-1)!)
        expect(result.values).toEqual([0, 1].map(agent => ends[agent]! + earned.reduce((sum, each) => sum + each[agent]!, 0)))
      }),
      { numRuns: runs(200, 2000) },
    )
  })

  test('a match that is stopped now and then comes to the same', () => {
    fc.assert(
      fc.property(matches, fc.infiniteStream(fc.integer({ min: 0, max: 30 })), (match, polls) => {
        const inPlay = new MatchInPlay(match, STILL)
        let result: MatchResult | undefined
        for (let step = 0; !result && step < 2000; step++) {
          let left = step % 3 === 2 ? Infinity : (polls.next().value as number)
          result = inPlay.step(() => left-- <= 0)
        }
        expect(result).toEqual(playMatch(match, STILL))
      }),
      { numRuns: runs(100, 1000) },
    )
  })
})

test('chance events come by their probabilities, each from the match’s own stream', () => {
  const start = parseTree('(chance 0.2:1 0.3:2 0.5:3)')
  const counts = [0, 0, 0]
  for (let seed = 0; seed < 2000; seed++) {
    const heuristic = treeEstimates
    const one: Player<typeof start> = { ...player(random, treeEstimates(start)), heuristic }
    const { edges } = playMatch({ game: exampleTree, start, players: [one, one], seed }, STILL)
    counts[edges[0]!]!++
  }
  // three standard deviations are 54, 61 and 67 of 2,000
  expect(Math.abs(counts[0]! - 400)).toBeLessThan(54)
  expect(Math.abs(counts[1]! - 600)).toBeLessThan(61)
  expect(Math.abs(counts[2]! - 1000)).toBeLessThan(67)
})

test('what a player draws does not depend on what the other draws, nor on the chance events', () => {
  const { game, heuristic } = graphGame({
    seed: 5,
    height: 7,
    width: 5,
    branching: 3,
    hasChance: true,
    hasRewards: false,
    spread: 2,
  })
  const drawsOf = (draws: number, seed: number) => {
    const drawn: number[] = []
    const others: number[] = []
    const watched = searcherOf(({ random }) => (drawn.push(random.next()), { best: 0 }))
    const other = searcherOf(({ random }) => {
      for (let i = 0; i < draws; i++) others.push(random.next())
      return { best: 0 }
    })
    playMatch({ game, start: 0, players: [player(watched, heuristic), player(other, heuristic)], seed }, STILL)
    expect(others.filter(each => drawn.includes(each))).toEqual([])
    return drawn
  }
  const once = drawsOf(1, 7)
  expect(once.length).toBeGreaterThan(0)
  expect(drawsOf(3, 7)).toEqual(once)
  expect(drawsOf(1, 8)[0]).not.toBe(once[0])
})

describe('a player is out of the match, and the other has won', () => {
  const rest = player(random, openLines)
  const faulty = (search: (context: Context) => Partial<Report>) => player(searcherOf(search), openLines)

  test.each([
    [
      'that throws',
      () => {
        throw new Error('no idea')
      },
      { reason: 'threw', message: 'no idea' },
    ],
    ['that chooses nothing', () => ({ best: undefined }), { reason: 'illegal', message: 'it chose no action' }],
    ['that breaks the rules', () => ({ best: 12 }), { reason: 'illegal', message: 'action 12 is not legal' }],
  ] as const)('%s', (_, search, fault) => {
    const first = playMatch(ticTacToeMatch(faulty(search), rest), STILL)
    expect(first).toMatchObject({ ended: 'fault', fault: { agent: 0, ...fault }, values: [-1, 1], winner: 1, edges: [] })
    const second = playMatch(ticTacToeMatch(rest, faulty(search)), STILL)
    expect(second).toMatchObject({ ended: 'fault', fault: { agent: 1, ...fault }, values: [1, -1], winner: 0 })
    const { edges, fault: its } = second
    expect(edges).toHaveLength(1)
    expect(replayMatch(ticTacToe, 0, edges, its)).toMatchObject({ ended: 'fault', values: [1, -1], winner: 0 })
  })

  test('that exceeds its clock, also in the midst of a search', () => {
    let now = 0
    // 2 ms a look: a search that would never end is stopped by the match
    const endless = searcherOf(({ stopped }) => {
      while (!stopped()) now += 2
      return { best: 0 }
    })
    const clocks = { now: () => now }
    const bounds = { clockMs: 100 }
    const { fault, players, ...result } = playMatch({ ...ticTacToeMatch(rest, player(endless, openLines)), bounds }, clocks)
    expect(fault).toMatchObject({ agent: 1, reason: 'clock' })
    expect(result).toMatchObject({ ended: 'fault', values: [1, -1], winner: 0 })
    expect(players[1]).toMatchObject({ ms: 102, longestMs: 102 })
  })

  test('also where the game has no rule for it, and where it was ahead', () => {
    const { game, heuristic } = graphGame({
      seed: 1,
      height: 4,
      width: 3,
      branching: 2,
      hasChance: false,
      hasRewards: true,
      spread: 50,
    })
    const rules: Game<number> = {
      ...game,
      toAct: state => (state >= 9 ? 'over' : state >= 3 ? 1 : 0),
      apply: (state, action) => ({ ...game.apply(state, action), rewards: [5, -5] }),
    }
    const fails = player(
      searcherOf(() => ({ best: 99 })),
      heuristic,
    )
    const ahead = playMatch({ game: rules, start: 0, players: [fails, fails], seed: 1 }, STILL)
    expect(ahead).toMatchObject({ values: [0, 0], winner: 1 })
    const moves = player(
      searcherOf(() => ({ best: 0 })),
      heuristic,
    )
    const behind = playMatch({ game: rules, start: 0, players: [moves, fails], seed: 1 }, STILL)
    expect(behind).toMatchObject({ fault: { agent: 1 }, winner: 0 })
  })
})

test('what the game throws is no fault of a player', () => {
  const broken: Game<number> = { ...ticTacToe, apply: () => { throw new Error('broken rules') } } // oxfmt-ignore
  const made = player(
    searcherOf(() => ({ best: 0 })),
    openLines,
  )
  expect(() => playMatch({ ...ticTacToeMatch(made, made), game: broken }, STILL)).toThrow('broken rules')
})

test('a searcher of views sees what its agent sees, with an estimate of positions that fit', () => {
  const start = warehouse.start({ ...USUAL_OPTIONS, hidden: true }, createRandom(3))
  const seen: WarehouseView[] = []
  const asked: unknown[] = []
  const watching: ViewSearcher<never> = {
    ...sampling,
    searchView(game, view, heuristicOf, _config, { random }) {
      const world = game.hidden.sample(view, random)
      heuristicOf(world)
      seen.push(view as WarehouseView)
      asked.push(world)
      return { lines: [], best: game.hidden.actions(view)[0], values: undefined, depth: 0, effort: noEffort(), stopped: 'limit' }
    },
  }
  const estimated: unknown[] = []
  const viewer: Player<WarehouseState> = {
    ...player(watching as never, creditDifference),
    heuristic: position => (estimated.push(position), creditDifference),
  }
  const players = [viewer, player(greedy, creditDifference)]
  const { edges, ended } = playMatch({ game: warehouse, start, players, seed: 5, bounds: { actions: 9 } }, STILL)
  expect(ended).toBe('limit')
  const { states } = replayMatch(warehouse, start, edges)
  expect(seen).toEqual([0, 2, 4, 6, 8].map(ply => warehouse.hidden!.view(states[ply]!, 0)))
  expect(seen.every(({ toCome, waiting }) => toCome === undefined && waiting > 0)).toBe(true)
  expect(estimated).toEqual([start, ...asked])
  const order = { game: 'warehouse', position: 'start', options: { hidden: true, steps: 20 }, seed: 1 } as const
  const texts = ['sampling:improved:depth=2:inner=alphaBeta:worlds=3', 'greedy:improved']
  const match = readMatch({ ...order, players: texts.map(parsePlayerText) })
  const played = playMatch(match, STILL)
  expect(played).toMatchObject({ ended: 'over', players: [{ moves: 20 }, { moves: 20 }] })
  expect(playMatch(match, STILL)).toEqual(played)
})

test('effort is what the searches of each player took', () => {
  let [now, processor] = [0, 0]
  const taking = (ms: number) => searcherOf(() => ((now += ms), (processor += ms / 2), { best: now % 9 }))
  const steps = [8, 20, 1].map(taking)
  let step = 0
  const one = searcherOf(context => steps[step++]!.search(ticTacToe, 0, openLines, {}, context))
  const players = [{ ...player(one, openLines), limits: { ms: 10 } }, player(one, openLines)]
  const bounds = { actions: 3 }
  const result = playMatch({ ...ticTacToeMatch(...players), bounds }, { now: () => now, processor: () => processor })
  expect(result.fault).toBeUndefined()
  expect(result.players).toEqual([
    { moves: 2, nodes: 2, ms: 9, longestMs: 8, processorMs: 4.5, overruns: 0 },
    { moves: 1, nodes: 1, ms: 20, longestMs: 20, processorMs: 10, overruns: 0 },
  ])
  step = 0
  const late = [players[1]!, players[0]!]
  const { players: efforts } = playMatch({ ...ticTacToeMatch(...late), bounds }, { now: () => now })
  expect(efforts[1]).toEqual({ moves: 1, nodes: 1, ms: 20, longestMs: 20, overruns: 1 })
})

test('edges that do not lead on are refused by their ply', () => {
  expect(() => replayMatch(ticTacToe, 0, [4, 4])).toThrow('ply 2: 4 does not lead on from')
  expect(() => replayMatch(ticTacToe, ticTacToe.parse('XXX/OO./...'), [5])).toThrow('ply 1: 5 does not lead on')
  const start = parseTree('(chance 0.5:1 0.5:2)')
  expect(() => replayMatch(exampleTree, start, [2])).toThrow(expect.objectContaining({ code: 'ILLEGAL_MOVE' }))
})

test('a series swaps sides, or turns the seats, before it draws another seed', () => {
  const two = [0, 1, 2, 3].map(number => seatingOf(9, 2, number))
  expect(two.map(({ players }) => players)).toEqual([[0, 1], [1, 0], [0, 1], [1, 0]]) // oxfmt-ignore
  expect(two[0]!.seed).toBe(two[1]!.seed)
  expect(two[2]!.seed).not.toBe(two[0]!.seed)
  expect(two[3]!.seed).toBe(two[2]!.seed)
  const three = [0, 1, 2].map(number => seatingOf(9, 3, number))
  expect(three.map(({ players }) => players)).toEqual([[0, 1, 2], [1, 2, 0], [2, 0, 1]]) // oxfmt-ignore
  expect(byPlayer(['a', 'b', 'c'], three[1]!)).toEqual(['c', 'a', 'b'])
})
