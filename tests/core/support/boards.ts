/** Boards of recorded trees of 2048, turns and positions, in forms that tests compare. */
import { face, SIDE, type Board } from '../../../src/core/games/twenty48/board'
import type { Twenty48State } from '../../../src/core/games/twenty48/game'
import type { NetworkSource } from '../../../src/core/games/twenty48/heuristics/networkEvaluator'
import type { Turn } from '../../../src/core/games/twenty48/player'
import { boardAfter, chanceOf } from '../../../src/core/games/twenty48/tree/boards'
import { boardTreeGame } from '../../../src/core/games/twenty48/tree/boardTree'
import { boardRoot } from '../../../src/core/games/twenty48/tree/head'
import { turnsOf } from '../../../src/core/games/twenty48/turnBytes'
import type { NodeId } from '../../../src/core/trace/format'
import type { Trace } from '../../../src/core/trace/trace'
import { RecordedTree } from '../../../src/core/tree/recordedTree'

/** @throws {LabError} `BAD_FILE` if the edges from the root to the node are illegal: a file may contain anything */
export function boardOf(trace: Trace, node: NodeId): Board {
  return trace
    .path(node)
    .slice(1)
    .reduce((board, each) => boardAfter(trace, board, each), boardRoot(trace.head.root).board)
}

/** Cumulative probability of a node, to the bit what the search compares with its cut. */
export function reachOf(trace: Trace, node: NodeId): number {
  return trace.path(node).reduce((reach, each) => {
    const { draws, chance } = chanceOf(trace, each)
    return (reach / draws) * chance
  }, trace.head.reach)
}

export function boardTree(trace: Trace, networks?: NetworkSource): RecordedTree<Twenty48State> {
  return new RecordedTree(trace, boardTreeGame(networks))
}

/** Four lines of face values, `.` for an empty cell, in columns; `parseBoard` reads them back. */
export function makeFaces(board: Board): string {
  const words = board.map(rank => (rank === 0 ? '.' : String(face(rank))))
  const width = Math.max(...words.map(word => word.length))
  const rows = Array.from({ length: SIDE }, (_, row) => words.slice(row * SIDE, (row + 1) * SIDE))
  return rows.map(row => row.map(word => word.padStart(width)).join(' ')).join('\n')
}

/** @throws {LabError} `BAD_FILE`, naming the byte. */
export function decodeTurns(bytes: Uint8Array): Turn[] {
  return [...turnsOf(bytes)]
}
