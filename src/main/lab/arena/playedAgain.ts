import type { ArenaGame } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { replayMatch } from '../../../core/match/replayMatch'
import { badFile } from '../../files/fileProblem'
import type { Tournament } from './tournament'

/** Replays a saved game by its moves. @returns its positions @throws {LabError} `BAD_FILE` */
export function playedAgain(path: string, kept: ArenaGame, tournament: Tournament): readonly unknown[] {
  const { game }: GameEntry = GAMES[tournament.game]
  const where = `game ${kept.game}`
  try {
    const { states, ...again } = replayMatch(game, game.parse(kept.start), kept.edges, kept.fault)
    if (again.ended !== kept.ended || again.winner !== kept.winner || String(again.values) !== String(kept.values))
      throw badFile(path, `${where}: its moves come to another end than it has`)
    return states
  } catch (cause) {
    if (!(cause instanceof LabError) || cause.code === 'BAD_FILE') throw cause
    throw badFile(path, `${where}: ${cause.message}`, cause)
  }
}
