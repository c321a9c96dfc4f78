import { afterEach, describe, expect, test } from 'vitest'
import type { PlayTree } from '../../../../src/core/contract/calls/play'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { slideOfEdge } from '../../../../src/core/games/twenty48/edges'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { choose } from '../../../../src/core/games/twenty48/search/choice'
import { drive, neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { PlayTrees, playTreeOf } from '../../../../src/main/lab/play/playTrees'
import { Scope } from '../../../../src/main/scope'
import { newKernel } from '../../../core/support/kernel'

const BOARD = parseBoard('1234123412312304')
const player: Player = { evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS, limits: { depth: 2 } }
const kernel = newKernel()

function searched(pairs?: number) {
  kernel.load(player.evaluator, player.settings)
  const { trees, ...report } = drive(choose(BOARD, player, { pairs }), request => kernel.search(request, neverStop))
  return { report, trees, ms: 1, player }
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
})
