/** The views of all games, one line each. */
import { useI18n } from 'vue-i18n'
import { isGameObjective, type ObjectiveSpec } from '../../../core/contract/tuning/objective'
import type { GAMES } from '../../../core/games/registry'
import { adversarial48View } from './adversarial48/view'
import { cantGoBackView } from './cantGoBack/view'
import { exampleTreeView } from './exampleTree/view'
import type { TermNames } from '../ui/player/playerWords'
import type { GameView } from './gameView'
import { ticTacToeView } from './ticTacToe/view'
import { twenty48View } from './twenty48/view'
import { warehouseView } from './warehouse/view'

type GameId = keyof typeof GAMES

const GAME_VIEWS: Readonly<Record<GameId, GameView>> = {
  ticTacToe: ticTacToeView,
  exampleTree: exampleTreeView,
  twenty48: twenty48View,
  warehouse: warehouseView,
  cantGoBack: cantGoBackView,
  adversarial48: adversarial48View,
}

/** @param game its id; absent while there is no tree: 2048 */
export function gameView(game: string | undefined): GameView {
  return GAME_VIEWS[game as GameId] ?? twenty48View
}

/** Names of the games; call it in `setup`. */
export function useGameNames(): (game: GameId) => string {
  const names = new Map(Object.entries(GAME_VIEWS).map(([id, view]) => [id, view.useName()]))
  return game => names.get(game)!
}

/** `useEdgeWords` of each game. */
export function useAllEdgeWords(): (game: string | undefined) => ReturnType<GameView['useEdgeWords']> {
  const words = new Map(Object.values(GAME_VIEWS).map(view => [view, view.useEdgeWords()]))
  return game => words.get(gameView(game))!
}

/** `useTermNames` of each game. */
export function useAllTermNames(): (game: string | undefined) => TermNames {
  const names = new Map(Object.values(GAME_VIEWS).map(view => [view, view.useTermNames?.()]))
  return game => names.get(gameView(game))?.value ?? {}
}

/** Names of the weights in a run's game, by id; call it in `setup`. */
export function useWeightNames(): (objective: ObjectiveSpec) => (id: string) => string {
  const names = useAllTermNames()
  return objective => id => names(isGameObjective(objective) ? objective.game : undefined)[id] ?? id
}

/** Names of a game's agents, as many as a position has; call it in `setup`. */
export function useAgentNames(): (game: GameId, agents: number) => readonly string[] {
  const { t } = useI18n()
  const names = new Map(Object.entries(GAME_VIEWS).map(([id, view]) => [id, view.useAgentNames?.()]))
  return (game, agents) => Array.from({ length: agents }, (_, i) => names.get(game)?.[i] ?? t('arena.agent', { number: i + 1 }))
}

/** `useHeuristicNames` of all games. */
export function useAllHeuristicNames(): (game: GameId) => Readonly<Record<string, string>> {
  const names = new Map(Object.entries(GAME_VIEWS).map(([id, view]) => [id, view.useHeuristicNames?.()]))
  return game => names.get(game) ?? {}
}
