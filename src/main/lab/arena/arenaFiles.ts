import type { ArenaGame } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import type { LocalContext } from '../ground/localContext'
import { checkResumable } from '../ground/resultFile'
import { GamesFile, replaySaved } from './gamesFile'
import { playTournament, tournamentOutcome, type ArenaListener, type ArenaOrder, type ArenaOutcome } from './playTournament'
import { checkTournament, type Tournament } from './tournament'

export type { ArenaListener, ArenaOrder, ArenaOutcome } from './playTournament'
export type { PairingScore, Standing, Standings } from './standings'
export type { Tournament } from './tournament'

/** A saved game, with its positions. */
export interface ShownGame {
  readonly game: ArenaGame
  readonly names: readonly string[]
  /** Names and moves by seat. */
  readonly moves: readonly { readonly by: number | 'chance'; readonly words: string }[]
  readonly end: string
}

/** Runs `playTournament` on the threads of the lab. */
export async function runTournament(
  { engine: { pool } }: Pick<LocalContext, 'engine'>,
  order: ArenaOrder,
  listener: ArenaListener,
): Promise<ArenaOutcome & { readonly threads: number }> {
  checkTournament(order.tournament, order.games)
  return { ...(await playTournament(pool, order, listener)), threads: pool.threads }
}

/** The tournament of a file, and the planned games of each pairing. @throws {LabError} `BAD_FILE`; `NOT_FOUND` if there is none */
export async function tournamentIn(_: unknown, path: string): Promise<Pick<ArenaOrder, 'tournament' | 'games'>> {
  checkResumable(path)
  const { tournament, planned } = await GamesFile.open(path)
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
  const file = await GamesFile.open(path, {
    onGame(game, tournament) {
      const states = replaySaved(path, game, tournament)
      if (game.game === number) shown = shownGame(game, states, tournament)
    },
  })
  if (number !== undefined && !shown) throw new LabError('NOT_FOUND', `${path} has no game ${number}`)
  const { tournament, head, games } = file
  const outcome = tournamentOutcome(tournament, head, [...games.values()])
  return { tournament, file: path, total: games.size, ...outcome, ...(shown && { shown }) }
}

function shownGame(kept: ArenaGame, states: readonly unknown[], { game: id, players }: Tournament): ShownGame {
  const { game }: GameEntry = GAMES[id]
  const moves = kept.edges.map((edge, i) => ({
    by: game.toAct(states[i]) as number | 'chance',
    words: game.words(states[i], edge),
  }))
  return { game: kept, names: kept.seats.map(place => players[place]!.name), moves, end: game.format(states.at(-1)) }
}
