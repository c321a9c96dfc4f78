/** All games: one line each. */
import type { Heuristic } from '../search/heuristic'
import { exampleTree, treeEstimates } from './exampleTree/game'
import type { Game } from './game'
import { openLines, ticTacToe } from './ticTacToe/game'
import { boardHeuristic, twenty48 } from './twenty48/game'
import { makeEvaluator } from './twenty48/heuristics/evaluator'

export interface GameEntry<State = unknown> {
  readonly game: Game<State>
  /** The heuristic that searches use unless they are given another. */
  heuristic(root: State): Heuristic<State>
  /** Whether its games are short enough to be searched to their end. */
  readonly isSmall: boolean
  /** By searcher: what its config is here where nothing else is said. */
  readonly configs?: Readonly<Record<string, object>>
}

/** Of 2048's heuristic; as in the profile of this name. */
export const HAND_TUNED = makeEvaluator('thesis', {}, { h1Tile: 'exponent', h4Minimum: 'line' })

/** With these, 2d + 1 plies give the kernel's values at depth d. */
const AS_THE_KERNEL = { points: 'ignored', dead: 'heuristic', table: 'exact' }

/** Points of a random game spread by about this: 557, 537 and 643 from three positions, 600 games each. */
const SPREAD = 500

export const GAMES = {
  ticTacToe: entry({ game: ticTacToe, heuristic: () => openLines, isSmall: true }),
  exampleTree: entry({ game: exampleTree, heuristic: treeEstimates, isSmall: true }),
  twenty48: entry({
    game: twenty48,
    heuristic: () => boardHeuristic(HAND_TUNED),
    isSmall: false,
    configs: { expectimax: AS_THE_KERNEL, mcts: { C: SPREAD } },
  }),
} as const satisfies Readonly<Record<string, GameEntry>>

export const GAME_IDS = Object.keys(GAMES) as readonly (keyof typeof GAMES)[]

/** A caller gives an entry's game only positions and moves of that game. */
function entry<State>(own: GameEntry<State>): GameEntry {
  return own
}
