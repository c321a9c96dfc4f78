/** How much of a clock for the whole game to spend on a move. */
import { matchLines } from '../made'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { concluded } from './conclusions'
import { DUEL_COLUMNS, duelOf, duelTable, GROUNDS, type Duel, type Ground } from './duels'
import { matchesFingerprint, matchesOf, type Series } from './series'
import { timeMissing } from './timed'

const SEED = 20260106
const GAMES = 60
const FACTORS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9] as const

interface Setting {
  readonly heading: string
  readonly ground: Ground
  readonly heuristic: string
  readonly clockMs: number
}

const SETTINGS: readonly Setting[] = [
  { heading: 'Heavy heuristic, 200 ms for a game', ground: GROUNDS.cantGoBack, heuristic: 'heavy', clockMs: 200 },
  { heading: 'Light heuristic, 200 ms for a game', ground: GROUNDS.cantGoBack, heuristic: 'scoreDifference', clockMs: 200 },
  { heading: 'Heavy heuristic, 50 ms for a game', ground: GROUNDS.cantGoBack, heuristic: 'heavy', clockMs: 50 },
  {
    heading: 'Heavy heuristic, 400 ms for a game on 11 × 11 cells',
    ground: GROUNDS.largeCantGoBack,
    heuristic: 'heavy',
    clockMs: 400,
  },
]

function duelsOf({ ground, heuristic, clockMs }: Setting, most: number): Duel[] {
  const player = (clock: string) => `alphaBeta:${heuristic}:clock=${clock}:deepening=contract`
  return FACTORS.map(factor =>
    duelOf({
      ground,
      texts: [player(String(factor)), player('even')],
      cells: [String(factor)],
      bounds: { clockMs },
      matches: Math.min(most, GAMES),
      seed: SEED,
    }),
  )
}

function allDuels(most: number): Duel[] {
  return SETTINGS.flatMap(setting => duelsOf(setting, most))
}

/** The same players with a limit that a clock does not decide. */
function timeless(series: Series): Series {
  const players = series.players.map(({ clock: _, ...player }) => ({ ...player, limits: { nodes: 500 } }))
  const { bounds: _, ...rules } = series.rules
  return { ...series, rules, players }
}

export const clock: Reproduction = {
  fingerprint: () =>
    matchesFingerprint(
      SETTINGS.map(setting => timeless(duelsOf(setting, 1)[0]!)),
      40,
    ),
  compute: (bench, most) => timeMissing(bench, { stage: 'factors of a clock', limits: 'processor', warmUps: 1 }, allDuels(most)),
  isEnough: (results, most) => allDuels(most).every(duel => matchesOf(results, duel).length > 0),
  page: clockPage,
}

function clockPage(results: ResultsFile, command: string, most: number): string {
  return [
    '# A clock for the whole game',
    matchLines(results, command, 'all'),
    [
      'Course work “Can’t Go Back”: with one clock for all moves a search may take factor · time left. Its authors found 0.3 by a sweep, of which they print no figures. Their baseline splits the time evenly.',
      'Here each factor plays against the even split, which divides the time left by the most moves that can follow. Both are alpha-beta by contract: no iteration is begun that would probably not end in time. A player that',
      'exceeds its clock has lost. Each seed is played twice, with sides swapped, one game at a time; clocks run in processor time. These games cannot be played again from their seeds.',
      '',
      ...DUEL_COLUMNS,
      '- **lost by the clock**: games that the player lost because it exceeded its clock; they are among those that it lost.',
    ].join('\n'),
    ...SETTINGS.flatMap(setting => [
      `## ${setting.heading}`,
      duelTable(results, ['factor'], ['factor', 'even'], duelsOf(setting, most)),
    ]),
    '## What this says',
    concluded(results, allDuels(Infinity), NOTES).join('\n'),
  ].join('\n\n')
}

const NOTES = [
  '- **On 7 × 7 cells** the factor hardly matters: the points of all factors up to 0.7 are about equal. At 0.9 the heavy player with 50 ms loses 16 of 60 games by the clock.',
  '- **On 11 × 11 cells** it matters. No factor up to 0.5 is clearly better or worse than the even split; at 0.7 and 0.9 the player is clearly behind. Most games that it loses there it loses by the clock: 26 of 44, and 34 of 50.',
  '  It spends too much on the first moves, and too little is left even for the smallest search. What such a factor is worth to a player that never exceeds its clock was not measured.',
  '- **So 0.3** is the largest factor that has more than half of the points in every table. The sweep does not single it out: 0.05 to 0.5 do as well, within these intervals. From 0.4 on some games on 11 × 11 cells are lost by the clock.',
  '- **Beyond this setting**: the baseline is weak, and so it says little that many factors are as good. On 7 × 7 cells no player has more than 22 moves, and at its time per move the even split spends at most a third of 200 ms:',
  '  it reserves time for moves that seldom come, and a contract does not begin what would not fit. A better guess of the moves left would be a stronger one.',
]
