/** The folder beside the data that their copies are in. */
export const BACKUPS = 'backups'

/** What takes the place of the data, and how the name of the backup begins that is then made of them. */
export const REPLACED = { restore: 'lab-replaced-', salvage: 'lab-salvaged-', anew: 'lab-anew-' } as const
export type Replacement = keyof typeof REPLACED

/** 20260102T030405678Z, as the name of a file tells when it was made. */
export function dateInName(date = new Date()): string {
  return date.toISOString().replace(/[-:.]/g, '')
}
