import type { HandlersOf } from '../../core/contract/calls'
import type { PLAY_CALLS } from '../../core/contract/calls/play'
import type { Analysis } from './analysis'
import type { Play } from './play'

export function playHandlers(play: Play, analysis: Analysis): HandlersOf<keyof typeof PLAY_CALLS> {
  return {
    newGame: async ({ seed }) => play.newGame(seed),
    setPosition: async ({ text }) => play.setPosition(text),
    slide: async ({ move }) => play.slide(move),
    undo: async ({ slides }) => play.undo(slides),
    redo: async ({ slides }) => play.redo(slides),
    gameGraph: async ({ points }) => play.graph(points),
    engineMove: async ({ player }) => play.engineMove(player),
    startAutoplay: async ({ player, speed }) => play.startAutoplay(player, speed),
    stopAutoplay: async () => play.stop(),
    startAnalysis: async ({ player }) => analysis.start(player),
    stopAnalysis: async () => analysis.stop(),
  }
}
