import type { ANALYSIS_CALLS } from '../../../core/contract/calls/analyses'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import type { Replayer } from '../library/replayer'
import type { UsableRuns } from '../runs/runsFeature'
import { GameAnalyses, type AnalysesOptions } from './gameAnalyses'
import { scaleOf } from './scaleOf'
import { SlidePlayouts } from './slidePlayouts'

interface AnalysesFeature extends Feature<keyof typeof ANALYSIS_CALLS> {
  readonly runs: Readonly<Record<'analysis' | 'playouts', UsableRuns>>
}

export function openAnalyses(context: LabContext, replayer: Replayer): AnalysesFeature {
  const { store, engine, jobs, scope, emit, onFailure } = context
  const timelineOf = (game: number) => replayer.timelineOf(game)
  const options: AnalysesOptions = { store, engine, jobs, onFailure, timelineOf, scaleOf: async player => scaleOf(store, player) }
  const analyses = new GameAnalyses(options, view => emit('gameAnalysis', view))
  const playouts = new SlidePlayouts(options, view => emit('playouts', view))
  scope.defer(() => Promise.all([analyses.close(), playouts.close()]))
  return {
    runs: { analysis: () => analyses, playouts: () => playouts },
    handlers: {
      gameAnalyses: async ({ game }) => analyses.list(game),
      startGameAnalysis: async ({ game, player, profile }) => analyses.start(game, player, profile),
      assessedSlides: async ({ id, from }) => analyses.assessed(id, from),
      analysedSlide: async ({ id, slide }) => analyses.slide(id, slide),
      playouts: async pair => playouts.list(pair),
      startPlayouts: async ({ player, profile, games, ...pair }) => playouts.start(pair, player, profile, games),
    },
  }
}
