/** The search of a player: its expert's where it has one that knows the board, otherwise the evaluator's. */
import type { SearchLimits, SearchSettings, WallExpert } from '../../../search/settings'
import { areDifferent, legalMoves, wallsOf, type Board } from '../board'
import { deepen, type DeepenOptions } from './deepening'
import type { DrawnReport, SearchSteps, SlideResult } from './engine'
import { bestSlide, slideValues, type ExpertReport } from './report'

export function* choose(
  board: Board,
  { settings, limits }: { readonly settings: Pick<SearchSettings, 'expert' | 'cut'>; readonly limits: SearchLimits },
  options: Omit<DeepenOptions, 'cut'> = {},
): SearchSteps<DrawnReport> {
  const { expert, cut } = settings
  if (!expert || !isForExpert(board, expert)) return yield* deepen(board, limits, { ...options, cut })
  const { report: expertReport, nodes, slides } = yield* askExpert(board, expert, options.pairs)
  const { chances } = expertReport
  const best = bestSlide(chances)
  if (!expertReport.decides || best === undefined) {
    const report = yield* deepen(board, limits, { ...options, cut })
    return { ...report, nodes: report.nodes + nodes, expert: expertReport }
  }
  return {
    board,
    best,
    values: chances,
    depths: slideValues(move => (chances[move] === null ? null : expert.layers)),
    cuts: slideValues(move => (chances[move] === null ? null : expert.cut)),
    depth: expert.layers,
    cut: expert.cut,
    nodes,
    hits: 0,
    probes: 0,
    stopped: 'limit',
    pv: [{ move: best }],
    pvNodes: 0,
    pvMs: 0,
    expert: expertReport,
    ...(options.pairs !== undefined && { trees: slides }),
  }
}

/** What the expert finds on a board that it is for, and the moves that it tried. */
export function* askExpert(
  board: Board,
  expert: WallExpert,
  pairs?: number,
): SearchSteps<{ readonly report: ExpertReport; readonly nodes: number; readonly slides: readonly SlideResult[] }> {
  const moves = legalMoves(board)
  const { slides, stopped } = yield {
    board,
    moves,
    depth: expert.layers,
    cut: expert.cut,
    reach: 1,
    nodes: Infinity,
    pairs,
    expert,
  }
  const nodes = slides.reduce((sum, slide) => sum + slide.nodes, moves.length === 0 ? 0 : 4)
  const chances = slideValues(move => slides.find(slide => slide.move === move)?.value ?? null)
  const best = bestSlide(chances)
  const decides = stopped === undefined && best !== undefined && chances[best]! >= expert.below
  return { report: { decides, settings: expert, walls: wallsOf(board, expert.target).length, chances }, nodes, slides }
}

/** True if all tiles from the target on are different, and there are enough of them. */
export function isForExpert(board: Board, { target, least }: Pick<WallExpert, 'target' | 'least'>): boolean {
  const walls = wallsOf(board, target)
  return walls.length >= least && areDifferent(walls)
}
