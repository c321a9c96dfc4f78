import type { CommandLab } from '../../../lab/localLab'
import { dateText } from '../output/dateText'
import { block, roomOf, table } from '../output/layout'
import { whole } from '../output/numbers'
import { resumeCommand } from './compareRun'
import { ruleText } from './compareTable'
import type { Terminal } from '../terminal'

type Listed = Awaited<ReturnType<CommandLab['comparisons']['list']>>

/** The comparisons in the library, for people. */
export function comparisonTable(terminal: Terminal, { comparisons, writer }: Listed, home?: string): string[] {
  if (comparisons.length === 0)
    return block([`No comparison is stored here yet: ${terminal.commandLine('compare thesis power', home)}`])
  const { style } = terminal
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
  const align = ['right', 'left', 'right', 'left', 'right', 'left', 'left'] as const
  return block([
    ...table(head, lines, { align, room: roomOf(style), style, lesser: [3, 5, 4] }),
    ...(unfinished && !writer ? ['', `Resume one with: ${resumeCommand(terminal, unfinished.id, home)}`] : []),
  ])
}
