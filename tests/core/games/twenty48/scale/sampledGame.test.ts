import { expect, test } from 'vitest'
import { maxRank, type Board } from '../../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import {
  GameSampler,
  HORIZON,
  survives,
  type Decider,
  type SampledPosition,
} from '../../../../../src/core/games/twenty48/scale/sampledGame'
import { boardOf } from '../../../support/boardOfSum'

test('a sampled game has positions of each stage and of its end, which weigh as much as all', () => {
  const sampler = new GameSampler()
  const sums = Array.from({ length: 480 }, (_, i) => 1040 + 2 * i)
  for (const sum of sums) sampler.add(boardOf(sum), 10 * sum, { value: sum / 3, decider: 'search' })
  const game = sampler.end(boardOf(2000), 20_000)
  expect(game).toMatchObject({ score: 20_000, sum: 2000, rank: 10 })
  const weight = (of: (position: SampledPosition) => boolean) =>
    game.positions.filter(of).reduce((sum, each) => sum + each.weight, 0)
  expect(weight(() => true)).toBeCloseTo(480, 6)
  const isLast = (sum: number) => sum * (1 + HORIZON) > 2000
  expect(weight(each => !survives(each, game))).toBeCloseTo(sums.filter(isLast).length, 6)
  expect(game.positions.filter(each => !survives(each, game))).toHaveLength(8)
  expect(game.positions.length).toBeLessThanOrEqual(9 * 8)
  expect(game.positions.length).toBeGreaterThanOrEqual(60)
})

test('a game survives a position if its sum grows by 1/32 at least', () => {
  expect([33, 32.9].map(sum => survives({ sum: 32 }, { sum }))).toEqual([true, false])
})

/** A game of these boards in order, each with its number as value and points. */
function sampled(boards: readonly Board[], decider: (i: number) => Decider = () => 'search', score = 1000) {
  const sampler = new GameSampler()
  for (const [i, board] of boards.entries()) sampler.add(board, i, { value: i, decider: decider(i) })
  return sampler.end(boards.at(-1)!, score)
}

test('positions of one kind are from the middles of equal parts', () => {
  const alike = Array.from({ length: 24 }, () => parseBoard('A100000000000000'))
  const { positions } = sampled(alike)
  expect(positions.map(({ value }) => value)).toEqual([1, 4, 7, 10, 13, 16, 19, 22])
  expect(positions.map(({ weight }) => weight)).toEqual(Array(8).fill(3))
})

test('positions of the expert are a kind of their own', () => {
  const alike = Array.from({ length: 44 }, () => parseBoard('A100000000000000'))
  const { positions } = sampled(alike, i => (i < 4 ? 'expert' : 'search'))
  const of = (wanted: Decider) => positions.filter(({ decider }) => decider === wanted).map(({ weight }) => weight)
  expect(of('expert')).toEqual([1, 1, 1, 1])
  expect(of('search')).toEqual(Array(8).fill(5))
})

test('one board of each largest tile from 64 on is kept, where the search decided', () => {
  const boards = ['5000', '5100', '6000', '6100', '7000', '7100', '8000', '9000'].map(text => parseBoard(text.padEnd(16, '0')))
  const kept = sampled(boards, i => (i === 6 ? 'expert' : 'search')).boards!
  expect(kept.map(maxRank)).toEqual([6, 7, 9])
  for (const board of kept) expect(boards).toContainEqual(board)
})

test('each board of a largest tile is kept as often as another', () => {
  const boards = ['7000', '7100', '7200', '7300'].map(text => parseBoard(text.padEnd(16, '0')))
  const counts = [0, 0, 0, 0]
  for (let game = 0; game < 400; game++) {
    const [kept] = sampled(boards, undefined, 4 * game).boards!
    counts[boards.findIndex(board => board.join() === kept!.join())]!++
  }
  for (const count of counts) expect(Math.abs(count - 100)).toBeLessThan(35) // four standard deviations
})
