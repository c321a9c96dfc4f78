/** Experiments as files: what `--config` reads and `--print-config` writes. */
import {
  type ExperimentPlayer,
  LONGEST_NAME,
  MAX_EXPERIMENT_CHARS,
  type Profile,
  makeExperiment,
  parseExperiment,
} from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import type { Player } from '../../../../core/games/twenty48/player'
import { isSearcherText, searcherPlayer } from '../../../../core/contract/playerText'
import type { SearchSettings, SomeSettings } from '../../../../core/search/settings'
import { fileName, readText } from '../../../files/textFile'
import type { ComparePlan, ComparedProfile } from '../../../../core/contract/calls'
import type { CommandLab } from '../../../lab/localLab'
import { type PlayerFlags, addPlayerFlags, addSetFlag, makePlayer, withSetWeights } from '../search/searchFlags'
import type { Terminal } from '../terminal'
import { withProfile } from '../think/thinkFlags'
import { Command, CommanderError } from 'commander'
import { legibleLine } from '../../../../core/contract/texts'
import { readNumber } from '../../../../core/numberText'
import { within } from '../../../../core/settingChecks'
import { quoted } from '../../../../core/quoted'

const OVERRIDES = /@((?:[a-z-]+=[^,@]+|no-expert)(?:,(?:[a-z-]+=[^,@]+|no-expert))*)$/

export interface ExperimentPlan extends ComparePlan {
  readonly players: readonly NamedPlayer[]
}

/** @throws {LabError} `BAD_FILE`, naming the place; `NOT_FOUND` for a profile */
export async function readExperiment(
  terminal: Terminal,
  findProfile: CommandLab['findProfile'],
  file: string,
): Promise<ExperimentPlan> {
  const {
    players: named,
    seed,
    rule,
  } = parseExperiment(await readText(file, MAX_EXPERIMENT_CHARS * 4, terminal.stdin), fileName(file))
  const players: NamedPlayer[] = []
  for (const [i, { name, searcher, profile = '', settings, limits }] of named.entries()) {
    if (searcher !== undefined) {
      const player = within(`players.${i}.searcher`, () => searcherPlayer(searcher))
      addPlayer(players, { name: name ?? searcher, profile: name ?? searcher, player })
      continue
    }
    const source = typeof profile === 'string' ? (await findProfile(profile)).profile : profile
    const { limits: usual, ...player } = makePlayer(source, { ...settings })
    addPlayer(players, { name: name ?? source.name, source, player: { ...player, limits: limits ?? usual } })
  }
  return { players, seed, rule }
}

/**
 * The text of an experiment file. Contains built-in profiles in full, because another version of the lab may have others with these names,
 * but not their results, which are of another search.
 * @throws {LabError} `BAD_SETTING` for a plan that a file cannot hold
 */
export function experimentText({ players, seed, rule, validation, maxSlides }: ExperimentPlan): string {
  if (validation !== undefined || maxSlides !== undefined)
    throw new LabError('BAD_SETTING', 'print-config: a file has neither --validation nor --max-slides')
  return makeExperiment({ players: players.map(writtenPlayer), seed, rule })
}

function writtenPlayer({ name, source, player }: NamedPlayer): ExperimentPlayer {
  if (!source) return { name, searcher: player.searcher! }
  const settings = overrides(source.settings, player.settings)
  const { statistics: _, ...profile } = source
  return {
    name,
    profile,
    ...(Object.keys(settings).length > 0 && { settings }),
    limits: player.limits,
  }
}

function overrides(usual: SearchSettings, now: Player['settings']): SomeSettings {
  const fields = Object.keys(now) as (keyof SearchSettings)[]
  const changed = Object.fromEntries(fields.filter(field => now[field] !== usual[field]).map(field => [field, now[field]]))
  return usual.expert && !now.expert ? { ...changed, expert: null } : changed
}

/** A player with the profile that it is based on; a searcher has none. */
export interface NamedPlayer extends ComparedProfile {
  readonly source?: Profile
}

