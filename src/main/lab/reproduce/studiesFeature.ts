import type { STUDY_CALLS } from '../../../core/contract/calls/studies'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'
import { Studies } from './studies'

export function openStudies(context: LabContext): KindFeature<keyof typeof STUDY_CALLS> {
  const studies = context.scope.add(new Studies({ ...context, onRow: row => context.emit('study', row) }))
  return {
    runs: () => studies,
    handlers: {
      studyChoices: async () => studies.choices(),
      studies: () => studies.list(),
      study: ({ id }) => studies.view(id),
      startStudy: ({ study, most }) => studies.start(study, most),
    },
  }
}
