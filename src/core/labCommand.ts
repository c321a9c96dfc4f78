/**
 * A `lab` command line for the user to copy.
 * @param home value of `--home`
 * @param lab the command that starts the lab; by default, the one for the lab's own folder
 */
export function labCommand(words: string, home?: string, lab = 'npx lab'): string {
  return `${lab} ${words}${home === undefined ? '' : ` --home ${shellWord(home)}`}`
}

/** Quotes a path with single quotes if a shell would split it. */
export function shellWord(path: string): string {
  return /^[\w./~:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
