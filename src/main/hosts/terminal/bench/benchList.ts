import type { CommandLab } from '../../../lab/localLab'
import { dateText } from '../output/dateText'
import { block, roomOf, table } from '../output/layout'
import { whole } from '../output/numbers'
import type { Terminal } from '../terminal'

type Listed = Awaited<ReturnType<CommandLab['bench']['list']>>

/** The benches in the library, for people. */
export function batchTable(terminal: Terminal, { batches, writer }: Listed, home?: string): string[] {
  if (batches.length === 0) return block([`No bench is stored here yet: ${terminal.commandLine('bench', home)}`])
  const { style } = terminal
  const head = ['batch', 'profile', 'games', 'seed', 'begun', '']
  const align = ['right', 'left', 'right', 'right', 'left', 'left'] as const
  const lines = batches.map(({ id, profile, stored, games, seed, created, state }) => [
    String(id),
    profile ?? '',
    stored < games ? `${whole(stored)} of ${whole(games)}` : whole(games),
    String(seed),
    dateText(created),
    state === 'stopped' ? 'cannot be resumed' : state,
  ])
  const unfinished = batches.find(({ state }) => state === 'unfinished')
  return block([
    ...table(head, lines, { align, room: roomOf(style), style, lesser: [4] }),
    ...(unfinished ? ['', adviceFor(terminal, unfinished, home, writer)] : []),
  ])
}

function adviceFor(
  terminal: Terminal,
  { id }: { readonly id: number },
  home: string | undefined,
  writer: Listed['writer'],
): string {
  if (!writer) return `Resume one with: ${resumeCommand(terminal, id, home)}`
  return `"${writer.program}" (process ${writer.pid}) is writing in this folder. Once it has ended, an unfinished bench can be resumed.`
}

/** @param home of the flag */
export function resumeCommand(terminal: Terminal, batch: number, home?: string): string {
  return terminal.commandLine(`bench --resume ${batch}`, home)
}
