/** What replaces the data, and the first part of the name of the resulting backup. */
export const REPLACED = { restore: 'lab-replaced-', salvage: 'lab-salvaged-', anew: 'lab-anew-' } as const
export type Replacement = keyof typeof REPLACED

/** The time in a file's name, such as 20260102T030405678Z. */
export function dateInName(date = new Date()): string {
  return date.toISOString().replace(/[-:.]/g, '')
}

/** The time that a file's name holds, in milliseconds since 1970; `undefined` for a name of another program or person. */
export function timeInName(name: string): number | undefined {
  const [, ...parts] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name) ?? []
  const [year, month, day, hour, minute, second, rest] = parts
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`)
  return Number.isNaN(time) ? undefined : time
}
