/** `lab completion`: shell scripts that ask `lab complete` at each Tab. */
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'
import { builtInProfiles } from '../../lab/localLab'
import { builtInStudies } from '../../lab/reproduce/studyFiles'
import { helpNotes } from './output/help'
import type { Terminal } from './terminal'

/**
 * Adds both commands. Completion follows the commands, their options and choices.
 * @param program with all its commands
 * @param name of the command that prints a script
 */
export function addCompletion(terminal: Terminal, program: Command, name: string): void {
  const completions = tab(program, { completionCommandName: name })
  const lab = program.name()
  program.commands
    .find(command => command.name() === name)
    ?.description('Prints a script that completes commands, flags, choices and built-in profiles with the Tab key.')
    .action((shell: string) => (shell === 'bash' ? terminal.print(BASH) : completions.setup(lab, lab, shell)))
    .addHelpText('after', helpNotes(NOTES))
  const profiles = builtInProfiles().map(profile => profile.name)
  for (const [path, command] of completions.commands) {
    const summary = program.commands.find(each => each.name() === path)?.summary()
    command.description = summary || firstSentence(command.description)
    const profile = command.options.get('profile')
    if (profile) profile.handler = complete => profiles.forEach(each => complete(each, ''))
    if (path === 'reproduce') command.argument('name|file', complete => builtInStudies().forEach(each => complete(each, '')))
  }
}

/** A description is one line of the protocol. */
function firstSentence(text: string): string {
  const [first = text] = text.split(/(?<=\.)\s|:\s/)
  return first
}

/**
 * Instead of the library's script for bash. That one evaluates the typed words as a command at each Tab, so it runs `$(…)`, and
 * empties the file of `lab play > game.jsonl`. It also needs the package bash-completion. Runs on bash 3.2, that of macOS.
 */
const BASH = `# bash completion for lab

__lab_complete() {
    COMPREPLY=()
    local word last='' line redirection='^[<>&]+$'
    local -a words=()
    for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
        # bash splits at "=" and at redirections
        if [[ $last == redirection ]]; then
            last=file
        elif [[ $word =~ $redirection ]]; then
            last=redirection
        elif [[ $word == '=' && $last == word ]]; then
            words[\${#words[@]}-1]+='='
            last=equals
        elif [[ $last == equals ]]; then
            words[\${#words[@]}-1]+=$word
            last=word
        else
            words+=("$word")
            last=word
        fi
    done
    # without an answer, bash completes the name of a file
    [[ $last == redirection || $last == file ]] && return
    while IFS= read -r line; do
        [[ $line == :* ]] || COMPREPLY+=("\${line%%$'\\t'*}")
    done < <(lab complete -- "\${words[@]}" 2>/dev/null </dev/null)
}

complete -o default -F __lab_complete lab`

const NOTES = `
In bash: source <(lab completion bash). Add this line to ~/.bashrc to have it in every session.

Examples:
  lab completion bash
  lab completion fish > lab.fish
`
