import type { Component, ComputedRef } from 'vue'
import type { EdgeId } from '../../../core/games/game'
import type { TermNames } from '../ui/player/useNames'

/** An edge as the lab gives it. */
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
  /** Stands there where the drawing itself does not say what is meant. */
  readonly sign?: string
  /** What is marked once it was done, where that is more than the place to point at. */
  readonly mark?: Omit<Place, 'sign' | 'mark'>
}

/** A key with an arrow, by its direction. */
export type Arrow = 'up' | 'down' | 'left' | 'right'

/** What the page knows of a game: how a position is drawn, and what people call it. */
export interface GameView {
  /** Draws a position of the game's text `state` at any size; `name` is what a screen reader calls it. */
  readonly StateView: Component
  /** What people call the game; called where a component is set up. */
  useName(): string
  /** A position to begin with in a form, and how many lines a text like it is given there. */
  readonly example: { readonly text: string; readonly lines: number }
  /** @throws {LabError} `BAD_POSITION` */
  parse(text: string): unknown
  /** A position in one line. */
  title(state: string): string
  /** Where people point at an edge of a position, as `StateView` draws it; absent, or `undefined`: nowhere on it. */
  placeOf?(state: string, edge: EdgeId): Place | undefined
  /** Two players for a first match, as `lab arena` takes them; absent: alpha-beta and MCTS with the game's first heuristic. */
  readonly opponents?: readonly [string, string]
  /** The moves that arrow keys make, by the game's own words; absent: arrow keys go through the positions. */
  readonly arrows?: Readonly<Record<string, Arrow>>
  /** What its agents are called, by agent; absent: by their numbers. Called as `useEdgeWords`. */
  useAgentNames?(): readonly string[]
  /** An edge for a reader who hears; called where a component is set up. */
  useEdgeWords(): (edge: Edge) => string
  /** What its rules are called, where it has some to choose; called as `useEdgeWords`. */
  useRuleWords?(): Readonly<Record<string, string>>
  /** What its heuristics are called, where it has more than one; called as `useEdgeWords`. */
  useHeuristicNames?(): Readonly<Record<string, string>>
  /** What its heuristics' terms and weights are called, by id, which are shown without one; called as `useEdgeWords`. */
  useTermNames?(): ComputedRef<TermNames>
}
