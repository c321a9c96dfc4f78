import type { Evaluator } from '../heuristics/family'
import type { NetworkSource } from '../heuristics/networkEvaluator'
import { textbook, textbookAfterstate } from '../search/textbook'
import type { SearchSettings } from '../../../search/settings'
import { BESIDE, capacityOf, newSpace } from '../../../trace/format'
import type { Clock } from '../../../trace/levelTimes'
import { recordRoot, type Tracer } from './tracer'
import type { TraceWriter } from '../../../trace/writer'

/**
 * Records searches of the textbook, each in shared memory of its own.
 * @param now absent: no times are taken
 * @param networks for an evaluator that names one
 */
export function traceTextbook(evaluator: Evaluator, settings: SearchSettings, now?: Clock, networks?: NetworkSource): Tracer {
  const enginesFor = (writer: TraceWriter) => ({
    slides: textbook(evaluator, settings, writer, networks),
    afterstate: textbookAfterstate(evaluator, settings, writer, networks),
  })
  return (request, stop) => {
    const space = newSpace(capacityOf(request.mebibytes, BESIDE), BESIDE)
    return recordRoot(request, 'textbook', { evaluator, settings }, space, enginesFor, stop, now, networks)
  }
}
