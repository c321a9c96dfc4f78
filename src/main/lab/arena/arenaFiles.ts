import { join, basename } from 'node:path'
import type { TournamentView } from '../../../core/contract/calls'
import { type ArenaGame, ARENA_LINES } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import type { LocalContext } from '../ground/storeLease'
import { badFile } from '../../files/fileProblem'
import { checkResumable, whileWriting, type CutOffListener } from '../ground/resultFile'
import { withRuns } from '../runs/oneRun'
import { openGamesFile, headOf, summaryOf } from './gamesFile'
import { agentsIn, checkTournament, fixturesOf, tournamentHash, type Tournament } from './tournament'
import { tournamentOutcome, Tournaments, type LostGames, type TournamentOutcome, titleOf } from './tournaments'
import type { StoredLine } from '../../../core/contract/storedRuns'
import type { EarlierRun } from '../runs/lineRuns'

export type { PairingScore, Standing, Standings } from './standings'
export type { Tournament } from './tournament'

/** Default folder for tournaments. */
const FOLDER = 'results'

export interface ArenaOrder {
  readonly tournament: Tournament
  /** Games of each pairing. */
  readonly games: number
  /** Absent: a file in `results`, named by the tournament's content. */
  readonly file?: string | undefined
  /** Refuses to begin a file. */
  readonly resume?: boolean | undefined
}

export interface ArenaListener extends CutOffListener {
  readonly signal: AbortSignal
  /** `done` games are played; also called before the first game. */
  readonly onGame: (done: number, total: number) => void
}

export interface ArenaOutcome extends TournamentOutcome {
  readonly tournament: Tournament
  readonly file: string
  /** Games of all pairings together, once finished. */
  readonly total: number
  readonly lost?: LostGames
}

/** A saved game, with its positions. */
export interface ShownGame {
  readonly game: ArenaGame
  readonly names: readonly string[]
  /** Names and moves by seat. */
  readonly moves: readonly { readonly by: number | 'chance'; readonly words: string }[]
  readonly end: string
}

/**
 * Plays the missing games of the file on the threads of the lab. If all limits are on depth or nodes, the games do not depend on threads
 * or interruptions.
 * @throws {LabError} `BAD_FILE` if a game cannot be stored, or while another process writes to the file, and errors of the pool
 */
export async function runTournament(
  context: Pick<LocalContext, 'engine' | 'reportBug'>,
  { tournament, games, file, resume }: ArenaOrder,
  { signal, onCutOff, onGame }: ArenaListener,
): Promise<ArenaOutcome & { readonly threads: number }> {
  checkTournament(tournament, games)
  const { pool } = context.engine
  const path = file ?? join(FOLDER, `arena-${tournamentHash(tournament)}.jsonl`)
  const open = () => openGamesFile(path, { wanted: tournament })
  return whileWriting(path, resume, open, async ({ run, head: begun, games: known }) => {
    if (run.cutOff !== undefined) onCutOff(run.cutOff)
    const numbers = fixturesOf(tournament.players.length, games, agentsIn(tournament)).map(({ number }) => number)
    const total = numbers.length
    const done = numbers.filter(number => known.has(number)).length
    const head = begun ?? headOf(tournament)
    onGame(done, total)
    let lost: LostGames | undefined
    if (done < total) {
      if (begun && begun.games !== games) run.note({ games })
      const onRow = ({ done }: TournamentView) => onGame(Math.min(done, total), total)
      lost = await withRuns(
        context,
        run,
        options => new Tournaments({ ...options, pool, onRow }),
        async tournaments => {
          const { id } = await tournaments.play({ ...head, games })
          return tournaments.ended(id, signal).then(() => undefined, lostGames)
        },
      )
    }
    const played = new Map((await run.lines(1)).map(({ number, text }) => [number, summaryOf(JSON.parse(text) as ArenaGame)]))
    const counted = numbers.flatMap(number => played.get(number) ?? [])
    const outcome = { tournament, file: path, total, ...tournamentOutcome(tournament, head, counted), ...(lost && { lost }) }
    return { ...outcome, threads: pool.threads }
  })
}

/** @throws another failure */
function lostGames(error: unknown): LostGames {
  if (error instanceof LabError && error.code === 'WORKER_LOST' && error.detail?.['games'] !== undefined)
    return error.detail as unknown as LostGames
  throw error
}

/** The tournament of a file, and the planned games of each pairing. @throws {LabError} `BAD_FILE`; `NOT_FOUND` if there is none */
export async function tournamentIn(_: unknown, path: string): Promise<Pick<ArenaOrder, 'tournament' | 'games'>> {
  checkResumable(path)
  const { tournament, planned } = await openGamesFile(path)
  return { tournament, games: planned }
}

/**
 * Reads a tournament from its file and replays each of its games.
 * @param number of the game to show
 * @throws {LabError} `BAD_FILE`, naming the game that does not follow from the rules; `NOT_FOUND`
 */
export async function openTournament(
  _: unknown,
  path: string,
  number?: number,
): Promise<ArenaOutcome & { readonly shown?: ShownGame }> {
  let shown: ShownGame | undefined
  const { tournament, head, planned, games } = await openGamesFile(path, {
    onGame(game, states, tournament) {
      if (game.game === number) shown = shownGame(game, states, tournament)
    },
  })
  if (number !== undefined && !shown) throw new LabError('NOT_FOUND', `${path} has no game ${number}`)
  const outcome = tournamentOutcome(tournament, head!, [...games.values()])
  const total = Math.max(games.size, fixturesOf(tournament.players.length, planned, agentsIn(tournament)).length)
  return { tournament, file: path, total, ...outcome, ...(shown && { shown }) }
}

function shownGame(kept: ArenaGame, states: readonly unknown[], { game: id, players }: Tournament): ShownGame {
  const { game }: GameEntry = GAMES[id]
  const moves = kept.edges.map((edge, i) => ({
    by: game.toAct(states[i]) as number | 'chance',
    words: game.words(states[i], edge),
  }))
  return { game: kept, names: kept.seats.map(place => players[place]!.name), moves, end: game.format(states.at(-1)) }
}

/**
 * A tournament of the window as labs before version 15 of the data stored it: a file in the folder `arena`.
 * @param path named by the tournament's content @throws {LabError} `BAD_FILE`, naming the line
 */
export async function earlierTournament(path: string): Promise<EarlierRun> {
  const lines: StoredLine[] = []
  const { head, planned, run, tournament } = await openGamesFile(path, {
    onGame: game => lines.push({ number: game.game, text: JSON.stringify(game) }),
  })
  if (agentsIn(tournament) !== 2) throw badFile(path, 'the window has tournaments of two players')
  return {
    kind: ARENA_LINES.head!.format,
    key: basename(path).slice('arena-'.length, -'.jsonl'.length),
    title: titleOf(head!),
    head: { ...head, games: planned },
    since: { created: Date.parse(head!.at), deleted: null, state: 'paused' },
    ...{ lines, problems: run.cutOff === undefined ? [] : [run.cutOff] },
  }
}
