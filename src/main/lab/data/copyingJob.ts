import type { Scope } from '../../scope'
import type { CopyOptions } from '../../store/store'
import type { Jobs } from '../jobs/jobs'

/**
 * Copies data as a job in bytes; cancelling the job cancels the copy.
 * @param title the file or folder
 * @param owner cancels it when it closes
 */
export function copyingJob<T>(jobs: Jobs, title: string, work: (copying: CopyOptions) => Promise<T>, owner: Scope): Promise<T> {
  return jobs.run(owner, { kind: 'data', title }, (signal, job) =>
    work({ signal, onProgress: (copied, total) => job.progress(copied, total) }),
  )
}
