import type { Command } from 'commander'

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
