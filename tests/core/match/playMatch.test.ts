import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMatch, type MatchOrder } from '../../../src/core/contract/matches'
import { parsePlayerText } from '../../../src/core/contract/playerText'
import type { Game } from '../../../src/core/game/game'
import { GRACE_MS, type MatchBounds } from '../../../src/core/match/match'
import { MatchInPlay, Strategy, playMatch } from '../../../src/core/match/playMatch'
import { SEARCHERS } from '../../../src/core/search/registry'
import type { Searcher } from '../../../src/core/search/searcher'
import { runs } from '../../setup/extent'
import { graphGame, graphRules, run } from '../search/support'

const LOOK_MS = 0.01
/** Two halves, so that no player is stuck soon. */
const LONG = `${Array(6).fill('0,0,9,-1,30,0,0').join('/')}/1,0,0,-1,0,0,2 fruitTurns=40`

const order = (players: readonly string[], change: Partial<MatchOrder> = {}): MatchOrder => ({
  ...{ game: 'cantGoBack', position: 'start', options: { fruits: 40 }, seed: 1 },
  players: players.map(parsePlayerText),
  ...change,
})

/** A match with the searches of each player counted, and a clock that goes on by `LOOK_MS` for each position that is looked at. */
function watched(asked: MatchOrder) {
  let now = 0
  const match = readMatch(asked)
  const searches: { agent: number; ms: number; limit: number | undefined }[] = []
  const game: Game<unknown> = {
    ...match.game,
    toAct(state) {
      now += LOOK_MS
      return match.game.toAct(state)
    },
  }
  const players = match.players.map((player, agent) => ({
    ...player,
    searcher: {
      ...player.searcher,
      search: (...[its, root, heuristic, config, context]: Parameters<Searcher['search']>) => {
        const begun = now
        const report = (player.searcher as Searcher).search(its, root, heuristic, config, context)
        searches.push({ agent, ms: now - begun, limit: context.limits.ms })
        return report
      },
    } as Searcher,
  }))
  const result = playMatch({ ...match, game, players }, { now: () => now })
  return { result, searches, of: (agent: number) => searches.filter(each => each.agent === agent) }
}

describe('moves from the tree of a search', () => {
  test('are worth at least the value of the root to their agent, whatever the other does', () => {
    let kept = 0
    fc.assert(
      fc.property(
        graphRules,
        fc.constantFrom(SEARCHERS.minimax, SEARCHERS.alphaBeta, SEARCHERS.pvs),
        fc.integer({ min: 1, max: 7 }),
        (drawn, searcher, depth) => {
          const { game, heuristic } = graphGame({ ...drawn, hasChance: false })
          const agent = game.toAct(0)
          fc.pre(typeof agent === 'number')
          const observer = new Strategy(agent, 100)
          const { best, values } = run(searcher as Searcher, game, 0, heuristic, { limits: { depth }, observer })
          const worst = (state: number, path: readonly number[], left: number): number => {
            const turn = game.toAct(state)
            if (turn === 'over') return game.utilities(state)[agent]!
            if (left === 0) return heuristic.evaluate(state, agent)
            const reply = path.length === 0 ? best : observer.reply(path)
            if (turn === agent) {
              expect(game.actions(state)).toContain(reply)
              if (path.length > 0) kept++
            }
            const edges = turn === agent ? [reply!] : game.actions(state)
            return Math.min(
              ...edges.map(edge => {
                const next = game.apply(state, edge)
                return next.rewards[agent]! + worst(next.state, [...path, edge], left - 1)
              }),
            )
          }
          expect(worst(0, [], depth)).toBeGreaterThanOrEqual(values![agent]!)
        },
      ),
      { numRuns: runs(200, 2000) },
    )
    expect(kept).toBeGreaterThan(100)
  })

  test.each([
    ['alphaBeta:scoreDifference:depth=5:replies=2', 3],
    ['minimax:heavy:depth=4:replies=1', 2],
    ['pvs:scoreDifference:depth=3:replies=1', 2],
    ['alphaBeta:scoreDifference:depth=3:replies=9', 2], // the tree has no more
  ])('%s searches for every move of %i', (text, each) => {
    for (const side of [0, 1]) {
      const { result, of } = watched(
        order(side === 0 ? [text, 'greedy:onwardMoves'] : ['greedy:onwardMoves', text], { position: LONG, options: {} }),
      )
      expect(result.ended).toBe('over')
      expect(result.players[side]!.moves).toBeGreaterThan(4)
      expect(of(side)).toHaveLength(Math.ceil(result.players[side]!.moves / each))
    }
  })
})

