/** Figures of matches: what players come to in some of them. */
import type { GameLine, MatchRow } from '../../../core/contract/files'
import { WON } from '../../../core/games/adversarial48/game'
import { numberText } from '../../../core/numberText'
import { FEWEST_GAMES, tInterval, wilsonInterval, type Interval } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import {
  type Sources,
  type Table,
  type TableRow,
  decimals,
  gamesText,
  groupedText,
  percent,
  percents,
  shareText,
  unknownFigure,
  whole,
} from './text'

/** Pairs and more of them at least for an interval over seeds, of which each is played from all seats. */
const FEWEST_SEEDS = FEWEST_GAMES / 2

/** A player in a match. */
interface Seat {
  readonly match: GameLine
  readonly player: number
}
type Seats = readonly Seat[]
type Total = 'moves' | 'nodes' | 'processorMs' | 'overruns'

/** Columns of a table that names none, after its variables. */
export function usualMatchColumns({ players, bounds, ahead }: MatchRow): string[] {
  if (players.length === 1) return ['games', 'value', 'nodes', 'ms']
  const clock = bounds?.clockMs === undefined ? [] : ['clock 0', 'clock 1']
  return [
    'games',
    'score',
    'won 0',
    'won 1',
    ahead === undefined ? 'points' : 'ahead',
    'nodes 0',
    'nodes 1',
    'ms 0',
    'ms 1',
    ...clock,
  ]
}

const LED: Readonly<Record<string, string>> = {
  nodes: 'nodes per move',
  ms: 'processor ms per move',
  clock: 'lost by the clock',
}
const NAMED: Readonly<Record<string, string>> = { score: 'won–drawn–lost', won: 'won' }

/** The first player's head says what, that of the others only their name. */
export function matchHead({ names, ahead }: MatchRow, id: string): string {
  const [what = '', player = '0'] = id.split(' ')
  const name = names?.[Number(player)] ?? `player ${Number(player) + 1}`
  if (what === 'ahead') return ahead ?? what
  if (NAMED[what]) return `${name} ${NAMED[what]}`
  if (LED[what]) return player === '0' ? `${LED[what]}: ${name}` : name
  return what
}

/**
 * Figures by id; `nodes 1` is that of the second player, `nodes *` that of all.
 * @throws {LabError} `BAD_SETTING` for another id
 */
export function matchCell(row: MatchRow, id: string, { results, rows }: Sources): string {
  const matches = results.games(row)
  if (id === 'games') return gamesText(matches, row.games)
  if (matches.length === 0) return ''
  if (id === 'actions' && !row.players.every(text => text.startsWith('greedy'))) return ''
  const [what = '', player = '0'] = id.split(' ')
  const players = player === '*' ? row.players.map((_, i) => i) : [Number(player)]
  const seats = matches.flatMap(match => players.map(each => ({ match, player: each })))
  if (what !== 'longer') return figureOf(seats, what)
  const base = rows.find(({ name }) => name === row.base)
  if (!base || base === row) return ''
  const others = new Map(results.games(base).map(match => [match.game, match]))
  const both = seats.filter(({ match }) => others.has(match.game))
  const ratio = ({ match }: Seat) => Math.log(msOf([match]) / msOf([others.get(match.game)!]))
  return seedsText(both, ratio, log => decimals(Math.exp(log), 2), 2)
}

/** @throws {LabError} `BAD_SETTING` */
function figureOf(seats: Seats, what: string): string {
  const { won, drawn, lost } = scoreOf(seats)
  const eachText = (values: readonly number[]) => groupedText(values, values, whole, FEWEST_GAMES)
  const value = ({ match, player }: Seat) => match.values[player]!
  const moves = seats.map(({ match, player }) => match.moves[player]!)
  switch (what) {
    case 'score':
      return `${won}–${drawn}–${lost}`
    case 'won':
      return wonText(won, seats.length)
    case 'lost':
      return wonText(lost, seats.length)
    case 'points': {
      const [share, interval] = [percent(mean(seats.map(pointsOf))), pointsInterval(seats)]
      return interval ? `${share} ${percents(interval)}` : share
    }
    case 'ahead':
      return seedsText(seats, value, each => decimals(each, 1), FEWEST_SEEDS)
    case 'value':
      return eachText(seats.map(value))
    case 'moves':
      return eachText(moves)
    case 'meanMoves':
      return whole(mean(moves))
    case 'nodes':
      return whole(totalOf(seats, 'nodes') / totalOf(seats, 'moves'))
    case 'ms':
      return decimals(totalOf(seats, 'processorMs') / totalOf(seats, 'moves'), 2)
    case 'seconds':
      return decimals(totalOf(seats, 'processorMs') / seats.length / 1000, 1)
    case 'gameMs': // the mean of the games, which are timed one by one
      return seedsText(
        seats,
        ({ match }) => msOf([match]),
        ms => numberText(ms, 'size'),
        2,
      )
    case 'actions': // greedy enters the position and each that an action leads to
      return decimals(mean(seats.map(({ match }) => sum(match.nodes!) / sum(match.moves) - 1)), 1)
    case 'late':
      return whole(totalOf(seats, 'overruns'))
    case 'clock':
      return whole(
        seats.filter(({ match: { fault }, player }) => fault?.player === player && fault.reason.startsWith('clock:')).length,
      )
    case 'reached': // a 2048
      return `${seats.filter(seat => value(seat) === WON).length} of ${seats.length}`
    case 'share':
      return shareText(seats.filter(seat => value(seat) === WON).length, seats.length)
    default:
      throw unknownFigure(what)
  }
}

