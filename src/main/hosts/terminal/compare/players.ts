/** The players that `lab compare` names: a profile or a file, with what overrides it behind an @. */
import { Command, CommanderError } from 'commander'
import { LabError } from '../../../../core/errors'
import type { CommandLab, ComparedProfile } from '../../../lab/commandLab'
import { addPlayerFlags, makePlayer, type PlayerFlags } from '../search/searchFlags'

const OVERRIDES = /@((?:[a-z-]+=[^,@]+)(?:,[a-z-]+=[^,@]+)*)$/
const LONGEST_NAME = 120

/** @param shared flags of all; those of one player go before them. @throws {LabError} `BAD_SETTING`, `NOT_FOUND`, `BAD_FILE` */
export async function findPlayers(
  profiles: CommandLab['profiles'],
  texts: readonly string[],
  shared: PlayerFlags,
): Promise<ComparedProfile[]> {
  const players: ComparedProfile[] = []
  for (const text of texts) {
    const [found, overrides = ''] = OVERRIDES.exec(text) ?? ['']
    const { profile } = await profiles.find(found === '' ? text : text.slice(0, -found.length))
    const player = makePlayer(profile, { ...shared, ...parseOverrides(overrides, text) })
    players.push({ name: freeName(`${profile.name}${found}`, players), profile: profile.name, player })
  }
  return players
}

/** @param overrides `depth=1,cut=0.01`: the flags of the same names */
function parseOverrides(overrides: string, where: string): PlayerFlags {
  if (overrides === '') return {}
  const command = addPlayerFlags(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  const args = overrides.split(',').flatMap(each => {
    const [flag, value] = each.split('=') as [string, string]
    return [`--${flag}`, value]
  })
  try {
    return command.parse(args, { from: 'user' }).opts<PlayerFlags>()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw new LabError('BAD_SETTING', `${where}: ${error.message.replace(/^error: /, '')}`)
  }
}

/** A player that is named twice plays against itself. */
function freeName(wanted: string, taken: readonly { readonly name: string }[]): string {
  if (wanted.length > LONGEST_NAME)
    throw new LabError('BAD_SETTING', `${wanted.slice(0, 40)}…: a player is named by at most ${LONGEST_NAME} characters`)
  let name = wanted
  for (let i = 2; taken.some(each => each.name === name); i++) name = `${wanted}#${i}`
  return name
}
