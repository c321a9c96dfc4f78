/** The page of the wall tests: survival by free cells, player beside player. */
import type { Interval } from '../../../../core/stats/intervals'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { differenceByBoards, summaryOf, type WallDifference, type WallRow, type WallSummary } from '../../wallTest/wallSummary'
import type { WallPlan } from '../../wallTest/wallPlan'
import { madeLines } from '../made'
import { table, whole } from '../markdown'
import type { ResultsFile } from '../resultsFile'
import { recordOf, wallTests, type WallTest } from './wallTests'

export function wallTestsPage(results: ResultsFile, command: string, most: number): string {
  const played = wallTests(most)
    .map(test => {
      const record = recordOf(results, test)
      return { test, summary: summaryOf(record), byBoards: differenceByBoards(record) }
    })
    .filter(({ summary }) => summary.players.some(({ all }) => all))
  return [
    '# The strongest players beside walls',
    madeLines(results, command),
    [
      'A [wall test](../walls.md) plays the hard phases of long games alone: from a board just before the sum of all tiles reaches a multiple',
      'to the next multiple and 64 more. Walls are tiles of the multiple or more, at least four and all different; free cells are the',
      'others. Each cell of a table is the share of phases that a player survived, with its 95 % interval by games: Wilson’s of the phases',
      'divided by their design effect and by (t/z)². Both players play the same boards with the same new tiles; a difference is in percentage points (pp),',
      'and has an interval from ten games on, Student’s over the games, or a wider one where most games have no difference. Before multiples',
      'of 512 the first 120 boards were played three times, the others once. Rows count every phase that was played, as `lab walls` does, so',
      'a board that was played three times weighs three times as much: a row is then one share of the phases beside it. Below such a table is',
      'the difference with every board weighed alike.',
    ].join('\n'),
    ...played.flatMap(({ test, summary, byBoards }) => [
      `## ${headingOf(test)}`,
      testTable(summary),
      ...(test.parts.length > 1 ? [`Every board weighed alike: ${differenceText(byBoards)}.`] : []),
      commandsOf(test),
    ]),
  ].join('\n\n')
}

function headingOf({ plan: { source } }: WallTest): string {
  return `Boards of the games of ${source.from.name}, before multiples of ${whole(source.multiple)}`
}

function testTable({ players, differences }: WallSummary): string {
  const names = players.map(({ name }) => name)
  const rows = differences.map(({ cells, games, phases, difference, interval }) => {
    const shares = players.map(({ rows, all }) => shareText(cells === null ? all! : rows.find(row => row.cells === cells)!))
    return [
      cells === null ? 'all' : whole(cells),
      ...[whole(games), whole(phases)],
      ...shares,
      differenceText({ difference, interval }),
    ]
  })
  return table([['free cells', 'games', 'phases', ...names, names.join(' − ')], ...rows])
}

function differenceText({ difference, interval }: Pick<WallDifference, 'difference' | 'interval'>): string {
  return `${numberText(difference, 'percentagePoints')}${interval ? ` ${between(interval, percentNumber)}` : ''}`
}

/** The lab plays the same test, with its boards' player first. */
function commandsOf({ parts }: WallTest): string {
  return parts.map(plan => `\`${commandOf(plan)}\``).join(' and\n')
}

function commandOf({ source, seed, continuations, players }: WallPlan): string {
  const words = players.map(({ name, player }) => ({ name, cut: player.settings.cut }))
  const [first, other] = [
    words.find(({ name }) => name === source.from.name)!,
    words.find(({ name }) => name !== source.from.name)!,
  ]
  return `lab walls --profile ${first.name} --cut ${first.cut} --against ${other.name} --multiple ${source.multiple} --boards ${source.boards} --continuations ${continuations} --seed ${seed}`
}

function shareText({ share, interval }: WallRow): string {
  return `${percent(share)} ${between(interval, percentNumber)}`
}

function between([low, high]: Interval, text: (value: number) => string): string {
  return `[${text(low)} – ${text(high)}]`
}

function percent(share: number): string {
  return `${percentNumber(share)} %`
}

function percentNumber(share: number): string {
  return numberText(100 * share, fixedDecimals(1))
}
