import type { STUDY_CALLS } from '../../../core/contract/calls/studies'
import type { LabContext } from '../context/labContext'
import type { Feature } from '../ground/labFeature'
import type { UsableRuns } from '../runs/runsFeature'
import { Studies } from './studies'

export function openStudies({
  store,
  engine,
  jobs,
  scope,
  emit,
  onFailure,
}: LabContext): Feature<keyof typeof STUDY_CALLS> & { readonly runs: UsableRuns } {
  const studies = scope.add(new Studies({ store, engine, jobs, onFailure, onRow: row => emit('study', row) }))
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
