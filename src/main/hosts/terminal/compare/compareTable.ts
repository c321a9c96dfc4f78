/** A comparison for people. */
import type { StopRule } from '../../../../core/contract/files'
import { intervalAfter } from '../../../../core/stats/confidenceSequence'
import { CONFIDENCE, FEWEST_GAMES, type Interval } from '../../../../core/stats/intervals'
import type { Comparison, Difference } from '../../../../core/contract/calls'
import type { Outcome } from './compareAnswer'
import { AT_2048, describePlayer, machinesText } from './benchTable'
import { endsAt2048 } from '../../../../core/contract/playerText'
import { block, present, table } from '../output/layout'
import { counted, duration, measured, percent, whole } from '../output/numbers'
import type { Style } from '../output/style'

export function compareTable(result: Comparison, outcome: Outcome, style: Style): string[] {
  const { plan, provenances, id, seconds } = outcome
  const { games, players, differences } = result
  const number = id === null ? '' : ` · comparison ${id}`
  const head = [
    style.bold(`${players.map(({ name }) => name).join(' · ')} · ${counted(games, 'game')} each · seed ${plan.seed}${number}`),
    ...[
      ...plan.players.map(({ name, player }) => `${name}: ${describePlayer(player)}`),
      `${counted(provenances[0]!.threads, 'thread')} · ${duration(seconds * 1000)} · ${provenances[0]!.hardware.cpu}`,
      `rule: ${ruleText(plan.rule)}`,
    ].map(style.dim),
    '',
  ]
  if (games === 0) return block([...head, 'No seed was played by every player.'])
  return block([
    ...head,
    ...playerLines(result, style),
    '',
    ...differenceLines(result, style),
    '',
    ...differences.map(each => style.bold(verdictText(each, plan.rule, games))),
    '',
    ...[
      ...notesOn(result),
      ...plan.players.filter(({ player }) => endsAt2048(player)).map(({ name }) => `${name}: ${AT_2048}`),
      ...(id === null ? ['Not saved.'] : []),
    ].map(style.dim),
  ])
}

function notesOn({ players, differences, correlation, ended, games, looks }: Comparison): string[] {
  const several = differences.length > 1
  return present([
    ended === 'signal' && 'Interrupted: only the seeds that every player had finished, from the first on, are counted.',
    ended === 'minutes' && 'Ended by the clock: another run may have more or fewer games.',
    ...players
      .filter(({ reproducible }) => !reproducible)
      .map(({ name }) => `${name} is limited by time: not reproducible, the same seeds give other games next time.`),
    ...players.flatMap(({ name, machines }) => (machines ? [`${name}: ${machinesText(machines)}`] : [])),
    `Differences are of games on the same seeds: the paired test uses the correlation (${correlation.pairs.map(({ r }) => (r === null ? '–' : measured(r))).join(', ')}).`,
    ...(games < FEWEST_GAMES
      ? ['Fewer than ten games: their scores instead of intervals.']
      : [
          `Intervals of differences: ${levelText(differences)}${several ? ' each, so that all of them hold together with 95 %' : ''}. "Every look" is a confidence sequence, which the verdicts are by: it waits until fifty games differ where some do not; "one look" is Student’s.`,
          `p: paired t test, for one look${several ? '; p (Holm) is adjusted by Holm’s method for all pairs' : ''}.`,
          ...(differences.some(({ verdict, p, holm }) => verdict === 'open' && (holm ?? p ?? 1) < 1 - CONFIDENCE)
            ? [
                `${several ? 'p (Holm)' : 'p'} is below 0.05 beside "open": it holds for one look at a number of games that was fixed before, the verdict after any number. The interval at every look is wider and still contains 0.`,
              ]
            : []),
          `Means: 95 %, ${looks > 1 ? 'a confidence sequence, which holds at every look' : 'Student and bootstrap-t'}.`,
        ]),
  ])
}

function levelText([first, ...others]: readonly Difference[]): string {
  return percent(first!.level, others.length > 0 ? 1000 : 0)
}

function playerLines({ players, looks }: Comparison, style: Style): string[] {
  const isListed = players[0]!.scores !== undefined
  const head = ['player', 'mean', isListed ? 'scores' : 'interval', 'median', 'best', 'time/move', '']
  const rows = players.map(player => [
    player.name,
    style.bold(whole(player.mean!)),
    player.scores ? player.scores.map(whole).join(' ') : intervalText(intervalAfter(looks, player)),
    whole(player.median!),
    whole(player.max!),
    player.msPerMove.mean === null ? '–' : duration(player.msPerMove.mean),
    player.reproducible ? '' : 'not reproducible',
  ])
  return table(head, rows, { align: 'lrlrrrl', style })
}

function differenceLines({ differences }: Comparison, style: Style): string[] {
  const several = differences.length > 1
  const head = ['difference', 'mean', 'one look', 'every look', 'p', ...(several ? ['p (Holm)'] : []), 'verdict']
  const rows = differences.map(({ a, b, mean, interval, always, p, holm, verdict }) => [
    `${a} − ${b}`,
    whole(mean!),
    intervalText(interval),
    intervalText(always),
    probabilityText(p),
    ...(several ? [probabilityText(holm)] : []),
    verdict,
  ])
  return table(head, rows, { align: several ? 'lrllrrl' : 'lrllrl', style, lesser: [2] })
}

/** The verdict as a sentence. */
function verdictText(difference: Difference, { margin }: StopRule, games: number): string {
  const { a, b, mean, verdict, always: interval, looks, level, p } = difference
  const at = interval ? ` (${percent(level, level > CONFIDENCE ? 1000 : 0)} at every look)` : ''
  const basis = `${counted(games, 'game')} each, ${counted(looks, 'look')}`
  switch (verdict) {
    case 'better':
      return `${a} is better than ${b} by ${whole(mean!)} ${intervalText(interval)}${at}, ${basis}.`
    case 'worse':
      return `${a} is worse than ${b} by ${whole(-mean!)} ${intervalText([-interval![1], -interval![0]])}${at}, ${basis}.`
    case 'equivalent':
      return `${a} and ${b} are equivalent within ${whole(margin)}: difference ${whole(mean!)} ${intervalText(interval)}${at}, ${basis}.`
    case 'open':
      if (p === 1 && mean === 0 && !interval)
        return `${a} and ${b} have no verdict: they had the same scores in all ${whole(games)} games, ${counted(looks, 'look')}.`
      return `${a} and ${b}: no verdict yet; difference ${whole(mean!)}${interval ? ` ${intervalText(interval)}${at}` : ''}, ${basis}.`
  }
}

export function ruleText({ games, margin, verdict, width, minutes }: StopRule): string {
  return present([
    `at most ${counted(games, 'game')} each`,
    verdict && 'until every pair has its verdict',
    width !== undefined && `until intervals are at most ${whole(width)} wide`,
    minutes !== undefined && `at most ${duration(minutes * 60_000)}`,
    `margin ${whole(margin)}`,
  ]).join(', ')
}

function intervalText(interval: Interval | null): string {
  return interval ? `[${whole(interval[0])} – ${whole(interval[1])}]` : '–'
}

function probabilityText(p: number | null): string {
  return p === null ? '–' : p < 0.001 ? '< 0.001' : measured(p)
}
