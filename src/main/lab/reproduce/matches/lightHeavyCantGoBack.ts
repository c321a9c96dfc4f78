/** A light heuristic and a deep search against a heavy heuristic and a shallow one, in Can't Go Back. */
import type { ResultsFile } from '../resultsFile'
import { concluded } from './conclusions'
import { CLEARLY, DUEL_COLUMNS, duelOf, duelTable, GROUNDS, verdictOf, type Duel, type Ground } from './duels'
import { pointsInterval, pointsShare, pointsText } from './score'
import { matchesOf } from './series'

interface Setting {
  readonly heading: string
  readonly ground: Ground
  readonly heavy: number
  readonly heuristic: string
}

const SETTINGS: readonly Setting[] = [
  { heading: 'Heavy at depth 2', ground: GROUNDS.cantGoBack, heavy: 2, heuristic: 'heavy' },
  { heading: 'Heavy at depth 3', ground: GROUNDS.cantGoBack, heavy: 3, heuristic: 'heavy' },
  { heading: 'Heavy without its fruit part, at depth 2', ground: GROUNDS.cantGoBack, heavy: 2, heuristic: 'heavyWithoutFruits' },
  { heading: 'Heavy at depth 2, on 11 × 11 cells (ours)', ground: GROUNDS.largeCantGoBack, heavy: 2, heuristic: 'heavy' },
]

/** How much deeper the light player searches, in plies; the source goes up to 2. */
const DIFFERENCES = [0, 1, 2, 3, 4, 6] as const
const SOURCES = 2
const GAMES = 200
const SEED = 20260109

function duelsOf({ ground, heavy, heuristic }: Setting, most: number): Duel[] {
  return DIFFERENCES.map(difference =>
    duelOf({
      ground,
      texts: [`alphaBeta:scoreDifference:depth=${heavy + difference}`, `alphaBeta:${heuristic}:depth=${heavy}`],
      cells: [String(heavy + difference), `${difference}${difference > SOURCES ? ' (ours)' : ''}`],
      matches: Math.min(most, GAMES),
      seed: SEED,
    }),
  )
}

export function cantGoBackDuels(most: number): Duel[] {
  return SETTINGS.flatMap(setting => duelsOf(setting, most))
}

/** What the plot has of each setting: the light player's share of the points, by plies deeper. */
export function plotSeries(results: ResultsFile, most: number) {
  return SETTINGS.map(setting => ({
    name: setting.heading,
    points: duelsOf(setting, most).flatMap((duel, i) => {
      const matches = matchesOf(results, duel)
      if (matches.length === 0) return []
      const share = pointsShare(matches, 0)
      return [{ difference: DIFFERENCES[i]!, share, interval: pointsInterval(matches, 0) ?? [share, share] }]
    }),
  }))
}

/** Of the page of both games. */
export function cantGoBackSections(results: ResultsFile, most: number): string[] {
  return [
    [
      '## In Can’t Go Back',
      '',
      'Both players are alpha-beta on drawn boards of 7 × 7 cells. The light one sees the difference of the scores (`scoreDifference`), the heavy one the heuristic of the work.',
      '',
      ...DUEL_COLUMNS,
    ].join('\n'),
    '![Points of the light player against the plies that it searches deeper](light-heavy.svg)',
    ...SETTINGS.flatMap(setting => [
      `### ${setting.heading}`,
      duelTable(results, ['light at', 'deeper by'], ['light', 'heavy'], duelsOf(setting, most)),
    ]),
    '### What this says of “depth wins”',
    notesOf(results, most).join('\n'),
  ]
}

const ALL_GAMES = [
  '- **Deeper is better**: in each table the light player’s points grow with its depth. In that sense depth wins.',
  '- **Against the heuristic with its fruit part two plies are not enough.** That part counts fruits that can be reached, which a search sees by its depth alone. Against the heuristic without it the light player',
  '  has more than half of the points from one ply deeper on, and clearly more from three on: there the source’s finding holds.',
  '- **In the same time**: a position costs the heavy player ten to twenty times as much. On 7 × 7 cells light at 8 plies takes about as long as heavy at 2, and is ahead; on 11 × 11 cells it is not.',
]

function notesOf(results: ResultsFile, most: number): string[] {
  return [
    ...SETTINGS.map(setting => `- **${setting.heading}**: ${sentenceOf(results, duelsOf(setting, most))}`),
    ...concluded(results, cantGoBackDuels(Infinity), ALL_GAMES),
    `- ${CLEARLY} The source does not say how many games its plot is of, nor on which boards.`,
  ]
}

function sentenceOf(results: ResultsFile, duels: readonly Duel[]): string {
  const two = duels[DIFFERENCES.indexOf(SOURCES)]!
  const first = DIFFERENCES[duels.findIndex(duel => verdictOf(results, duel) === 'ahead')]
  const matches = matchesOf(results, two)
  const share = matches.length === 0 ? 'no games yet' : `${pointsText(matches, 0)} of the points`
  const from = first === undefined ? 'clearly ahead at none of these depths' : `clearly ahead first at ${first} plies deeper`
  return `${SOURCES} plies deeper, the light player has ${share}; it is ${from}.`
}
