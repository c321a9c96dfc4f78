/** A comparison for people. */
import type { StopRule } from '../../../../core/contract/files'
import type { Interval } from '../../../../core/stats/intervals'
import type { CompareOutcome, Comparison, Difference } from '../../../lab/commandLab'
import { describeLimits, describeSettings } from '../bench/benchTable'
import { block, columns } from '../output/layout'
import { counted, duration, measured, percent, whole } from '../output/numbers'
import type { Style } from '../output/style'

export function compareTable(result: Comparison, outcome: CompareOutcome, style: Style): string[] {
  const { plan, made, comparison, seconds } = outcome
  const { games, players, differences, correlation } = result
  const head = [
    style.bold(
      `${players.map(({ name }) => name).join(' · ')} · ${counted(games, 'game')} each · seed ${plan.seed}${comparison === null ? '' : ` · comparison ${comparison}`}`,
    ),
    ...plan.players.map(({ name, player }) =>
      style.dim(`${name}: ${describeLimits(player.limits)} · ${describeSettings(player)}`),
    ),
    style.dim(`${counted(made[0]!.threads, 'thread')} · ${duration(seconds * 1000)} · ${made[0]!.hardware.cpu}`),
    style.dim(`rule: ${ruleText(plan.rule)}`),
    '',
  ]
  if (games === 0) return block([...head, 'No seed was played by every player.'])
  const level = percent(differences[0]!.level, differences.length > 1 ? 1000 : 0)
  const notes = [
    ...(result.ended === 'signal'
      ? ['Interrupted: only the seeds that every player had finished, from the first on, are counted.']
      : []),
    ...(result.ended === 'minutes' ? ['Ended by the clock: another run may have more or fewer games.'] : []),
    ...players
      .filter(({ reproducible }) => !reproducible)
      .map(({ name }) => `${name} is limited by time: not reproducible, the same seeds give other games next time.`),
    `Differences are of games on the same seeds: the paired test uses the correlation (${correlation.pairs.map(({ r }) => (r === null ? '–' : measured(r))).join(', ')}).`,
    `Intervals of differences: ${level}${differences.length > 1 ? ' each, 95 % for all of them together' : ''}; "always" holds at every look, and the verdict is by it; the other and p hold at one.`,
    `Means: Student’s t, 95 %.`,
    ...(comparison === null ? ['Not kept.'] : []),
  ].map(style.dim)
  return block([
    ...head,
    ...playerLines(result, style),
    '',
    ...differenceLines(result, style),
    '',
    ...differences.map(each => style.bold(verdictText(each, plan.rule, games))),
    '',
    ...notes,
  ])
}

function playerLines({ players }: Comparison, style: Style): string[] {
  const isListed = players[0]!.scores !== undefined
  const head = ['player', 'mean', isListed ? 'scores' : '', 'median', 'best', ''].map(style.dim)
  const rows = players.map(({ name, mean, interval, scores, median, max, reproducible }) => [
    name,
    style.bold(whole(mean!)),
    scores ? scores.map(whole).join(' ') : intervalText(interval),
    whole(median!),
    whole(max!),
    reproducible ? '' : 'not reproducible',
  ])
  return columns([head, ...rows], ['left', 'right', 'left', 'right', 'right', 'left'])
}

function differenceLines({ differences }: Comparison, style: Style): string[] {
  const head = ['difference', 'mean', 'interval', 'always', 'p', 'Holm', 'verdict'].map(style.dim)
  const rows = differences.map(({ a, b, mean, interval, always, p, holm, verdict }) => [
    `${a} − ${b}`,
    whole(mean!),
    intervalText(interval),
    intervalText(always),
    probabilityText(p),
    probabilityText(holm),
    verdict,
  ])
  return columns([head, ...rows], ['left', 'right', 'left', 'left', 'right', 'right', 'left'])
}

/** The verdict as a sentence. */
function verdictText(difference: Difference, { margin }: StopRule, games: number): string {
  const { a, b, mean, verdict, always: interval, looks } = difference
  const basis = `${counted(games, 'game')} each, ${counted(looks, 'look')}`
  switch (verdict) {
    case 'better':
      return `${a} is better than ${b} by ${whole(mean!)} ${intervalText(interval)}, ${basis}.`
    case 'worse':
      return `${a} is worse than ${b} by ${whole(-mean!)} ${intervalText([-interval![1], -interval![0]])}, ${basis}.`
    case 'equivalent':
      return `${a} and ${b} are equivalent within ${whole(margin)}: difference ${whole(mean!)} ${intervalText(interval)}, ${basis}.`
    case 'open':
      return `${a} and ${b}: no verdict yet; difference ${whole(mean!)}${interval ? ` ${intervalText(interval)}` : ''}, ${basis}.`
  }
}

export function ruleText({ games, margin, verdict, width, minutes }: StopRule): string {
  return [
    `at most ${counted(games, 'game')} each`,
    ...(verdict ? ['until every pair has its verdict'] : []),
    ...(width === undefined ? [] : [`until intervals are at most ${whole(width)} wide`]),
    ...(minutes === undefined ? [] : [`at most ${duration(minutes * 60_000)}`]),
    `margin ${whole(margin)}`,
  ].join(', ')
}

function intervalText(interval: Interval | null): string {
  return interval ? `[${whole(interval[0])} – ${whole(interval[1])}]` : '–'
}

function probabilityText(p: number | null): string {
  return p === null ? '–' : p < 0.001 ? '< 0.001' : measured(p)
}
