import type { RunView, ValidationSummary, ValidationView } from '../../../../../core/contract/calls'

/** A report that a profile can be made of. */
export interface Promotable extends ValidationView {
  readonly candidate: number
  readonly summary: ValidationSummary
}

/** The choice first, then the validations that the user started, for each candidate the last. */
export function promotablesOf({ report, validations }: Pick<RunView, 'report' | 'validations'>): readonly Promotable[] {
  const byHand = validations.filter(each => each.byHand && each.candidate !== report?.candidate).filter(isPromotable)
  const last = new Map(byHand.map(each => [each.candidate, each]))
  return [...(report && isPromotable(report) ? [report] : []), ...last.values()]
}

function isPromotable(validation: ValidationView): validation is Promotable {
  return validation.candidate !== null && validation.summary !== null
}
