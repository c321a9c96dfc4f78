/** The summary of a bench, for people. */
import { face } from '../../../../core/games/twenty48/board'
import { endsAt2048 } from '../../../../core/contract/playerText'
import type { Player } from '../../../../core/games/twenty48/player'
import type { Depth, SearchLimits } from '../../../../core/search/settings'
import { intervalAfter } from '../../../../core/stats/confidenceSequence'
import type { Comparison, MachinePace, Provenance } from '../../../../core/contract/calls'
import type { Outcome } from './compareAnswer'
import { block, columns, pairs, present, roomOf, table, unbroken } from '../output/layout'
import { bare, counted, duration, percent, short, whole } from '../output/numbers'
import { padEnd, width, type Style } from '../output/style'

/** Longest and shortest bar, in columns. */
const BAR = { most: 24, least: 6 } as const
const EIGHTHS = ' ▏▎▍▌▋▊▉'

const SHORTER_GAMES = 'the games that were finished are the shorter ones, so these scores are too low.'
const FIRST_GAMES = 'Only games before the first unfinished one count.'

/** The machines that played under a clock, and their pace. */
export function machinesText(machines: readonly MachinePace[]): string {
  return machines
    .map(
      ({ name, games, nodesPerSecond }) =>
        `${name ?? 'this machine'} ${counted(games, 'game')}, ${whole(nodesPerSecond)} nodes/s`,
    ) // oxfmt-ignore
    .join(' · ')
}

type Summary = Comparison['players'][number]

export function benchTable(result: Comparison, outcome: Outcome, style: Style): string[] {
  const { ended, looks, games } = result
  const summary = result.players[0]!
  const { id: batch, seconds } = outcome
  const provenance = outcome.provenances[0]!
  const { seed, validation, maxSlides } = outcome.plan
  const { games: planned, width, minutes } = outcome.plan.rule
  const played = (games < planned ? `${whole(games)} of ` : '') + counted(planned, 'game')
  const head = [
    style.bold(
      `${provenance.profile} · ${played} · ${validation === undefined ? '' : `validation${validation > 0 ? ` from game ${validation} on` : ''} of `}seed ${seed}${batch === null ? '' : ` · batch ${batch}`}`,
    ),
    style.dim(describePlayer(provenance)),
    style.dim(`${counted(provenance.threads, 'thread')} · ${duration(seconds * 1000)} · ${provenance.hardware.cpu}`),
    '',
  ]
  if (games === 0) return block([...head, 'No game was finished.'])
  const notes = present([
    ended === 'signal' && `Interrupted: ${width === undefined && minutes === undefined ? SHORTER_GAMES : FIRST_GAMES}`,
    ended === 'minutes' && `Ended by the clock: another run may have more or fewer games. ${FIRST_GAMES}`,
    maxSlides !== undefined && `Games ended after ${counted(maxSlides, 'move')} at the latest.`,
    endsAt2048(provenance) && `${provenance.profile}: ${AT_2048}`,
    provenance.limits.ms !== undefined && 'Limited by time: the same seed plays other games next time.',
    summary.machines && `Played on several machines: ${machinesText(summary.machines)}`,
    batch === null && (ended === 'signal' ? 'Not saved: this bench cannot be resumed.' : 'Not saved.'),
    ended === 'rule' && `Ended by its rule after ${counted(games, 'game')}.`,
    looks > 1 && `The interval of the mean is valid however often it was looked at; this was ${counted(looks, 'look')}.`,
    summary.interval
      ? `Intervals are 95 %: ${looks > 1 ? 'a confidence sequence' : 'Student and bootstrap-t'} of the mean, Wilson of the shares.`
      : 'Fewer than ten games: their scores instead of an interval of the mean. Shares: Wilson, 95 %.',
  ]).map(style.dim)
  return block([
    ...head,
    ...scoreLines(summary, looks, style),
    '',
    ...tileLines(summary, style),
    '',
    ...speedLines(summary, style),
    '',
    ...notes,
  ])
}

