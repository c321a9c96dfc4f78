import type { CopyOptions } from '../../store/store'
import type { Jobs } from '../jobs/jobs'

/**
 * Copies data as a job whose unit is bytes; cancelling the job gives the copy up.
 *
 * @param title the file or folder
 * @param closing gives it up too
 */
export async function copyingJob<T>(
  jobs: Jobs,
  title: string,
  work: (copying: CopyOptions) => Promise<T>,
  closing?: AbortSignal,
): Promise<T> {
  const abort = new AbortController()
  const signal = closing ? AbortSignal.any([abort.signal, closing]) : abort.signal
  const job = jobs.begin({ kind: 'data', title, cancel: () => abort.abort() })
  try {
    return await work({ signal, onProgress: (copied, total) => job.progress(copied, total) })
  } finally {
    job.end()
  }
}
