/** A wall test for people. */
import { FEWEST_GAMES, type Interval } from '../../../../core/stats/intervals'
import { face } from '../../../../core/games/twenty48/board'
import type { WallDifference, WallRow } from '../../../../core/contract/calls'
import type { WallOutcome } from '../../../lab/localLab'
import { describePlayer } from '../compare/benchTable'
import { block, present, table } from '../output/layout'
import { counted, duration, percent, percentagePoints, whole } from '../output/numbers'
import type { Style } from '../output/style'

export function wallsTable(outcome: WallOutcome, style: Style, interrupted: boolean): string[] {
  const { plan, summary, threads, cpu } = outcome
  const { source, players, seed, continuations } = plan
  const head = [
    style.bold(
      `${players.map(({ name }) => name).join(' · ')} · ${counted(summary.boards, 'board')} of ${counted(summary.games, 'game')} · ${counted(continuations, 'continuation')} each · seed ${seed}`,
    ),
    ...[
      ...players.map(({ name, player }) => `${name}: ${describePlayer(player)}`),
      `boards: games of ${source.from.name}, seed ${source.gameSeed}, just before a multiple of ${whole(source.multiple)}, ${source.walls} or more different walls${source.leastSum > 0 ? `, sum at least ${whole(source.leastSum)}` : ''}`,
      `${counted(threads, 'thread')} · ${cpu}`,
    ].map(style.dim),
    '',
  ]
  if (summary.players.every(({ all }) => !all)) return block([...head, 'No phase was finished.'])
  return block([
    ...head,
    ...summary.players.flatMap(({ name, rows, all, msPerMove }) => [
      style.bold(`${name}${msPerMove === null ? '' : `, ${duration(msPerMove)} per move`}`),
      ...rowLines([...rows, ...(all ? [all] : [])], style),
      '',
    ]),
    ...(summary.differences.length > 0 ? [...differenceLines(outcome, style), ''] : []),
    ...notesOn(outcome, interrupted).map(style.dim),
  ])
}

function rowLines(rows: readonly WallRow[], style: Style): string[] {
  const head = ['free cells', 'boards', 'games', 'phases', 'survived', 'share', '95 %']
  const lines = rows.map(({ cells, boards, games, phases, survived, share, interval }) => [
    cellsText(cells),
    whole(boards),
    whole(games),
    whole(phases),
    whole(survived),
    style.bold(shareText(share)),
    intervalText(interval),
  ])
  return table(head, lines, { align: 'rrrrrrl', style, lesser: [2, 4] })
}

function differenceLines({ plan, summary }: WallOutcome, style: Style): string[] {
  const [one, other] = plan.players.map(({ name }) => name)
  const head = ['free cells', 'games', 'phases', 'difference', '95 %']
  const lines = summary.differences.map(({ cells, games, phases, difference, interval }: WallDifference) => [
    cellsText(cells),
    whole(games),
    whole(phases),
    style.bold(percentagePoints(difference)),
    interval ? `[${percentagePoints(interval[0])} – ${percentagePoints(interval[1])}]` : '–',
  ])
  return [style.bold(`${one} − ${other}`), ...table(head, lines, { align: 'rrrrl', style, lesser: [1] })]
}

function notesOn({ plan, summary }: WallOutcome, interrupted: boolean): string[] {
  const { multiple } = plan.source
  const hasNone = summary.differences.some(({ interval, games }) => !interval && games < FEWEST_GAMES)
  return present([
    interrupted && 'Interrupted: only finished phases are counted.',
    plan.players.some(({ player }) => player.limits.ms !== undefined) &&
      'Limited by time: the same seed plays other games next time.',
    `A phase is survived if the game reaches the next multiple and 64 more. Walls are tiles of ${whole(face(Math.log2(multiple)))} or more, free cells all the others.`,
    'Intervals: Wilson, 95 %, with fewer trials where the boards of one game agree more than chance would have it.',
    summary.differences.length > 0 &&
      `Differences: in percentage points (pp), of the same boards and tiles; intervals by games${hasNone ? ', from ten games on' : ''}.`,
  ])
}

function cellsText(cells: number | null): string {
  return cells === null ? 'all' : whole(cells)
}

function shareText(share: number): string {
  return percent(share, 1000)
}

function intervalText([low, high]: Interval): string {
  return `[${shareText(low)} – ${shareText(high)}]`
}
