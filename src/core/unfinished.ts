import { LabError } from './errors'

interface KindOfRun {
  /** One of them, and several, in words. */
  readonly one: string
  readonly several: string
  /** Where all are listed. */
  readonly list: string
}

interface Resumable {
  readonly id: number
  readonly state: string
  /** Only an earlier lab can continue it. */
  readonly retired?: true
}

export function isUnfinished({ state, retired }: Resumable): boolean {
  return !retired && !['finished', 'stopped', 'obsolete'].includes(state)
}

/**
 * The number of the run that a command resumes.
 * @param given `true`: the only unfinished one
 * @param all every run of the kind
 * @param about what distinguishes one from the others
 * @throws {LabError} `NOT_FOUND` if no run is unfinished, or several, which are then named
 */
export async function runToResume<Run extends Resumable>(
  given: number | true,
  all: () => Promise<readonly Run[]>,
  { one, several, list }: KindOfRun,
  about: (run: Run) => string,
): Promise<number> {
  if (given !== true) return given
  const unfinished = (await all()).filter(isUnfinished)
  const [only, ...others] = unfinished
  if (!only) throw new LabError('NOT_FOUND', `There is no unfinished ${one}. ${list}`)
  if (others.length === 0) return only.id
  const lines = unfinished.map(run => `${run.id} (${about(run)})`)
  throw new LabError('NOT_FOUND', `There are ${unfinished.length} unfinished ${several}, name one of them: ${lines.join(', ')}.`)
}
