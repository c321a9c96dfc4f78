import type { Command } from 'commander'
import type { Terminal } from '../terminal'

export interface HomeFlag {
  /** Absent: LAB_HOME, or the system's default folder. */
  readonly home?: string
}

export interface JsonFlag extends HomeFlag {
  readonly json?: boolean
}

export function addHomeFlag(command: Command): Command {
  return command.option('--home <folder>', 'the data folder (default: LAB_HOME, else the one of the window)')
}

type Action = (terminal: Terminal, ...args: Parameters<Parameters<Command['action']>[0]>) => Promise<void>

/** Returns a function that adds a subcommand with `--home`. */
export function subcommandsOf(command: Command, terminal: Terminal) {
  return (name: string, description: string, act: Action): Command =>
    addHomeFlag(command.command(name).description(description)).action(act.bind(undefined, terminal))
}
