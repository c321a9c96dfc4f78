import type { PseudoLine } from '../../../src/core/search/pseudoCode'
import type { SearchHead } from '../../../src/core/search/subject'
import type { Trace } from '../../../src/core/trace/trace'
import { Lecture } from '../../../src/core/tree/lecture'
import { RecordedTree } from '../../../src/core/tree/recordedTree'
import type { TreeGame } from '../../../src/core/tree/treeGame'

/** A lecture of a logged search. Its events need nothing of the game. */
export function lectureOf(trace: Trace<SearchHead>, code: readonly PseudoLine[], depth: number | undefined): Lecture {
  return new Lecture(new RecordedTree(trace, () => ({}) as TreeGame<unknown>), code, depth)
}
