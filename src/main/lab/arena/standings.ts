/** Computes the results of a tournament from its games. */
import type { Score } from '../../../core/contract/calls'
import { clusteredShare } from '../../../core/stats/clusteredShare'
import {
  FEWEST_GAMES,
  type Interval,
  type Results,
  boundedInterval,
  eloOfPairs,
  eloOfScore,
  mostlyEqualInterval,
  wilsonInterval,
  withinRange,
} from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import { isBetter } from '../../../core/search/report'
import { WON } from '../../../core/games/adversarial48/game'
import { ALIKE_GAMES } from '../../../core/contentHash'
import type { GameSummary } from './gamesFile'
import { fixtureOf, pairingsOf, type Pairing } from './tournament'

/** Two games each: with fewer, an interval falls short of its level. */
const FEWEST_PAIRS = FEWEST_GAMES / 2
const FAULTS = ['threw', 'illegal', 'clock'] as const

interface Strength {
  /** Above the other, or above all others together; ±∞ for all points or none; `undefined` before a pair is finished. */
  readonly elo: number | undefined
  /** 95 %; none for few pairs. */
  readonly interval: Interval | undefined
}

export interface Standing extends Score, Strength {
  readonly name: string
  /** A win is one, a draw a half. */
  readonly points: number
  /** 95 %, of the shares of won, drawn and lost games, by pairs; without pairs Wilson's; none for few games. */
  readonly shares: Readonly<Record<keyof Score, Interval>> | undefined
  /** Mean utility of the player, with the 95 % interval by pairs, within what the game can pay; none if all pairs are equal. */
  readonly value: number | undefined
  readonly valueInterval: Interval | undefined
  readonly moves: number
  /** Over all moves. */
  readonly msPerMove: number | undefined
  readonly longestMs: number
  readonly nodesPerMove: number | undefined
  /** Searches that exceeded their time limit. */
  readonly overruns: number
  /** Games lost by each kind of fault. */
  readonly faults: Readonly<Record<(typeof FAULTS)[number], number>>
}

/** The first player against the second. */
export interface PairingScore extends Score, Strength {
  readonly players: readonly [one: number, other: number]
  /** Finished pairs of games with sides swapped. */
  readonly pairs: number
  /** Games that differ from each other in their start, seats or moves. */
  readonly different: number
  /** True if at most one game of each pair differs: the intervals are then too narrow, because they count every game as a new one. */
  readonly repeats: boolean
  /** True if both games of every pair are the same, of very many: the players seem to play alike. */
  readonly alike: boolean
  /** Games that ended at the action limit. */
  readonly undecided: number
}

export interface Standings {
  readonly games: number
  /** Players of a game. */
  readonly agents: number
  readonly players: readonly Standing[]
  /** Empty if a game has not two players. */
  readonly pairings: readonly PairingScore[]
}

/** A game from one player's side. */
interface Seen {
  readonly game: GameSummary
  readonly seat: number
  /** 1, ½ or 0. */
  readonly points: number
}

/** The least that a game of one player pays. */
const NO_POINTS = 0

const NO_PAIRS: Results = [0, 0, 0, 0, 0]

interface PlayedGame {
  /** Absent: two. */
  readonly agents?: number
  /** What it can pay, if that is known. */
  readonly range?: Interval | undefined
}

/** @param names of all players @param games in any order */
export function standingsOf(
  names: readonly string[],
  games: readonly GameSummary[],
  { agents = 2, range }: PlayedGame = {},
): Standings {
  const pairings = pairingsOf(names.length, agents)
  const byPairing = new Map(pairings.map(pairing => [pairing, new Map<number, GameSummary>()]))
  for (const game of games) {
    const { pairing, match } = fixtureOf(pairings, game.game)
    byPairing.get(pairing)!.set(match, game)
  }
  const met = [...byPairing].map(([pairing, its]) => ({ pairing, its, sums: agents === 2 ? sumsOf(its, pairing[0]) : NO_PAIRS }))
  const players = names.map((name, player) => {
    const own = met.filter(({ pairing }) => pairing.includes(player))
    const sums = own.map(({ pairing, sums }) => (pairing[0] === player ? sums : sums.toReversed()))
    const values = own.flatMap(({ its }) =>
      agents === 1 ? [...its.values()].map(game => game.values[0]!) : groupMeans(its, player, agents),
    )
    const seen = own.map(({ its }) => new Map([...its].map(([match, game]) => [match, seenBy(player, game)])))
    return {
      ...standingOf(name, seen, addedUp(sums), agents === 1),
      valueInterval:
        values.length < (agents === 1 ? FEWEST_GAMES : FEWEST_PAIRS)
          ? undefined
          : agents === 1
            ? (withinRange(mostlyEqualInterval(values) ?? null, [NO_POINTS, range?.[1] ?? Infinity]) ?? undefined)
            : range
              ? boundedInterval(values, range)
              : mostlyEqualInterval(values),
    }
  })
  const scores = agents === 2 ? met.map(({ pairing, its, sums }) => pairingScore(pairing, its, sums)) : []
  return { games: games.length, agents, players, pairings: scores }
}

