import type { JOB_CALLS } from '../../../core/contract/calls/jobs'
import type { Feature } from '../ground/labFeature'
import type { LabListeners } from '../ground/listeners'
import { Jobs } from './jobs'

export function openJobs({ emit }: LabListeners): Feature<keyof typeof JOB_CALLS, 'jobs'> & { readonly jobs: Jobs } {
  const jobs = new Jobs(list => emit('jobs', list))
  return {
    jobs,
    handlers: { cancelJob: async ({ id }) => jobs.cancel(id) },
    hello: () => ({ jobs: jobs.list }),
  }
}
