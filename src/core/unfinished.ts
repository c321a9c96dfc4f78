import { LabError } from './errors'

interface KindOfRun {
  /** One of them, and several, in words. */
  readonly one: string
  readonly several: string
  /** Where all are listed. */
  readonly list: string
}

/**
 * The run that a command resumes which names none.
 * @param unfinished all that can be resumed
 * @param about what distinguishes one from the others
 * @throws {LabError} `NOT_FOUND` if there is none, or several, which are then named
 */
export function onlyUnfinished<Run extends { readonly id: number }>(
  unfinished: readonly Run[],
  { one, several, list }: KindOfRun,
  about: (run: Run) => string,
): Run {
  const [only, ...others] = unfinished
  if (!only) throw new LabError('NOT_FOUND', `There is no unfinished ${one}. ${list}`)
  if (others.length === 0) return only
  const lines = unfinished.map(run => `${run.id} (${about(run)})`)
  throw new LabError('NOT_FOUND', `There are ${unfinished.length} unfinished ${several}, name one of them: ${lines.join(', ')}.`)
}