/** True if the interval of the first player's points excludes a half, and on which side; `even` also for few games. */
export function verdictOf(matches: readonly GameLine[]): 'ahead' | 'behind' | 'even' {
  const [low, high] = pointsInterval(matches.map(match => ({ match, player: 0 }))) ?? [0, 1]
  if (low > 0.5) return 'ahead'
  return high < 0.5 ? 'behind' : 'even'
}

/** Each player against all others, those with the most wins first. */
export function playersTable(rows: readonly MatchRow[], { results }: Sources): Table {
  const ahead = rows[0]!.ahead === undefined ? [] : ['ahead']
  const lines = [...new Set(rows.flatMap(({ names }) => names!))].flatMap(name => {
    const seats = rows.flatMap((row): Seat[] => {
      const player = row.names!.indexOf(name)
      return player < 0 ? [] : results.games(row).map(match => ({ match, player }))
    })
    if (seats.length === 0) return []
    const figures = ['score', 'won', 'lost', ...ahead, 'nodes', 'ms', 'late'].map(what => figureOf(seats, what))
    return [{ won: scoreOf(seats).won / seats.length, key: name, cells: [name, whole(seats.length), ...figures] }]
  })
  const head = ['agent', 'games', 'won–drawn–lost', 'won', 'lost', ...ahead.map(() => rows[0]!.ahead!)]
  return {
    head: [...head, 'nodes per move', 'processor ms per move', 'late moves'],
    rows: lines.toSorted((a, b) => b.won - a.won),
  }
}

/** Each two players. */
export function pairsTable(rows: readonly MatchRow[], sources: Sources): Table {
  const ahead = rows[0]!.ahead === undefined ? [] : ['ahead']
  const lines = rows.flatMap((row): TableRow[] => {
    const matches = sources.results.games(row)
    if (matches.length === 0) return []
    const figures = ['games', 'score', 'won 0', 'won 1', ...ahead].map(id => matchCell(row, id, sources))
    const moves = whole(mean(matches.map(match => sum(match.moves))))
    return [{ key: row.names!.join(', '), cells: [...row.names!, ...figures, moves] }]
  })
  const head = ['first', 'second', 'games', 'won–drawn–lost', 'first won', 'second won']
  return { head: [...head, ...ahead.map(() => rows[0]!.ahead!), 'moves of both'], rows: lines }
}

function scoreOf(seats: Seats) {
  const points = seats.map(pointsOf)
  const [won, drawn, lost] = [1, 0.5, 0].map(wanted => points.filter(each => each === wanted).length)
  return { won: won!, drawn: drawn!, lost: lost! }
}

/** A win is one, a draw a half. */
function pointsOf({ match: { winner }, player }: Seat): number {
  return winner === undefined ? 0.5 : Number(winner === player)
}

/** The share of wins; empty for few matches. */
function wonText(won: number, matches: number): string {
  return matches < FEWEST_GAMES ? '' : `${percent(won / matches)} ${percents(wilsonInterval(won, matches))}`
}

/** The share of the points, by Student over the seeds: matches from one seed are not independent. `undefined` if they are few or equal. */
function pointsInterval(seats: Seats): Interval | undefined {
  const means = seedMeans(seats, pointsOf)
  if (means.length < FEWEST_SEEDS || new Set(means).size < 2) return undefined
  const [low, high] = tInterval(means)
  return [Math.max(0, low), Math.min(1, high)]
}

/** Mean of all values, with Student's interval over the means of the seeds. */
function seedsText(seats: Seats, value: (seat: Seat) => number, text: (value: number) => string, fewest: number): string {
  return seats.length === 0 ? '' : groupedText(seats.map(value), seedMeans(seats, value), text, fewest)
}

function seedMeans(seats: Seats, value: (seat: Seat) => number): number[] {
  const seeds = [...new Set(seats.map(({ match }) => match.seed))]
  return seeds.map(seed => mean(seats.filter(({ match }) => match.seed === seed).map(value)))
}

function totalOf(seats: Seats, what: Total): number {
  return sum(seats.map(({ match, player }) => match[what]?.[player] ?? NaN))
}

/** Processor time per move of all players. */
function msOf(matches: readonly GameLine[]): number {
  return sum(matches.flatMap(({ processorMs }) => processorMs!)) / sum(matches.flatMap(({ moves }) => moves))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
