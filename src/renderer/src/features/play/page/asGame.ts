import type { GameView, PageGameView } from '../../../../../core/contract/calls'
import type { Board } from '../../../../../core/games/twenty48/board'

/** A game on a page as a game on our board shows it. While the engine plays, it plays by itself. */
export function asGame({ id, state, score, slides, last, delay }: PageGameView, board: Board): GameView {
  const autoplay = { slidesPerSecond: delay === 0 ? 'fastest' : 1000 / delay } as const
  return {
    // games on pages have numbers of their own
    ...{ id: -id, seed: 0, origin: 'position', board, score, slides, over: false, undo: 0, redo: 0 },
    ...(state === 'engine plays' && { autoplay }),
    ...(last && { last }),
  }
}
