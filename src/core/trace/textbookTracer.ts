import type { Evaluator } from '../games/twenty48/heuristics/family'
import { textbook, textbookAfterstate } from '../games/twenty48/search/textbook'
import type { SearchSettings } from '../search/settings'
import { capacityOf, newSpace } from './format'
import type { Clock } from './levelTimes'
import { recordRoot, type Tracer } from './tracer'
import type { TraceWriter } from './writer'

/** Records searches of the textbook, each in shared memory of its own. @param now absent: no times are taken. */
export function traceTextbook(evaluator: Evaluator, settings: SearchSettings, now?: Clock): Tracer {
  const enginesFor = (writer: TraceWriter) => ({
    slides: textbook(evaluator, settings, writer),
    afterstate: textbookAfterstate(evaluator, settings, writer),
  })
  return (request, stop) => {
    const space = newSpace(capacityOf(request.mebibytes, 'beside'), 'beside')
    return recordRoot(request, evaluator, settings, space, enginesFor, stop, now)
  }
}
