import type { TuningView, ValidationSummary, ValidationView } from '../../../../../core/contract/calls'

/** A report that a profile can be made of. */
export interface Promotable extends ValidationView {
  readonly candidate: number
  readonly summary: ValidationSummary
}

/** The choice first, then the validations that the user started, for each candidate the last. */
export function promotablesOf({ report, validations }: Pick<TuningView, 'report' | 'validations'>): readonly Promotable[] {
  const byHand = validations.filter(each => each.byHand && each.candidate !== report?.candidate).filter(isPromotable)
  const last = new Map(byHand.map(each => [each.candidate, each]))
  return [...(report && isPromotable(report) ? [report] : []), ...last.values()]
}

function isPromotable(validation: ValidationView): validation is Promotable {
  return validation.candidate !== null && validation.summary !== null
}

/**
 * Games of the best's report, if validating the run would play none: it was validated at the run's current state, with the
 * comparison, and no other validation waits.
 */
export function nothingToValidate(
  { report, originReport, validations }: Pick<TuningView, 'report' | 'originReport' | 'validations'>,
  iterations: number,
): number | undefined {
  const isComplete = report?.iteration === iterations && originReport !== null && validations.every(({ summary }) => summary)
  return isComplete ? report.games : undefined
}
