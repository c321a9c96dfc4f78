/** Recorded trees of 2048 by the kernel and its textbook. */
import type { OpenTreeGame } from '../../../tree/treeGame'
import { LabError } from '../../../errors'
import { EMPTY, face, SIDE, sameBoard, type Board } from '../board'
import { SLIDE_SIGNS, slideOfEdge, spawnOfEdge } from '../edges'
import { twenty48, type Twenty48State } from '../game'
import { compileEvaluator, contributions } from '../heuristics/evaluator'
import type { Evaluator, Feature } from '../heuristics/family'
import type { NetworkSource } from '../heuristics/networkEvaluator'
import { makePosition, makeSpawn } from '../notation'
import type { PseudoLine } from '../../../search/pseudoCode'
import { likelySpawn } from '../search/principalVariation'
import { boardAfter, chanceOf, derivedOutcomes, isMean, outcomeCount, pointsOf, stepTo } from './boards'
import { boardSubject } from './head'
import type { Sliced } from '../../../sliced'
import type { Trace } from '../../../trace/trace'
import type { Place } from '../../../tree/key'
import { BoardWalk } from './boardWalk'

/** The textbook's two functions, in pairs of a tile and a move. */
export const BOARD_CODE: readonly PseudoLine[] = [
  { text: 'player(board, d, p):', on: ['enter max'] },
  { text: '  for each move that shifts a tile, up, down, left, right:', on: ['call max'] },
  { text: '    best ← max(best, points + chance(board after it, d, p))', on: ['improve max'] },
  { text: "  return max(floor, best), or the dead board's value", on: ['leave max'] },
  { text: 'chance(afterstate, d, p):', on: ['enter chance', 'enter leaf'] },
  { text: '  if d = 0 or p < cut: return leaf(afterstate)', on: ['ended leaf'] },
  { text: '  if the table knows it: return its value', on: ['known leaf'] },
  { text: '  for each empty cell, a 2 and a 4:', on: ['call chance'] },
  { text: '    sum ← sum + P · player(with the tile, d − 1, p / cells · P)', on: ['improve chance'] },
  { text: '  return sum / cells', on: ['leave chance'] },
]

/** @param networks for an evaluator that names one */
export const boardTreeGame =
  (networks?: NetworkSource): OpenTreeGame<Twenty48State> =>
  ({ trace, state }) => {
    const { evaluator, settings } = boardSubject(trace.head)
    const evaluate = evaluateOf(evaluator, networks)
    const isAfterSlide = (node: number) => trace.kind(trace.parent(node)!) === 'max'
    return {
      root: twenty48.parse(trace.head.root),
      after: ({ board }, node) => ({ board: boardAfter(trace, board, node), turn: isAfterSlide(node) ? 'chance' : 0 }),
      turn: node => (node === 0 ? trace.head.rootKind : isAfterSlide(node) ? 'chance' : 'max'),
      chance: node => chanceOf(trace, node),
      choice: () => ({ agent: 0, for: 0 }),
      hasWorlds: false,
      reward: node => (isAfterSlide(node) ? pointsOf(trace, state(trace.parent(node)!).board, node) : 0),
      hasRewards: settings.points === 'added',
      words(node) {
        const { [node]: edge } = trace.columns.edge
        return isAfterSlide(node) ? SLIDE_SIGNS[slideOfEdge(edge!)!] : spawnWords(edge!)
      },
      notation(node) {
        const step = stepTo(trace, node)!
        return 'move' in step ? step.move : makeSpawn(step.spawn)
      },
      outcomeWords: (_, edge) => spawnWords(edge),
      outcomeNotation: (_, edge) => makeSpawn(spawnOfEdge(edge)),
      format: position => twenty48.format(position),
      parse: text => twenty48.parse(text),
      json: ({ board }) => ({ board: makePosition(board) }),
      title: ({ board }) => makePosition(board),
      terms: ({ board }) => (evaluate ? contributions(evaluator, board, networks) : []),
      end: settings.dead,
      outcomes: leaf =>
        evaluate && isMean(trace, leaf)
          ? derivedOutcomes(trace, leaf, state(leaf).board, evaluate).map(({ board, ...outcome }) => ({
              ...outcome,
              state: { board, turn: 0 },
            }))
          : [],
      outcomeCount: leaf => (evaluate && isMean(trace, leaf) ? outcomeCount(state(leaf).board) : 0),
      expected(node, tiles) {
        if (!evaluate) return undefined
        const { cell, rank } = likelySpawn(state(node).board, evaluate)
        return tiles.find(tile => {
          const spawn = spawnOfEdge(trace.columns.edge[tile]!)
          return spawn.cell === cell && spawn.rank === rank
        })
      },
      names: { effort: nodes => (nodes === 1 ? 'move' : 'moves'), done: 'tried', end: 'no move' },
      effortOfEdge: from => (from === 'max' ? 1 : 0),
      find: ({ board }, after) => findBoard(trace, board, after),
      isSame: (one, other) => sameBoard(one.board, other.board),
    }
  }

/** `undefined` if the network is not on this machine: the tree is shown, and what follows from the evaluator is not. */
function evaluateOf(evaluator: Evaluator, networks: NetworkSource | undefined): Feature | undefined {
  if (evaluator.family !== 'network') return compileEvaluator(evaluator)
  try {
    const evaluate = compileEvaluator(evaluator, networks)
    evaluate(EMPTY)
    return evaluate
  } catch (error) {
    if (error instanceof LabError) return undefined
    throw error
  }
}

/** `4 @ r2c3`. */
function spawnWords(edge: number): string {
  const { cell, rank } = spawnOfEdge(edge)
  return `${face(rank)} @ r${Math.floor(cell / SIDE) + 1}c${(cell % SIDE) + 1}`
}

/** Nodes between two pauses: less than a millisecond. */
const SLICE = 2_000

/** The next place with this board, the tiles behind leaves included, whether a slide or a tile is next. */
function* findBoard(trace: Trace, wanted: Board, after: Place): Sliced<Place | undefined> {
  const walk = new BoardWalk(trace, wanted, after.node)
  const from = walk.share()
  // Step 1. What stands behind the leaf itself.
  const own = walk.found()
  if (own && (own.draw ?? -1) > (after.draw ?? -1)) return own
  // Step 2. What comes after it, then from the root on to it.
  let visited = 0
  let before = 0
  for (;;) {
    if (!walk.goOn()) {
      if (before === 1) return own // it stands where the walk passes over
      before = 1
      walk.restart()
    }
    if (before === 1 && walk.node === after.node) return own
    const found = walk.found()
    if (found) return found
    if (++visited % SLICE === 0) yield Math.min(1, before + walk.share() - from)
  }
}
