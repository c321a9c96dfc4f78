/** Recorded trees of all games. */
import { searchSubject } from '../search/subject'
import type { TraceHead } from '../trace/head'
import type { Trace } from '../trace/trace'
import { gameTree } from '../tree/gameTree'
import { RecordedTree } from '../tree/recordedTree'
import type { OpenTreeGame } from '../tree/treeGame'
import { GAMES, heuristicOf, type GameEntry } from './registry'
import type { NetworkSource } from './twenty48/heuristics/networkEvaluator'
import { boardTreeGame } from './twenty48/tree/boardTree'
import { isBoardHead } from './twenty48/tree/head'

/** The tree of a trace, with its game's view of it. @param networks for an evaluator that names one */
export function openTree(trace: Trace, networks?: NetworkSource): RecordedTree {
  return new RecordedTree(trace, gameOf(trace.head, networks))
}

function gameOf(head: TraceHead, networks: NetworkSource | undefined): OpenTreeGame<unknown> {
  if (isBoardHead(head)) return boardTreeGame(networks) as OpenTreeGame<unknown>
  const entry = (GAMES as Readonly<Record<string, GameEntry>>)[head.game]!
  return gameTree(entry.game, root => heuristicOf(entry, root, searchSubject(head).heuristic))
}
