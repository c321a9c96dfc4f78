import type { Cell, Grid } from '../../../core/games/grid'
import type { Component, ComputedRef } from 'vue'
import type { EdgeId } from '../../../core/game/game'
import type { Evaluator } from '../../../core/games/twenty48/heuristics/family'
import type { WeightedHeuristic } from '../../../core/games/weightedHeuristic'
import type { TermNames } from '../ui/player/playerWords'
import type { Painter } from '../ui/board/brush'
import type { Sketch } from '../ui/tree/sketch'

/** An edge as the lab reports it. */
interface Edge {
  readonly id: EdgeId
  readonly words: string
  readonly notation: string
}

/** A part of a drawn position, in shares of the drawing's width from its top left corner. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Shown there where the drawing alone is ambiguous. */
  readonly sign?: string
  /** The area to mark after the move, where it is more than the clickable place. */
  readonly mark?: Omit<Place, 'sign' | 'mark'>
}

/** Direction of an arrow key. */
export type Arrow = 'up' | 'down' | 'left' | 'right'

/** The page's knowledge of a game: how to draw a position, and what to call things. */
export interface GameView {
  /** Draws a position given in the game's notation `state` at any size; `name` is its label for screen readers. */
  readonly StateView: Component
  /** Paints it small on a canvas; absent: a node of a drawn tree is a shape with its value. */
  readonly paint?: Painter
  /** The tree below a position, if the game gives it away. */
  sketch?(state: string): Sketch
  /** The game's name; call it in `setup`. */
  useName(): string
  /** An initial position for forms, and the number of lines for a text field. */
  readonly example: { readonly text: string; readonly lines: number }
  /** @throws {LabError} `BAD_POSITION` */
  parse(text: string): unknown
  /** A position in one line. */
  title(state: string): string
  /** Where to click for an edge of a position, as `StateView` draws it; absent or `undefined`: nowhere. */
  placeOf?(state: string, edge: EdgeId): Place | undefined
  /** Two players for a first match, as `lab arena` takes them; absent: alpha-beta and MCTS with the game's first heuristic. */
  readonly opponents?: readonly [string, string]
  /** The moves of the arrow keys, by the game's own notation; absent: arrow keys step through the positions. */
  readonly arrows?: Readonly<Record<string, Arrow>>
  /** Names of its agents; absent: their numbers. Call it in `setup`. */
  useAgentNames?(): readonly string[]
  /** An edge in words for screen readers; call it in `setup`. */
  useEdgeWords(): (edge: Edge) => string
  /** Labels of its rules, if any; call it in `setup`. */
  useRuleWords?(): Readonly<Record<string, string>>
  /** Names of its heuristics, if there are several; call it in `setup`. */
  useHeuristicNames?(): Readonly<Record<string, string>>
  /** The heuristic that a profile's evaluator is for a textbook searcher, if it is one; absent: the game has no profiles. */
  heuristicOfProfile?(evaluator: Evaluator): WeightedHeuristic | undefined
  /** Names of its heuristics' terms and weights by id; an id without one is shown unchanged. Call it in `setup`. */
  useTermNames?(): ComputedRef<TermNames>
}

/** Side of a cell, in units of the drawing. */
export const SIDE = 10
/** Minimum width, so that the lines below a narrow board fit. */
const NARROWEST = 40
/** Margin around the drawing. */
const MARGIN = 1

/** Width of the part of the drawing that holds the board and the lines below it. */
export const viewWidth = ({ width }: Grid) => Math.max(NARROWEST, width * SIDE)

/** The square of a cell. */
export function boxOf(grid: Grid, cell: Cell): Place {
  const view = viewWidth(grid)
  const whole = view + 2 * MARGIN
  const x = (view - grid.width * SIDE) / 2 + (cell % grid.width) * SIDE + MARGIN
  const y = Math.floor(cell / grid.width) * SIDE + MARGIN
  return { x: x / whole, y: y / whole, width: SIDE / whole, height: SIDE / whole }
}
