/** The flags that `bench` and `compare` share: what ends them. */
import type { Command } from 'commander'
import { parsePositive } from './numberFlags'

export const DEFAULT_GAMES = 100
/** Where a rule ends it. */
export const DEFAULT_MOST = 100_000

export interface StopFlags {
  readonly width?: number
  readonly minutes?: number
}

export function addStopFlags(command: Command, width: string): Command {
  return command
    .option('--width <points>', width, parsePositive)
    .option('--minutes <n>', 'ends after n minutes; another run may then have more or fewer games', parsePositive)
}
