import { labCommand } from '../../../../core/labCommand'

/** A command for the user to copy, in the form of this start: `npx lab …` if npm started it, `lab …` once it is installed. */
export function commandLine(words: string, home?: string): string {
  return labCommand(words, home, process.env['npm_command'] === undefined ? 'lab' : 'npx lab')
}
