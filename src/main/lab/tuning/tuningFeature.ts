import type { HandlersOf, PresetView } from '../../../core/contract/calls'
import type { TUNING_CALLS } from '../../../core/contract/calls/tuning'
import { tuningConfigShape } from '../../../core/contract/files'
import { findingOf } from '../../../core/contract/shapes'
import { OPTIMIZER_DEFAULTS } from '../../../core/tuning/optimizerConfig'
import { ASSUMPTIONS, PRESETS, gameTunings } from '../../../core/contract/tuning/presets'
import type { LabContext } from '../context/labContext'
import type { ProfileCollection } from '../profiles/profileCollection'
import type { KindFeature } from '../runs/runsFeature'
import { runProvenance, systemSeed } from '../ground/provenance'
import { Tuning, type TuningOptions } from './tuning'

export function openTuning(
  context: LabContext,
  profiles: Pick<ProfileCollection, 'create'>,
  local: Pick<TuningOptions, 'onEvaluated' | 'reading'> = {},
): KindFeature<keyof typeof TUNING_CALLS> {
  const { engine, scope, emit } = context
  const tuning = scope.add(
    new Tuning({
      ...{ ...context, pool: engine.pool, ...local },
      provenance: () => runProvenance(engine),
      drawSeed: systemSeed,
      onRow: row => emit('tuning', row),
    }),
  )
  const handlers: HandlersOf<keyof typeof TUNING_CALLS> = {
    tuningForms: async () => ({ presets: presetViews(), games: gameTunings(), defaults: OPTIMIZER_DEFAULTS }),
    checkTuning: async ({ config }) => {
      const { error } = tuningConfigShape.safeParse(config)
      return (error?.issues ?? []).slice(0, 20).map(findingOf)
    },
    estimateTuning: async ({ config }) => (await tuning.estimate(config)) ?? null,
    stopEstimate: async () => tuning.stopEstimate(),
    tunings: () => tuning.runs.list(),
    tuning: ({ id }) => tuning.runs.view(id),
    startTuning: ({ config }) => tuning.start(config),
    stopTuning: ({ id }) => tuning.stop(id),
    extendTuning: ({ id, count }) => tuning.extend(id, count),
    cloneTuning: ({ id, seed }) => tuning.clone(id, seed),
    shareTuning: ({ id }) => tuning.share(id),
    receiveTuning: ({ run }) => tuning.receive(run),
    validateTuning: ({ id, candidates, games }) => tuning.validate(id, candidates, games),
    promoteTuning: async promotion => profiles.create(await tuning.runs.profile(promotion)),
    tuningProfile: promotion => tuning.runs.profile(promotion),
    tuningWeights: ({ id }) => tuning.runs.weights(id),
    tuningEvaluations: query => tuning.runs.evaluations(query),
    tuningColumns: query => tuning.runs.columns(query),
    tuningPopulation: ({ id, iteration }) => tuning.runs.population(id, iteration),
    tuningPoints: query => tuning.runs.points(query),
    tuningModel: query => tuning.runs.model(query),
    tuningContour: query => tuning.runs.contour(query),
  }
  return { handlers, runs: () => tuning }
}

function presetViews(): PresetView[] {
  return Object.values(PRESETS).map(preset => ({
    ...preset,
    reasons: Object.fromEntries(Object.entries(preset.assumed).map(([field, assumption]) => [field, ASSUMPTIONS[assumption]])),
  }))
}
