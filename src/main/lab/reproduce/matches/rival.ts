/** The rival's alpha-beta in games of 2048. */
import type { MatchLine } from '../../../../core/contract/files'
import { parsePlayerText } from '../../../../core/contract/playerText'
import { START } from '../../../../core/contract/searchers'
import { WON } from '../../../../core/games/adversarial48/rules'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { wilsonInterval, type Interval } from '../../../../core/stats/intervals'
import { gamesCell, matchLines } from '../made'
import { percent, percents, table, whole } from '../markdown'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { perMove } from './score'
import { matchesFingerprint, matchesOf, playMissing, type Series } from './series'

/** What others reached at a depth. */
interface Published {
  /** Lowest and highest, in percent. */
  readonly share: readonly [number, number]
  readonly ms: string
  /** Games of the author's program and those that it won, counted for this project. */
  readonly program: readonly [won: number, games: number]
}

interface Depth extends Series {
  readonly plies: string
  readonly published?: Published
}

const SEED = 20140406
const RULES = { game: 'adversarial48', position: START, options: { randomTiles: true } } as const

/** Source of the shares and times: the author's text, datumbox.com, 2014. A table changes neither move nor value. */
const DEPTHS = [
  {
    plies: '3',
    text: 'alphaBeta:rival:depth=3',
    games: 200,
    published: { share: [20, 20], ms: '< 50', program: [10, 200] },
  },
  {
    plies: '5',
    text: 'alphaBeta:rival:depth=5:table=20',
    games: 100,
    published: { share: [40, 40], ms: '1,000', program: [28, 100] },
  },
  {
    plies: '7',
    text: 'alphaBeta:rival:depth=7:table=20',
    games: 50,
    published: { share: [70, 80], ms: '27,000–28,000', program: [10, 18] },
  },
  { plies: '3, 5 or 7, by empty cells (ours)', text: 'alphaBeta:rival:depth=empty:table=20', games: 50 },
] as const satisfies readonly { plies: string; text: string; games: number; published?: Published }[]

function depthsOf(most: number): Depth[] {
  return DEPTHS.map(({ text, games, ...depth }) => ({
    ...depth,
    name: `${text} against random tiles`,
    rules: RULES,
    players: [parsePlayerText(text)],
    matches: Math.min(most, games),
    seed: SEED,
  }))
}

/** In 2048, where tiles come by chance. The shallow searches first: the deep ones take most of the time. */
export const rival: Reproduction = {
  fingerprint: () => matchesFingerprint(depthsOf(1), 30),
  async compute(bench, most) {
    for (const depth of depthsOf(most)) await playMissing(bench, `depth ${depth.plies}`, [depth])
  },
  isEnough: (results, most) => matchesOf(results, depthsOf(most)[0]!).length > 0,
  page: rivalPage,
}

function rivalPage(results: ResultsFile, command: string, most: number): string {
  const played = depthsOf(most).map(depth => ({ depth, matches: matchesOf(results, depth) }))
  return [
    '# 2048 by the rival’s alpha-beta',
    matchLines(results, command),
    [
      'V. Vryniotis, “Using Artificial Intelligence to solve the 2048 Game”, datumbox.com, 2014: alpha-beta that takes the random tile for an adversary who sets a 2 or a 4 on any empty cell.',
      'A ply is one move or one tile. Each game is one of 2048, whose tiles come by chance: a 2 in nine of ten. It ends with a 2048 or without a move. Each depth plays the same seeds.',
      '',
      '- **reached 2048**: the share of the games, with its 95 % interval (Wilson).',
      '- **published**: as its author’s text has it, which does not say of how many games. **author’s program**: the published program, run for this project, with the games that it won.',
      '- **nodes per move**: positions entered. From depth 5 on a transposition table saves some: a position that was searched to the same depth is not searched again, which changes neither value nor move.',
    ].join('\n'),
    table([
      [
        ...[
          'depth in plies',
          'games',
          'reached 2048',
          'share here',
          'published',
          'author’s program',
          'moves of a game',
          'nodes per move',
        ],
        ...['processor ms per move', 'published ms', 'processor s per game'],
      ],
      ...played.map(({ depth, matches }) => depthRow(depth, matches)),
    ]),
    '## What this says',
    [...played.flatMap(({ depth, matches }) => sentenceOf(depth, matches)), ...NOTES].join('\n'),
  ].join('\n\n')
}

