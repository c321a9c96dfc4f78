import type { Command } from 'commander'
import { LabError } from '../../../../core/errors'

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
