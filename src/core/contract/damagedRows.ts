import type { DamagedRow } from './stored'
import type { LabErrorData } from '../errors'

/** A name for people of each table's rows. */
const NOUNS: Readonly<Record<string, string>> = {
  profiles: 'profile',
  profile_drafts: 'unsaved changes of profile',
  games: 'game',
  game_turns: 'moves of game',
  batches: 'batch',
  comparisons: 'comparison',
  bench_games: 'figures of game',
  runs: 'tuning run',
  checkpoints: 'checkpoint of tuning run',
  evaluations: 'evaluation',
  iterations: 'iteration',
  validations: 'validation',
  validation_games: 'validation game',
  analyses: 'analysis',
  analysis_values: 'values of analysis',
  playouts: 'playouts',
  playout_scores: 'scores of playouts',
  settings: 'setting',
  current_game: 'game on the board',
  provenances: 'provenance',
  damaged: 'damaged row',
}

const MOST_NAMED = 5

/** A row's name in a sentence: its name, if it has one, and its key. */
export function nameOfRow({ table, key, name }: Pick<DamagedRow, 'table' | 'key' | 'name'>): string {
  if (table === 'range') return key
  if (table === 'page') return `page ${key}${name === null ? '' : ` of ${name}`}`
  if (table === 'table') return `table ${key}`
  const noun = NOUNS[table] ?? `row of ${table}`
  if (name === null) return `${noun} ${key}`
  return table === 'profiles' || table === 'settings' ? `${noun} "${name}" (${key})` : `${noun} ${key} "${name}"`
}

/** The error that reports damaged rows. @param where place of the copy of their content */
export function damagedProblem(rows: readonly DamagedRow[], where: string): LabErrorData {
  const named = rows.slice(0, MOST_NAMED).map(nameOfRow).join(', ')
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : ''
  const what = rows.length === 1 ? 'One damaged row was' : `${rows.length} damaged rows were`
  return { code: 'ROWS_SET_ASIDE', message: `${what} found and left out: ${named}${more}. Everything else works. ${where}` }
}
