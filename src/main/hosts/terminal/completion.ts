/** `lab completion`: shell scripts that ask `lab complete` at each Tab. */
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'
import { builtInProfiles } from '../../lab/commandLab'
import { helpNotes } from './output/help'
import { printPieces } from './output/output'

/**
 * Adds both commands. Completion follows the commands, their options and choices.
 * @param program with all its commands
 * @param name of the command that prints a script
 */
export function addCompletion(program: Command, name: string): void {
  const completions = tab(program, { completionCommandName: name })
  program.commands
    .find(command => command.name() === name)
    ?.description('Prints a script that completes commands, flags, choices and built-in profiles with the Tab key.')
    .action(async (shell: string) => {
      if (shell === 'bash') await printPieces([BASH])
      else completions.setup(program.name(), program.name(), shell)
    })
    .addHelpText('after', helpNotes(NOTES))
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
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text
}

/**
 * Without the package bash-completion, which a plain bash and macOS lack, and without `eval` of what is typed. It can be read twice.
 * Bash makes `=` a word of its own. Lines with a colon in front are directives.
 */
const BASH = `# bash completion for lab
_lab_complete() {
    local line value word cur=\${COMP_WORDS[COMP_CWORD]} words=()
    for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
        [[ $word == "=" ]] || words+=("$word")
    done
    if [[ $cur == "=" ]]; then
        cur=""
        words+=("")
    fi
    COMPREPLY=()
    while IFS= read -r line; do
        value=\${line%%$'\\t'*}
        [[ $line != :* && $value == "$cur"* ]] && COMPREPLY+=("$value")
    done < <(lab complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _lab_complete lab`

const NOTES = `
In bash: source <(lab completion bash). Add this line to ~/.bashrc to have it in every session.

Examples:
  lab completion bash
  lab completion fish > lab.fish
`
