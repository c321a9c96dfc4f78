/**
 * A command of the lab for a person to copy, as it is started in the lab's folder.
 *
 * @param home of the flag
 */
export function labCommand(words: string, home?: string): string {
  return `npm run -s lab -- ${words}${home === undefined ? '' : ` --home ${shellWord(home)}`}`
}

/** In single quotes where a shell would take it apart. */
export function shellWord(path: string): string {
  return /^[\w./~:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
