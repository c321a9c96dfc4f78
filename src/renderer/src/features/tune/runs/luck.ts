import type { RunColumns } from '../../../../../core/contract/calls'
import { expectedMaximum } from '../../../../../core/stats/expectedMaximum'

/** How far the best of some equal candidates would look above what it is worth. */
export interface Luck {
  /** In the unit of the fitness. */
  readonly amount: number
  readonly evaluations: number
  /** The noise of an evaluation is not known, only that it is no more than all the spread there is: this is the most. */
  readonly isMost: boolean
}

/** By the last complete batch that tells; `undefined` before there is one. */
export function luckOf({ evaluations, luck, spread }: Pick<RunColumns, 'evaluations' | 'luck' | 'spread'>): Luck | undefined {
  const i = spread.findLastIndex(value => value !== null)
  if (i < 0) return undefined
  const known = luck[i] ?? null
  const told = evaluations[i]!
  return { amount: known ?? spread[i]! * expectedMaximum(told), evaluations: told, isMost: known === null }
}
