import type { Evaluator } from '../../src/core/games/twenty48/heuristics/family'
import type { NetworkSource } from '../../src/core/games/twenty48/heuristics/networkEvaluator'
import { textbook, textbookAfterstate } from '../../src/core/games/twenty48/search/textbook'
import type { SearchSettings } from '../../src/core/search/settings'
import { BESIDE, capacityOf, newSpace } from '../../src/core/trace/format'
import type { Clock } from '../../src/core/trace/levelTimes'
import { recordRoot, type Tracer } from '../../src/core/games/twenty48/tree/tracer'
import type { TraceWriter } from '../../src/core/trace/writer'

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
