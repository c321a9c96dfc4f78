import type { RunView } from '../../../../../core/contract/calls'

/**
 * Games of the best's report, if validating the run would play none: it was validated at the run's current state, with the
 * comparison, and no other validation waits.
 */
export function nothingToValidate(
  { report, originReport, validations }: Pick<RunView, 'report' | 'originReport' | 'validations'>,
  iterations: number,
): number | undefined {
  const isComplete = report?.iteration === iterations && originReport !== null && validations.every(({ summary }) => summary)
  return isComplete ? report.games : undefined
}
