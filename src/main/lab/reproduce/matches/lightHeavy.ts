/** A light heuristic and a deep search against a heavy heuristic and a shallow one. */
import { parsePlayerText } from '../../../../core/contract/playerText'
import { START } from '../../../../core/contract/searchers'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { gamesCell, madeLines } from '../made'
import { table, whole } from '../markdown'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { perMove, scoreOf, scoreText, valueText, wonText } from './score'
import { matchesFingerprint, matchesOf, playMissing, type Series } from './series'

/** Plies of the heavy player: the source's, and one level deeper. */
const HEAVY_DEPTHS = [2, 3] as const
/** What the light player searches deeper, in plies; the source goes up to 2. */
const DIFFERENCES = [0, 1, 2, 3, 4, 5, 6, 8, 10] as const
const SOURCES = 2

const GAMES = 100
const SEED = 20260102

interface Duel extends Series {
  readonly heavy: number
  readonly light: number
}

function duels(most: number): Duel[] {
  return HEAVY_DEPTHS.flatMap(heavy =>
    DIFFERENCES.map(difference => {
      const light = heavy + difference
      const texts = [`alphaBeta:creditDifference:depth=${light}`, `alphaBeta:improved:depth=${heavy}`]
      return {
        name: `light at ${light}, heavy at ${heavy}`,
        rules: { game: 'warehouse', position: START, options: { steps: 100 } },
        players: texts.map(parsePlayerText),
        matches: Math.min(most, GAMES),
        seed: SEED,
        ...{ heavy, light },
      }
    }),
  )
}

export const lightHeavy: Reproduction = {
  fingerprint: () => matchesFingerprint(duels(1).filter(({ light }) => light < 6)),
  compute: (bench, most) => playMissing(bench, 'light against heavy', duels(most)),
  isEnough: (results, most) => duels(most).every(duel => matchesOf(results, duel).length > 0),
  page: lightHeavyPage,
}

function lightHeavyPage(results: ResultsFile, command: string, most: number): string {
  return [
    '# A light heuristic and a deep search against a heavy heuristic and a shallow one',
    madeLines(results, command),
    [
      'The course works play a player of a cheap heuristic, which searches deeper, against one of a dear heuristic, and find that depth wins: with the heavy player at depth 2 and the light one at',
      '2, 3 and 4, and again one level deeper. Here both are alpha-beta in the warehouse, 100 steps each, side by side on the same seeds with sides swapped. The light one',
      'sees the difference of the credits alone, the heavy one the heuristic `improved` of the work. Depths are in plies. Differences beyond 2 are ours.',
      '',
      '_Won_ is the share of all games, with its 95 % interval (Wilson); _credits ahead_ the mean difference of the credits at the end, light less heavy, with its 95 % interval over the pairs',
      'of games (Student).',
    ].join('\n'),
    ...HEAVY_DEPTHS.flatMap(heavy => [
      `## Heavy at depth ${heavy}`,
      table([HEAD, ...duels(most).filter(duel => duel.heavy === heavy).map(duel => duelRow(results, duel))]), // prettier-ignore
    ]),
  ].join('\n\n')
}

const HEAD = [
  'light at',
  'deeper by',
  'games',
  'light won–drawn–lost',
  'light won',
  'heavy won',
  'credits ahead',
  'nodes a move: light',
  'heavy',
  'processor ms a move: light',
  'heavy',
]

function duelRow(results: ResultsFile, duel: Duel): string[] {
  const matches = matchesOf(results, duel)
  const difference = duel.light - duel.heavy
  return [
    String(duel.light),
    `${difference}${difference > SOURCES ? ' (ours)' : ''}`,
    gamesCell(matches, { games: duel.matches }),
    scoreText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 1)),
    valueText(matches, 0),
    ...[0, 1].map(player => whole(perMove(matches, player, 'nodes'))),
    ...[0, 1].map(player => numberText(perMove(matches, player, 'processorMs'), fixedDecimals(2))),
  ]
}
