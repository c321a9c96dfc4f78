/** Plans an import of profiles, before anything is written. */
import { sameContent } from '../../contentHash'
import type { Profile } from './profileFile'

export type ImportStep =
  | { readonly kind: 'add'; readonly profile: Profile }
  /** An equal profile exists: nothing to do. */
  | { readonly kind: 'same'; readonly profile: Profile }
  /** Another profile has this name: the user must choose. `freeName` is free. */
  | { readonly kind: 'clash'; readonly profile: Profile; readonly existing: Profile; readonly freeName: string }

export const CLASH_CHOICES = ['skip', 'replace', 'rename'] as const
export type ClashChoice = (typeof CLASH_CHOICES)[number]

const MAX_NAME = 40

/**
 * One step for each incoming profile, in order. Two of the same name in one import clash with each other as with existing ones; the earlier
 * one counts as existing.
 */
export function planImport(existing: readonly Profile[], incoming: readonly Profile[]): ImportStep[] {
  const known = new Map(existing.map(profile => [profile.name, profile]))
  const taken = new Set([...known.keys(), ...incoming.map(({ name }) => name)])
  return incoming.map((profile): ImportStep => {
    const other = known.get(profile.name)
    if (!other) {
      known.set(profile.name, profile)
      return { kind: 'add', profile }
    }
    if (sameContent(other, profile)) return { kind: 'same', profile }
    const freeName = freeNameFor(profile.name, taken)
    taken.add(freeName)
    return { kind: 'clash', profile, existing: other, freeName }
  })
}

/** The profile that a step writes, and its name; `undefined` for none. @param choice for a clash */
export function carryOut(step: ImportStep, choice: ClashChoice): Profile | undefined {
  switch (step.kind) {
    case 'add':
      return step.profile
    case 'same':
      return undefined
    case 'clash':
      if (choice === 'skip') return undefined
      return choice === 'replace' ? step.profile : { ...step.profile, name: step.freeName }
  }
}

/** `name-2`, `name-3` …, cut to a valid length. */
export function freeNameFor(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) {
    const free = nameWith(name, `-${n}`)
    if (!taken.has(free)) return free
  }
}

/** A name with an ending, cut before it to a valid length. */
export function nameWith(name: string, ending: string): string {
  return name.slice(0, MAX_NAME - ending.length) + ending
}
