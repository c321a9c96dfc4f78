/** Messages about unsaved work for a terminal. */
import type { UnsavedThing, UnsavedView, Unstored } from '../../core/contract/calls'

const WORDS: Readonly<Record<UnsavedThing, string>> = {
  data: 'everything',
  game: 'the game',
  drafts: 'unsaved changes of profiles',
  preferences: 'preferences',
  engine: 'the choice of threads and memory',
}

const TRIES_AGAIN = ' The lab tries again by itself.'

/** Shown when it begins. */
export function unsavedText({ things, problem, retries }: UnsavedView): string {
  const what = things.includes('data') ? 'Nothing is saved' : `Not saved: ${things.map(thing => WORDS[thing]).join(', ')}`
  return `${what}. ${problem.message}${retries ? TRIES_AGAIN : ''}`
}

/** Like `unsavedText`, for a game in the terminal. */
export function unsavedGameText({ problem, retries }: Pick<UnsavedView, 'problem' | 'retries'>): string {
  return `this game is not saved: ${problem.message}${retries ? TRIES_AGAIN : ''}`
}

/** Shown when the program ends. */
export function unstoredText({ problem, file, database, lost }: Unstored): string {
  const where =
    file === undefined
      ? 'and it could not be written anywhere else: IT IS LOST.'
      : `but it is in ${file}, and the next start of the window or of lab serve with this data folder takes it over.`
  const lacks = lost === undefined ? '' : `, without what the lab had not open: ${lost}`
  const copy = database === undefined ? '' : ` A copy of the data is ${database}${lacks}.`
  return `What was played or changed last could not be stored (${problem.message}), ${where}${copy}`
}
