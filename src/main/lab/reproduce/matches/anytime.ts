/** Measures the value of more time for a deepening search, and how it spends the end of that time. */
import { matchLines } from '../made'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { concluded } from './conclusions'
import { CLEARLY, DUEL_COLUMNS, duelOf, duelTable, PLACES, verdictsText, type Duel } from './duels'
import { matchesFingerprint, matchesOf, playMissing } from './series'
import { timeMissing } from './timed'

const SEED = 20260105
const GAMES = { nodes: 100, time: 60 }
/** Each against twice as many. */
const NODES = [125, 250, 500, 1000, 2000] as const
const TIMES_MS = [5, 20] as const

function ladder(most: number): Duel[] {
  return PLACES.flatMap(([ground, heuristic]) =>
    NODES.map(nodes =>
      duelOf({
        ground,
        texts: [`alphaBeta:${heuristic}:nodes=${2 * nodes}`, `alphaBeta:${heuristic}:nodes=${nodes}`],
        cells: [ground.name, `\`${heuristic}\``, `${2 * nodes} against ${nodes}`],
        matches: Math.min(most, GAMES.nodes),
        seed: SEED,
      }),
    ),
  )
}

function contracts(most: number): Duel[] {
  return PLACES.flatMap(([ground, heuristic]) =>
    TIMES_MS.map(ms =>
      duelOf({
        ground,
        texts: [`alphaBeta:${heuristic}:time=${ms}`, `alphaBeta:${heuristic}:time=${ms}:deepening=contract`],
        cells: [ground.name, `\`${heuristic}\``, String(ms)],
        matches: Math.min(most, GAMES.time),
        seed: SEED,
      }),
    ),
  )
}

export const anytime: Reproduction = {
  fingerprint: () => matchesFingerprint(ladder(1), 6),
  async compute(bench, most) {
    await playMissing(bench, 'twice the nodes', ladder(most))
    await timeMissing(bench, { stage: 'interruptible and contract', limits: 'processor', warmUps: 1 }, contracts(most))
  },
  isEnough: (results, most) => ladder(most).every(duel => matchesOf(results, duel).length > 0),
  page: anytimePage,
}

function anytimePage(results: ResultsFile, command: string, most: number): string {
  return [
    '# Any-time search',
    matchLines(results, command, 'times and games under a clock'),
    [
      'The lecture (Technion 236501) and both course works: a search that deepens a ply at a time has a move whenever its time is over. Interruptible, it searches to the end of its time and keeps the root’s moves that',
      'the last iteration finished. By contract it knows its time, and begins no iteration that it would probably not finish: course work “Can’t Go Back” deepens while elapsed + 4 × (last iteration’s time) < limit.',
      'The sources have no figures. All players are alpha-beta; each seed is played twice, with sides swapped.',
      '',
      ...DUEL_COLUMNS,
    ].join('\n'),
    '## Twice the nodes',
    'Interruptible search with a limit on positions entered, so that each game can be reproduced from its seed.',
    duelTable(results, ['game', 'heuristic', 'nodes'], ['twice', 'once'], ladder(most)),
    '## Interruptible against contract',
    'In the same processor time, one game at a time. The time that a contract does not spend is lost here. Only a clock for the whole game would keep it for later moves.',
    duelTable(results, ['game', 'heuristic', 'ms per move'], ['interruptible', 'contract'], contracts(most)),
    '## What this says',
    concluded(results, [...ladder(Infinity), ...contracts(Infinity)], notesOf(results, most)).join('\n'),
  ].join('\n\n')
}

function notesOf(results: ResultsFile, most: number): string[] {
  return [
    `- **Twice the nodes** are ${verdictsText(results, ladder(most))}. In nearly every row they have more than half of the points, so more time is better. A doubling is worth so little that 100 games seldom show it clearly.`,
    `- **Interruptible search** is ${verdictsText(results, contracts(most))} against a contract of the same time per move.`,
    '- **A contract** spends only half to seven tenths of the time that interruptible search does: it does not begin what would not fit. So it gives away time, and loses little by it. With a clock for the whole game that time is not lost.',
    `- ${CLEARLY}`,
    '- **Beyond this setting**: a deeper search can play worse, because a heuristic that is seen from further away need not be truer. Once a game is searched to its end more time is worth nothing: on 7 × 7 cells that is soon so.',
  ]
}
