import { LabError, type LabErrorData } from '../../../core/errors'

/** A failure in the form for a page. A bug keeps its stack in our log; the page learns only that there was one. */
export function failureData(error: unknown, log: (bug: unknown) => void = console.error): LabErrorData {
  if (error instanceof LabError) return error.toData()
  log(error)
  return { code: 'INTERNAL', message: `A fault in the lab ended this job: ${String(error)}. Its log has the details.` }
}
