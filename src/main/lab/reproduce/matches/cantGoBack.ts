/** The players of Can't Go Back against each other. */
import type { MatchBounds } from '../../../../core/match/match'
import { matchLines } from '../made'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { concluded } from './conclusions'
import { GROUNDS, type Ground } from './duels'
import { meetingTables, pairingsOf, playedOf, type Agent, type Pairing } from './roundRobin'
import { matchesFingerprint, matchesOf, playMissing } from './series'
import { timeMissing } from './timed'

const SEED = 20260108

const AGENTS: readonly Agent[] = [
  { name: 'random', text: 'random', searches: false },
  { name: 'simple', text: 'greedy:onwardMoves', searches: false },
  { name: 'greedy', text: 'greedy:scoreDifference', searches: false },
  { name: 'nearest fruit', text: 'alphaBeta:nearestFruit', searches: true },
  { name: 'minimax', text: 'minimax:heavy', searches: true },
  { name: 'alpha-beta', text: 'alphaBeta:heavy', searches: true },
  { name: 'alpha-beta, ordered', text: 'alphaBeta:heavy:order=static', searches: true },
  { name: 'alpha-beta, no fruits', text: 'alphaBeta:heavyWithoutFruits', searches: true },
  { name: 'alpha-beta, light', text: 'alphaBeta:scoreDifference', searches: true },
]

/** The work's: the share of the score difference, in constant time, with plain alpha-beta. */
const TOURNAMENT: Agent = { name: 'tournament', text: 'alphaBeta:heavy(1,0,0,0,0)', searches: true }

/** Agents that share out a clock for the whole game. */
const GLOBAL: readonly Agent[] = [
  { name: 'global time', text: 'alphaBeta:heavy:clock=0.3:deepening=contract', searches: false },
  { name: 'global time, even', text: 'alphaBeta:heavy:clock=even:deepening=contract', searches: false },
  {
    name: 'tournament, global time',
    text: 'alphaBeta:heavy(1,0,0,0,0):clock=0.3:deepening=contract',
    searches: false,
  },
]

/** 22 moves, which no game on this board exceeds, at 20 ms each, and some to be late by. */
const CLOCK: MatchBounds = { clockMs: 500 }

interface Setting {
  readonly stage: string
  readonly limit: string
  readonly matches: number
  readonly agents: readonly Agent[]
  readonly bounds?: MatchBounds
  /** Absent: the usual one. */
  readonly ground?: Ground
}

const SETTINGS = {
  nodes: { stage: '1,000 nodes a move', limit: 'nodes=1000', matches: 100, agents: [...AGENTS, TOURNAMENT] },
  large: {
    stage: '1,000 nodes a move, 11 × 11 cells',
    limit: 'nodes=1000',
    matches: 20,
    agents: AGENTS.filter(({ name }) => !['random', 'greedy', 'nearest fruit'].includes(name)),
    ground: GROUNDS.largeCantGoBack,
  },
  clock: {
    stage: '20 ms a move',
    limit: 'time=20:deepening=contract',
    matches: 10,
    agents: [...AGENTS, ...GLOBAL],
    bounds: CLOCK,
  },
} as const satisfies Readonly<Record<string, Setting>>

function cantGoBackPairings(setting: keyof typeof SETTINGS, most: number): Pairing[] {
  const { agents, bounds, matches, ground = GROUNDS.cantGoBack, ...rest }: Setting = SETTINGS[setting]
  const rules = { ...ground.rules, ...(bounds && { bounds }) }
  return pairingsOf({ ...rest, rules, seed: SEED, matches: Math.min(most, matches) }, agents)
}

export const cantGoBack: Reproduction = {
  fingerprint: () => matchesFingerprint(cantGoBackPairings('nodes', 1), 40),
  async compute(bench, most) {
    for (const setting of ['nodes', 'large'] as const)
      await playMissing(bench, SETTINGS[setting].stage, cantGoBackPairings(setting, most))
    const timing = { stage: SETTINGS.clock.stage, limits: 'processor', warmUps: 1 } as const
    await timeMissing(bench, timing, cantGoBackPairings('clock', most))
  },
  isEnough: (results, most) => cantGoBackPairings('nodes', most).every(pairing => matchesOf(results, pairing).length > 0),
  page: cantGoBackPage,
}

function cantGoBackPage(results: ResultsFile, command: string, most: number): string {
  const tables = (setting: keyof typeof SETTINGS) =>
    meetingTables(SETTINGS[setting].agents, playedOf(results, cantGoBackPairings(setting, most)))
  const listed = [...SETTINGS.nodes.agents, ...GLOBAL].map(({ name, text }) => `- **${name}**: \`${text}\``)
  return [
    '# The players of Can’t Go Back against each other',
    matchLines(results, command, 'times and games under a clock'),
    [
      'Course work “Can’t Go Back” (Technion 236501): two players on a grid where each visited cell is closed. Its text compares its players in words, so there are no figures beside ours.',
      'Boards are drawn: 7 × 7 cells, 7 of them blocked, fruits on a fifth of the free ones. Each seed is played twice, with sides swapped.',
      '',
      ...listed,
      '',
      'In the columns:',
      '',
      '- **won**, **lost**: shares of all games, drawn ones too, with 95 % intervals (Wilson), which take games as independent; those of one seed are not quite.',
      '- **late moves**: moves that took 5 ms more than their limit in time.',
    ].join('\n'),
    '## At 1,000 nodes a move',
    'Players that search deepen until they have entered 1,000 positions. First each player against all others, then each pair.',
    ...tables('nodes'),
    '## At 1,000 nodes a move, on 11 × 11 cells (ours)',
    'On 7 × 7 cells 1,000 nodes reach the end of many games, so that searches differ little. Here fewer do: 20 of 121 cells are blocked.',
    ...tables('large'),
    '## Under a clock of 20 ms a move',
    [
      'Players that search deepen by contract, for at most 20 ms of processor time a move; the three of global time share out 500 ms for the whole game, which the clock of each player holds. Games are played one at a time.',
      'They cannot be played again from their seeds: what a search reaches in 20 ms depends on the machine.',
    ].join('\n'),
    ...tables('clock'),
    '## What this says',
    concluded(
      results,
      (['nodes', 'large', 'clock'] as const).flatMap(setting => cantGoBackPairings(setting, Infinity)),
      NOTES,
    ).join('\n'),
  ].join('\n\n')
}

const NOTES = [
  '- **Looking ahead wins**: at 1,000 nodes each player that searches wins most games against each that looks one move ahead. `simple` is not clearly better than `greedy`. There is a board that was made for it (docs/cant-go-back.md).',
  '- **With the same nodes the heavy heuristic is the better one**: it wins about 61 of 100 games against the light one. It takes about ten times as long for them, so this says nothing of the same time.',
  '- **In the same time**, 20 ms a move, light and heavy win as many, as far as 110 games of each show; so do the players that share out a clock for the whole game by 0.3 of the time left.',
  '- **The cuts of alpha-beta do not show** here: minimax wins as many. On 7 × 7 cells 1,000 nodes reach the end of many games, and then looking further is worth nothing. See [alpha-beta against minimax](minimax-alphabeta.md).',
  '- **Ordered children do not pay** here: the static order takes four times as long, because it evaluates each child, and wins no more.',
  '- **The nearest fruit** alone is a bad guide, as the work says: it loses to every other heuristic that searches as long.',
  '- **Beyond this setting**: on 11 × 11 cells heavy without fruits, light and `simple` are behind in the same order; the three with the whole heavy heuristic are too close to distinguish in 100 games each. Another share of fruits, or another penalty, was not tried.',
]
