/** Chance as chance, or chance as an adversary: 2048 by expectimax and by minimax. */
import type { MatchLine } from '../../../../core/contract/files'
import { parsePlayerText } from '../../../../core/contract/playerText'
import { START } from '../../../../core/contract/searchers'
import { WON } from '../../../../core/games/adversarial48/rules'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { FEWEST_GAMES, tInterval, wilsonInterval, type Interval } from '../../../../core/stats/intervals'
import { mean } from '../../../../core/stats/summary'
import { gamesCell, matchLines } from '../made'
import { percent, percents, table, whole, wholes } from '../markdown'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { concluded } from './conclusions'
import { perMove } from './score'
import { matchesFingerprint, matchesOf, playMissing, type Series } from './series'

const SEED = 20151124
const GAMES = 100

const BY = { minimax: 'alphaBeta', expectimax: 'expectimax' } as const
type Rule = keyof typeof BY

interface Row extends Series {
  readonly rule: Rule
  readonly label: string
}

interface Part {
  readonly heading: string
  readonly text: (matches: readonly MatchLine[]) => string
  /** Of a game, what is counted. */
  readonly figure: string
  readonly value: (matches: readonly MatchLine[]) => string
  readonly labels: readonly string[]
  readonly row: (rule: Rule, label: string) => Pick<Series, 'rules' | 'keepsSeats'> & { readonly texts: readonly string[] }
}

const PARTS: readonly Part[] = [
  {
    heading: '2048 with the thesis’s heuristic, hand-tuned',
    text: () =>
      'Both have the same leaves: the points since the root and the heuristic. That is not the thesis’s evaluation, which leaves the points out, but minimax has them in it.',
    figure: 'mean points',
    value: pointsCell,
    labels: ['2', '3'],
    row: (rule, depth) => ({
      rules: { game: 'twenty48', position: START },
      texts: [
        rule === 'minimax'
          ? `alphaBeta:handTuned:depth=${depth}`
          : `expectimax:handTuned:depth=${depth}:points=added:dead=utility`,
      ],
    }),
  },
  {
    heading: '2048 with the rival’s heuristic',
    text: () => 'Games end with a 2048; counted are those that reach it.',
    figure: 'reached 2048',
    value: reachedCell,
    labels: ['2', '3', '4'],
    row: (rule, depth) => ({
      rules: { game: 'adversarial48', position: START, options: { randomTiles: true } },
      texts: [
        rule === 'minimax' ? `alphaBeta:rival:depth=${depth}` : `expectimax:rival:depth=${depth}:points=added:dead=utility`,
      ],
    }),
  },
  {
    heading: 'Against an adversary who sets the tiles',
    text: matches =>
      [
        `The other way round: here the tiles are set by alpha-beta that searches 2 plies with the rival’s heuristic, to the player’s harm. ${whole(wonIn(matches))} of ${whole(matches.length)} games come to a 2048, so the moves of`,
        'a game are counted. Expectimax takes all tiles of the adversary as equally likely.',
      ].join('\n'),
    figure: 'moves of a game',
    value: slidesCell,
    labels: ['2', '3', '4'],
    row: (rule, depth) => ({
      rules: { game: 'adversarial48', position: START },
      keepsSeats: true,
      texts: [
        rule === 'minimax'
          ? `alphaBeta:rival:depth=${depth}`
          : `expectimax:rival:depth=${depth}:points=added:dead=utility:opponent=chance`,
        'alphaBeta:rival:depth=2',
      ],
    }),
  },
]

function rowsOf(part: Part, most: number): Row[] {
  return part.labels.flatMap(label =>
    (['expectimax', 'minimax'] as const).map(rule => {
      const { texts, ...rest } = part.row(rule, label)
      return {
        ...rest,
        ...{ rule, label, seed: SEED, matches: Math.min(most, GAMES) },
        name: `${texts.join(' against ')}, ${part.heading}`,
        players: texts.map(parsePlayerText),
      }
    }),
  )
}

function allRows(most: number): Row[] {
  return PARTS.flatMap(part => rowsOf(part, most))
}

