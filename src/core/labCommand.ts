/**
 * A `lab` command line for the user to copy.
 * @param lab the command that starts the lab
 * @param home value of `--home`
 */
export function labCommand(lab: string, words: string, home?: string): string {
  return `${lab} ${words}${home === undefined ? '' : ` --home ${shellWord(home)}`}`
}

/** Quotes a path with single quotes if a shell would split it. */
export function shellWord(path: string): string {
  return /^[\w./~:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}

/**
 * The name of a file in the working directory as one word for a shell. A placeholder for a name that could run something else when it is
 * pasted: one with control characters, or what the shells of Windows expand even in quotes.
 */
export function fileWord(name: string, isWindows: boolean): string {
  if (/^\w[\w.-]*$/.test(name)) return name
  if (/\p{C}/u.test(name) || (isWindows && /[^\p{L}\p{M}\p{N} .,_+=@#-]/u.test(name))) return 'FILE'
  const file = /^[\p{L}\p{N}_.]/u.test(name) ? name : `./${name}`
  return isWindows ? `"${file}"` : shellWord(file)
}
