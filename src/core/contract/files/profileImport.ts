/** What an import of profiles would do, before anything is written. */
import { sameContent } from '../../contentHash'
import type { Profile } from './profileFile'

export type ImportStep =
  | { readonly kind: 'add'; readonly profile: Profile }
  /** There already, in every field: nothing to do. */
  | { readonly kind: 'same'; readonly profile: Profile }
  /** Another profile goes by this name: a person must choose. `freeName` is not taken. */
  | { readonly kind: 'clash'; readonly profile: Profile; readonly existing: Profile; readonly freeName: string }

export const CLASH_CHOICES = ['skip', 'replace', 'rename'] as const
export type ClashChoice = (typeof CLASH_CHOICES)[number]

const MAX_NAME = 40

/**
 * One step an incoming profile, in their order. Two of the same name in one import clash with each other like with the
 * existing ones, the earlier being the existing one.
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

/** What a step writes under which name; `undefined` for nothing. @param choice for a clash */
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

/** `name-2`, `name-3` …, cut so that it stays a name. */
export function freeNameFor(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) {
    const free = nameWith(name, `-${n}`)
    if (!taken.has(free)) return free
  }
}

/** A name with an ending, cut before it so that it stays a name. */
export function nameWith(name: string, ending: string): string {
  return name.slice(0, MAX_NAME - ending.length) + ending
}
