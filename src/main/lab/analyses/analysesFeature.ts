import type { ANALYSIS_CALLS } from '../../../core/contract/calls/analyses'
import type { EXERCISE_CALLS } from '../../../core/contract/calls/exercises'
import type { Player } from '../../../core/games/twenty48/player'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import type { Replayer } from '../library/replayer'
import type { UsableRuns } from '../runs/runsFeature'
import { Exercises } from './exercises'
import { GameAnalyses } from './gameAnalyses'
import { scaleOf } from '../calibrations/findCalibration'
import { SlidePlayouts } from './slidePlayouts'

interface AnalysesFeature extends Feature<keyof typeof ANALYSIS_CALLS | keyof typeof EXERCISE_CALLS> {
  readonly runs: Readonly<Record<'analysis' | 'playouts', UsableRuns>>
}

export function openAnalyses(context: LabContext, replayer: Replayer): AnalysesFeature {
  const { store, scope, emit } = context
  const onDamaged = (message: string) => emit('failure', { code: 'BAD_STORE', message })
  const options = {
    ...context,
    timelineOf: (game: number) => replayer.timelineOf(game),
    scaleOf: async (player: Player) => scaleOf(store, player, onDamaged),
  }
  const analyses = scope.add(new GameAnalyses({ ...options, onRow: view => emit('gameAnalysis', view) }))
  const playouts = scope.add(new SlidePlayouts({ ...options, onRow: view => emit('playouts', view) }))
  const exercises = new Exercises(store, analyses, context.onFailure)
  return {
    runs: { analysis: () => analyses, playouts: () => playouts },
    handlers: {
      gameAnalyses: async ({ game }) => analyses.list(game),
      startGameAnalysis: async ({ game, player, profile }) => analyses.start(game, player, profile),
      assessedSlides: async ({ id, from }) => analyses.assessed(id, from),
      analysedSlide: async ({ id, slide }) => analyses.slide(id, slide),
      exercises: async query => exercises.list(query),
      exercise: async ({ id }) => exercises.view(id),
      finishExercise: async ({ id, tries }) => exercises.finish(id, tries),
      playouts: async pair => playouts.list(pair),
      startPlayouts: async ({ player, profile, games, ...pair }) => playouts.start(pair, player, profile, games),
    },
  }
}
