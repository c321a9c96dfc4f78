import { commandLine } from '../output/commandLine'
import type { CommandLab } from '../../../lab/commandLab'
import { dateText } from '../output/dateText'
import { INDENT, indented, table } from '../output/layout'
import { whole } from '../output/numbers'
import type { Style } from '../output/style'
import { resumeCommand } from './compareRun'
import { ruleText } from './compareTable'

type Listed = Awaited<ReturnType<CommandLab['comparisons']['list']>>

/** The comparisons in the library, for people. @param width columns of the screen */
export function comparisonTable({ comparisons, writer }: Listed, style: Style, width: number, home?: string): string[] {
  if (comparisons.length === 0)
    return ['', `  No comparison is stored here yet: ${commandLine('compare thesis power', home)}`, '']
  const head = ['comparison', 'players', 'games stored', 'rule', 'seed', 'begun', '']
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
    ...indented(
      table(head, lines, { align: ['right', 'left', 'right', 'left', 'right', 'left', 'left'], room: width - INDENT, style }),
    ),
    ...(unfinished && !writer ? ['', `  Resume one with: ${resumeCommand(unfinished.id, home)}`] : []),
    '',
  ]
}
