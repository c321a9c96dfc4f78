import { afterEach, describe, expect, test } from 'vitest'
import type { PlayTree } from '../../../../src/core/contract/calls/play'
import { legalMoves, slideOfEdge } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { choose } from '../../../../src/core/games/twenty48/search/choice'
import { drive, neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { withExperts, createWallSearch } from '../../../../src/core/kernel/wallKernel/searchPort'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import type { TopNode } from '../../../../src/core/tree/views'
import { moveTreesOf, PlayTrees, playTreeOf } from '../../../../src/main/lab/play/playTrees'
import { Scope } from '../../../../src/main/scope'
import { newKernel } from '../../../core/support/kernel'
import { instantiateWalls, randomNetwork, wallKernelMemory } from '../../../core/support/walls'

const BOARD = parseBoard('1234123412312304')
const player: Player = { evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS, limits: { depth: 2 } }
const TARGET = 9
const expert = { network: '0123456789abcdef', target: TARGET, least: 4, layers: 1, cut: 0.002, below: 0 }
const kernel = withExperts(newKernel(), () => () => ({
  target: TARGET,
  search: createWallSearch(
    instantiateWalls,
    wallKernelMemory(),
    randomNetwork({ tuples: [[0, 1, 2, 4]], target: TARGET, stages: [] }),
  ),
}))

function searched(pairs?: number, by: Player = player, board = BOARD) {
  kernel.load(by.evaluator, by.settings)
  const { trees, ...report } = drive(choose(board, by, { pairs }), request => kernel.search(request, neverStop))
  return { report, trees, ms: 1, player: by }
}

describe('the tree of the search that moves', () => {
  const scope = new Scope('trees', true)
  afterEach(() => scope.close())

  test('is recorded once a page has asked, while it is unfolded; a search without a tree leaves the last one', () => {
    let isOpen = true
    const told: PlayTree[] = []
    const trees = new PlayTrees({ scope, isOpen: () => isOpen, onTree: tree => told.push(tree) })
    expect(trees.pairs).toBeUndefined()
    expect(trees.ask()).toBeNull()
    expect(trees.pairs).toBe(1)
    trees.show(searched(trees.pairs))
    expect(told).toHaveLength(1)
    isOpen = false
    expect(trees.pairs).toBeUndefined()
    trees.show(searched(trees.pairs))
    expect(told).toHaveLength(1)
    expect(trees.ask()).toEqual(told[0])
  })

  test('has the values, the best move and the nodes of the answer, and the moves of the board', () => {
    const answer = searched(1)
    const { root, nodes, of, board } = playTreeOf(answer)
    const { best, values, nodes: tried } = answer.report
    expect({ of, board, nodes }).toEqual({ of: 'evaluator', board: BOARD, nodes: tried })
    expect(root.value).toBe(values[best!])
    expect(root.children.map(({ edge }) => slideOfEdge(edge!.id))).toEqual(legalMoves(BOARD))
    for (const child of root.children) {
      const move = slideOfEdge(child.edge!.id)!
      expect(child.value).toBe(values[move])
      expect(child.best).toBe(move === best)
    }
  })

  test('below some moves has their values, and is shown by the judge’s calibration', () => {
    const answer = searched(1)
    const judge = { ...player, settings: { ...PLAIN_SETTINGS, expert } }
    const moves = legalMoves(BOARD)
    const trees = moveTreesOf(answer, moves, judge)
    expect(trees.map(({ root }) => root.value)).toEqual(moves.map(move => answer.report.values[move]))
    for (const tree of trees) expect(tree.player).toEqual(judge)
  })

  test('is the expert’s where it decides: chances, without the points and leaves of the evaluator’s settings', () => {
    const settings = { ...PLAIN_SETTINGS, expert, leaf: 'spawned', points: 'added' } as const
    const [walls, others] = [parseBoard('9ABC123001200010'), BOARD].map(board => searched(1, { ...player, settings }, board))
    expect(walls!.report.expert).toMatchObject({ decides: true })
    const { of, root, nodes } = playTreeOf(walls!)
    const { best, values } = walls!.report
    expect({ of, nodes }).toEqual({ of: 'expert', nodes: walls!.report.nodes })
    expect([root.value, root.value! > 0 && root.value! <= 1]).toEqual([values[best!], true])
    const all = (node: TopNode): TopNode[] => [node, ...node.children.flatMap(all)]
    expect(all(root).length).toBeGreaterThan(10)
    expect(all(root).filter(({ points, derived }) => points !== 0 || derived)).toEqual([])
    // on the other board the same player's evaluator decides
    const its = playTreeOf(others!)
    expect(its.of).toBe('evaluator')
    expect(all(its.root).some(({ points }) => points > 0)).toBe(true)
  })
})
