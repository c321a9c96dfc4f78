/** The specification of a tournament, and the numbering of its games. */
import { contentHash, refuseTwins } from '../../../core/contentHash'
import { MOST_ARENA_GAMES, MOST_ARENA_PLAYERS } from '../../../core/contract/files'
import type { GivenOptions } from '../../../core/contract/gameOptions'
import { playerContent, readMatch, type MatchOrder, type MatchPlayer } from '../../../core/contract/matches'
import { makePlayerText } from '../../../core/contract/playerText'
import { readPosition, START, type GameSearch } from '../../../core/contract/searchers'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { type MatchBounds, type Seating, seatingOf } from '../../../core/match/match'
import { deriveSeed } from '../../../core/random'
import { playMatch } from '../../../core/match/playMatch'
import { SEARCHERS } from '../../../core/search/registry'
import { badSetting } from '../../../core/settingChecks'

export interface Tournament {
  readonly game: GameSearch['game']
  /** Rules of random first positions. */
  readonly options?: GivenOptions
  /** First positions, used by the pairs of games in turn; none: each pair draws its own. */
  readonly boards: readonly string[]
  readonly bounds: MatchBounds
  readonly players: readonly { readonly name: string; readonly player: MatchPlayer }[]
  readonly seed: number
}

/**
 * The players of a game by their places in the list, usually two; they play each other from each start with every rotation of the seats. In
 * a game of one player it has the same player twice, who plays alone.
 */
export type Pairing = readonly [one: number, other: number, ...more: number[]]

/** A game of a tournament. */
export interface Fixture {
  /** From 1. */
  readonly number: number
  readonly pairing: Pairing
  /** Index of the pairing. */
  readonly place: number
  /** Number within the pairing, from 0: of two players an even game and the next one have the same start with sides swapped. */
  readonly match: number
}

/** Players of a game: usually 2, or 1 where chance is the only other. @throws {LabError} `BAD_POSITION`, `BAD_SETTING` */
export function agentsIn({ game: id, options, boards, seed }: Pick<Tournament, 'game' | 'options' | 'boards' | 'seed'>): number {
  const { game }: GameEntry = GAMES[id]
  const [board] = boards
  return game.agents(board === undefined ? readPosition({ game: id, position: START, ...(options && { options }), seed }) : game.parse(board)) // oxfmt-ignore
}

/** Each player with each that comes after it, as many as play a game; with one agent each player alone. */
export function pairingsOf(players: number, agents: number): Pairing[] {
  const all = Array.from({ length: players }, (_, i) => i)
  if (agents === 1) return all.map((one): Pairing => [one, one])
  const groups = (from: number, size: number): number[][] =>
    size === 0 ? [[]] : all.slice(from).flatMap(first => groups(first + 1, size - 1).map(rest => [first, ...rest]))
  return groups(0, agents) as unknown as Pairing[]
}

/**
 * The first games of each pairing, one for each rotation of the seats, then the next of each, and so on. All pairings thus progress equally,
 * and more games change no number. Who plays alone has two games at a time.
 */
export function fixtureOf(pairings: readonly Pairing[], number: number): Fixture {
  const size = pairings[0]!.length
  const inRound = size * pairings.length
  const [round, game] = [Math.floor((number - 1) / inRound), (number - 1) % inRound]
  const place = Math.floor(game / size)
  return { number, place, pairing: pairings[place]!, match: size * round + (game % size) }
}

/** @param games of each pairing */
export function fixturesOf(players: number, games: number, agents = 2): Fixture[] {
  const pairings = pairingsOf(players, agents)
  const size = pairings[0]?.length ?? 1
  const rounds = Math.ceil(games / size)
  const all = Array.from({ length: size * rounds * pairings.length }, (_, i) => fixtureOf(pairings, i + 1))
  return all.filter(({ match }) => match < games)
}

/** Places in the list of players, by seat. */
export function seatsOf(tournament: Tournament, fixture: Fixture): readonly number[] {
  return seatingFor(tournament, fixture).players.map(seat => fixture.pairing[seat]!)
}

export function orderOf(tournament: Tournament, fixture: Fixture): MatchOrder {
  const { game, options, boards, bounds, players } = tournament
  const { seed, players: seats } = seatingFor(tournament, fixture)
  const board = boards[Math.floor(fixture.match / seats.length) % boards.length]
  return {
    ...{ game, seed, bounds, position: board ?? START },
    ...(board === undefined && options && { options }),
    players: seatsOf(tournament, fixture).map(place => players[place]!.player),
  }
}

