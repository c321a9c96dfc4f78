import { emptyCells, legalMoves, slide, SPAWNS, withTile, type Board, type Spawn } from '../games/twenty48/board'
import { compileEvaluator } from '../games/twenty48/heuristics/evaluator'
import type { Evaluator, Feature } from '../games/twenty48/heuristics/family'
import { deepen } from './deepening'
import type { SearchSteps } from './engine'
import { bestSlide, slideValues, type PvStep, type SearchReport } from './report'
import { cutThreshold, type SearchLimits, type SearchSettings } from './settings'

/**
 * A whole search of one position: values by `deepen`, then the principal variation.
 *
 * @param interim hears the report of each finished iteration but the last, with the variation at that depth.
 */
export function* searchPosition(
  board: Board,
  limits: SearchLimits,
  evaluator: Evaluator,
  settings: SearchSettings,
  interim?: (report: SearchReport) => void,
): SearchSteps<SearchReport> {
  let told: SearchReport | undefined
  let finished: SearchReport | undefined
  const steps = deepen(board, limits, interim && (report => (finished = report)))
  let step = steps.next()
  while (!step.done) {
    if (finished) {
      told = { ...finished, pv: yield* principalVariation(finished, evaluator, settings) }
      finished = undefined
      interim!(told)
    }
    step = steps.next(yield step.value)
  }
  const report = step.value
  const isTold = told !== undefined && told.best === report.best && told.depth === report.depth
  return { ...report, pv: isTold ? told!.pv : yield* principalVariation(report, evaluator, settings) }
}

/**
 * The best slide, a likely tile, the best answer to it, and so on down to the horizon or the cut. Each answer is
 * searched as it was inside the tree, with the depth and the probability left there, so it costs a small part of the
 * search. It ends early when the search is stopped.
 */
function* principalVariation(
  { board, best, depth }: SearchReport,
  evaluator: Evaluator,
  settings: SearchSettings,
): SearchSteps<PvStep[]> {
  if (best === undefined) return []
  const evaluate = compileEvaluator(evaluator)
  const line: PvStep[] = [{ move: best }]
  let after = slide(board, best)!.board
  let reach = 1
  for (let left = depth - 1; left >= 0 && reach >= cutThreshold(settings.cut); left--) {
    const spawn = likelySpawn(after, evaluate)
    line.push({ spawn })
    reach = (reach / emptyCells(after).length) * SPAWNS[0].chance
    const next = withTile(after, spawn)
    const moves = legalMoves(next)
    if (moves.length === 0) break
    const { slides, stopped } = yield { board: next, depth: left, moves, reach, nodes: Infinity }
    if (stopped) break
    const values = new Map(slides.map(({ move, value }) => [move, value]))
    const answer = bestSlide(slideValues(move => values.get(move) ?? null))!
    line.push({ move: answer })
    after = slide(next, answer)!.board
  }
  return line
}

/** A 2, the likelier tile. All cells are equally likely: the one whose board is valued nearest to their mean is shown. */
export function likelySpawn(after: Board, evaluate: Feature): Spawn {
  const spawns = emptyCells(after).map(cell => ({ cell, rank: SPAWNS[0].rank }))
  const values = spawns.map(spawn => evaluate(withTile(after, spawn)))
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const distances = values.map(value => Math.abs(value - mean))
  return spawns[distances.indexOf(Math.min(...distances))]!
}
