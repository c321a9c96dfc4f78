import { describe, expect, test } from 'vitest'
import { LabError } from '../../../src/core/errors'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { choose, isForExpert } from '../../../src/core/games/twenty48/search/choice'
import { drive, neverStop } from '../../../src/core/games/twenty48/search/engine'
import { bestSlide, boardValue } from '../../../src/core/games/twenty48/search/report'
import { searchWalls } from './searchWalls'
import { wallBoard } from '../../../src/core/games/twenty48/wallGame/wallGame'
import { createWallSearch, withExperts } from '../../../src/core/kernel/wallKernel/searchPort'
import { PLAIN_SETTINGS, type SearchSettings, type WallExpert } from '../../../src/core/search/settings'
import { newKernel } from '../support/kernel'
import { refusal } from '../support/errors'
import { instantiateWalls, randomNetwork, wallKernelMemory } from '../support/walls'

const network = randomNetwork({ tuples: [[0, 1, 2, 4]], target: 9, stages: [] })
const expert: WallExpert = { network: '0123456789abcdef', target: 9, least: 4, layers: 1, cut: 0.001, below: 0.02 }
const evaluator = makeEvaluator('power')
/** Four walls, all different; the same with two equal; and three. */
const WALLS = parseBoard('CBA9123012001000')
const EQUAL = parseBoard('CCA9123012001000')
const THREE = parseBoard('CBA8123012001000')

function search(board = WALLS, changes: Partial<WallExpert> = {}) {
  const settings = { ...PLAIN_SETTINGS, expert: { ...expert, ...changes } }
  const opened: string[] = []
  const kernel = withExperts(newKernel(), id => () => {
    opened.push(id)
    return { target: 9, search: createWallSearch(instantiateWalls, wallKernelMemory(), network) }
  })
  kernel.load(evaluator, settings)
  const report = drive(choose(board, { settings, limits: { depth: 1 } }), request => kernel.search(request, neverStop))
  return { report, opened }
}

describe('a player with an expert', () => {
  test('takes the expert’s move on its boards: the textbook’s chances, and no value of the evaluator', () => {
    const { report, opened } = search()
    const chances = searchWalls(network, wallBoard(WALLS, 9), 1, 0.001)
    for (const { move, value } of chances) expect(report.values[move]).toBe(value)
    expect(report.best).toBe(bestSlide(report.values))
    expect(report.expert).toEqual({ decides: true, walls: 4, chances: report.values, settings: expert })
    expect(boardValue(report)).toBeUndefined()
    expect(opened).toEqual(['0123456789abcdef'])
    expect(search(WALLS, { below: report.values[report.best!]! }).report.expert?.decides).toBe(true) // it is not below
  })

  test('is refused when it is loaded, not on the first board of its expert, if the network is missing', () => {
    const kernel = withExperts(newKernel(), id => {
      throw new LabError('NOT_FOUND', `network ${id} is in no folder`)
    })
    const load = (settings: SearchSettings) => kernel.load(evaluator, settings)
    refusal('NOT_FOUND', () => load({ ...PLAIN_SETTINGS, expert }))
    expect(() => load(PLAIN_SETTINGS)).not.toThrow()
  })

  test('is refused when a game loads it, not on the first board of its expert, if the network is damaged', () => {
    const kernel = withExperts(newKernel(), id => () => {
      throw new LabError('BAD_FILE', `network ${id} is damaged`)
    })
    const settings = { ...PLAIN_SETTINGS, expert }
    expect(() => kernel.load(evaluator, settings)).not.toThrow() // a single board may not need it
    refusal('BAD_FILE', () => kernel.load(evaluator, settings, true))
    expect(() => kernel.load(evaluator, PLAIN_SETTINGS, true)).not.toThrow()
  })

  test('searches by its evaluator where the expert’s best chance is too small, and says what the expert saw', () => {
    const { report } = search(WALLS, { below: 1 })
    const { expert: told, ...own } = report
    expect(told).toMatchObject({ decides: false, walls: 4 })
    expect(told!.chances[bestSlide(told!.chances)!]).toBeLessThan(1)
    const settings = PLAIN_SETTINGS
    const plain = newKernel()
    plain.load(evaluator, settings)
    const alone = drive(choose(WALLS, { settings, limits: { depth: 1 } }), request => plain.search(request, neverStop))
    expect(own.values).toEqual(alone.values)
    expect(own.best).toBe(alone.best)
    expect(own.nodes).toBeGreaterThan(alone.nodes)
    expect(boardValue(report)).toBeDefined()
  })

  test.each([
    ['two equal walls', EQUAL],
    ['too few walls', THREE],
  ])('does not ask the expert about a board with %s', (_, board) => {
    const { report, opened } = search(board)
    expect(report.expert).toBeUndefined()
    expect(opened).toEqual([])
    expect(isForExpert(board, expert)).toBe(false)
  })
})
