/** Deleting and restoring what has a number. */
import type { DeletedThing } from '../../../../core/contract/calls'
import { LabError } from '../../../../core/errors'
import type { CommandLab } from '../../../lab/localLab'

type Kind = DeletedThing['kind']

/** Deleted items, the last deleted first, and how many there are. */
export async function deletedOf<K extends Kind>(
  { callOr }: Pick<CommandLab, 'callOr'>,
  kind: K,
  limit: number,
): Promise<{ readonly rows: readonly Extract<DeletedThing, { readonly kind: K }>[]; readonly total: number }> {
  const nothing = { rows: [], totals: { games: 0, profiles: 0, runs: 0, trainings: 0 } }
  const { rows, totals } = await callOr(nothing, 'deleted', { kind, offset: 0, limit })
  return {
    rows: rows.filter((row): row is Extract<DeletedThing, { readonly kind: K }> => row.kind === kind),
    total: totals[kind],
  }
}

export function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

/** @throws {LabError} `NOT_FOUND` for the first that is not there */
export function requireAll(ids: readonly number[], known: readonly number[], message: (id: number) => string): void {
  const all = new Set(known)
  const missing = ids.find(id => !all.has(id))
  if (missing !== undefined) throw new LabError('NOT_FOUND', message(missing))
}
