import type { HandlersOf } from '../../core/contract/calls'
import type { ANALYSIS_CALLS } from '../../core/contract/calls/analyses'
import type { GameAnalyses } from './gameAnalyses'
import type { SlidePlayouts } from './slidePlayouts'

export function analysisHandlers(analyses: GameAnalyses, playouts: SlidePlayouts): HandlersOf<keyof typeof ANALYSIS_CALLS> {
  return {
    gameAnalyses: async ({ game }) => analyses.list(game),
    startGameAnalysis: async ({ game, player, profile }) => analyses.start(game, player, profile),
    stopGameAnalysis: async ({ id }) => analyses.stop(id),
    assessedSlides: async ({ id, from }) => analyses.assessed(id, from),
    analysedSlide: async ({ id, slide }) => analyses.slide(id, slide),
    playouts: async pair => playouts.list(pair),
    startPlayouts: async ({ player, profile, games, ...pair }) => playouts.start(pair, player, profile, games),
    stopPlayouts: async pair => playouts.stop(pair),
  }
}
