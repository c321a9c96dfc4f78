import type { HandlersOf } from '../../core/contract/calls'
import type { JOB_CALLS } from '../../core/contract/calls/jobs'
import type { Jobs } from './jobs'

export function jobHandlers(jobs: Jobs): HandlersOf<keyof typeof JOB_CALLS> {
  return { cancelJob: async ({ id }) => jobs.cancel(id) }
}
