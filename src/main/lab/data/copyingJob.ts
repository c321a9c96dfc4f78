import type { Scope } from '../../scope'
import type { CopyOptions } from '../../store/store'
import type { Jobs } from '../jobs/jobs'

/**
 * Copies data as a job in bytes; cancelling the job cancels the copy.
 * @param title the file or folder
 * @param owner cancels it when it closes
 */
export async function copyingJob<T>(
  jobs: Jobs,
  title: string,
  work: (copying: CopyOptions) => Promise<T>,
  owner: Scope,
): Promise<T> {
  const scope = owner.child('a copy')
  const job = jobs.begin({ kind: 'data', title, cancel: () => void scope.close() })
  try {
    return await work({ signal: scope.signal, onProgress: (copied, total) => job.progress(copied, total) })
  } finally {
    await scope.close()
    job.end()
  }
}
