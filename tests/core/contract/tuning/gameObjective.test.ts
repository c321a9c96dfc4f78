import { describe, expect, test } from 'vitest'
import { readMatch } from '../../../../src/core/contract/matches'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { makeTuning, parseTuning, tuningConfigShape } from '../../../../src/core/contract/files'
import { parseShape } from '../../../../src/core/contract/shapes'
import type { MatchResult } from '../../../../src/core/match/match'
import { createRandom } from '../../../../src/core/random'
import { measure, summaryValue, type GameOutcome } from '../../../../src/core/tuning/fitness'
import { heuristicAt, matchesOf, pairOutcome } from '../../../../src/core/contract/tuning/gameObjective'
import { gameTuning } from '../../../../src/core/contract/tuning/presets'
import { originOf, searchText, unitOf } from '../../../../src/core/contract/tuning/objective'
import { searchBounds } from '../../../../src/core/tuning/tunedParameter'
import { gamesToPlay } from '../../../../src/core/tuning/racing'
import { checkTuning } from '../../../../src/core/contract/tuning/tuningConfig'
import { refusal } from '../../support/errors'

const config = gameTuning('warehouse', 'improved')
const { objective } = config
const small = { ...objective, player: parsePlayerText('greedy'), opponent: parsePlayerText('greedy:creditDifference') }

const wins = (...values: number[]): GameOutcome[] => values.map(value => ({ score: 10 * value, wins: value }))

describe('the objective of a game', () => {
  test('is of all weights of the family, which stand where the game says', () => {
    expect(checkTuning(config)).toBe(config)
    expect(unitOf(objective)).toBe('pair')
    expect(originOf(objective)['battery']).toBe(220)
    expect(searchBounds(objective.tuned).map(({ name }) => name)).toEqual(Object.keys(objective.weights))
    expect(searchText(small)).toBe('of warehouse by greedy:improved against greedy:creditDifference')
  })

  test('moves only what is tuned, in the order of the family', () => {
    const spec = { ...objective, tuned: objective.tuned.filter(({ id }) => id === 'credit' || id === 'nearest').toReversed() }
    expect(heuristicAt(spec, [7, 3])).toEqual({ family: 'improved', weights: [10_000, 220, 50, 3, 7, 30, 110, 3] })
    expect(heuristicAt(spec, [])).toEqual({ family: 'improved', weights: [10_000, 220, 50, 5, 100, 30, 110, 3] })
  })

  test('plays a pair from one start, with the sides swapped', () => {
    const [first, second] = matchesOf(small, heuristicAt(small, []), 8)
    expect(second).toEqual({ ...first, players: first.players.toReversed() })
    expect(first.players.map(({ heuristic }) => heuristic)).toEqual([heuristicAt(small, []), 'creditDifference'])
    expect(first).toMatchObject({ seed: 8, position: 'start', bounds: { actions: 1000 } })
    expect(readMatch(first).start).toEqual(readMatch(second).start)
  })

  test('counts a pair for the tuned player, on whichever side it sat', () => {
    const result = (values: number[], winner?: number) =>
      ({ values, ...(winner !== undefined && { winner }) }) as unknown as MatchResult
    expect(pairOutcome([result([5, -5], 0), result([3, -3], 0)])).toEqual({ score: 1, maxRank: null, wins: 0.5 })
    expect(pairOutcome([result([5, -5], 0), result([-3, 3], 1)])).toEqual({ score: 4, maxRank: null, wins: 1 })
    expect(pairOutcome([result([0, 0]), result([4, -4], 0)])).toEqual({ score: -2, maxRank: null, wins: 0.25 })
  })
})

