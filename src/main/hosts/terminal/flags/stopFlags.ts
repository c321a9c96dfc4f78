/** The flags of `bench` and `compare` that end them, and how many games are usual. */
import type { Command } from 'commander'
import { parsePositive } from './numberFlags'

export const DEFAULT_GAMES = 100
/** Default maximum if a rule ends it. */
export const DEFAULT_MOST = 100_000

export function addStopFlags(command: Command, width: string): Command {
  return command
    .option('--width <points>', width, parsePositive)
    .option('--minutes <n>', 'ends after n minutes; another run may then have more or fewer games', parsePositive)
}
