/** Several moves from the tree of one search against a search for each move. */
import { matchLines } from '../made'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { concluded } from './conclusions'
import { CLEARLY, DUEL_COLUMNS, duelOf, duelTable, PLACES, verdictsText, type Duel } from './duels'
import { matchesFingerprint, matchesOf, playMissing } from './series'

const SEED = 20260107
const GAMES = 200
const DEPTHS = [2, 4, 6] as const

interface Comparison {
  readonly heading: string
  readonly text: string
  readonly sides: readonly [string, string]
  /** What follows the heuristic in the texts of both players. */
  readonly players: (depth: number) => readonly [string, string]
}

const stored = (depth: number) => `depth=${depth + 1}:replies=${Math.floor(depth / 2)}`

const COMPARISONS: readonly Comparison[] = [
  {
    heading: 'Stored against fresh',
    text: 'The comparison of the work: a search of D + 1 plies and ⌊D/2⌋ further moves from its tree, against a search of D plies each move.',
    sides: ['stored', 'fresh'],
    players: depth => [stored(depth), `depth=${depth}`],
  },
  {
    heading: 'What the ply more is worth',
    text: 'A search of D + 1 plies each move against one of D plies each move.',
    sides: ['D + 1', 'D'],
    players: depth => [`depth=${depth + 1}`, `depth=${depth}`],
  },
  {
    heading: 'What the old tree costs',
    text: 'The stored tree of D + 1 plies against a search of D + 1 plies each move: its further moves look less and less far ahead.',
    sides: ['stored', 'fresh'],
    players: depth => [stored(depth), `depth=${depth + 1}`],
  },
]

function duelsOf({ players }: Comparison, most: number): Duel[] {
  return PLACES.flatMap(([ground, heuristic]) =>
    DEPTHS.map(depth => {
      const [one, other] = players(depth).map(limit => `alphaBeta:${heuristic}:${limit}`)
      return duelOf({
        ground,
        texts: [one!, other!],
        cells: [ground.name, `\`${heuristic}\``, String(depth)],
        matches: Math.min(most, GAMES),
        seed: SEED,
      })
    }),
  )
}

function allDuels(most: number): Duel[] {
  return COMPARISONS.flatMap(comparison => duelsOf(comparison, most))
}

export const storedTree: Reproduction = {
  fingerprint: () => matchesFingerprint(allDuels(1), 12),
  compute: (bench, most) => playMissing(bench, 'stored trees', allDuels(most)),
  isEnough: (results, most) => allDuels(most).every(duel => matchesOf(results, duel).length > 0),
  page: storedTreePage,
}

function storedTreePage(results: ResultsFile, command: string, most: number): string {
  return [
    '# Several moves from one tree',
    matchLines(results, command),
    [
      'Course work “Can’t Go Back” spends its time on one deeper search and plays the next moves from the tree of that search, where the other’s answers are in it. It prints no figures.',
      'All players are alpha-beta. Each seed is played twice, with sides swapped. A move from a stored tree costs no search, so the nodes per move are those of all moves, stored ones too.',
      '',
      ...DUEL_COLUMNS,
    ].join('\n'),
    ...COMPARISONS.flatMap(comparison => [
      `## ${comparison.heading}`,
      comparison.text,
      duelTable(results, ['game', 'heuristic', 'D'], comparison.sides, duelsOf(comparison, most)),
    ]),
    '## What this says',
    concluded(results, allDuels(Infinity), notesOf(results, most)).join('\n'),
  ].join('\n\n')
}

function notesOf(results: ResultsFile, most: number): string[] {
  const [stored, deeper, old] = COMPARISONS.map(comparison => verdictsText(results, duelsOf(comparison, most)))
  return [
    `- **Stored against fresh**: stored is ${stored}. Playing from the tree saves nodes from D = 4 on. At D = 2 it saves none, because every second move is searched, and a ply deeper. It does not make the player stronger in general.`,
    `- **The ply more** alone is ${deeper}.`,
    `- **The old tree** is ${old}: what the further moves do not see costs about what the ply more gains.`,
    `- ${CLEARLY}`,
    '- **Beyond this setting**: the nodes saved are spent on nothing here. With a clock for the whole game they would be time for other moves. Alpha-beta cuts parts of its tree, but after its best move it keeps every answer of the other.',
    '  So the stored moves are worth at least the value of the search, up to its horizon.',
  ]
}
