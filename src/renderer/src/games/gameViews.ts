/** What the page knows of each game: one line each. */
import { exampleTreeView } from './exampleTree/view'
import type { TermNames } from '../ui/player/useNames'
import type { GameView } from './gameView'
import { ticTacToeView } from './ticTacToe/view'
import { twenty48View } from './twenty48/view'
import { warehouseView } from './warehouse/view'

const GAME_VIEWS: Readonly<Record<string, GameView>> = {
  ticTacToe: ticTacToeView,
  exampleTree: exampleTreeView,
  twenty48: twenty48View,
  warehouse: warehouseView,
}

/** @param game its id; those of 2048 stand in for a game that is not there yet */
export function gameView(game: string | undefined): GameView {
  return GAME_VIEWS[game ?? 'twenty48'] ?? twenty48View
}

/** Of each game, as `useEdgeWords` gives them. */
export function useAllEdgeWords(): (game: string | undefined) => ReturnType<GameView['useEdgeWords']> {
  const words = new Map(Object.values(GAME_VIEWS).map(view => [view, view.useEdgeWords()]))
  return game => words.get(gameView(game))!
}

/** Of each game, as `useTermNames` gives them. */
export function useAllTermNames(): (game: string | undefined) => TermNames {
  const names = new Map(Object.values(GAME_VIEWS).map(view => [view, view.useTermNames?.()]))
  return game => names.get(gameView(game))?.value ?? {}
}
