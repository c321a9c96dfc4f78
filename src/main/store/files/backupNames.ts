/** What takes the place of the data, and how the name of the backup begins that is then made of them. */
export const REPLACED = { restore: 'lab-replaced-', salvage: 'lab-salvaged-', anew: 'lab-anew-' } as const
export type Replacement = keyof typeof REPLACED
