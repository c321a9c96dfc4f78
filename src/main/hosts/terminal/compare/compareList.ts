import { labCommand } from '../../../../core/labCommand'
import type { CommandLab } from '../../../lab/commandLab'
import { dateText } from '../bench/benchList'
import { columns, indented } from '../output/layout'
import { whole } from '../output/numbers'
import type { Style } from '../output/style'
import { resumeCommand } from './compareRun'
import { ruleText } from './compareTable'

type Listed = Awaited<ReturnType<CommandLab['comparisons']['list']>>

/** The comparisons in the library, for people. */
export function comparisonTable({ comparisons, writer }: Listed, style: Style, home?: string): string[] {
  if (comparisons.length === 0) return ['', `  No comparison is stored here yet: ${labCommand('compare thesis power', home)}`, '']
  const head = ['comparison', 'players', 'games stored', 'rule', 'seed', 'begun', ''].map(style.dim)
  const lines = comparisons.map(({ id, players, stored, rule, seed, created, state, verdicts }) => [
    String(id),
    players.join(', '),
    whole(stored),
    ruleText(rule),
    String(seed),
    dateText(created),
    verdicts ? verdicts.map(({ a, b, verdict }) => `${a} – ${b}: ${verdict}`).join(', ') : state,
  ])
  const unfinished = comparisons.find(({ state }) => state === 'unfinished')
  return [
    '',
    ...indented(columns([head, ...lines], ['right', 'left', 'right', 'left', 'right', 'left', 'left'])),
    ...(unfinished && !writer ? ['', `  Resume one with: ${resumeCommand(unfinished.id, home)}`] : []),
    '',
  ]
}