describe('a clock', () => {
  const bounds: MatchBounds = { clockMs: 400 }
  // a position is looked at up to twice as it is entered, and its children are
  const NODE_MS = 12 * LOOK_MS

  test.each([
    ['alphaBeta:scoreDifference:clock=0.3', 0.3],
    ['alphaBeta:heavy:clock=0.05:deepening=contract:order=static', 0.05],
  ])('of %s is spent by a factor of the time left, and never exceeded by more than the work of a node', (text, factor) => {
    const { result, of } = watched(order([text, 'greedy:onwardMoves'], { bounds, position: LONG, options: {} }))
    expect(result.ended).toBe('over')
    let left = bounds.clockMs!
    for (const { ms, limit } of of(0)) {
      expect(limit).toBeCloseTo(factor * left, 9)
      expect(ms).toBeLessThanOrEqual(limit! + NODE_MS)
      left -= ms
    }
    expect(left).toBeGreaterThanOrEqual(0)
    expect(Math.max(...of(0).map(({ ms, limit }) => ms - limit!))).toBeGreaterThan(text.includes('contract') ? -Infinity : 0)
    expect(result.players[0]!.overruns).toBe(of(0).filter(({ ms, limit }) => ms > limit! + GRACE_MS).length)
  })

  test('is split evenly over the moves that are left at most', () => {
    const options = { width: 5, height: 4, blocked: 3, fruits: 40 }
    const { result, of } = watched(order(['alphaBeta:scoreDifference:clock=even', 'random'], { bounds, options }))
    expect(result.ended).toBe('over')
    // 15 cells are free first: at most 8 moves and a turn without one
    expect(of(0)[0]!.limit).toBeCloseTo(400 / 9, 9)
    expect(of(0)[1]!.limit).toBeCloseTo((400 - of(0)[0]!.ms) / 8, 9)
  })

  test('that runs out is the loss of the game', () => {
    const { result } = watched(order(['alphaBeta:scoreDifference:depth=9', 'random'], { bounds: { clockMs: 1 } }))
    expect(result).toMatchObject({ ended: 'fault', fault: { agent: 0, reason: 'clock' }, values: [-1, 1], winner: 1 })
  })
})

test.each<[string, Partial<MatchOrder>, string]>([
  ['alphaBeta:clock=0.3', {}, 'players.0.clock: this match has no clock to share out'],
  ['alphaBeta:clock=0', { bounds: { clockMs: 9 } }, 'players.0.clock: 0 is not a number in'],
  [
    'alphaBeta:clock=even',
    { bounds: { clockMs: 9 }, game: 'ticTacToe', options: {} },
    'players.0.clock: no limit is known for a game of ticTacToe is',
  ],
  ['alphaBeta:depth=3:replies=0', {}, 'players.0.replies: 0 is not a whole number in 1 … 100'],
  ['mcts:nodes=3:replies=1', {}, 'players.0.replies: mcts stores no tree to play further moves from'],
])('%s is refused', (text, change, message) => {
  expect(() => readMatch(order([text, 'random'], change))).toThrow(
    expect.objectContaining({ code: 'BAD_SETTING', message: expect.stringContaining(message) as string }),
  )
})

describe('a table kept across moves', () => {
  const ALONE: Partial<MatchOrder> = { game: 'twenty48', position: 'EDC1BA9187611110', options: {}, bounds: { actions: 8 } }
  const STILL = { now: () => 0 }
  const playedBy = (player: string, seed: number) => {
    const match = readMatch(order([player], { ...ALONE, seed }))
    return { match, result: playMatch(match, STILL) }
  }

  // with a cut, an entry is of one cumulative probability, which no later search has again
  test.each(['depth=5', 'depth=5:deepening=contract', 'depth=5:cut=0.02:deepening=contract'])(
    'finds the moves of a table of each move with no more nodes: %s',
    limits => {
      let saved = 0
      for (let seed = 0; seed < runs(2, 30); seed++) {
        const [exact, kept] = ['exact', 'kept'].map(table => playedBy(`expectimax:table=${table}:${limits}`, seed).result)
        expect(kept!.edges).toEqual(exact!.edges)
        expect(kept!.values).toEqual(exact!.values)
        saved += exact!.players[0]!.nodes - kept!.players[0]!.nodes
        expect(kept!.players[0]!.nodes).toBeLessThanOrEqual(exact!.players[0]!.nodes)
      }
      if (limits === 'depth=5:deepening=contract') expect(saved).toBeGreaterThan(0)
    },
  )

  test('holds nothing of a search that was stopped and repeated', () => {
    const { match, result } = playedBy('expectimax:table=kept:depth=4:deepening=contract', 7)
    const inPlay = new MatchInPlay(match, STILL)
    let ended: typeof result | undefined
    for (let step = 0; !ended; step++) {
      let left = step % 2 === 0 ? 40 + step : Infinity
      ended = inPlay.step(() => left-- <= 0)
    }
    expect(ended).toEqual(result)
  })
})
