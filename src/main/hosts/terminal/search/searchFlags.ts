/** The flags that `search`, `play`, `bench` and `compare` share: a profile, and what overrides it. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Profile } from '../../../../core/contract/files'
import { DEFAULT_PROFILE } from '../../../../core/contract/files/builtInProfile'
import { LabError } from '../../../../core/errors'
import type { Player } from '../../../../core/games/twenty48/player'
import {
  checkLimits,
  checkSettings,
  LEAVES,
  PLAIN_SETTINGS,
  POINTS,
  TABLE_BITS,
  TABLES,
  type Depth,
  type SearchLimits,
  type SearchSettings,
} from '../../../../core/search/settings'
import { addHomeFlag, type HomeFlag } from '../flags/homeFlag'
import { addThreadsFlag, parseNumber } from '../flags/numberFlags'

/** What overrides a profile. */
export interface PlayerFlags extends Partial<SearchSettings> {
  readonly depth?: number | 'auto'
  readonly time?: number
  readonly nodes?: number
}

export interface SearchFlags extends PlayerFlags, HomeFlag {
  /** Name of a built-in profile or of the user's own, or a file. */
  readonly profile: string
  readonly threads?: number
}

export function addSearchFlags(command: Command): Command {
  const flagged = command
    .optionsGroup(PLAYER_GROUP)
    .option('--profile <name|file>', 'a built-in profile (lab profile list), one of your own, or a profile file', DEFAULT_PROFILE)
  return addPlaceFlags(addPlayerFlags(flagged))
}

const PLAYER_GROUP = 'Search (defaults are the profile’s):'

/** Threads and data folder, at the head of the options that follow. */
export function addPlaceFlags(command: Command): Command {
  return addHomeFlag(addThreadsFlag(command).optionsGroup('Options:'))
}

export function addPlayerFlags(command: Command): Command {
  return command
    .optionsGroup(PLAYER_GROUP)
    .option('--depth <n|auto>', 'tile-and-slide pairs after the root slide; auto: by the rule of the profile', parseDepth)
    .option('--time <ms>', 'deepen for this number of milliseconds', value => checkLimit('ms', value))
    .option('--nodes <n>', 'deepen until this number of slides was tried', value => checkLimit('nodes', value))
    .addOption(new Option('--leaf <kind>', 'what is evaluated at the horizon').choices(LEAVES))
    .addOption(new Option('--points <kind>', 'whether values contain the points of the slides').choices(POINTS))
    .option('--cut <p>', 'chance nodes of a smaller cumulative probability are leaves; 0 is off', value =>
      checkSetting('cut', parseNumber(value)),
    )
    .option('--dead <heuristic|x>', 'value of a board with no slide', value =>
      checkSetting('dead', value === 'heuristic' ? value : parseNumber(value)),
    )
    .option('--floor <none|x>', 'a value that none falls below', value =>
      checkSetting('floor', value === 'none' ? value : parseNumber(value)),
    )
    .addOption(new Option('--table <rule>', 'when a stored value is used again').choices(TABLES))
    .option('--table-bits <n>', `2^n table entries, ${TABLE_BITS.min} … ${TABLE_BITS.max}`, value =>
      checkSetting('tableBits', parseNumber(value)),
    )
}

/** A profile with the flags laid over it. Without any limit among the flags the profile's depth is the limit. */
export function makePlayer({ evaluator, settings, depth: usual }: Profile, flags: PlayerFlags): Player {
  const { leaf, points, dead, floor, cut, table, tableBits } = { ...settings, ...flags }
  return { evaluator, settings: { leaf, points, dead, floor, cut, table, tableBits }, limits: makeLimits(usual, flags) }
}

function makeLimits(usual: Depth, { depth, time, nodes }: PlayerFlags): SearchLimits {
  const rule = typeof usual === 'number' ? 'distinct' : usual
  const bounded = time !== undefined || nodes !== undefined
  const deepest = depth === 'auto' ? rule : (depth ?? (bounded ? undefined : usual))
  return {
    ...(deepest !== undefined && { depth: deepest }),
    ...(nodes !== undefined && { nodes }),
    ...(time !== undefined && { ms: time }),
  }
}

function parseDepth(text: string): number | 'auto' {
  return text === 'auto' ? text : checkLimit('depth', text)
}

/** The ranges are the core's own; only the error takes another form here. */
function checkLimit(field: keyof SearchLimits, text: string): number {
  const value = parseNumber(text)
  return refusedAs(() => checkLimits({ [field]: value }), value)
}

function checkSetting<K extends keyof SearchSettings>(field: K, value: SearchSettings[K]): SearchSettings[K] {
  return refusedAs(() => checkSettings({ ...PLAIN_SETTINGS, [field]: value }), value)
}

function refusedAs<T>(check: () => unknown, value: T): T {
  try {
    check()
    return value
  } catch (error) {
    if (error instanceof LabError) throw new InvalidArgumentError(error.message)
    throw error
  }
}