/** Each pairing has its own seeds, so that their games do not depend on each other. Players who play alone play the same seeds. */
function seatingFor({ seed }: Tournament, { place, match, pairing }: Fixture): Seating {
  if (pairing[0] === pairing[1]) return seatingOf(deriveSeed(seed, 0), 1, match)
  return seatingOf(deriveSeed(seed, place), pairing.length, match)
}

/** The content that determines the games. */
export function contentOf({ game, options, boards, bounds, players, seed }: Tournament) {
  const texts = players.map(({ player }) => makePlayerText(player))
  return { game, rules: options ?? {}, boards, bounds, players: texts, seed }
}

/** True if no clock decides, so that players and seeds determine the games. */
export function isReproducible({ players, bounds }: Tournament): boolean {
  return bounds.clockMs === undefined && players.every(({ player }) => player.limits.ms === undefined)
}

/** Hash of its content, for the name of a file. */
export function tournamentHash(tournament: Tournament): string {
  return contentHash(contentOf(tournament))
}

/** Searches behind a player's fingerprint: enough to distinguish rules, heuristics and searches, in a fraction of a second. */
const SAMPLE = { actions: 6, nodes: 300 } as const

/**
 * Fingerprint of the first moves of each player against itself, from the first start: shows if another lab plays the same. No clock
 * decides, so a limit on nodes replaces a player's times.
 */
export function playFingerprint(tournament: Tournament): string {
  const { game, options, boards, players, seed } = tournament
  const agents = agentsIn(tournament)
  const position = boards[0] ?? START
  const rules = boards.length === 0 && options ? { options } : {}
  const begun = players.map(({ player }) => {
    const timeless = withoutTimes(player)
    const order: MatchOrder = {
      game,
      position,
      ...rules,
      seed,
      bounds: { actions: SAMPLE.actions },
      players: Array.from({ length: agents }, () => timeless),
    }
    const { edges, fault, players } = playMatch(readMatch(order), { now: () => 0 })
    return [edges, fault?.reason, players.map(({ nodes }) => nodes)]
  })
  return contentHash(begun)
}

function withoutTimes({ clock: _, ...player }: MatchPlayer): MatchPlayer {
  const { ms: __, nodes = Infinity, ...limits } = player.limits
  if (!SEARCHERS[player.searcher].isLimited) return player
  return { ...player, limits: { ...limits, nodes: Math.min(nodes, SAMPLE.nodes) } }
}

/**
 * Checks that it can be played, before the first game.
 * @param games of each pairing
 * @throws {LabError} `BAD_POSITION`, `BAD_SETTING`, naming the rule, or the player and its field
 */
export function checkTournament(tournament: Tournament, games: number): void {
  const { game: id, options, boards, bounds, players, seed } = tournament
  const { game }: GameEntry = GAMES[id]
  const count = players.length
  if (boards.length > 0 && options) throw badSetting('rule', 'boards have their own rules; leave one of both out')
  const agents = agentsIn(tournament)
  if (agents > MOST_ARENA_PLAYERS) throw badSetting('game', `${id} is played by ${agents} here; an arena is for at most ${MOST_ARENA_PLAYERS}`) // oxfmt-ignore
  if (count < agents || count > MOST_ARENA_PLAYERS)
    throw badSetting(
      'players',
      `name ${agents} … ${MOST_ARENA_PLAYERS}, not ${count}${id === 'adversarial48' && count === 1 ? '; one plays alone with --rule randomTiles=true' : ''}`,
    )
  const pairings = pairingsOf(count, agents).length
  if (pairings * games > MOST_ARENA_GAMES)
    throw badSetting(
      'games',
      `${pairings} ${agents === 1 ? 'players' : 'pairings'} of ${games} games each are more than ${MOST_ARENA_GAMES} games`,
    )
  const position = boards[0] ?? START
  const rules = options && { options }
  const starts =
    boards.length > 0 ? boards.map(board => game.parse(board)) : [readPosition({ game: id, position, ...rules, seed })]
  for (const [i, its] of starts.map(start => game.agents(start)).entries()) {
    const where = boards.length > 0 ? `board ${i + 1} of ${id}` : id
    if (its !== agents) throw badSetting('boards', `${where} is played by ${its}, and board 1 by ${agents}`)
  }
  for (const { name, player } of players)
    try {
      readMatch({ game: id, position, ...rules, bounds, seed, players: Array.from({ length: agents }, () => player) })
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      throw new LabError(error.code, error.message.replace(/^players\.0/, name), error.detail, { cause: error })
    }
  refuseTwins(players.map(({ name, player }) => ({ name, content: playerContent(id, player) })))
}
