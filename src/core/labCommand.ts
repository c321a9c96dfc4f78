/**
 * A command of the lab for a person to copy.
 *
 * @param home value of `--home`
 * @param lab how the lab is started: by default in its own folder
 */
export function labCommand(words: string, home?: string, lab = 'npx lab'): string {
  return `${lab} ${words}${home === undefined ? '' : ` --home ${shellWord(home)}`}`
}

/** In single quotes where a shell would take it apart. */
export function shellWord(path: string): string {
  return /^[\w./~:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
