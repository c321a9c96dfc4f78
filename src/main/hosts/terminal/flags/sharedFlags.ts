/** Flags that several commands have. */
import type { Command } from 'commander'
import type { Terminal } from '../terminal'
import { parseId, parsePositive } from './numberFlags'
import type { StopRule } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'

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

/** For commands that own a run. */
export function addQueueFlag(command: Command): Command {
  return command.option(
    '--queue <address>',
    'computes on the workers of a queue: redis://host:port, or a file with the address (default: LAB_QUEUE)',
  )
}

/** The only way to resume, of runs that have numbers. */
export function addResumeFlag(command: Command): Command {
  return command.option(
    '--resume [id]',
    'resumes a run and begins none: that of this number, or the only unfinished one',
    parseId,
  )
}

/** The same for runs that have a file. */
export function addResumeFileFlag(command: Command): Command {
  return command.option('--resume [file]', 'resumes a run and begins none: that in this file, or in the file of these settings')
}

type Action = (terminal: Terminal, ...args: Parameters<Parameters<Command['action']>[0]>) => Promise<void>

/** Returns a function that adds a subcommand with `--home`. */
export function subcommandsOf(command: Command, terminal: Terminal) {
  return (name: string, description: string, act: Action): Command =>
    addHomeFlag(command.command(name).description(description)).action(act.bind(undefined, terminal))
}

/** Default number of games of `bench` and `compare`. */
export const DEFAULT_GAMES = 100
/** Default maximum if a rule ends it. */
export const DEFAULT_MOST = 100_000

/** The flags of `bench` and `compare` that end them. */
export function addStopFlags(command: Command, width: string): Command {
  return command
    .option('--width <points>', width, parsePositive)
    .option('--minutes <n>', 'ends after n minutes; another run may then have more or fewer games', parsePositive)
}

/** When a bench or a comparison ends. */
export interface StopFlags {
  readonly games?: number | undefined
  readonly width?: number | undefined
  readonly minutes?: number | undefined
  readonly untilVerdict?: boolean
  readonly margin?: number
}

/** @throws {LabError} `BAD_SETTING` */
export function ruleOf({ games, untilVerdict, margin, width, minutes }: StopFlags): StopRule {
  if (untilVerdict && margin === undefined)
    throw new LabError('BAD_SETTING', 'margin: --until-verdict needs --margin, the difference in points that does not matter')
  const endsItself = untilVerdict || width !== undefined || minutes !== undefined
  return {
    games: games ?? (endsItself ? DEFAULT_MOST : DEFAULT_GAMES),
    margin: margin ?? 0,
    ...(untilVerdict && { verdict: true }),
    ...(width !== undefined && { width }),
    ...(minutes !== undefined && { minutes }),
  }
}

/**
 * Refuses flags that another flag would make ineffective.
 * @param words arguments that were also given
 * @param taken attributes of the options that are allowed with it
 * @throws {LabError} `BAD_SETTING`, naming what to leave out
 */
export function takesOnly(command: Command, words: readonly string[], flag: string, taken: readonly string[]): void {
  const given = command.options.filter(option => command.getOptionValueSource(option.attributeName()) === 'cli')
  const useless = given.filter(option => option.long !== flag && !taken.includes(option.attributeName()))
  const names = [...words, ...useless.map(({ long }) => long)]
  if (names.length === 0) return
  const longs = taken.map(attribute => command.options.find(option => option.attributeName() === attribute)?.long)
  const most = longs.length > 1 ? `${longs.slice(0, -1).join(', ')} and ${longs.at(-1)}` : longs.join('')
  throw new LabError('BAD_SETTING', `${flag} takes only ${most}: leave out ${names.join(', ')}`)
}
