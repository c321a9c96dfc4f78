/** What a lab confirmed, and the check of a lab opened later on the same folder that all of it is still there. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { GameView } from '../../../src/core/contract/calls'
import type { Preferences } from '../../../src/core/contract/preferences'
import type { GameRow } from '../../../src/core/contract/stored'
import { makePosition } from '../../../src/core/games/twenty48/notation'
import type { Served } from './servedLab'

/** The game on the board, and one that was left for it, may be a second behind on the disk: docs/store.md. The rest is for the writing itself, on a busy machine. */
const BEHIND_MS = 2000

interface Board {
  readonly seed: number
  readonly slides: number
  readonly text: string
  /** When it was confirmed. */
  readonly at: number
}

export class Ledger {
  /** By number: the notes that were confirmed; `null` once the deletion was. */
  readonly #profiles = new Map<number, string | null>()
  /** Notes of a change that was asked for and not answered: either way is right. */
  readonly #asked = new Map<number, string | null>()
  readonly #games = new Set<number>()
  /** Seeds of games that were left for another, and when that was confirmed. */
  readonly #left = new Map<number, number>()
  readonly #boards: Board[] = []
  /** Seed of a new game that was asked for and not answered. */
  #askedGame: number | undefined
  readonly #analyses = new Map<number, { game: number; done: number }>()
  /** Of each run what was told last, and when: a run that is killed computes again what was not stored yet. */
  readonly #runs = new Map<number, { evaluations: number; at: number }[]>()
  readonly #backups = new Set<string>()
  #preference: { confirmed?: Preferences['theme']; asked?: Preferences['theme'] } = {}

  get count(): number {
    return this.#profiles.size + this.#games.size + this.#left.size + this.#analyses.size + this.#runs.size + this.#backups.size
  }

  askProfile(id: number, notes: string | null): void {
    this.#asked.set(id, notes)
  }

  profile(id: number, notes: string | null): void {
    this.#profiles.set(id, notes)
    this.#asked.delete(id)
  }

  games(ids: readonly number[]): void {
    for (const id of ids) this.#games.add(id)
  }

  /** A new game is asked for: the one on the board goes to the library. */
  askGame(seed: number): number {
    this.#askedGame = seed
    return seed
  }

  /** A game that was left for another, which put it into the library. */
  left(seed: number): void {
    this.#left.set(seed, performance.now())
  }

  board({ seed, slides, board }: GameView): void {
    this.#askedGame = undefined
    this.#boards.push({ seed, slides, text: makePosition(board), at: performance.now() })
  }

  /** A game that was said not to be saved. */
  forgetBoard(): void {
    this.#boards.length = 0
  }

  askPreference(theme: Preferences['theme']): void {
    this.#preference = { ...this.#preference, asked: theme }
  }

  preference(theme: Preferences['theme']): void {
    this.#preference = { confirmed: theme }
  }

  analysis(id: number, game: number, done: number): void {
    this.#analyses.set(id, { game, done: Math.max(done, this.#analyses.get(id)?.done ?? 0) })
  }

  run(id: number, evaluations: number): void {
    const told = this.#runs.get(id) ?? []
    this.#runs.set(id, [...told, { evaluations, at: performance.now() }])
  }

  backup(file: string): void {
    this.#backups.add(file)
  }

