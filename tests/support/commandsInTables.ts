/** The commands in the tables of a page, each in a code span of its own. */
export function inTables(text: string): string[] {
  return [...text.matchAll(/`(lab [^`]+)`/g)].map(([, command]) => command!)
}
