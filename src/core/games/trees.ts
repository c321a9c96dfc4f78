/** Recorded trees of all games. */
import { searchSubject } from '../search/subject'
import type { TraceHead } from '../trace/head'
import type { Trace } from '../trace/trace'
import { treeOfAnyGame } from '../tree/anyGame'
import { RecordedTree } from '../tree/recordedTree'
import type { OpenTreeGame } from '../tree/treeGame'
import { GAMES, heuristicOf, type GameEntry } from './registry'
import { boardTreeGame } from './twenty48/tree/boardTree'
import { isBoardHead } from './twenty48/tree/head'

/** The tree of a trace, with its game's view of it. */
export function openTree(trace: Trace): RecordedTree {
  return new RecordedTree(trace, gameOf(trace.head))
}

function gameOf(head: TraceHead): OpenTreeGame<unknown> {
  if (isBoardHead(head)) return boardTreeGame as OpenTreeGame<unknown>
  const entry = (GAMES as Readonly<Record<string, GameEntry>>)[head.game]!
  return treeOfAnyGame(entry.game, root => heuristicOf(entry, root, searchSubject(head).heuristic))
}
