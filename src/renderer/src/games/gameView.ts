import type { Component, ComputedRef } from 'vue'
import type { EdgeId } from '../../../core/games/game'
import type { TermNames } from '../ui/player/useNames'

/** An edge as the lab gives it. */
interface Edge {
  readonly id: EdgeId
  readonly words: string
  readonly notation: string
}

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
  /** An edge for a reader who hears; called where a component is set up. */
  useEdgeWords(): (edge: Edge) => string
  /** What its rules are called, where it has some to choose; called as `useEdgeWords`. */
  useRuleWords?(): Readonly<Record<string, string>>
  /** What its heuristics are called, where it has more than one; called as `useEdgeWords`. */
  useHeuristicNames?(): Readonly<Record<string, string>>
  /** What its heuristics' terms and weights are called, by id, which are shown without one; called as `useEdgeWords`. */
  useTermNames?(): ComputedRef<TermNames>
}
