import { legalMoves, MOVES, type Board, type Move } from '../board'
import { depthFor, deepensByCut, levelsAtPace, levelsByCut, levelsByDepth, type Level, type Levels, type Pace } from './levels'
import type { DrawnReport, Iteration, SearchSteps, SlideResult } from './engine'
import { bestSlide, deepestSlides, slideValues, type PvStep, type Stopped } from './report'
import { MAX_DEPTH } from '../../../game/limits'
import type { SearchLimits } from '../../../search/settings'

export interface DeepenOptions {
  /** Hears the report of each finished iteration but the last. */
  readonly interim?: ((report: DrawnReport) => void) | undefined
  /** Whether reports have a principal variation. */
  readonly variation?: boolean | undefined
  /** Pairs below each move to record: see `SlidesRequest`. */
  readonly pairs?: number | undefined
  /**
   * Whether a search that only a depth bounds deepens to it too, so that a stop returns the deepest finished depth. On the bench
   * positions that takes 6, 13, 27 and 47 % more nodes at depth 3, 4, 5 and 6: each slide has an empty table at every depth.
   */
  readonly deepens?: boolean | undefined
  /**
   * Slides that a stopped search of one depth may still try to compare all slides at a smaller depth; absent: none, and the
   * result is of depth 0.
   */
  readonly afterStop?: number | undefined
  /** The cut of the settings; absent: the engine's own, which reports then show as off. */
  readonly cut?: number | undefined
  /** The part of a game's clock that the search may spend; absent: the limits are for this search alone, which uses them up. */
  readonly pace?: Pace | undefined
}

/**
 * Searches a position within limits: one search at the given depth, or, when nodes or time bound it or no depth does, one iteration after
 * the other: see `levels.ts`.
 *
 * A stopped iteration's finished slides replace the older values only if the old best slide is among them, and the best
 * is then one of them: otherwise a slide that was searched deeper would be compared with one that was not.
 */
export function* deepen(
  board: Board,
  limits: SearchLimits,
  { interim, variation = false, pairs, deepens = false, afterStop = 0, cut: given, pace }: DeepenOptions = {},
): SearchSteps<DrawnReport> {
  const cut = given ?? 0
  const moves = legalMoves(board)
  const report = (stopped: Stopped): DrawnReport => ({
    board,
    best: bestSlide(values, deepestSlides(depths, cuts)),
    values,
    depths,
    cuts,
    depth: finished.depth,
    cut: finished.cut,
    nodes,
    hits,
    probes,
    stopped,
    pv: variationAfter(bestSlide(values, deepestSlides(depths, cuts))),
    pvNodes,
    pvMs,
    ...(pairs !== undefined && { trees: [...trees.values()] }),
  })
  let values = slideValues(() => null)
  let [depths, cuts] = [values, values]
  let finished: Level = { depth: 0, cut }
  let [nodes, hits, probes, pvNodes, pvMs] = [0, 0, 0, 0, 0]
  const variations = new Map<Move, readonly PvStep[]>()
  const trees = new Map<Move, SlideResult>()
  const variationAfter = (move: Move | undefined) => (move === undefined ? [] : [{ move }, ...(variations.get(move) ?? [])])
  if (moves.length === 0) return report('game-over')

  const tally = (iteration: Iteration) => {
    nodes += MOVES.length + iteration.unfinishedNodes
    for (const slide of iteration.slides) {
      nodes += slide.nodes
      hits += slide.hits
      probes += slide.probes
      pvNodes += slide.variation?.nodes ?? 0
      pvMs += slide.variation?.ms ?? 0
    }
  }
  const replace = (slides: readonly SlideResult[], level: Level) => {
    const newer = new Map(slides.map(({ move, value }) => [move, value]))
    values = slideValues(move => newer.get(move) ?? values[move])
    depths = slideValues(move => (newer.has(move) ? level.depth : depths[move]))
    cuts = slideValues(move => (newer.has(move) ? level.cut : cuts[move]))
    if (pairs !== undefined) for (const slide of slides) trees.set(slide.move, slide)
    for (const { move, variation } of slides)
      if (variation && !(variation.isCut && variations.has(move))) variations.set(move, variation.steps)
  }
  const most = pace?.mostNodes ?? limits.nodes ?? Infinity
  const budget = () => Math.max(0, most - nodes)

  // Step 1. Depth 0 expands no chance node, so it always finishes: whatever happens there is a move to make.
  const levels = levelsOf(board, limits, { deepens, cut, pace })
  const ofEngine = given === undefined && { cut: undefined } // the engine has one of its own
  let level = levels.first
  let effort = { depth: 0, nodes: 0 }
  for (;;) {
    // Step 2. One iteration.
    const before = nodes
    const iteration = yield { board, ...level, ...ofEngine, moves, reach: 1, nodes: budget(), variation, pairs }
    tally(iteration)
    if (iteration.stopped) {
      // Step 3. Stopped: keep what can be compared.
      if (bestSlide(values) === undefined) {
        const fallback = yield { board, depth: 0, cut: given, moves, reach: 1, nodes: Infinity, pairs }
        tally(fallback)
        replace(fallback.slides, { depth: 0, cut })
        // deeper, as far as every slide can be finished within what is left
        for (let shallower = 1, left = afterStop; shallower < level.depth && left > 0; shallower++) {
          const before = nodes
          const deeper = yield {
            board,
            depth: shallower,
            cut: given,
            moves,
            reach: 1,
            nodes: left,
            variation,
            pairs,
            isAfterStop: true,
          }
          tally(deeper)
          if (deeper.stopped) break
          finished = { depth: shallower, cut }
          replace(deeper.slides, finished)
          left -= nodes - before
        }
      }
      // A tree shows which moves are deeper, but not which have a finer cut: those of one depth have one cut.
      const best = bestSlide(values)
      const isDeeper = MOVES.every(move => depths[move] !== level.depth)
      if (isDeeper && iteration.slides.some(({ move }) => move === best)) replace(iteration.slides, level)
      return report(iteration.stopped)
    }
    // Step 4. Finished: these values stand, and are the last ones if no line was cut short by the depth.
    replace(iteration.slides, level)
    finished = level
    const horizon = iteration.slides.some(slide => slide.horizon)
    const isSame = effort.depth === level.depth && effort.nodes === nodes - before
    effort = { depth: level.depth, nodes: nodes - before }
    const next = levels.after(level, { horizon, isSame, nodes })
    if (typeof next === 'string') return report(next)
    interim?.(report('limit'))
    level = next
  }
}

function levelsOf(board: Board, limits: SearchLimits, { deepens, cut = 0, pace }: DeepenOptions): Levels {
  const { depth, nodes, ms } = limits
  if (deepensByCut(limits, cut)) return pace ? levelsAtPace(board, pace, depth) : levelsByCut(board, depth)
  const isDeepening = deepens || depth === undefined || nodes !== undefined || ms !== undefined
  return levelsByDepth(depth === undefined ? MAX_DEPTH : depthFor(board, depth), cut, isDeepening)
}