export const onePlayerMinimax: Reproduction = {
  fingerprint: () => matchesFingerprint(allRows(1), 20),
  async compute(bench, most) {
    for (const part of PARTS) await playMissing(bench, part.heading, rowsOf(part, most))
  },
  isEnough: (results, most) => allRows(most).every(row => matchesOf(results, row).length > 0),
  page: onePlayerPage,
}

function onePlayerPage(results: ResultsFile, command: string, most: number): string {
  return [
    '# Minimax and expectimax for a game of one player',
    matchLines(results, command),
    [
      'The thesis (2015) names the argument for minimax in 2048, to play safe as if the tiles were set by an adversary, and rejects it: chance does not want to harm the player. Its example: leaves of 10 and 10 against 100 and 9.',
      'Minimax takes the first pair (10 against 9), expectimax with equal chances the second (54.5 against 10). It plays no such games. Here both rules play 2048, at the same depths with the same heuristic.',
      'Minimax is alpha-beta, which has its values. A ply is a move or a tile. All rows have the same seeds, but after the first difference in moves the tiles differ too.',
      'Intervals are of 95 %: Wilson’s of shares, Student’s of means.',
    ].join('\n'),
    ...PARTS.flatMap(part => {
      const matches = rowsOf(part, most).flatMap(row => matchesOf(results, row))
      return [`## ${part.heading}`, part.text(matches), partTable(part, results, most)]
    }),
    '## What this says',
    concluded(results, allRows(Infinity), NOTES).join('\n'),
  ].join('\n\n')
}

function partTable(part: Part, results: ResultsFile, most: number): string {
  const rows = rowsOf(part, most).map(row => {
    const matches = matchesOf(results, row)
    const games = gamesCell(matches, { games: row.matches })
    if (matches.length === 0) return [row.label, row.rule, games, '', '', '']
    const ms = numberText(perMove(matches, 0, 'processorMs'), fixedDecimals(2))
    return [row.label, row.rule, games, part.value(matches), whole(perMove(matches, 0, 'nodes')), ms]
  })
  return table([['plies', 'chance by', 'games', part.figure, 'nodes per move', 'processor ms per move'], ...rows])
}

function pointsCell(matches: readonly MatchLine[]): string {
  return meanText(matches.map(({ values }) => values[0]!))
}

function slidesCell(matches: readonly MatchLine[]): string {
  return meanText(matches.map(({ moves }) => moves[0]!))
}

function wonIn(matches: readonly MatchLine[]): number {
  return matches.filter(({ values }) => values[0] === WON).length
}

function reachedCell(matches: readonly MatchLine[]): string {
  const won = wonIn(matches)
  return `${percent(won / matches.length)} ${percents(wilsonInterval(won, matches.length))}`
}

function meanText(values: readonly number[]): string {
  const interval: Interval | undefined = values.length < FEWEST_GAMES ? undefined : tInterval(values)
  return `${whole(mean([...values]))}${interval ? ` ${wholes(interval)}` : ''}`
}

const NOTES = [
  '- **The thesis is right to reject the argument**, where the search looks far enough to see tiles come and go. With its heuristic expectimax scores twice as much at 3 plies; with the rival’s it reaches 2048 more often at 4.',
  '- **At shallow depths it makes no clear difference**: at 2 plies with either heuristic, and at 3 with the rival’s.',
  '- **Cost**: at the same depth expectimax enters from 1.4 to 3.3 times as many positions, because it can cut nothing. In about the same time it still is ahead with the rival’s heuristic: its 4 plies take about as long as the 5 plies of',
  '  alpha-beta in [rival](rival.md), which reach 2048 half as often. With the thesis’s heuristic this was not measured.',
  '- **To play safe is right against an adversary**: if the tiles are set by one, minimax holds out longer, clearly at 2 and 3 plies. So the argument is wrong of chance, not of minimax.',
  '- **Beyond this setting**: two heuristics, and at most 4 plies. A heuristic whose values are wrong by more than chance is worth may turn this round; both are on the scale of points, which a mean needs and a minimum does not.',
]
