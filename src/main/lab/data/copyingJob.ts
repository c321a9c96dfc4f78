import type { CopyOptions } from '../../store/store'
import type { Jobs } from '../jobs/jobs'

/**
 * Copies data as a job in bytes; cancelling the job cancels the copy.
 * @param title the file or folder
 * @param closing also cancels it
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
