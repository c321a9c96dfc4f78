import type { CompareKind, ListedComparisons } from '../../../lab/localLab'
import { block, table } from '../output/layout'
import { dateText, whole } from '../output/numbers'
import { resumeCommand, WORDS } from './compareRun'
import { ruleText } from './compareTable'
import type { Terminal } from '../terminal'

const TABLES = {
  bench: {
    head: ['batch', 'profile', 'games', 'seed', 'begun', ''],
    align: 'rlrrll',
    ...{ lesser: [4], first: 'bench' },
  },
  comparison: {
    head: ['comparison', 'players', 'games stored', 'rule', 'seed', 'begun', ''],
    align: 'rlrlrll',
    ...{ lesser: [3, 5, 4], first: 'compare thesis power' },
  },
} as const

/** The benches or comparisons in the library, for people. */
export function comparisonTable(
  terminal: Terminal,
  kind: CompareKind,
  { rows, writer }: ListedComparisons,
  home?: string,
): string[] {
  const { head, align, lesser, first } = TABLES[kind]
  const { one } = WORDS[kind]
  if (rows.length === 0) return block([`No ${one} is stored here yet: ${terminal.commandLine(first, home)}`])
  const { style } = terminal
  const lines = rows.map(({ id, profile, players, stored, games, rule, seed, created, state, verdicts }) => [
    String(id),
    ...(kind === 'bench'
      ? [profile ?? '', stored < games ? `${whole(stored)} of ${whole(games)}` : whole(games)]
      : [players.join(', '), whole(stored), ruleText(rule)]),
    String(seed),
    dateText(created),
    verdicts
      ? verdicts.map(({ a, b, verdict }) => `${a} – ${b}: ${verdict}`).join(', ')
      : state === 'stopped'
        ? 'cannot be resumed'
        : state,
  ])
  const unfinished = rows.find(({ state }) => state === 'unfinished')
  const advice = writer
    ? `"${writer.program}" (process ${writer.pid}) is writing in this folder. Once it has ended, an unfinished ${one} can be resumed.`
    : unfinished && `Resume one with: ${resumeCommand(terminal, kind, unfinished.id, home)}`
  return block([...table(head, lines, { align, style, lesser }), ...(unfinished && advice ? ['', advice] : [])])
}
