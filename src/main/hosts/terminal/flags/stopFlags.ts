/** The flags that `bench` and `compare` share: the games, the stop rule, and saving. */
import type { Command } from 'commander'
import { parsePositive } from './numberFlags'

export const DEFAULT_GAMES = 100
/** Default maximum if a rule ends it. */
export const DEFAULT_MOST = 100_000

export interface StopFlags {
  readonly width?: number
  readonly minutes?: number
}

export interface SeriesFlags extends StopFlags {
  readonly games?: number
  readonly seed?: number
  readonly json?: boolean
  /** `false` with `--no-keep`. */
  readonly keep: boolean
  /** `true` without a number. */
  readonly resume?: number | true
  readonly list?: boolean
  readonly replay?: number
  readonly config?: string
  readonly printConfig?: boolean
}

export function addStopFlags(command: Command, width: string): Command {
  return command
    .option('--width <points>', width, parsePositive)
    .option('--minutes <n>', 'ends after n minutes; another run may then have more or fewer games', parsePositive)
}
