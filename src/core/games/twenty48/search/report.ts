import { isHigher } from '../../../rounding'
import type { WallExpert } from '../../../search/settings'
import { type Board, MOVES, type Move, type Spawn, face } from '../board'

/** Value of each root slide, in the evaluator's unit; `null` where the rules forbid the slide. */
export type SlideValues = Readonly<Record<Move, number | null>>

/** The depth that each slide's value is of, in (tile + slide) pairs; `null` where the rules forbid the slide. */
export type SlideDepths = SlideValues

/** The cut that each slide's value is of; `null` where the rules forbid the slide. */
export type SlideCuts = SlideValues

export type PvStep = { readonly move: Move } | { readonly spawn: Spawn }

/** Why a search ended. `complete`: every line was followed to its end or to the cut, deeper would change nothing. */
export type Stopped = 'limit' | 'complete' | 'request' | 'game-over'

export interface SearchReport {
  readonly board: Board
  /** `undefined` when the game is over. Ties go to the first of up, down, left, right. */
  readonly best: Move | undefined
  readonly values: SlideValues
  /**
   * Values of two iterations at most, like `cuts`: finished moves of an interrupted iteration may count, and then the best is one of them. A move's
   * value depends on its depth and its cut alone, because each search begins with an empty table.
   */
  readonly depths: SlideDepths
  readonly cuts: SlideCuts
  /** Depth and cut of the last iteration that finished for every move. */
  readonly depth: number
  readonly cut: number
  /** Slides tried, 4 per player node, over all iterations. */
  readonly nodes: number
  /** Table entries reused. */
  readonly hits: number
  /** Times the table was asked. */
  readonly probes: number
  readonly stopped: Stopped
  /** Best move, a likely tile, best move, …; the best move alone unless more was requested. Empty when the game is over. */
  readonly pv: readonly PvStep[]
  /** Slides tried and milliseconds spent for principal variations, over all iterations; `nodes` does not contain these. */
  readonly pvNodes: number
  readonly pvMs: number
  /** What the expert found, if it was asked. If it decided, `values` are its chances, in no unit of the evaluator. */
  readonly expert?: ExpertReport
}

export interface ExpertReport {
  readonly decides: boolean
  /** The settings that it was asked with. */
  readonly settings: WallExpert
  /** Tiles that it counts as walls. */
  readonly walls: number
  /** The chance to make the next one, by move; `null` where the rules forbid the move, or the search was stopped before it. */
  readonly chances: SlideValues
}

/** Chance of the best move; `undefined` if the search was stopped before it had one. */
export function bestChance({ chances }: ExpertReport): number | undefined {
  const best = bestSlide(chances)
  return best && chances[best]!
}

/** The value of a board to a player: that of its best move. */
export interface BoardValue {
  readonly value: number
  /** Depth of the best move's value. */
  readonly depth: number
}

/** The chance that an expert found for the board where it decided. */
interface ExpertChance {
  readonly chance: number
  readonly by: WallExpert
}

/** What a search says of a board: a value or a chance, neither when the game is over. */
export interface SearchedWorth extends Partial<BoardValue> {
  readonly decided?: ExpertChance
}

export function searchedWorth(report: SearchReport): SearchedWorth {
  const { best, values, expert } = report
  if (best && expert?.decides) return { decided: { chance: values[best]!, by: expert.settings } }
  return boardValue(report) ?? {}
}

/** `undefined` when the game is over, or an expert decided: its chances are in another unit. */
export function boardValue({ best, values, depths, expert }: SearchReport): BoardValue | undefined {
  return best && !expert?.decides ? { value: values[best]!, depth: depths[best]! } : undefined
}

/** One number per move; `null` if it is illegal. */
export function slideValues(valueOf: (move: Move) => number | null): SlideValues {
  const [up, down, left, right] = MOVES.map(valueOf) as [number | null, number | null, number | null, number | null]
  return { up, down, left, right }
}

/** The moves whose values have the greatest depth, and of these the finest cut: only these can be compared. */
export function deepestSlides(depths: SlideDepths, cuts?: SlideCuts): readonly Move[] {
  const deepest = Math.max(...MOVES.map(move => depths[move] ?? -1))
  const deep = MOVES.filter(move => depths[move] === deepest)
  if (!cuts) return deep
  const finest = Math.min(...deep.map(move => cuts[move]!))
  return deep.filter(move => cuts[move] === finest)
}

/** The first slide of the highest value, out of some slides or of all. */
export function bestSlide(values: SlideValues, among: readonly Move[] = MOVES): Move | undefined {
  let best: Move | undefined
  let highest = -Infinity
  for (const move of among) {
    const value = values[move]
    if (value === null || (best !== undefined && !isHigher(value, highest))) continue
    best = move
    highest = value
  }
  return best
}

/** What an expert found, as the JSON of searches and trees has it; docs/terminal.md promises these fields. */
export interface ExpertAnswer extends Pick<ExpertReport, 'decides' | 'walls' | 'chances'> {
  /** The tile that the chances are of. */
  readonly tile: number
  readonly layers: number
  /** Where its best chance is lower, the search decides. */
  readonly below: number
}

/** The part of an answer about the expert, if it was asked. If it decides, `values` are its chances, 0 … 1. */
export function expertAnswer(expert: ExpertReport | undefined): { readonly expert?: ExpertAnswer } {
  if (!expert) return {}
  const { decides, walls, chances, settings } = expert
  const { target, layers, below } = settings
  return { expert: { decides, tile: face(target), walls, layers, below, chances } }
}
