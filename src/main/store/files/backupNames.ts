/** What replaces the data, and the first part of the name of the resulting backup. */
export const REPLACED = { restore: 'lab-replaced-', salvage: 'lab-salvaged-', anew: 'lab-anew-' } as const
export type Replacement = keyof typeof REPLACED

/** The time in a file's name, such as 20260102T030405678Z. */
export function dateInName(date = new Date()): string {
  return date.toISOString().replace(/[-:.]/g, '')
}
