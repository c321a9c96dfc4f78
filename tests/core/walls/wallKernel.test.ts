/** The wall kernel agrees with the textbook: the rules, the network's values and the search. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDead, MOVES, type Board } from '../../../src/core/games/twenty48/board'
import { chanceOf, WALL_TUPLES, type NetworkShape } from '../../../src/core/games/twenty48/wallGame/network'
import { searchWalls } from './searchWalls'
import { slideWalls, wallBoard, type WallRules } from '../../../src/core/games/twenty48/wallGame/wallGame'
import { isPacked, wallResult } from '../support/wallResult'
import { createWallSearch } from '../../../src/core/kernel/wallKernel/searchPort'
import { WallMemory } from '../../../src/core/kernel/wallKernel/wallMemory'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { instantiateWalls, randomNetwork, wallBoards, wallKernelMemory } from '../support/walls'

const SMALL = [
  [0, 1, 4],
  [1, 2, 5, 6],
] as const
const shapes: readonly NetworkShape[] = [
  { tuples: WALL_TUPLES.slice(0, 2).map(cells => cells.slice(0, 4)), target: 9, stages: [] },
  { tuples: SMALL, target: 10, stages: [8, 9] },
  { tuples: [[0, 1, 2, 3], [5]], target: 7, stages: [3] },
]

describe('rules', () => {
  test.each<WallRules['walls']>(['slide', 'stay'])('slides, successes and results where walls %s', walls => {
    const rules: WallRules = { target: 6, walls }
    const memory = new WallMemory(instantiateWalls, wallKernelMemory())
    memory.setShape({ ...shapes[1]!, target: 6, stages: [] }, walls, 0)
    let successes = 0
    fc.assert(
      fc.property(wallBoards(6), board => {
        for (const [direction, move] of MOVES.entries()) {
          const slid = slideWalls(board, move, rules)
          memory.writeBoard(board)
          expect(memory.exports.slideBoard(direction) !== 0).toBe((slid?.merged.length ?? 0) > 0)
          expect(wallBoard(memory.readBoard(), 6)).toEqual(slid?.board ?? board)
          if (!slid?.merged.length) continue
          successes++
          memory.writeBoard(board)
          expect(memory.exports.searchSlide(direction, 0, 0, Infinity, false)).toBe(wallResult(slid, rules))
        }
      }),
    )
    expect(successes).toBeGreaterThan(50)
  })

  test('a staircase fills a corner, each line no longer than the one before', () => {
    expect([[], [0], [3, 7], [15, 14, 11], [0, 1, 2, 4, 5], [0, 1, 4, 5, 8]].map(isPacked)).toEqual(Array(6).fill(true))
    expect([[1], [5], [0, 5], [0, 4, 5, 8, 9, 10], [0, 3], [0, 1, 3]].map(isPacked)).toEqual(Array(6).fill(false))
  })

  test('no wall merges, and where walls stay no tile passes them', () => {
    const row = (...ranks: number[]): Board => [...ranks, ...Array<number>(12).fill(0)]
    expect(slideWalls(row(0, 9, 9, 1), 'left', { target: 9, walls: 'slide' })?.board).toEqual(row(9, 9, 1, 0))
    expect(slideWalls(row(0, 9, 0, 1), 'left', { target: 9, walls: 'stay' })?.board).toEqual(row(0, 9, 1, 0))
    expect(slideWalls(row(8, 0, 8, 9), 'left', { target: 9, walls: 'stay' })).toEqual({ board: row(9, 0, 0, 9), merged: [0] })
  })
})

describe.each(shapes)('a network of target $target with stages $stages', shape => {
  test.each([8, 16] as const)('has the textbook’s chances with weights of %d bits', bits => {
    const network = randomNetwork(shape, bits)
    const search = createWallSearch(instantiateWalls, wallKernelMemory(), network)
    fc.assert(
      fc.property(wallBoards(shape.target), board => {
        expect(search.chance(board)).toBe(chanceOf(network, board))
      }),
    )
  })

  test('is searched as the textbook searches it', () => {
    const network = randomNetwork(shape)
    const search = createWallSearch(instantiateWalls, wallKernelMemory(), network)
    fc.assert(
      fc.property(
        wallBoards(shape.target).filter(board => board.filter(rank => rank > 0).length > 9 && !isDead(board)),
        fc.constantFrom(0, 1, 2),
        fc.constantFrom(0, 0.01),
        (board, layers, cut) => {
          const { slides } = search.search(board, layers, cut, neverStop)
          expect(slides).toEqual(searchWalls(network, board, layers, cut))
        },
      ),
      { numRuns: 15 },
    )
  })
})

test('a search ends where it is asked to, and says so', () => {
  const [shape] = shapes
  const search = createWallSearch(instantiateWalls, wallKernelMemory(), randomNetwork(shape!))
  const board = [9, 9, 9, 9, 1, 2, 3, 4, 2, 0, 0, 0, 0, 0, 0, 0]
  const { slides, stopped } = search.search(board, 2, 0, () => 'request')
  expect(stopped).toBe('request')
  expect(slides.length).toBeLessThan(search.search(board, 2, 0, neverStop).slides.length)
})

test('a tuple over more than two lines both ways is refused by name', () => {
  const memory = new WallMemory(instantiateWalls, wallKernelMemory())
  expect(() => memory.setShape({ tuples: [[0, 5, 10]], target: 9, stages: [] }, 'slide', 0)).toThrow(
    'tuples: cells 0, 5, 10 lie in more than two rows and more than two columns',
  )
})
