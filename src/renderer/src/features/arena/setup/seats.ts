import { type GivenOptions, readOptions } from '../../../../../core/contract/gameOptions'
import type { MatchSeat } from '../../../../../core/contract/calls'
import type { MatchPlayer } from '../../../../../core/contract/matches'
import { makePlayerText, parsePlayerText } from '../../../../../core/contract/playerText'
import { SEARCHER_FACTS, searchersFor, type GameSearch } from '../../../../../core/contract/searchers'
import { type GameEntry, GAMES } from '../../../../../core/games/registry'
import { createRandom } from '../../../../../core/random'
import type { SearcherId } from '../../../../../core/search/registry'
import { gameView } from '../../../games/gameViews'
import { tryParse } from '../../../bridge/guarded'

export type GameId = GameSearch['game']

/** The game of the first match. */
export const FIRST_GAME: GameId = 'cantGoBack'

/** The initial limits: a few seconds per move at most. */
const USUAL = { depth: 3, nodes: 1000 } as const

/** A first position of the game by its rules, in its own notation. @throws {LabError} `BAD_SETTING` */
export function drawnStart(id: GameId, options: GivenOptions, seed: number): string {
  const { game }: GameEntry = GAMES[id]
  return game.format(game.start(readOptions(id, options), createRandom(seed)))
}

export function agentsOf(id: GameId, position: string): number {
  const { game }: GameEntry = GAMES[id]
  return game.agents(game.parse(position))
}

/** A player that is ready to start: the searcher with a limit, if it takes one. */
export function usualPlayer(searcher: SearcherId): MatchPlayer {
  const limits = !SEARCHER_FACTS[searcher].isLimited ? {} : searcher === 'mcts' ? { nodes: USUAL.nodes } : { depth: USUAL.depth }
  return { searcher, config: {}, wrapping: {}, limits }
}

/** The players that the game's form begins with, one per agent. */
export function usualSeats(id: GameId, agents: number): readonly MatchPlayer[] {
  const { opponents } = gameView(id)
  if (agents === 2) return opponents?.map(parsePlayerText) ?? [usualPlayer('alphaBeta'), usualPlayer('mcts')]
  return Array.from({ length: agents }, () => usualPlayer(agents === 1 ? 'expectimax' : 'maxN'))
}

/** The seats that the user chose, without the game's initial ones. */
export function chosenSeats(id: GameId, seats: readonly MatchSeat[]): readonly (MatchSeat | undefined)[] {
  const usual = usualSeats(id, seats.length).map(makePlayerText)
  return seats.map((seat, i) => (seat === 'person' || makePlayerText(seat) !== usual[i] ? seat : undefined))
}

/** The seats for another position: those that still fit stay. */
export function fittingSeats(id: GameId, position: string, before: readonly (MatchSeat | undefined)[]): readonly MatchSeat[] {
  const agents = agentsOf(id, position)
  const searchers = searchersFor(id, position)
  const { heuristics }: GameEntry = GAMES[id]
  const fits = (seat: MatchSeat | undefined): seat is MatchSeat =>
    seat !== undefined &&
    (seat === 'person' ||
      (searchers.includes(seat.searcher) &&
        seat.depthRule === undefined &&
        (seat.heuristic === undefined || (typeof seat.heuristic === 'string' && Object.hasOwn(heuristics, seat.heuristic)))))
  return usualSeats(id, agents).map((usual, i) => (fits(before[i]) ? before[i] : usual))
}

/** Where games begin, in a form. */
export interface Start {
  readonly isDrawn: boolean
  readonly options: GivenOptions
  readonly seed: number
  /** One position, or several: see `boardsIn`. */
  readonly text: string
}

export const USUAL_START: Start = { isDrawn: true, options: {}, seed: 1, text: '' }

/** The first position, in the game's own notation. */
export function positionOf(
  game: GameId,
  { isDrawn, options, seed, text }: Start,
): { readonly parsed?: string; readonly problem?: string } {
  const entry: GameEntry = GAMES[game]
  return tryParse(() => (isDrawn ? drawnStart(game, options, seed) : entry.game.format(entry.game.parse(text.trim()))))
}

/**
 * The positions in a text: a single one, several separated by empty lines, or one per line.
 * @throws {LabError} `BAD_POSITION`, naming the place
 */
export function boardsIn(id: GameId, text: string): readonly string[] {
  const { game }: GameEntry = GAMES[id]
  const whole = tryParse(() => game.format(game.parse(text.trim())))
  if (whole.parsed !== undefined) return [whole.parsed]
  const blocks = text.trim().split(/\n\s*\n/)
  const texts = blocks.length > 1 ? blocks : text.split('\n').filter(line => line.trim() !== '')
  return texts.map(each => game.format(game.parse(each.trim())))
}
