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
import { whileWriting } from '../ground/resultFile'
import { Runs, type RunsOptions, type Turn } from '../runs/runs'
import { Course } from './course'
import { GamesFile, replaySaved, type GameSummary } from './gamesFile'
import { playTournament, tournamentOutcome } from './playTournament'
import type { Standing } from './standings'
import { checkTournament, pairingsOf, tournamentHash, type Tournament } from './tournament'

/** Tournaments that run at a time; others wait. */
const MOST_RUNNING = 4
/** Characters of a job's title. */
const LONGEST_TITLE = 80
/** Replayed games that are cached for the page. */
const MOST_COURSES = 4
/** Named by the tournament's content. */
const FILE_NAME = /^arena-([0-9a-f]{8,64})\.jsonl$/

export interface TournamentsOptions extends RunsOptions<TournamentView> {
  readonly pool: Pick<Pool, 'playMatches'>
  /** Absent: none can be saved. */
  readonly folder: string | undefined
}

/** A saved tournament and its progress. */
interface SavedTournament {
  readonly id: string
  readonly tournament: Tournament
  readonly at: string
  /** For each pairing. */
  wanted: number
  done: number
  /** A fault of its file. */
  problem?: LabErrorData | undefined
  /** While it runs. */
  file?: GamesFile | undefined
}

/** Tournaments in a folder, one file each. An unfinished one resumes where it stopped, also after a kill. */
export class Tournaments extends Runs<string, SavedTournament, TournamentView> {
  #kept: Promise<Map<string, SavedTournament>> | undefined
  #unreadable: TournamentList['unreadable'] = []
  /** The file last read of a tournament that does not run. */
  #read: { readonly id: string; readonly done: number; readonly file: Promise<GamesFile> } | undefined
  readonly #courses = new Map<string, Promise<Course>>()

  constructor(private readonly options: TournamentsOptions) {
    super('arena', options, MOST_RUNNING)
  }

  async list(): Promise<TournamentList> {
    if (this.options.folder === undefined) return { tournaments: [], unreadable: [] }
    const kept = await this.#all()
    // their files may be deleted, as with the whole data folder
    for (const id of kept.keys()) {
      const { state, problem } = this.standing(id)
      if (!state && !problem && !existsSync(this.#path(id))) kept.delete(id)
    }
    const views = [...kept.values()].map(each => this.rowOf(each))
    return { tournaments: views.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)), unreadable: this.#unreadable }
  }

  /** @throws {LabError} `BAD_SETTING`, naming the field; `BAD_REQUEST` if too many are saved, or this one runs with fewer games */
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
    return this.steer(async () => {
      const kept = await this.#all()
      const known = kept.get(id)
      if (known && this.standing(id).state) {
        if (games <= known.wanted) return this.rowOf(known)
        throw new LabError('BAD_REQUEST', `This tournament runs with ${known.wanted} games per pair: pause it to add more.`)
      }
      if (!known && kept.size >= MOST_TOURNAMENTS)
        throw new LabError('BAD_REQUEST', `${MOST_TOURNAMENTS} tournaments are saved: delete one to make room for another.`)
      const saved = known ?? { id, tournament, at: new Date().toISOString(), wanted: games, done: 0 }
      saved.wanted = Math.max(games, saved.wanted)
      await this.toResume(saved)
      kept.set(id, saved)
      return this.enqueue(saved)
    })
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
    await this.find(id)
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

  protected idOf({ id }: SavedTournament): string {
    return id
  }

  protected jobOf(saved: SavedTournament) {
    const title = saved.tournament.players.map(({ name }) => name).join(' – ')
    return { title: title.slice(0, LONGEST_TITLE), total: totalOf(saved), done: saved.done }
  }

  protected rowOf(saved: SavedTournament): TournamentView {
    const { id, tournament, at, done, problem } = saved
    const { game, options, boards, bounds, players, seed } = tournament
    const total = totalOf(saved)
    const { ahead: _, ...standing } = this.standing(id)
    return {
      ...{ id, game, ...(options && { options }), boards: boards.length, bounds, seed, at, total, done },
      players: players.map(({ name, player }) => ({ name, player: makePlayerText(player) })),
      ...{ state: done < total ? 'unfinished' : 'finished', ...(problem && { problem }), ...standing },
    }
  }

  /** Writes the plan before the first game, so that it can resume after a kill. @throws {LabError} `BAD_FILE`, `BAD_STORE` */
  protected override async toResume(saved: SavedTournament): Promise<SavedTournament> {
    const { id, tournament, wanted } = saved
    const path = this.#path(id)
    this.#forget(id)
    const open = () => GamesFile.open(path, { wanted: tournament })
    await whileWriting(path, undefined, open, async file => file.begin(wanted))
    saved.problem = undefined
    return saved
  }

  protected async compute({ run, signal, progress }: Turn<SavedTournament>): Promise<void> {
    const { id, tournament, wanted } = run
    const path = this.#path(id)
    const reach = (done: number): void => {
      run.done = done
      progress(done)
    }
    try {
      const { lost } = await playTournament(
        this.options.pool,
        { tournament, games: wanted, file: path },
        {
          signal,
          onBegun: ({ file, done }) => {
            run.file = file
            reach(done)
          },
          onGame: reach,
        },
      )
      if (lost) throw new LabError('WORKER_LOST', `${lost.games} games could not be played: ${lost.message}`)
    } catch (error) {
      if (!existsSync(path)) run.done = 0
      throw error
    } finally {
      run.file = undefined
    }
  }

  /** For good, with its file. @throws {LabError} `NOT_FOUND`; `BAD_FILE` for an error of the file system */
  protected override async setDeleted(id: string, isDeleted: boolean): Promise<SavedTournament> {
    const saved = await this.find(id)
    if (!isDeleted) return saved
    explainingFile(this.#path(id), () => rmSync(this.#path(id), { force: true }))
    const kept = await this.#all()
    kept.delete(id)
    this.#forget(id)
    return saved
  }

  /** The games of a tournament: from memory while it runs, otherwise from its file, which is read once. */
  async #file(id: string): Promise<GamesFile> {
    const { done, file } = await this.find(id)
    if (file) return file
    if (this.#read?.id !== id || this.#read.done !== done) this.#read = { id, done, file: GamesFile.open(this.#path(id)) }
    return this.#read.file
  }

  #forget(id: string): void {
    if (this.#read?.id === id) this.#read = undefined
    for (const key of this.#courses.keys()) if (key.startsWith(`${id} `)) this.#courses.delete(key)
  }

  async find(id: string): Promise<SavedTournament> {
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
        const { tournament, head, games, cutOff, planned } = file
        const problem = cutOff === undefined ? undefined : ({ code: 'BAD_FILE', message: cutOff } as const)
        kept.set(id, { id, tournament, at: head.at, wanted: planned, done: games.size, problem })
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

function totalOf({ wanted, tournament: { players } }: SavedTournament): number {
  return wanted * pairingsOf(players.length).length
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
