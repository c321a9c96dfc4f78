import { labCommand } from '../../../../core/labCommand'
import { unbroken } from './layout'

/** A command for the user to copy, started as this one was: `npx lab …` if npm started it, `lab …` once it is installed. No line is broken in it. */
export function commandLine(words: string, home?: string): string {
  return unbroken(labCommand(words, home, process.env['npm_command'] === undefined ? 'lab' : 'npx lab'))
}