describe('of pairs', () => {
  test('the mean is of the result or of the share won, in validation too', () => {
    expect(measure({ kind: 'score' }, wins(0, 0.5, 1)).fitness).toBeCloseTo(5, 12)
    expect(measure({ kind: 'wins' }, wins(0, 0.5, 1)).fitness).toBeCloseTo(0.5, 12)
    expect(wins(0.25).map(each => [summaryValue({ kind: 'score' }, each), summaryValue({ kind: 'wins' }, each)])).toEqual([
      [2.5, 0.25],
    ])
  })

  test('the error of what was won is not 0 where all pairs were, and that of one pair is unknown', () => {
    expect(measure({ kind: 'wins' }, wins(1, 1, 1, 1)).standardError).toBeCloseTo(0.1, 12)
    expect(measure({ kind: 'wins' }, wins(1)).standardError).toBeNull()
    // s² = 1/3, of Wilson's at z = 1 with this variance: √(1/12 + 1/64) / (1 + 1/4)
    expect(measure({ kind: 'wins' }, wins(0, 1, 0, 1)).standardError).toBeCloseTo(Math.sqrt(1 / 12 + 1 / 64) / 1.25, 12)
  })

  test('a race of wins ends when its bound is below the rival, which no run of equal pairs hurries', () => {
    const left = (rival: number, outcomes: GameOutcome[]) =>
      gamesToPlay({ fitness: { kind: 'wins' }, games: 100, racing: { every: 10, error: 0.05 } }, rival, outcomes)
    const lost = (count: number) => wins(...Array<number>(count).fill(0))
    // after 20 of 100: √((1/20 − 1/100)·ln(9/0.05)/2) = 0.322
    expect(left(0.33, lost(20))).toBe(0)
    expect(left(0.32, lost(20))).toBe(10)
    // all that is left cannot bring it there, whatever the bound says
    expect(left(0.21, lost(80))).toBe(0)
  })

  test('hardly any race is ended that would have reached the rival, at any rate of wins', () => {
    const random = createRandom(4)
    for (const rate of [0.05, 0.5, 0.95]) {
      let wrong = 0
      for (let race = 0; race < 2000; race++) {
        const draw = () => (Number(random.next() < rate) + Number(random.next() < rate)) / 2
        const all = wins(...Array.from({ length: 40 }, draw))
        const spec = { fitness: { kind: 'wins' }, games: 40, racing: { every: 5, error: 0.05 } } as const
        let played = 0
        for (let more = gamesToPlay(spec, rate, []); more > 0; more = gamesToPlay(spec, rate, all.slice(0, played)))
          played += more
        if (played < 40 && measure(spec.fitness, all).fitness >= rate) wrong++
      }
      expect(wrong / 2000).toBeLessThanOrEqual(0.05)
    }
  })
})

describe('settings', () => {
  test('a file of a game is read back', () => {
    expect(parseTuning(makeTuning(config), 'run.json')).toEqual(config)
    const stored = gameTuning('cantGoBack', 'heavy')
    const player = { ...stored.objective.player, limits: { depth: 3 }, replies: 1 }
    const run = { ...stored, objective: { ...stored.objective, player, opponent: parsePlayerText('alphaBeta:heavy:depth=2') } }
    expect(checkTuning(run)).toBe(run)
    expect(parseTuning(makeTuning(run), 'run.json')).toEqual(run)
  })

  test.each([
    ['family', { family: 'other' }, 'objective.family'],
    ['a range without an end', { tuned: [{ id: 'battery', min: -1e308, max: 1e308, scale: 'linear' }] }, 'objective.tuned.0.min'],
    ['what is tuned', { tuned: [{ id: 'h1', min: 0, max: 1, scale: 'linear' }] }, 'objective.tuned.0.id'],
    ['a rule', { options: { wide: 3 } }, 'objective.options.wide'],
    ['a player without a limit', { player: parsePlayerText('alphaBeta') }, 'objective.player.depth'],
    ['a player that draws its moves', { player: parsePlayerText('random') }, 'objective.player.searcher'],
    [
      'worlds that are played on at random',
      { player: parsePlayerText('sampling:inner=mcts:inner.iterations=9'), options: { hidden: true } },
      'objective.player.searcher',
    ],
    ['a player within a time', { player: parsePlayerText('alphaBeta:time=5') }, 'objective.player.limits.ms'],
    ['an opponent of no such heuristic', { opponent: parsePlayerText('greedy:none') }, 'objective.opponent.heuristic'],
    ['a fitness of 2048', { fitness: { kind: 'median' } }, 'objective.fitness.kind'],
    ['a game without a family', { game: 'ticTacToe' }, 'objective.family'],
  ])('%s is refused by name', (_, change, field) => {
    const { error } = tuningConfigShape.safeParse({ ...config, objective: { ...objective, ...change } })
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field)
    refusal('BAD_FILE', () =>
      parseShape(tuningConfigShape, { ...config, objective: { ...objective, ...change } }, 'run.json', 'BAD_FILE'),
    )
  })
})
