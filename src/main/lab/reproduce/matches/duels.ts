/** Tables of series between two players. */
import { parsePlayerText } from '../../../../core/contract/playerText'
import { START } from '../../../../core/contract/searchers'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { gamesCell } from '../made'
import { table, whole } from '../markdown'
import type { ResultsFile } from '../resultsFile'
import { perMove, pointsInterval, pointsText, scoreOf, scoreText, wonText } from './score'
import { matchesOf, type Series } from './series'

/** Two players of whom a table has a row. */
export interface Duel extends Series {
  /** The first cells of its row. */
  readonly cells: readonly string[]
}

/** Games that duels are played in. */
export interface Ground {
  readonly name: string
  readonly rules: Series['rules']
}

export const GROUNDS = {
  cantGoBack: { name: 'Can’t Go Back', rules: { game: 'cantGoBack', position: START } },
  /** Where few games can be searched to their end. */
  largeCantGoBack: {
    name: 'Can’t Go Back, 11 × 11',
    rules: { game: 'cantGoBack', position: START, options: { width: 11, height: 11, blocked: 20 } },
  },
  warehouse: { name: 'warehouse', rules: { game: 'warehouse', position: START, options: { steps: 100 } } },
} as const satisfies Readonly<Record<string, Ground>>

/** Games and their heuristics in which searches are compared. */
export const PLACES: readonly (readonly [Ground, heuristic: string])[] = [
  [GROUNDS.cantGoBack, 'heavy'],
  [GROUNDS.largeCantGoBack, 'heavy'],
  [GROUNDS.largeCantGoBack, 'scoreDifference'],
  [GROUNDS.warehouse, 'improved'],
]

export interface DuelOrder extends Pick<Duel, 'cells' | 'matches' | 'seed'> {
  readonly ground: Ground
  /** Of the two players. */
  readonly texts: readonly [string, string]
  readonly bounds?: Series['rules']['bounds']
}

export function duelOf({ ground: { name, rules }, texts, bounds, ...rest }: DuelOrder): Duel {
  const clock = bounds?.clockMs === undefined ? '' : `, ${bounds.clockMs} ms each`
  return {
    ...rest,
    name: `${texts.join(' against ')}, ${name}${clock}`,
    rules: { ...rules, ...(bounds && { bounds }) },
    players: texts.map(parsePlayerText),
  }
}

/** What the columns of `duelTable` say. */
export const DUEL_COLUMNS = [
  '- **won**: the share of all games, drawn ones too, with its 95 % interval (Wilson), which takes games as independent; the two of a seed are not quite.',
  '- **points**: a win is one, a draw a half; the first player’s share of them, with its 95 % interval (Student) over the pairs of games with sides swapped.',
]

/** @param head of the cells @param sides what the two players are called */
export function duelTable(
  results: ResultsFile,
  head: readonly string[],
  [one, other]: readonly [string, string],
  duels: readonly Duel[],
): string {
  return table([
    [
      ...[...head, 'games', `${one} won–drawn–lost`, `${one} won`, `${other} won`, 'points'],
      ...[`nodes per move: ${one}`, other, `processor ms per move: ${one}`, other],
      ...(hasClock(duels) ? [`lost by the clock: ${one}`, other] : []),
    ],
    ...duels.map(duel => [...duel.cells, ...figuresOf(results, duel), ...(hasClock(duels) ? lostByClock(results, duel) : [])]),
  ])
}

function hasClock(duels: readonly Duel[]): boolean {
  return duels.some(({ rules }) => rules.bounds?.clockMs !== undefined)
}

/** Games of each player; of none played nothing. */
function lostByClock(results: ResultsFile, duel: Duel): string[] {
  const matches = matchesOf(results, duel)
  if (matches.length === 0) return ['', '']
  return [0, 1].map(player =>
    whole(matches.filter(({ fault }) => fault?.player === player && fault.reason.startsWith('clock:')).length),
  )
}

/** True if the interval of the first player's points excludes a half, and on which side; `even` also for few games. */
export function verdictOf(results: ResultsFile, duel: Duel): 'ahead' | 'behind' | 'even' {
  const [low, high] = pointsInterval(matchesOf(results, duel), 0) ?? [0, 1]
  if (low > 0.5) return 'ahead'
  return high < 0.5 ? 'behind' : 'even'
}

/** `clearly ahead in 3 of 12 rows and clearly behind in 1` */
export function verdictsText(results: ResultsFile, duels: readonly Duel[]): string {
  const verdicts = duels.map(duel => verdictOf(results, duel))
  const count = (wanted: string) => verdicts.filter(each => each === wanted).length
  return `clearly ahead in ${count('ahead')} of ${duels.length} rows and clearly behind in ${count('behind')}`
}

/** What `clearly` says of a row. */
export const CLEARLY =
  'Clearly: the interval of the points leaves 50 % out. Of twenty rows of equal players one does so by chance.'

function figuresOf(results: ResultsFile, duel: Duel): string[] {
  const matches = matchesOf(results, duel)
  const games = gamesCell(matches, { games: duel.matches })
  if (matches.length === 0) return [games, ...Array<string>(8).fill('')]
  return [
    games,
    scoreText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 1)),
    pointsText(matches, 0),
    ...[0, 1].map(player => whole(perMove(matches, player, 'nodes'))),
    ...[0, 1].map(player => numberText(perMove(matches, player, 'processorMs'), fixedDecimals(2))),
  ]
}
