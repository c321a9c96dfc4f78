/** All games: one line each. */
import type { Game } from '../game/game'
import type { Heuristic, HeuristicFamily } from '../game/heuristic'
import { quoted } from '../quoted'
import { badSetting } from '../settingChecks'
import { adversarial48 } from './adversarial48/game'
import { depthByEmpty, RIVAL_FAMILIES } from './adversarial48/rival'
import { cantGoBack } from './cantGoBack/game'
import { heavy, heavyFamily, heavyWithoutFruits, nearestFruit, onwardMoves, scoreDifference } from './cantGoBack/heuristics'
import { exampleTree, treeEstimates } from './exampleTree/game'
import { openLines, ticTacToe } from './ticTacToe/game'
import { boardHeuristic, EVALUATORS, twenty48 } from './twenty48/game'
import { makeEvaluator } from './twenty48/heuristics/evaluator'
import { warehouse } from './warehouse/game'
import { parseWeighted, weightedHeuristic } from './weightedHeuristic'
import { creditDifference, improved, improvedFamily } from './warehouse/heuristics'

export interface GameEntry<State = unknown> {
  readonly game: Game<State>
  /** By id: the heuristics for searches. The first is the default. */
  readonly heuristics: Readonly<Record<string, (root: State) => Heuristic<State>>>
  /** By id: heuristics whose weights can be tuned. */
  readonly families?: Readonly<Record<string, HeuristicFamily<State>>>
  /** By id: rules for a player's depth in plies from a position. */
  readonly depthRules?: Readonly<Record<string, (state: State) => number>>
  /** True if its games are short enough to search to the end. */
  readonly isSmall: boolean
  /** By searcher: its default config for this game. */
  readonly configs?: Readonly<Record<string, object>>
}

/** For 2048's heuristic; as in the profile of this name. */
export const HAND_TUNED = makeEvaluator('thesis', {}, { h1Tile: 'exponent', h4Minimum: 'line' })

/** With these settings, 2d + 1 plies give the kernel's values at depth d. */
const AS_THE_KERNEL = { points: 'ignored', dead: 'heuristic', table: 'exact' }

/** Approximate spread of the points of a random game: 557, 537 and 643 from three positions, 600 games each. */
const SPREAD = 500

/** The heuristics of families with their initial weights. */
function ownWeights<State>(families: Readonly<Record<string, HeuristicFamily<State>>>): GameEntry<State>['heuristics'] {
  return Object.fromEntries(
    Object.entries(families).map(([id, { weights, make }]) => {
      const made = make(weights.map(({ initial }) => initial))
      return [id, () => made]
    }),
  )
}

export const GAMES = {
  ticTacToe: entry({ game: ticTacToe, heuristics: { openLines: () => openLines }, isSmall: true }),
  exampleTree: entry({ game: exampleTree, heuristics: { estimates: treeEstimates }, isSmall: true }),
  twenty48: entry({
    game: twenty48,
    heuristics: { handTuned: () => boardHeuristic(HAND_TUNED), ...ownWeights(EVALUATORS) },
    families: EVALUATORS,
    isSmall: false,
    configs: { expectimax: AS_THE_KERNEL, mcts: { C: SPREAD } },
  }),
  warehouse: entry({
    game: warehouse,
    heuristics: { creditDifference: () => creditDifference, improved: () => improved },
    families: { improved: improvedFamily },
    isSmall: false,
  }),
  cantGoBack: entry({
    game: cantGoBack,
    heuristics: {
      scoreDifference,
      heavy: () => heavy,
      heavyWithoutFruits: () => heavyWithoutFruits,
      nearestFruit: () => nearestFruit,
      onwardMoves: () => onwardMoves,
    },
    families: { heavy: heavyFamily },
    isSmall: false,
  }),
  adversarial48: entry({
    game: adversarial48,
    heuristics: ownWeights(RIVAL_FAMILIES),
    families: RIVAL_FAMILIES,
    depthRules: { empty: depthByEmpty },
    isSmall: false,
  }),
} as const satisfies Readonly<Record<string, GameEntry>>

export const GAME_IDS = Object.keys(GAMES) as readonly (keyof typeof GAMES)[]

/** The text of a heuristic, its id or a family with its weights; absent: the default. @throws {LabError} `BAD_SETTING` */
export function heuristicId(entry: GameEntry, id = Object.keys(entry.heuristics)[0]!): string {
  const { game, heuristics } = entry
  if (Object.hasOwn(heuristics, id)) return id
  const weighted = parseWeighted(id)
  if (weighted) {
    weightedHeuristic(entry, weighted)
    return id
  }
  throw badSetting('heuristic', `${quoted(id)} is none of ${game.id}: ${Object.keys(heuristics).join(', ')}`)
}

/** @param id as in `heuristicId` @throws {LabError} `BAD_SETTING` */
export function heuristicOf<State>(entry: GameEntry<State>, root: State, id?: string): Heuristic<State> {
  const text = heuristicId(entry as GameEntry, id)
  const weighted = parseWeighted(text)
  return weighted ? weightedHeuristic(entry, weighted) : entry.heuristics[text]!(root)
}

/** A caller gives an entry's game only positions and moves of that game. */
function entry<State>(own: GameEntry<State>): GameEntry {
  return own as GameEntry
}
