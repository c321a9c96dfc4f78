/** Importing profiles: everything is read, checked and decided before the first one is written. */
import type { ImportDone } from '../../core/contract/calls/profiles'
import { carryOut, planImport, type ClashChoice, type ImportStep, type Profile } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import type { Store } from '../store/store'
import { asStored, draftOf } from './storedProfile'

export type Clash = Extract<ImportStep, { kind: 'clash' }>

/** A step of the plan; whether what is in its way is built in, and so cannot be replaced. */
export interface PlannedStep {
  readonly step: ImportStep
  readonly builtIn: boolean
}

interface DecidedStep {
  readonly step: ImportStep
  /** For a clash. */
  readonly choice: ClashChoice
}

export function planFor(own: readonly Profile[], builtIns: readonly Profile[], incoming: readonly Profile[]): PlannedStep[] {
  const reserved = new Set(builtIns.map(({ name }) => name))
  return planImport([...own, ...builtIns.map(asStored)], incoming.map(asStored)).map(step => ({
    step,
    builtIn: reserved.has(step.profile.name),
  }))
}

/** @throws {LabError} `NAME_TAKEN` for a built-in that is to be replaced. @param instead what to do about it, as a sentence */
export function decide({ step, builtIn }: PlannedStep, choice: ClashChoice, instead: string): DecidedStep {
  if (step.kind === 'clash' && builtIn && choice === 'replace')
    throw new LabError('NAME_TAKEN', `"${step.profile.name}" is built in and cannot be replaced: ${instead}`)
  return { step, choice }
}

export async function writeImport(store: Store, decided: readonly DecidedStep[]): Promise<ImportDone[]> {
  const done: ImportDone[] = []
  for (const { step, choice } of decided) {
    const written = carryOut(step, choice)
    if (written) await write(store, written)
    done.push({ profile: written?.name ?? step.profile.name, from: step.profile.name, did: didOf(step, choice) })
  }
  return done
}

function didOf({ kind }: ImportStep, choice: ClashChoice): ImportDone['did'] {
  if (kind !== 'clash') return kind === 'add' ? 'added' : 'same'
  return ({ skip: 'skipped', replace: 'replaced', rename: 'renamed' } as const)[choice]
}

/** Whoever has the name by now is replaced: it may have come with the same import. */
async function write(store: Store, profile: Profile): Promise<void> {
  const existing = await store.profiles.get(profile.name)
  if (existing) await store.profiles.change(existing.id, draftOf(profile))
  else await store.profiles.add(draftOf(profile))
}
