/** The flags of a search of any game, which `think` and `tree` share. */
import { namedProfile, withProfileWeights } from '../../../../core/contract/playerText'
import { Argument, Option, type Command } from 'commander'
import { readRule, type GivenOptions } from '../../../../core/contract/gameOptions'
import { parseWeightsFile } from '../../../../core/contract/files'
import { isWholeSetting, START, type GameSearch } from '../../../../core/contract/searchers'
import { LabError } from '../../../../core/errors'
import { readWord } from '../../../../core/numberText'
import { quoted } from '../../../../core/quoted'
import { MAX_PLIES, MAX_MS, MAX_NODES, QUIET_PLIES } from '../../../../core/game/limits'
import { SEARCHER_IDS, type SearcherId } from '../../../../core/search/registry'
import type { Wrapping } from '../../../../core/search/searcher'
import { DEEPENINGS, ORDERS, TABLE_RANGE } from '../../../../core/search/settings'
import { twenty48, weightsOf } from '../../../../core/games/twenty48/game'
import { makeWeighted, type WeightedHeuristic } from '../../../../core/games/weightedHeuristic'
import { badSetting, inRange, within } from '../../../../core/settingChecks'
import type { CommandLab } from '../../../lab/localLab'
import { readSmallFile } from '../../../files/regularFile'
import { addSeedFlag, parseNumber, wholeIn } from '../flags/numberFlags'

export interface GameSearchFlags {
  readonly depth?: number
  readonly nodes?: number
  readonly time?: number
  readonly set?: Readonly<Record<string, string | number>>
  readonly deepening?: Wrapping['deepening']
  readonly order?: Wrapping['order']
  readonly table?: number
  readonly quiet?: number
  readonly swing?: number
  readonly shorterWin?: true
  readonly rootTies?: true
  readonly rule?: GivenOptions
  readonly heuristic?: string
  readonly seed: number
}

export interface ThinkFlags extends GameSearchFlags {
  readonly searcher: SearcherId
}

/** @param others searchers besides those of the registry */
export function addThinkFlags(command: Command, others: readonly string[] = []): Command {
  command
    .addOption(new Option('--searcher <id>', 'see "lab searchers"').choices([...SEARCHER_IDS, ...others]).makeOptionMandatory())
    .optionsGroup('Limits:')
    .option('--depth <n>', 'plies', wholeIn(1, MAX_PLIES))
    .option('--nodes <n>', 'deepen until this number of positions was entered', wholeIn(1, MAX_NODES))
    .option('--time <ms>', 'deepen for this number of milliseconds', parseMs)
    .optionsGroup('Around the searcher, where it takes it:')
    .addOption(
      new Option('--deepening <kind>', 'begin no iteration that the time is too short for, or use all of it').choices(DEEPENINGS),
    )
    .addOption(new Option('--order <kind>', "children by the heuristic, or the last iteration's best first").choices(ORDERS))
    .option('--table <bits>', 'transposition table of 2^bits entries', wholeIn(TABLE_RANGE.min, TABLE_RANGE.max))
    .option('--quiet <plies>', 'search noisy leaves up to this number of plies deeper', wholeIn(QUIET_PLIES.min, QUIET_PLIES.max))
    .option('--swing <x>', 'with --quiet: a change of the heuristic that makes a leaf noisy', value => parseNumber(value))
    .option('--shorter-win', 'deepen until a win is found')
    .option('--root-ties', 'find every move equal to the best, where the textbook prunes it')
    .optionsGroup('Options:')
    .addOption(
      new Option(
        '--set <name=value>',
        `a setting of the searcher, repeatable: alphaBeta takes known; expectimax takes leaf, points, dead, floor, cut, table and opponent${others.map(id => `, and so does ${id}, but for opponent`).join('')}; mcts takes C, rollout, plies, choice, values, iterations and treeNodes; sampling takes inner, worlds, growing and, of the searcher inside, inner.NAME; the others none`,
      ).argParser(addSetting),
    )
    .addOption(new Option('--rule <name=value>', 'a rule of a first position, repeatable, see "lab games"').argParser(addRule))
    .option(
      '--heuristic <id|file>',
      'what leaves are evaluated by, see "lab games" (default: the first of the game): its id, a family with weights as in "improved(50,5,220)", in 2048 the weights of a profile as in "profile:thesis", or a file of "lab tune export --format weights"',
    )
  return addSeedFlag(command, 'seed of a random first position, and of what a searcher draws').setOptionValue('seed', 0)
}

/** @param more other forms of the argument */
export function positionArgument(more = ''): Argument {
  return new Argument('<position>', `in the game's own text, or "${START}" for its first position${more}`)
}

export function gameSearch(game: GameSearch['game'], position: string, flags: ThinkFlags): GameSearch {
  return { ...anySearch(game, position, flags), searcher: flags.searcher }
}

