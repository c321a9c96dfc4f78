import { lectureView, stepLecture, type LectureStep } from '../../../src/core/tree/lecture'
import type { RecordedTree } from '../../../src/core/tree/recordedTree'
import type { LectureStop, LectureView } from '../../../src/core/tree/views'

/** A stop of the derived lecture, for a reader who knows the whole tree. */
export function lecture(tree: RecordedTree, at: LectureStop, step: LectureStep): LectureView | undefined {
  const stop = stepLecture(tree.trace, at, step)
  return stop && lectureView(tree.trace, tree, stop)
}
