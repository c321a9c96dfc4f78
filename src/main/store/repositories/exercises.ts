import type { ExerciseFilter, NewExercise, StoredExercise } from '../../../core/contract/stored'
import { INTERVALS, LEARNED, NEW, pulledIn, standingAfter, waitOf, type Standing } from '../../../core/games/twenty48/exercises'
import { KIND_FILTERS, type KindFilter, type MistakeKind } from '../../../core/games/twenty48/mistakeKinds'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow, notFound } from '../fields'

/** Exercises that can be asked: their game is not deleted, and a sound analysis has their move. Others wait for such an analysis. */
const SHOWN = `sound_exercises AS each WHERE game IN (SELECT id FROM games WHERE deleted IS NULL)
  AND EXISTS (SELECT 1 FROM sound_analyses AS its WHERE its.id = each.analysis AND done >= slide)`
/** An exercise whose analysis is lost becomes one of the new analysis, and is due when it was. */
const ADOPT = `ON CONFLICT (game, slide) DO UPDATE SET analysis = excluded.analysis, board = excluded.board, move = excluded.move,
  kinds = excluded.kinds, loss = excluded.loss WHERE analysis NOT IN (SELECT id FROM sound_analyses)`
const IS_DUE = `(successes < ${LEARNED} AND coalesce(due, $today) <= $today)`
/** The due day as `pulledIn` has it. */
const PULLED_IN = `min(due, $today + CASE ${INTERVALS.map((_, i) => `WHEN successes <= ${i + 1} THEN ${waitOf(i + 1)}`).join(' ')} END)`
/** Exercises to repeat first, from the earliest day on. Then new ones, the largest loss first, and then those of later days. */
const ORDER = `${IS_DUE} DESC, due IS NULL, ${PULLED_IN}, coalesce(loss, 1) DESC, id`

/** Whether an exercise is of a kind: it may be of several. */
const ofKind = (kind: KindFilter) => (kind === 'other' ? "kinds = ''" : `instr(kinds, '${kind}') > 0`)
const OF_KIND = Object.fromEntries(KIND_FILTERS.map(kind => [kind, ofKind(kind)])) as Readonly<Record<KindFilter, string>>

interface Counts {
  readonly all: number
  readonly due: number
  readonly next: number | null
  readonly kinds: Readonly<Record<KindFilter, number>>
}

/** Boards before the mistakes of analysed games, when each is due, and the days on which exercises were done. */
export class Exercises {
  constructor(private readonly db: Database) {}

  /** In the order in which they are asked. */
  list({ game, kind, isDue }: ExerciseFilter, today: number, limit: number): StoredExercise[] {
    const where = `${game === undefined ? '' : 'AND game = $game'} ${kind === undefined ? '' : `AND ${OF_KIND[kind]}`}`
    const sql = `SELECT * FROM ${SHOWN} ${where} ${isDue ? `AND ${IS_DUE}` : ''} ORDER BY ${ORDER} LIMIT $limit`
    return this.db.all(sql, { ...(game !== undefined && { game }), today, limit }).map(exerciseOf)
  }

  get(id: number): StoredExercise | undefined {
    const row = this.db.one(`SELECT * FROM ${SHOWN} AND id = $id`, { id })
    return row && exerciseOf(row)
  }

  /** All exercises, or those of a game: their number, also of each kind, how many are due, and the first day on which another one is. */
  counts(game: number | null, today: number): Counts {
    const kinds = KIND_FILTERS.map(kind => `coalesce(sum(${OF_KIND[kind]}), 0) AS "${kind}"`).join()
    const sql = `SELECT count(*) AS "all", coalesce(sum(${IS_DUE}), 0) AS due, min(CASE WHEN due > $today THEN ${PULLED_IN} END) AS next, ${kinds}
      FROM ${SHOWN} AND ($game IS NULL OR game = $game)`
    const { all, due, next, ...of } = fieldsOf<Omit<Counts, 'kinds'> & Counts['kinds']>(this.db.one(sql, { game, today })!)
    return { all, due, next, kinds: of }
  }

  /** Days on which exercises were done. */
  days(): number[] {
    return this.db.all('SELECT day FROM sound_exercise_days').map(({ day }) => day as number)
  }

  /** Analyses with moves that were not looked through: of people's games, or of that game. */
  unread(game: number | null): number[] {
    const sql = `SELECT sound_analyses.id FROM sound_analyses JOIN games ON games.id = game
      WHERE looked < done AND deleted IS NULL AND (game = $game OR ($game IS NULL AND kind IN ('person', 'import')))
      ORDER BY sound_analyses.id`
    return this.db.all(sql, { game }).map(({ id }) => id as number)
  }

  /** Adds the exercises of an analysis up to a move. One that its game has already, from another sound analysis, stays as it is. */
  add(analysis: number, looked: number, found: readonly NewExercise[]): void {
    this.db.transaction(() => {
      const row = this.db.one('SELECT game FROM sound_analyses WHERE id = $analysis', { analysis })
      if (!row) return // it was deleted with its game meanwhile
      const game = row['game'] as number
      for (const { kinds, ...each } of found)
        insertRow(this.db, 'exercises', { game, analysis, ...each, kinds: kinds.join(), ...NEW }, ADOPT)
      this.db.run('UPDATE analyses SET looked = max(looked, $looked) WHERE id = $analysis', { analysis, looked })
    })
  }

  /** An exercise is done; so is this day. @throws {LabError} `NOT_FOUND` */
  finish(id: number, isFound: boolean, today: number): StoredExercise {
    return this.db.transaction(() => {
      this.#pullIn(today)
      const before = this.get(id)
      if (!before) throw notFound('exercise', id)
      const after = standingAfter(before, isFound, today)
      this.#set(id, after)
      insertRow(this.db, 'exercise_days', { day: today, done: 1 }, 'ON CONFLICT DO UPDATE SET done = done + 1')
      return { ...before, ...after }
    })
  }

  /** Once a clock was set back: stored only with an answer, because the clock may be wrong for a moment. */
  #pullIn(today: number): void {
    for (const row of this.db.all(`SELECT id, successes, due FROM sound_exercises WHERE due > ${PULLED_IN}`, { today })) {
      const { id, ...standing } = fieldsOf<Standing & { readonly id: number }>(row)
      this.#set(id, pulledIn(standing, today))
    }
  }

  #set(id: number, { successes, due }: Standing): void {
    this.db.run('UPDATE exercises SET successes = $successes, due = $due WHERE id = $id', { id, successes, due })
  }
}

function exerciseOf(row: Row): StoredExercise {
  const kinds = row['kinds'] as string
  return { ...fieldsOf<StoredExercise>(row), kinds: kinds === '' ? [] : (kinds.split(',') as MistakeKind[]) }
}
