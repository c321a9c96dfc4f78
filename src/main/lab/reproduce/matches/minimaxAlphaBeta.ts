/** Measures the value of alpha-beta's cuts in games. */
import { matchLines } from '../made'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { concluded } from './conclusions'
import { CLEARLY, DUEL_COLUMNS, duelOf, duelTable, PLACES, verdictsText, type Duel } from './duels'
import { matchesFingerprint, matchesOf, playMissing } from './series'
import { timeMissing } from './timed'

const SEED = 20260104
const GAMES = { time: 60, nodes: 100, depth: 20 }
const TIMES_MS = [5, 20] as const
const NODES = [300, 3000] as const
const DEPTHS = [2, 4, 6] as const

function duelsAt(kind: keyof typeof GAMES, limits: readonly string[], most: number): Duel[] {
  return PLACES.flatMap(([ground, heuristic]) =>
    limits.map(limit =>
      duelOf({
        ground,
        texts: [`alphaBeta:${heuristic}:${limit}`, `minimax:${heuristic}:${limit}`],
        cells: [ground.name, `\`${heuristic}\``, limit.split('=')[1]!],
        matches: Math.min(most, GAMES[kind]),
        seed: SEED,
      }),
    ),
  )
}

const timedDuels = (most: number) => duelsAt('time', TIMES_MS.map(ms => `time=${ms}`), most) // oxfmt-ignore
const nodeDuels = (most: number) => duelsAt('nodes', NODES.map(nodes => `nodes=${nodes}`), most) // oxfmt-ignore
const deepDuels = (most: number) => duelsAt('depth', DEPTHS.map(depth => `depth=${depth}`), most) // oxfmt-ignore

export const minimaxAlphaBeta: Reproduction = {
  fingerprint: () => matchesFingerprint([...nodeDuels(1), ...deepDuels(1)], 6),
  async compute(bench, most) {
    await playMissing(bench, 'the same depth', deepDuels(most))
    await playMissing(bench, 'the same nodes', nodeDuels(most))
    await timeMissing(bench, { stage: 'the same time', limits: 'processor', warmUps: 1 }, timedDuels(most))
  },
  isEnough: (results, most) => nodeDuels(most).every(duel => matchesOf(results, duel).length > 0),
  page: minimaxAlphaBetaPage,
}

function minimaxAlphaBetaPage(results: ResultsFile, command: string, most: number): string {
  const sides = ['alpha-beta', 'minimax'] as const
  return [
    '# Alpha-beta against minimax',
    matchLines(results, command, 'times and games under a clock'),
    [
      'The lecture (Technion 236501): alpha-beta has the value of minimax and visits fewer leaves. The course works use both with one heuristic. None has figures of games between them.',
      'Each seed is played twice, with sides swapped. Can’t Go Back has 7 × 7 cells, the warehouse 5 × 5.',
      '',
      ...DUEL_COLUMNS,
    ].join('\n'),
    '## At the same depth',
    'Both play the same moves, so the points are equal: a law, and a check of the lab. The nodes are what the cuts save.',
    duelTable(results, ['game', 'heuristic', 'plies'], sides, deepDuels(most)),
    '## With the same nodes',
    'Both deepen until they have entered that many positions; alpha-beta comes deeper.',
    duelTable(results, ['game', 'heuristic', 'nodes'], sides, nodeDuels(most)),
    '## In the same time',
    'Both deepen until that much processor time is over, one game at a time. These games cannot be played again from their seeds.',
    duelTable(results, ['game', 'heuristic', 'ms per move'], sides, timedDuels(most)),
    '## What this says',
    concluded(results, [...deepDuels(Infinity), ...nodeDuels(Infinity), ...timedDuels(Infinity)], notesOf(results, most)).join(
      '\n',
    ),
  ].join('\n\n')
}

function notesOf(results: ResultsFile, most: number): string[] {
  return [
    '- **At the same depth** alpha-beta enters between a quarter and two thirds of minimax’s positions at 6 plies.',
    `- **With the same nodes** alpha-beta is ${verdictsText(results, nodeDuels(most))}.`,
    `- **In the same time** alpha-beta is ${verdictsText(results, timedDuels(most))}.`,
    `- ${CLEARLY}`,
    '- **Alpha-beta is faster, and it wins somewhat more for it**: at 20 ms it has more than half of the points in every row.',
    '- **Why not more**: these games branch little. In Can’t Go Back a player has at most three moves after its first, so with half of the positions saved alpha-beta comes about one ply deeper. A ply more wins from 53 to 66 % of the',
    '  points in Can’t Go Back and from 54 to 56 % in the warehouse: see [stored-tree](stored-tree.md).',
    '- **Beyond this setting**: the part of the positions that is saved grows with depth and branching, as [ordering](ordering.md) counts. In games with more moves or at deeper searches more is to be expected.',
  ]
}
