/** The flags that `search`, `play`, `bench` and `compare` share: a profile, and its overrides. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Profile } from '../../../../core/contract/files'
import { DEFAULT_PROFILE } from '../../../../core/contract/files/builtInProfile'
import { nameWith } from '../../../../core/contract/files/profileImport'
import { LabError } from '../../../../core/errors'
import { quoted } from '../../../../core/quoted'
import { badSetting } from '../../../../core/settingChecks'
import { JUDGE } from '../../../../core/games/twenty48/playerHash'
import { checkEvaluator, familyOf } from '../../../../core/games/twenty48/heuristics/evaluator'
import type { TermEvaluator } from '../../../../core/games/twenty48/heuristics/family'
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
  type WallExpert,
} from '../../../../core/search/settings'
import { MAX_DEPTH } from '../../../../core/game/limits'
import type { CommandLab } from '../../../lab/localLab'
import { addHomeFlag, type HomeFlag } from '../flags/sharedFlags'
import { addThreadsFlag, parseNumber } from '../flags/numberFlags'

type Weights = Readonly<Record<string, number | string>>

/** Overrides of a profile. */
export interface PlayerFlags extends Partial<Omit<SearchSettings, 'expert'>> {
  readonly depth?: number | 'auto'
  readonly time?: number
  readonly nodes?: number
  /** `false`, from `--no-expert`, and `null` take the profile's expert away. */
  readonly expert?: WallExpert | boolean | null
  /** Weights and other parameters of the evaluator, and options of its variants, by name. */
  readonly set?: Weights
}

export interface SearchFlags extends PlayerFlags, HomeFlag {
  /** Name of a built-in profile or of one of the user's, or a file. */
  readonly profile: string
  readonly threads?: number
}

/** @param usual the default profile, and its words in the help if they are others */
export function addSearchFlags(command: Command, ...usual: UsualProfile): Command {
  return addPlaceFlags(addPlayerFlags(addProfileFlag(command.optionsGroup(PLAYER_GROUP), ...usual)))
}

type UsualProfile = [name?: string, inHelp?: string]

/** A profile, and the weights that override its own. */
export function addProfileFlag(command: Command, name: string = DEFAULT_PROFILE, inHelp?: string): Command {
  return addSetFlag(
    command.addOption(
      new Option(
        '--profile <name|file>',
        'a built-in profile (lab profile list), one of your own, or a profile file; - reads one from standard input',
      ).default(name, inHelp),
    ),
  )
}

export const JUDGE_TEXT = `${JUDGE.profile} at a cut of ${JUDGE.cut}`

/** The flags, with the judge's cut if they name no profile: its profile is their default. */
export function asJudge<Flags extends SearchFlags>(flags: Flags, command: Command): Flags {
  return command.getOptionValueSource('profile') === 'cli' ? flags : { ...flags, cut: flags.cut ?? JUDGE.cut }
}

/** Weights and variants that override those of a profile. */
export function addSetFlag(command: Command): Command {
  return command.option(
    '--set <name=value>',
    'a weight of the profile, as h1=0, or a variant, as h1Tile=face; may be repeated (lab profile show names them)',
    parseWeight,
  )
}

const PLAYER_GROUP = 'Search (defaults are the profile’s):'

/** @throws {LabError} `BAD_SETTING` for a flag of profiles beside a searcher, naming the flag */
export function refusePlayerFlags(command: Command): void {
  const idle = command.options.find(
    option => option.helpGroupHeading === PLAYER_GROUP && command.getOptionValueSource(option.attributeName()) === 'cli',
  )
  if (idle) throw badSetting(idle.long!, 'it is for profiles; a searcher has its settings in its text, as in mcts:nodes=500')
}

/** Threads and data folder, at the head of the options that follow. */
export function addPlaceFlags(command: Command): Command {
  return addHomeFlag(addThreadsFlag(command.optionsGroup('Options:')))
}

/** The settings of a search. */
export function addPlayerFlags(command: Command): Command {
  return command
    .optionsGroup(PLAYER_GROUP)
    .option('--depth <n|auto>', 'pairs of tile and move after the first move; auto: by the rule of the profile', parseDepth)
    .option('--time <ms>', 'deepen for this number of milliseconds', value => checkLimit('ms', value))
    .option('--nodes <n>', 'deepen until this number of moves was tried (nodes)', value => checkLimit('nodes', value))
    .addOption(new Option('--leaf <kind>', 'what is evaluated at the horizon').choices(LEAVES))
    .addOption(new Option('--points <kind>', 'whether values contain the points of the moves').choices(POINTS))
    .option('--cut <p>', 'chance nodes of a smaller cumulative probability are leaves; 0 is off', value =>
      checkSetting('cut', parseNumber(value)),
    )
    .option('--dead <heuristic|x>', 'value of a board without a move', value =>
      checkSetting('dead', value === 'heuristic' ? value : parseNumber(value)),
    )
    .option('--floor <none|x>', 'a value that none falls below', value =>
      checkSetting('floor', value === 'none' ? value : parseNumber(value)),
    )
    .addOption(new Option('--table <rule>', 'when a stored value is used again').choices(TABLES))
    .option('--table-bits <n>', `2^n table entries, ${TABLE_BITS.min} … ${TABLE_BITS.max}`, value =>
      checkSetting('tableBits', parseNumber(value, true)),
    )
    .option('--no-expert', 'without the wall expert of the profile, which otherwise decides on its boards whatever the limits')
}

