/** `lab completion`: shell scripts that ask `lab complete` at each Tab. */
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'
import { builtInProfiles } from '../../lab/commandLab'

/**
 * Adds both commands. Completion follows the commands, their options and choices.
 * @param program with all its commands
 * @param name of the command that prints a script
 */
export function addCompletion(program: Command, name: string): void {
  const completions = tab(program, { completionCommandName: name })
  const profiles = builtInProfiles().map(profile => profile.name)
  for (const [path, command] of completions.commands) {
    const summary = program.commands.find(each => each.name() === path)?.summary()
    command.description = summary || firstSentence(command.description)
    const profile = command.options.get('profile')
    if (profile) profile.handler = complete => profiles.forEach(each => complete(each, ''))
  }
}

/** A description is one line of the protocol. */
function firstSentence(text: string): string {
  const [first = text] = text.split(/(?<=\.)\s|:\s/)
  return first
}
