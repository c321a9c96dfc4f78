/** The players of `lab compare`: a profile or a file, with overrides after an @. */
import { Command, CommanderError } from 'commander'
import { legibleLine } from '../../../../core/contract/texts'
import { LONGEST_NAME, type Profile } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { readNumber } from '../../../../core/numberReader'
import { quoted } from '../../../../core/quoted'
import type { Player } from '../../../../core/games/twenty48/player'
import type { ComparedProfile } from '../../../../core/contract/calls'
import type { CommandLab } from '../../../lab/localLab'
import { addPlayerFlags, addSetFlag, makePlayer, withSetWeights, type PlayerFlags } from '../search/searchFlags'

const OVERRIDES = /@((?:[a-z-]+=[^,@]+|no-expert)(?:,(?:[a-z-]+=[^,@]+|no-expert))*)$/

/** A player with the profile that it is based on. */
export interface NamedPlayer extends ComparedProfile {
  readonly source: Profile
}

/** @param shared flags for all; those of one player take precedence @throws {LabError} `BAD_SETTING`, `NOT_FOUND`, `BAD_FILE` */
export async function findPlayers(
  findProfile: CommandLab['findProfile'],
  texts: readonly string[],
  shared: PlayerFlags,
): Promise<NamedPlayer[]> {
  const players: NamedPlayer[] = []
  for (const text of texts) {
    const [suffix, overrides = ''] = OVERRIDES.exec(text) ?? ['']
    if (suffix === '') refuseDecimalComma(text)
    const { profile } = await findProfile(suffix === '' ? text : text.slice(0, -suffix.length))
    const flags = { ...shared, ...parseOverrides(overrides, text) }
    const source = withSetWeights(profile, flags)
    addPlayer(players, `${profile.name}${suffix}`, source, makePlayer(source, flags))
  }
  return players
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
export function addPlayer(players: NamedPlayer[], wanted: string, source: Profile, player: Player): void {
  if (wanted.length > LONGEST_NAME)
    throw new LabError('BAD_SETTING', `${wanted.slice(0, 40)}…: a player is named by at most ${LONGEST_NAME} characters`)
  const plain = legibleLine(wanted) // it may be the path of a file
  let name = plain
  for (let i = 2; players.some(each => each.name === name); i++) name = `${plain}#${i}`
  players.push({ name, profile: source.name, player, source })
}