  /** Before a copy of older data is put in their place, what came after it is no longer promised. */
  forget(): void {
    for (const each of [this.#profiles, this.#asked, this.#games, this.#left, this.#analyses, this.#runs]) each.clear()
    this.#boards.length = 0
    this.#preference = {}
  }

  /**
   * @param endedAt of the last process, by `performance.now`
   * @param isKilled by `SIGKILL`: the board may be behind
   * @returns what is missing or wrong, in words; nothing where all is there
   */
  async missing(lab: Served, endedAt: number, isKilled: boolean): Promise<string[]> {
    const wrong: string[] = []
    const hello = await lab.hello()
    if (hello.storeProblem) return [`nothing is kept: ${hello.storeProblem.message}`]
    const found = await lab.call('checkData')
    for (const fault of found) wrong.push(`the check: ${typeof fault === 'string' ? fault : JSON.stringify(fault)}`)

    const notes = new Map(hello.profiles.filter(each => !each.builtIn).map(each => [each.id, each.notes]))
    for (const [id, confirmed] of this.#profiles) {
      const now = notes.get(id) ?? null
      if (now !== confirmed && !(this.#asked.has(id) && this.#asked.get(id) === now))
        wrong.push(`profile ${id}: confirmed ${confirmed}, found ${now}`)
    }
    this.#settleProfiles(notes)

    const rows = await allGames(lab)
    const ids = new Set(rows.map(({ id }) => id))
    const seeds = new Set(rows.map(({ seed }) => seed))
    for (const id of this.#games) if (!ids.has(id)) wrong.push(`game ${id} is not in the library`)
    for (const [seed, at] of this.#left) {
      if (seeds.has(seed)) continue
      this.#left.delete(seed)
      if (!isKilled || at < endedAt - BEHIND_MS) wrong.push(`the game of seed ${seed} is not in the library`)
    }
    wrong.push(...this.#wrongBoard(hello.game, seeds, endedAt, isKilled))

    const { confirmed, asked } = this.#preference
    if (confirmed !== undefined && ![confirmed, asked].includes(hello.preferences.theme))
      wrong.push(`theme: confirmed ${confirmed}, asked ${asked}, found ${hello.preferences.theme}`)
    for (const [id, { game, done }] of this.#analyses) {
      const view = (await lab.call('gameAnalyses', { game })).find(each => each.id === id)
      if (!view || view.done < done) wrong.push(`analysis ${id}: ${done} slides were said to be stored, found ${view?.done}`)
    }
    const runs = new Map((await lab.call('tunings')).map(({ id, evaluations }) => [id, evaluations]))
    for (const [id, told] of this.#runs) {
      const sure = told.findLast(({ at }) => !isKilled || at < endedAt - BEHIND_MS)?.evaluations ?? 0
      const found = runs.get(id)
      if (found === undefined || found < sure) wrong.push(`run ${id}: ${sure} evaluations were told, found ${found}`)
      this.#runs.set(id, [{ evaluations: found ?? 0, at: 0 }])
    }
    for (const file of this.#backups) wrong.push(...faultsOfCopy(file))
    return wrong
  }

  #settleProfiles(notes: ReadonlyMap<number, string>): void {
    for (const id of this.#asked.keys()) this.#profiles.set(id, notes.get(id) ?? null)
    this.#asked.clear()
  }

  /** @param kept seeds of the games in the library */
  #wrongBoard(game: GameView, kept: ReadonlySet<number | null>, endedAt: number, isKilled: boolean): string[] {
    const last = this.#boards.at(-1)
    const asked = this.#askedGame
    this.#askedGame = undefined
    if (!last) return []
    const oldest = isKilled ? endedAt - BEHIND_MS : last.at
    const sure = this.#boards.findLast(({ at }) => at <= oldest)
    const allowed = this.#boards.slice(sure ? this.#boards.indexOf(sure) : 0)
    const text = makePosition(game.board)
    this.#boards.length = 0
    // the slide in flight may have been made, and the game of the last moment may have been left for another
    const isAllowed = allowed.some(each => each.seed === game.seed && each.text === text)
    const isNext = last.seed === game.seed && game.slides === last.slides + 1
    // so may the new game in flight: then the one before it is in the library
    const isAsked = game.seed === asked && (last.slides === 0 || kept.has(last.seed))
    const isSure = sure === undefined || isAllowed || isNext || isAsked
    return isSure
      ? []
      : [`the board: ${text} after ${game.slides} slides of seed ${game.seed}, confirmed ${JSON.stringify(last)}`]
  }
}

async function allGames(lab: Served): Promise<readonly GameRow[]> {
  const all: GameRow[] = []
  for (;;) {
    const { rows } = await lab.call('games', { sort: 'created', descending: false, offset: all.length, limit: 1000 })
    all.push(...rows)
    if (rows.length < 1000) return all
  }
}

function faultsOfCopy(file: string): string[] {
  if (!existsSync(file)) return [`the copy ${file} is gone`]
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const row = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
    return row.integrity_check === 'ok' ? [] : [`the copy ${file}: ${row.integrity_check}`]
  } finally {
    db.close()
  }
}