/** A search by any searcher. */
export function anySearch(game: GameSearch['game'], position: string, flags: GameSearchFlags): Omit<GameSearch, 'searcher'> {
  const { set = {}, rule, heuristic, seed } = flags
  const chosen = { ...(rule && { options: rule }), ...(heuristic !== undefined && { heuristic }) }
  return { game, position, ...chosen, config: set, wrapping: wrappingOf(flags), limits: limitsOf(flags), seed }
}

const OF_PROFILE = 'profile:'

/**
 * The same flags, with the weights of a profile instead of its name, and those of a file instead of its path: a text with a slash, a
 * backslash or a dot, except for weights in parentheses.
 * @throws {LabError} `BAD_FILE`; `NOT_FOUND`, naming the known profiles
 */
export async function withWeights<Flags extends GameSearchFlags>(
  game: GameSearch['game'],
  flags: Flags,
  findProfile: CommandLab['findProfile'],
): Promise<Flags> {
  const { heuristic } = flags
  if (heuristic?.startsWith(OF_PROFILE))
    return { ...flags, heuristic: makeWeighted(await profileWeights(game, heuristic.slice(OF_PROFILE.length), findProfile)) }
  if (heuristic === undefined || heuristic.endsWith(')') || !/[/\\.]/.test(heuristic)) return flags
  const text = readSmallFile(heuristic)
  if (text === undefined) throw new LabError('BAD_FILE', `${heuristic}: no such file`, { file: heuristic })
  return { ...flags, heuristic: parseWeightsFile(text, heuristic, game) }
}

/**
 * The text of a player, in which the weights of a profile stand for its name: `minimax:profile:thesis:depth=3`.
 * @throws {LabError} see `profileWeights`
 */
export async function withProfile(
  text: string,
  game: GameSearch['game'],
  findProfile: CommandLab['findProfile'],
): Promise<string> {
  const profile = namedProfile(text)
  return profile === undefined ? text : withProfileWeights(text, await profileWeights(game, profile, findProfile))
}

/** What a profile evaluates boards by. @throws {LabError} `BAD_SETTING` outside 2048, and for a network; `NOT_FOUND` */
async function profileWeights(
  game: GameSearch['game'],
  name: string,
  findProfile: CommandLab['findProfile'],
): Promise<WeightedHeuristic> {
  if (game !== twenty48.id) throw badSetting('heuristic', `profiles are of ${twenty48.id}, not of ${game}`)
  const { profile } = await findProfile(name)
  return within(profile.name, () => weightsOf(profile.evaluator))
}

export function limitsOf({ depth, nodes, time }: GameSearchFlags): GameSearch['limits'] {
  return { ...(depth !== undefined && { depth }), ...(nodes !== undefined && { nodes }), ...(time !== undefined && { ms: time }) }
}

/** @throws {LabError} `BAD_SETTING` */
function wrappingOf({ deepening, order, table, quiet, swing, shorterWin, rootTies }: GameSearchFlags): GameSearch['wrapping'] {
  if (swing !== undefined && quiet === undefined) throw badSetting('swing', 'it belongs to --quiet')
  if (swing !== undefined) inRange('swing', swing, 0, Number.MAX_VALUE)
  return {
    ...(deepening && { deepening }),
    ...(order && { order }),
    ...(table !== undefined && { table }),
    ...(quiet !== undefined && { quiescence: { plies: quiet, ...(swing !== undefined && { swing }) } }),
    ...(shorterWin && { shorterWin }),
    ...(rootTies && { rootTies }),
  }
}

function parseMs(text: string): number {
  const ms = parseNumber(text)
  inRange('time', ms, 0, MAX_MS)
  return ms
}

/** `cut=0.01` */
function addSetting(text: string, settings: GameSearchFlags['set'] = {}): GameSearchFlags['set'] {
  const [name, value] = assignment('set', text, settings)
  if (!/^[a-z]+(\.[a-z]+)*$/i.test(name)) throw badSetting('set', `no searcher has a setting ${quoted(name)}`)
  const refused = (problem: string) => badSetting('set', `${quoted(text)}: ${problem}`)
  return { ...settings, [name]: readWord(value, refused, isWholeSetting(name)) }
}

/** `placeBlock=true` */
export function addRule(text: string, rules: GivenOptions = {}): GivenOptions {
  const [name, value] = assignment('rule', text, rules)
  return { ...rules, [name]: readRule(value) }
}

/** @throws {LabError} `BAD_SETTING`, naming the flag */
function assignment(flag: string, text: string, before: object): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw badSetting(flag, 'write name=value')
  if (Object.hasOwn(before, name)) throw badSetting(flag, `${quoted(name)} is there twice`)
  return [name, value]
}