/** The player of the flags, and its profile with the weights of `--set`. @throws {LabError} `NOT_FOUND`, `BAD_FILE`, `BAD_SETTING` */
export async function findPlayer(findProfile: CommandLab['findProfile'], flags: SearchFlags) {
  const profile = withSetWeights((await findProfile(flags.profile)).profile, flags)
  return { profile, player: makePlayer(profile, flags) }
}

/** The profile with the weights and variants of `--set`, as a copy under another name. @throws {LabError} `BAD_SETTING`, naming the parameter */
export function withSetWeights(profile: Profile, { set }: PlayerFlags): Profile {
  if (set === undefined) return profile
  const { statistics: _, ...others } = profile
  const { evaluator } = profile
  if (evaluator.family === 'network')
    throw badSetting(Object.keys(set)[0] ?? 'set', `the network of profile ${profile.name} has no weights to set`)
  const changes = Object.entries(set).map(([name, value]) => `${name}=${value}`)
  return {
    ...others,
    name: nameWith(profile.name, '-changed'),
    title: `${profile.name} with ${changes.join(', ')}`,
    origin: { kind: 'copy', source: profile.name },
    evaluator: checkEvaluator(withSet(evaluator, set)),
  }
}

function withSet(evaluator: TermEvaluator, set: Weights): TermEvaluator {
  const isVariant = (name: string) => familyOf(evaluator.family).variants.some(({ id }) => id === name)
  const entries = Object.entries(set)
  const words = entries.find(([name, value]) => typeof value === 'string' && !isVariant(name))
  if (words) throw badSetting(words[0], `${quoted(words[1])} is not a number`)
  const [variants, parameters] = [true, false].map(are => entries.filter(([name]) => isVariant(name) === are))
  return {
    ...evaluator,
    parameters: { ...evaluator.parameters, ...(Object.fromEntries(parameters!) as Record<string, number>) },
    variants: { ...evaluator.variants, ...Object.fromEntries(variants!.map(([name, value]) => [name, String(value)])) },
  }
}

/**
 * A profile with the overrides of the flags. If the flags have no limit, the profile's depth is the limit. With a cut of its own, a search
 * within time or nodes keeps that cut and deepens by its depth.
 */
export function makePlayer({ evaluator, settings, depth: usual }: Profile, flags: PlayerFlags): Player {
  const { leaf, points, dead, floor, cut, table, tableBits } = { ...settings, ...flags }
  const { expert: asked = true } = flags
  const expert = asked === true ? settings.expert : asked
  return {
    evaluator,
    settings: { leaf, points, dead, floor, cut, table, tableBits, ...(expert && { expert }) },
    limits: makeLimits(usual, flags),
  }
}

function makeLimits(usual: Depth, { depth, time, nodes, cut }: PlayerFlags): SearchLimits {
  const rule = typeof usual === 'number' ? 'distinct' : usual
  const bounded = time !== undefined || nodes !== undefined
  const deepest = depth === 'auto' ? rule : (depth ?? (bounded ? (cut ? MAX_DEPTH : undefined) : usual))
  return {
    ...(deepest !== undefined && { depth: deepest }),
    ...(nodes !== undefined && { nodes }),
    ...(time !== undefined && { ms: time }),
  }
}

function parseWeight(text: string, before: Weights = {}): Weights {
  const [, name, value] = /^([\w-]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write the name and the value: --set h1=0.')
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`${name} is there twice.`)
  return Object.fromEntries([...Object.entries(before), [name, /^[a-z][\w-]*$/i.test(value) ? value : parseNumber(value)]])
}

function parseDepth(text: string): number | 'auto' {
  return text === 'auto' ? text : checkLimit('depth', text)
}

/** The ranges are the core's; only the error has another form here. */
function checkLimit(field: keyof SearchLimits, text: string): number {
  const value = parseNumber(text, field !== 'ms')
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

/** Under other limits than a profile's own depth, values are not calibrated. */
export function isOwnDepth({ depth }: Pick<Profile, 'depth'>, { limits }: Player): boolean {
  return limits.depth === depth && limits.nodes === undefined && limits.ms === undefined
}