function pairingScore([one, other]: Pairing, its: ReadonlyMap<number, GameSummary>, sums: Results): PairingScore {
  const games = [...its.values()]
  const pairs = count(sums)
  const different = new Set(games.map(({ course, seats }) => `${seats[0]} ${course}`)).size
  return {
    ...{ players: [one, other], ...scoreOf(games.map(game => seenBy(one, game))), ...strengthOf(sums) },
    ...{ pairs, different, repeats: pairs > 1 && different <= pairs },
    alike: games.length >= ALIKE_GAMES && groupsIn(its, 2).every(([first, swapped]) => first!.course === swapped!.course),
    undecided: games.filter(({ ended }) => ended === 'limit').length,
  }
}

/** @param met its games against each other player, by the number of the match */
function standingOf(
  name: string,
  met: readonly ReadonlyMap<number, Seen>[],
  sums: Results,
  isAlone: boolean,
): Omit<Standing, 'valueInterval'> {
  const all = met.flatMap(its => [...its.values()])
  const score = scoreOf(all)
  const sum = (of: 'moves' | 'nodes' | 'ms' | 'overruns') => all.reduce((total, { game, seat }) => total + game[of][seat]!, 0)
  const moves = sum('moves')
  const pairs = met.flatMap(inPairs)
  const share = (part: keyof Score) =>
    isAlone
      ? wilsonInterval(score[part], all.length)
      : clusteredShare(pairs.map(pair => ({ successes: scoreOf(pair)[part], trials: pair.length })))
  const faults = (reason: (typeof FAULTS)[number]) =>
    all.filter(({ game: { fault }, seat }) => fault?.agent === seat && fault.reason === reason).length
  return {
    name,
    ...score,
    points: score.wins + score.draws / 2,
    ...strengthOf(sums),
    shares: all.length < FEWEST_GAMES ? undefined : { wins: share('wins'), draws: share('draws'), losses: share('losses') },
    value: all.length === 0 ? undefined : mean(all.map(({ game, seat }) => game.values[seat]!)),
    moves,
    msPerMove: moves === 0 ? undefined : sum('ms') / moves,
    longestMs: all.reduce((longest, { game, seat }) => Math.max(longest, game.longestMs[seat]!), 0),
    nodesPerMove: moves === 0 ? undefined : sum('nodes') / moves,
    overruns: sum('overruns'),
    faults: { threw: faults('threw'), illegal: faults('illegal'), clock: faults('clock') },
  }
}

function seenBy(player: number, game: GameSummary): Seen {
  const seat = game.seats.indexOf(player)
  // who plays alone wins by reaching the goal of the game
  if (game.seats.length === 1) return { game, seat, points: Number(game.values[0] === WON) }
  if (game.winner !== undefined) return { game, seat, points: Number(game.winner === seat) }
  return { game, seat, points: game.seats.length === 2 || game.ended === 'limit' || isAtTop(game, seat) ? 0.5 : 0 }
}

/** Whether a player has the highest value without a fault: in games of three and more only such players draw. */
function isAtTop({ values, fault }: GameSummary, seat: number): boolean {
  return fault?.agent !== seat && !isBetter(Math.max(...values), values[seat]!)
}

function scoreOf(games: readonly Seen[]): Score {
  const having = (wanted: number) => games.filter(({ points }) => points === wanted).length
  return { wins: having(1), draws: having(0.5), losses: having(0) }
}

function strengthOf(sums: Results): Strength {
  const pairs = count(sums)
  if (pairs === 0) return { elo: undefined, interval: undefined }
  const points = sums.reduce<number>((sum, each, i) => sum + each * i, 0)
  if (pairs < FEWEST_PAIRS) return { elo: eloOfScore(points / (4 * pairs)), interval: undefined }
  return eloOfPairs(sums)
}

/** How often the two games of a pair gave the player 0, ½, 1, 1½ and 2 points. */
function sumsOf(its: ReadonlyMap<number, GameSummary>, player: number): Results {
  const sums: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  for (const pair of groupsIn(its, 2)) sums[2 * pair.reduce((points, game) => points + seenBy(player, game).points, 0)]!++
  return sums
}

function groupMeans(its: ReadonlyMap<number, GameSummary>, player: number, agents: number): number[] {
  return groupsIn(its, agents).map(games => mean(games.map(({ values, seats }) => values[seats.indexOf(player)]!)))
}

/** The finished groups of games with the same start, one game for each rotation of the seats. */
function groupsIn(its: ReadonlyMap<number, GameSummary>, agents: number): GameSummary[][] {
  return [...its.keys()].flatMap(match => {
    if (match % agents !== 0) return []
    const games = Array.from({ length: agents }, (_, i) => its.get(match + i)).filter(game => game !== undefined)
    return games.length === agents ? [games] : []
  })
}

/** Also the games of a group that is not finished. */
function inPairs(its: ReadonlyMap<number, Seen>): Seen[][] {
  const pairs = new Map<number, Seen[]>()
  for (const [match, seen] of its) {
    const number = Math.floor(match / seen.game.seats.length)
    pairs.set(number, [...(pairs.get(number) ?? []), seen])
  }
  return [...pairs.values()]
}

function addedUp(all: readonly (readonly number[])[]): Results {
  return [0, 1, 2, 3, 4].map(i => all.reduce((sum, each) => sum + each[i]!, 0)) as unknown as Results
}

function count(sums: Results): number {
  return sums.reduce<number>((sum, each) => sum + each, 0)
}
