/** The levels of a search that deepens: each is one search of all moves, whose values can be compared only with each other. */
import { distinctTiles, emptyCells, type Board } from '../board'
import { MAX_DEPTH } from '../../../game/limits'
import type { SearchLimits } from '../../../search/settings'
import type { Stopped } from './report'

/** What the values of one iteration are of, besides evaluator and settings. */
export interface Level {
  /** (Tile + move) pairs after the root move. */
  readonly depth: number
  readonly cut: number
}

/** How an iteration went, for the choice of the next. */
interface Course {
  /** True if the depth ended some line. */
  readonly horizon: boolean
  /** True if it tried as many moves as the iteration before it, at the same depth: the finer cut changed nothing. */
  readonly isSame: boolean
  /** Moves tried so far, by all iterations. */
  readonly nodes: number
}

export interface Levels {
  readonly first: Level
  /** The next level, or how the search ended with this one. */
  after(level: Level, course: Course): Level | Extract<Stopped, 'limit' | 'complete'>
}

/** The part of a game's clock that one search may spend. */
export interface Pace {
  /** Moves that it may try; `Infinity` if time alone bounds it. */
  readonly mostNodes: number
  /** Milliseconds that it may take; absent if nodes alone bound it. */
  readonly mostMs: number | undefined
  /** The cut of a first iteration; absent if it would cost too much beside the last. */
  readonly coarse: number | undefined
  /** The cut of the last iteration. @param nodes moves tried so far */
  cutAfter(nodes: number): number
}

/** The depth of a search that deepens by its cut, if its limits have no rule. */
const USUAL_RULE = 'distinct'

/** The first cut of a search that deepens by it. From here to 0.003 the cost grows by 4 per level, then by 3 (median, `power`). */
const COARSEST = 0.1
/** After it the cut is off. */
const FINEST = 1e-9

/**
 * True if a search deepens by its cut: if nodes or time bound it, and no number bounds its depth. If the settings have no cut, it deepens by
 * its depth.
 * @param cut of the settings
 */
export function deepensByCut({ depth, nodes, ms }: SearchLimits, cut: number): boolean {
  return cut > 0 && typeof depth !== 'number' && (nodes !== undefined || ms !== undefined)
}

/** One depth after the other, at one cut; or the deepest alone. */
export function levelsByDepth(deepest: number, cut: number, deepens: boolean): Levels {
  return {
    first: { depth: deepens ? 0 : deepest, cut },
    after({ depth }, { horizon }) {
      if (!horizon) return 'complete'
      return depth < deepest ? { depth: depth + 1, cut } : 'limit'
    },
  }
}

/**
 * Depth 0, then the depth of the rule with cuts of 0.1, 0.03, 0.01, 0.003 and so on. Where a finer cut changes nothing, because the depth ends
 * the lines, it continues a pair deeper.
 */
export function levelsByCut(board: Board, rule: SearchLimits['depth'] = USUAL_RULE): Levels {
  return {
    first: { depth: 0, cut: COARSEST },
    after({ depth, cut }, { horizon, isSame }) {
      if (depth === 0) return { depth: depthFor(board, rule), cut }
      const isDeepEnough = cut > 0 && !(isSame && horizon)
      if (isDeepEnough) return { depth, cut: cut > FINEST ? finer(cut) : 0 }
      if (horizon) return depth < MAX_DEPTH ? { depth: depth + 1, cut } : 'limit'
      return 'complete'
    },
  }
}

/**
 * Depth 0, then the depth of the rule with a coarse cut if there is one, then with the cut that the clock of the game affords. Going there
 * through each level loses more value at equal cost, and stopping earlier where a move is far ahead at a coarse cut loses as much as it saves
 * (docs/search-values.md, "The clock of a game").
 */
export function levelsAtPace(board: Board, pace: Pace, rule: SearchLimits['depth'] = USUAL_RULE): Levels {
  const { coarse } = pace
  return {
    first: { depth: 0, cut: coarse ?? COARSEST },
    after({ depth, cut }, { nodes }) {
      if (depth === 0) return { depth: depthFor(board, rule), cut: coarse ?? pace.cutAfter(nodes) }
      if (coarse === undefined || cut < coarse) return 'limit'
      const fine = pace.cutAfter(nodes)
      return fine < coarse ? { depth, cut: fine } : 'limit'
    },
  }
}

/** 0.03 after 0.1, and 0.01 after 0.03. */
function finer(cut: number): number {
  const [digit, exponent] = cut.toExponential(0).split('e') as [string, string]
  return Number(digit === '1' ? `3e${Number(exponent) - 1}` : `1e${exponent}`)
}

/** Rules that determine a depth from the board at the root. */
type DepthRule = 'distinct' | 'empty'

/** The thesis searched 3 to 9 levels, "depending on the position"; it does not say how. */
export const SHALLOWEST = 3
const DEEPEST = 9

/**
 * Depth of the search from `board`, in (tile + slide) pairs after the root slide.
 * `distinct`: distinct tiles − 2, at least 3. Source: nneonneo/2048-ai, `2048.cpp`, max(3, distinct − 2).
 * `empty`: 9 − empty cells, at least 3: the crowded positions, where a game is lost, are searched deepest (ours).
 */
export function depthFor(board: Board, rule: DepthRule | number): number {
  if (typeof rule === 'number') return rule
  const depth = rule === 'distinct' ? distinctTiles(board) - 2 : DEEPEST - emptyCells(board).length
  return Math.max(SHALLOWEST, depth)
}
