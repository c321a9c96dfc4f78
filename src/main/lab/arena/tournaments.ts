import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Arg,
  EloNumber,
  TournamentGame,
  TournamentGames,
  TournamentList,
  TournamentTable,
  TournamentView,
} from '../../../core/contract/calls'
import { MOST_TOURNAMENT_GAMES, MOST_TOURNAMENTS } from '../../../core/contract/calls/arena'
import { makePlayerText, parsePlayerText } from '../../../core/contract/playerText'
import { LabError, type LabErrorData } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { badSetting, within } from '../../../core/settingChecks'
import type { Pool } from '../../compute/pool/pool'
import { explainingFile } from '../../files/fileProblem'
import { Progress } from '../jobs/progress'
import type { Job, Jobs } from '../jobs/jobs'
import { failureData } from '../ground/failure'
import { Throttle } from '../ground/throttle'
import { Course } from './course'
import { GamesFile, replaySaved, type GameSummary } from './gamesFile'
import { playTournament, tournamentOutcome } from './playTournament'
import type { Standing } from './standings'
import { checkTournament, pairingsOf, tournamentHash, type Tournament } from './tournament'

const VIEWS_PER_SECOND = 4
/** Limit of tournaments that run at a time. */
const MOST_RUNNING = 4
/** Characters of a job's title. */
const LONGEST_TITLE = 80
/** Replayed games that are cached for the page. */
const MOST_COURSES = 4
/** Named by the tournament's content. */
const FILE_NAME = /^arena-([0-9a-f]{8,64})\.jsonl$/

export interface TournamentsOptions {
  readonly pool: Pick<Pool, 'playMatches'>
  readonly jobs: Pick<Jobs, 'begin'>
  /** Absent: none can be saved. */
  readonly folder: string | undefined
  readonly onChange: (list: TournamentList) => void
  readonly onFailure: (error: unknown) => void
}

/** A saved tournament and its progress. */
interface SavedTournament {
  readonly tournament: Tournament
  readonly at: string
  readonly machine: string
  /** For each pairing. */
  wanted: number
  done: number
  problem?: LabErrorData | undefined
}

interface Running {
  readonly file: () => GamesFile | undefined
  readonly abort: AbortController
  readonly ended: Promise<void>
  readonly progress: Progress
}

/** Tournaments in a folder, one file each. An unfinished one resumes where it stopped, also after a kill. */
export class Tournaments {
  #kept: Promise<Map<string, SavedTournament>> | undefined
  #unreadable: TournamentList['unreadable'] = []
  readonly #running = new Map<string, Running>()
  readonly #views: Throttle
  /** The file last read of a tournament that does not run. */
  #read: { readonly id: string; readonly done: number; readonly file: Promise<GamesFile> } | undefined
  readonly #courses = new Map<string, Promise<Course>>()
  #isClosed = false

  constructor(private readonly options: TournamentsOptions) {
    this.#views = new Throttle(VIEWS_PER_SECOND, () => void this.list().then(options.onChange, options.onFailure))
  }

