import { labCommand } from '../../../../core/labCommand'
import { unbroken } from './layout'

/** A command for the user to copy, on one line, in the form of this start: `npx lab …` if npm started it, `lab …` once it is installed. */
export function commandLine(words: string, home?: string): string {
  return unbroken(labCommand(words, home, process.env['npm_command'] === undefined ? 'lab' : 'npx lab'))
}