function depthRow(depth: Depth, matches: readonly MatchLine[]): string[] {
  const { plies, published } = depth
  const games = gamesCell(matches, { games: depth.matches })
  const others = [published ? publishedText(published) : '', published ? shareText(...published.program) : '']
  if (matches.length === 0) return [plies, games, '', '', ...others, '', '', '', published?.ms ?? '', '']
  const moves = matches.reduce((sum, each) => sum + each.moves[0]!, 0)
  const ms = perMove(matches, 0, 'processorMs')
  return [
    plies,
    games,
    `${wonIn(matches)} of ${matches.length}`,
    `${percent(wonIn(matches) / matches.length)} ${percents(wilsonInterval(wonIn(matches), matches.length))}`,
    ...others,
    whole(moves / matches.length),
    whole(perMove(matches, 0, 'nodes')),
    numberText(ms, fixedDecimals(2)),
    published?.ms ?? '',
    numberText((ms * moves) / matches.length / 1000, fixedDecimals(1)),
  ]
}

function wonIn(matches: readonly MatchLine[]): number {
  return matches.filter(({ values }) => values[0] === WON).length
}

function shareText(won: number, games: number): string {
  return `${percent(won / games)} ${percents(wilsonInterval(won, games))}, ${won} of ${games}`
}

function publishedText({ share: [low, high] }: Published): string {
  return low === high ? `${low} %` : `${low}–${high} %`
}

/** In whole percents, as the page shows them. */
function placeOf([low, high]: readonly [number, number], interval: Interval): string {
  const [from, to] = interval.map(end => Math.round(100 * end)) as [number, number]
  if (high < from || low > to) return 'outside'
  if (low >= from && high <= to) return low === to || high === from ? 'at the end of' : 'within'
  return 'partly within'
}

/** Whether the share is the published one, and that of the author's program. */
function sentenceOf({ plies, published }: Depth, matches: readonly MatchLine[]): string[] {
  if (!published || matches.length === 0) return []
  const [low, high] = wilsonInterval(wonIn(matches), matches.length)
  const first = `the published ${publishedText(published)} lie ${placeOf(published.share, [low, high])} the interval of the share here`
  const [itsLow, itsHigh] = wilsonInterval(...published.program)
  const relation =
    low > itsHigh
      ? 'The share is clearly higher than that of the author’s program: the intervals do not meet'
      : high < itsLow
        ? 'The share is clearly lower than that of the author’s program: the intervals do not meet'
        : 'The share does not differ clearly from that of the author’s program: the intervals overlap'
  return [`- **Depth ${plies}**: ${first}. ${relation}.`]
}

const NOTES = [
  '- **Where the published program differs.** Its count of empty cells is kept from before the last move, because a move does not renew it. So a merge in the last ply frees no cell in its estimate, and a',
  '  board that was full before that move counts as lost unless a further move merges. Ours counts the cells of the board that is estimated, as the published formula says. What that',
  '  costs was not measured. Of moves of the same value ours takes the first of up, down, left and right, the program that of up, right, down and left.',
  '- **Times** are of other machines, ten years apart. Of ours they are processor time on one thread.',
  '- **Beyond this setting**: the shares are those of this heuristic, of games that end with a 2048, and of these depths. They say nothing of larger tiles. Whether chance should be taken for an adversary at all is the question',
  '  of [one-player minimax](one-player-minimax.md).',
]