  async list(): Promise<TournamentList> {
    if (this.options.folder === undefined) return { tournaments: [], unreadable: [] }
    const kept = await this.#all()
    // their files may be deleted, as with the whole data folder
    for (const [id, { problem }] of kept) if (!problem && !this.#running.has(id) && !existsSync(this.#path(id))) kept.delete(id)
    const views = [...kept].map(([id, each]) => this.#view(id, each))
    return { tournaments: views.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)), unreadable: this.#unreadable }
  }

  /** @throws {LabError} `BAD_SETTING`, naming the field; `BAD_REQUEST` if too many are saved or running */
  async start({
    game,
    options,
    boards,
    players,
    games,
    seed,
    clockMs,
    actions,
  }: Arg<'startTournament'>): Promise<TournamentView> {
    const { game: rules }: GameEntry = GAMES[game]
    const texts = boards.map((board, i) => within(`boards.${i}`, () => rules.format(rules.parse(board))))
    const tournament: Tournament = {
      game,
      ...(options && { options }),
      boards: texts,
      bounds: { ...(actions !== undefined && { actions }), ...(clockMs !== undefined && { clockMs }) },
      players: players.map(({ name, player }, i) => ({ name, player: within(`players.${i}`, () => parsePlayerText(player)) })),
      seed,
    }
    const total = games * pairingsOf(players.length).length
    if (total > MOST_TOURNAMENT_GAMES)
      throw badSetting('games', `${total} games are more than the ${MOST_TOURNAMENT_GAMES} of a tournament in the window`)
    checkTournament(tournament, games)
    const id = tournamentHash(tournament)
    await this.#stopped(id)
    const kept = await this.#all()
    const known = kept.get(id)
    if (known) return this.#goOn(id, known, Math.max(games, known.wanted))
    if (kept.size >= MOST_TOURNAMENTS)
      throw new LabError('BAD_REQUEST', `${MOST_TOURNAMENTS} tournaments are saved: delete one to make room for another.`)
    return this.#goOn(id, { tournament, at: new Date().toISOString(), machine: '', wanted: games, done: 0 }, games)
  }

  async resume(id: string): Promise<TournamentView> {
    await this.#stopped(id)
    const kept = await this.#find(id)
    return this.#goOn(id, kept, kept.wanted)
  }

  /** @throws {LabError} `NOT_FOUND` */
  async pause(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (!running) await this.#find(id)
    running?.abort.abort()
    this.#views.now()
  }

  /** @throws {LabError} `NOT_FOUND`; `BAD_FILE` for an error of the file system */
  async remove(id: string): Promise<void> {
    await this.#find(id)
    const kept = await this.#all()
    const running = this.#running.get(id)
    running?.abort.abort()
    await running?.ended
    explainingFile(this.#path(id), () => rmSync(this.#path(id), { force: true }))
    kept.delete(id)
    this.#forget(id)
    this.#views.now()
  }

  async table(id: string): Promise<TournamentTable> {
    const file = await this.#file(id)
    const { standings, reproducible, machine, file: path } = tournamentOutcome(file, [...file.games.values()], 0)
    return {
      games: standings.games,
      players: standings.players.map(playerOf),
      pairings: standings.pairings.map(({ pairs: _, elo, interval, ...pairing }) => ({
        ...pairing,
        ...strengthOf({ elo, interval }),
      })),
      ...{ reproducible, machine, file: path },
    }
  }

  async games(id: string, first: number, count: number): Promise<TournamentGames> {
    const { games } = await this.#file(id)
    const numbers = [...games.keys()].toSorted((a, b) => a - b)
    const rows = numbers.slice(first, first + count).map(number => rowOf(games.get(number)!))
    return { rows, total: games.size, revision: games.size }
  }

  /** Replays a saved game. @throws {LabError} `NOT_FOUND`, `BAD_FILE` */
  async course(id: string, number: number): Promise<Course> {
    await this.#find(id)
    const key = `${id} ${number}`
    const known = this.#courses.get(key)
    if (known) return known
    const course = this.#replay(this.#path(id), number)
    this.#courses.set(key, course)
    course.catch(() => this.#courses.delete(key))
    for (const oldest of this.#courses.keys()) {
      if (this.#courses.size <= MOST_COURSES) break
      this.#courses.delete(oldest)
    }
    return course
  }

  /** Stops running tournaments; their games stay saved. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#views.close()
    for (const { abort } of this.#running.values()) abort.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    this.#views.close()
  }

  async #replay(path: string, number: number): Promise<Course> {
    const found = await GamesFile.find(path, number)
    if (!found) throw new LabError('NOT_FOUND', `The tournament has no game ${number}.`, { game: number })
    const { kept, tournament } = found
    const { game }: GameEntry = GAMES[tournament.game]
    const [start, ...states] = replaySaved(path, kept, tournament)
    const course = new Course(game, start)
    for (const [i, edge] of kept.edges.entries()) course.add({ edge, state: states[i] })
    return course
  }

  /** Waits for the end of a tournament that is being paused or deleted: it can be resumed only then. */
  async #stopped(id: string): Promise<void> {
    for (;;) {
      const running = this.#running.get(id)
      if (!running?.abort.signal.aborted) return
      await running.ended
    }
  }

  /** @throws {LabError} `BAD_REQUEST` if too many run, or this one runs with fewer games; `BAD_STORE` */
  async #goOn(id: string, kept: SavedTournament, wanted: number): Promise<TournamentView> {
    const path = this.#path(id)
    if (this.#isClosed) throw new LabError('BAD_REQUEST', 'The lab is being closed.')
    if (this.#running.has(id)) {
      if (wanted <= kept.wanted) return this.#view(id, kept)
      throw new LabError('BAD_REQUEST', `This tournament runs with ${kept.wanted} games per pair: pause it to add more.`)
    }
    if (this.#running.size >= MOST_RUNNING)
      throw new LabError('BAD_REQUEST', `${MOST_RUNNING} tournaments run: pause one to start another.`)
    const { pool, jobs } = this.options
    kept.wanted = wanted
    kept.problem = undefined
    this.#forget(id)
    const abort = new AbortController()
    const started = Promise.withResolvers<void>()
    const progress = new Progress(kept.done, performance.now(), true)
    let file: GamesFile | undefined
    let job: Job | undefined
    const play = async () => {
      try {
        const outcome = await playTournament(
          pool,
          { tournament: kept.tournament, games: wanted, file: path, keepsPlan: true },
          {
            signal: abort.signal,
            onBegun: ({ file: opened, total, done }) => {
              file = opened
              kept.done = done
              const title = kept.tournament.players.map(({ name }) => name).join(' – ')
              job = jobs.begin({ kind: 'arena', title: title.slice(0, LONGEST_TITLE), total, done, cancel: () => abort.abort() })
              // if it cannot start, as with a file of another version, the caller receives the error
              setImmediate(started.resolve)
            },
            onGame: done => {
              kept.done = done
              progress.reach(done, performance.now())
              job?.progress(done)
              this.#views.ask()
            },
          },
        )
        if (outcome.lost)
          kept.problem = {
            code: 'WORKER_LOST',
            message: `${outcome.lost.games} games could not be played: ${outcome.lost.message}`,
          }
      } catch (error) {
        kept.problem = failureData(error)
        if (!existsSync(path)) kept.done = 0
        started.reject(error)
      } finally {
        job?.end()
        this.#running.delete(id)
        this.#views.now()
      }
    }
    const ended = play()
    this.#running.set(id, { file: () => file, abort, ended, progress })
    await started.promise
    const all = await this.#all()
    all.set(id, kept)
    this.#views.now()
    return this.#view(id, kept)
  }

  #view(id: string, { tournament, at, wanted, done, problem }: SavedTournament): TournamentView {
    const { game, options, boards, bounds, players, seed } = tournament
    const total = wanted * pairingsOf(players.length).length
    const running = this.#running.get(id)
    const leftMs = running && !running.abort.signal.aborted ? running.progress.leftMs(total, performance.now()) : undefined
    return {
      ...{ id, game, ...(options && { options }), boards: boards.length, bounds, seed, at, total, done },
      players: players.map(({ name, player }) => ({ name, player: makePlayerText(player) })),
      state: running ? (running.abort.signal.aborted ? 'stopping' : 'running') : done < total ? 'unfinished' : 'finished',
      ...(leftMs !== undefined && { leftMs }),
      ...(problem && { problem }),
    }
  }

  /** The games of a tournament: from memory while it runs, otherwise from its file, which is read once. */
  async #file(id: string): Promise<GamesFile> {
    const { done } = await this.#find(id)
    const running = this.#running.get(id)?.file()
    if (running) return running
    if (this.#read?.id !== id || this.#read.done !== done) this.#read = { id, done, file: GamesFile.open(this.#path(id)) }
    return this.#read.file
  }

  #forget(id: string): void {
    if (this.#read?.id === id) this.#read = undefined
    for (const key of this.#courses.keys()) if (key.startsWith(`${id} `)) this.#courses.delete(key)
  }

  async #find(id: string): Promise<SavedTournament> {
    const kept = (await this.#all()).get(id)
    if (!kept) throw new LabError('NOT_FOUND', 'There is no such tournament; it may have been deleted.', { id })
    return kept
  }

  #all(): Promise<Map<string, SavedTournament>> {
    this.#kept ??= this.#readAll().catch((error: unknown) => {
      this.#kept = undefined // the folder may be readable next time
      throw error
    })
    return this.#kept
  }

  async #readAll(): Promise<Map<string, SavedTournament>> {
    const { folder } = this.options
    const kept = new Map<string, SavedTournament>()
    if (folder === undefined || !existsSync(folder)) return kept
    const unreadable: { file: string; problem: string }[] = []
    for (const name of explainingFile(folder, () => readdirSync(folder))) {
      const id = FILE_NAME.exec(name)?.[1]
      if (id === undefined) continue
      try {
        const file = await GamesFile.open(join(folder, name))
        const { tournament, head, games, cutOff, planned = mostPlayed(tournament, games) } = file
        const problem = cutOff === undefined ? undefined : ({ code: 'BAD_FILE', message: cutOff } as const)
        kept.set(id, { tournament, at: head.at, machine: head.machine, wanted: planned, done: games.size, problem })
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        unreadable.push({ file: name, problem: error.message })
      }
    }
    this.#unreadable = unreadable
    return kept
  }