/** Profiles and searchers. @throws {LabError} `BAD_SETTING`, `NOT_FOUND`, `BAD_FILE` */
export async function findContestants(
  findProfile: CommandLab['findProfile'],
  texts: readonly string[],
  shared: PlayerFlags,
): Promise<NamedPlayer[]> {
  const players: NamedPlayer[] = []
  for (const text of texts)
    if (isSearcherText(text)) await addSearcher(players, text, findProfile)
    else await addProfile(players, text, findProfile, shared)
  return players
}

/** @throws {LabError} `BAD_SETTING`, naming the player and the part of its text */
export async function addSearcher(players: NamedPlayer[], text: string, findProfile: CommandLab['findProfile']): Promise<void> {
  const whole = await withProfile(text, 'twenty48', findProfile)
  addPlayer(players, { name: text, profile: text, player: searcherPlayer(whole) })
}

/** @param shared flags for all; those of one player take precedence @throws {LabError} `BAD_SETTING`, `NOT_FOUND`, `BAD_FILE` */
export async function findPlayers(
  findProfile: CommandLab['findProfile'],
  texts: readonly string[],
  shared: PlayerFlags,
): Promise<NamedPlayer[]> {
  const players: NamedPlayer[] = []
  for (const text of texts) await addProfile(players, text, findProfile, shared)
  return players
}

async function addProfile(
  players: NamedPlayer[],
  text: string,
  findProfile: CommandLab['findProfile'],
  shared: PlayerFlags,
): Promise<void> {
  const [suffix, overrides = ''] = OVERRIDES.exec(text) ?? ['']
  if (suffix === '') refuseDecimalComma(text)
  const { profile } = await findProfile(suffix === '' ? text : text.slice(0, -suffix.length))
  const flags = { ...shared, ...parseOverrides(overrides, text) }
  const source = withSetWeights(profile, flags)
  addPlayer(players, { name: `${profile.name}${suffix}`, source, player: makePlayer(source, flags) })
}

/** @throws {LabError} `BAD_SETTING` for `thesis@cut=0,01`, whose comma would begin another setting */
function refuseDecimalComma(text: string): void {
  const [, whole, fraction] = /@(?:.*,)?[a-z-]+=(?:\w+=)?([-−+]?\d+),(\d[\de-]*)(?:,|$)/.exec(text) ?? []
  if (whole === undefined || fraction === undefined) return
  const read = readNumber(`${whole},${fraction}`)
  const either = `write ${'value' in read ? read.value : `${whole}.${fraction}`}, or ${fraction} with the name of its setting`
  throw new LabError('BAD_SETTING', `${quoted(text)}: a comma separates the settings of a player: ${either}`)
}

/** @param overrides `depth=1,cut=0.01,set=h1=0`: the flags of the same names */
function parseOverrides(overrides: string, where: string): PlayerFlags {
  if (overrides === '') return {}
  const command = addSetFlag(addPlayerFlags(new Command()))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  const args = overrides.split(',').flatMap(each => {
    const [flag, ...value] = each.split('=')
    return [`--${flag}`, ...(value.length > 0 ? [value.join('=')] : [])]
  })
  try {
    const { expert, ...flags } = command.parse(args, { from: 'user' }).opts<PlayerFlags>()
    return expert === false ? { ...flags, expert } : flags
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw new LabError('BAD_SETTING', `${where}: ${error.message.replace(/^error: /, '')}`)
  }
}

/** The second of two players with one name, such as profiles of two files, gets a number. */
export function addPlayer(
  players: NamedPlayer[],
  { name: wanted, source, profile = source!.name, player }: Omit<NamedPlayer, 'profile'> & Partial<NamedPlayer>,
): void {
  if (wanted.length > LONGEST_NAME)
    throw new LabError('BAD_SETTING', `${wanted.slice(0, 40)}…: a player is named by at most ${LONGEST_NAME} characters`)
  const plain = legibleLine(wanted) // it may be the path of a file
  let name = plain
  for (let i = 2; players.some(each => each.name === name); i++) name = `${plain}#${i}`
  players.push({ name, profile, player, ...(source && { source }) })
}