function scoreLines(summary: Summary, looks: number, style: Style): string[] {
  const { mean, scores, median, max } = summary
  const interval = intervalAfter(looks, summary)
  const rows = [
    ['mean score', style.bold(whole(mean!)), interval ? `[${whole(interval[0])} – ${whole(interval[1])}]` : ''],
    ...(scores ? [['scores', '', scores.map(whole).join(' ')]] : []),
    ['median', whole(median!), ''],
    ['best', whole(max!), ''],
  ]
  return table(['', '', ''], rows, { align: 'lrl', style })
}

/** From the largest tile that every game reached to the largest that any did. */
function tileLines({ games, reach, maxTile }: Summary, style: Style): string[] {
  const faces = Object.keys(reach).filter(face => reach[face]!.share > 0)
  const reached = faces.slice(
    Math.max(
      0,
      faces.findLastIndex(face => reach[face]!.share === 1),
    ),
  )
  const rows = reached.toReversed().map(face => {
    const { share, interval } = reach[face]!
    const { [face]: largest = 0 } = maxTile
    return [
      face,
      percent(share, games),
      `[${percent(interval[0], games)} – ${percent(interval[1], games)}]`,
      percent(largest, games),
    ]
  })
  const head = ['tile', 'reached', '', 'as largest']
  const align = 'rrlr'
  const lines = columns([head.map(style.dim), ...rows], align)
  const wide = Math.max(...lines.map(width)) + 2
  const most = Math.min(BAR.most, roomOf(style) - wide)
  if (most < BAR.least) return table(head, rows, { align, style })
  const bars = [
    '',
    ...reached.toReversed().map(face => style.tile(Math.log2(Number(face)), bar(reach[face]!.share, most), 'ink')),
  ]
  return lines.map((line, i) => (padEnd(line, wide) + bars[i]!).trimEnd())
}

function speedLines({ msPerMove, nodesPerSecond }: Summary, style: Style): string[] {
  const { mean, p50, p95, p99 } = msPerMove
  const times = [['mean', mean], ['p50', p50], ['p95', p95], ['p99', p99]] as const // oxfmt-ignore
  const known = times.map(([name, ms]) => unbroken(`${style.dim(name)} ${ms === null ? '–' : duration(ms)} `))
  return pairs([['time per move', known.join(' ')], ['nodes/s', short(nodesPerSecond)]], roomOf(style)) // oxfmt-ignore
}

/** A share as a bar of at most `most` columns, to an eighth of a character. */
function bar(share: number, most: number): string {
  const eighths = Math.round(share * most * 8)
  return ('█'.repeat(eighths / 8) + (EIGHTHS[eighths % 8] ?? '')).trim()
}

/** Limits and settings; a searcher's text has both. */
export function describePlayer(player: Pick<Player, 'limits' | 'settings' | 'searcher'>): string {
  return player.searcher ?? `${describeLimits(player.limits)} · ${describeSettings(player)}`
}

export const AT_2048 = 'a 2048 ends its games, as in its source: the share of games that reach it counts, not their points.'

function describeLimits({ depth, nodes, ms }: SearchLimits): string {
  const parts = present([
    depth !== undefined && describeDepth(depth),
    nodes !== undefined && `${short(nodes)} nodes`,
    ms !== undefined && duration(ms),
  ])
  return parts.join(', ')
}

function describeDepth(depth: Depth): string {
  if (typeof depth === 'number') return `depth ${depth}`
  return depth === 'distinct' ? 'depth by distinct tiles' : 'depth by empty cells'
}

function describeSettings({ settings }: Pick<Provenance, 'settings'>): string {
  const { leaf, points, dead, floor, cut, table, tableBits, expert } = settings
  return present([
    `${leaf} leaves`,
    points === 'added' && 'points added',
    cut === 0 ? 'no cut' : `cut ${bare(cut)}`,
    dead === 'heuristic' ? 'dead by heuristic' : `dead ${bare(dead)}`,
    floor !== 'none' && `floor ${bare(floor)}`,
    table === 'off' ? 'no table' : `table ${table} 2^${tableBits}`,
    expert && `expert from ${expert.least} walls of ${face(expert.target)}`,
  ]).join(' · ')
}