  /** @throws {LabError} `BAD_STORE` */
  #path(id: string): string {
    const { folder } = this.options
    if (folder === undefined)
      throw new LabError('BAD_STORE', 'This lab has no data folder that it can write in, so it saves no tournaments.')
    return join(folder, `arena-${id}.jsonl`)
  }
}

/** Games per pairing of a file that does not state a plan: the games it has. */
function mostPlayed({ players }: Tournament, games: ReadonlyMap<number, unknown>): number {
  return Math.max(1, Math.ceil(games.size / pairingsOf(players.length).length))
}

function playerOf({ name, wins, draws, losses, points, elo, interval, msPerMove, nodesPerMove, faults, overruns }: Standing) {
  return {
    ...{ name, wins, draws, losses, points, overruns },
    ...strengthOf({ elo, interval }),
    ...(msPerMove !== undefined && { msPerMove }),
    ...(nodesPerMove !== undefined && { nodesPerMove }),
    faults: faults.threw + faults.illegal + faults.clock,
  }
}

function strengthOf({ elo, interval }: Pick<Standing, 'elo' | 'interval'>) {
  return {
    ...(elo !== undefined && { elo: writable(elo) }),
    ...(interval && { interval: [writable(interval[0]), writable(interval[1])] as const }),
  }
}

function writable(elo: number): EloNumber {
  return Number.isFinite(elo) ? elo : elo > 0 ? '∞' : '−∞'
}

function rowOf({ game, seats, winner, ended, fault, values, moves, ms }: GameSummary): TournamentGame {
  return {
    // the last search of a disqualified player made no move
    ...{ number: game, seats, ended, values, moves: moves[0] + moves[1] - (fault ? 1 : 0), ms: ms[0] + ms[1] },
    ...(winner !== undefined && { winner }),
    ...(fault && { fault }),
  }
}
