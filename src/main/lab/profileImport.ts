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

/** All of them or none. Whoever has a name by now is replaced: it may have come with the same import. */
export async function writeImport(store: Pick<Store, 'profiles'>, decided: readonly DecidedStep[]): Promise<ImportDone[]> {
  const carried = decided.map(({ step, choice }) => ({ step, choice, written: carryOut(step, choice) }))
  await store.profiles.put(carried.flatMap(({ written }) => (written ? [draftOf(written)] : [])))
  return carried.map(({ step, choice, written }) => ({
    profile: written?.name ?? step.profile.name,
    from: step.profile.name,
    did: didOf(step, choice),
  }))
}

function didOf({ kind }: ImportStep, choice: ClashChoice): ImportDone['did'] {
  if (kind !== 'clash') return kind === 'add' ? 'added' : 'same'
  return ({ skip: 'skipped', replace: 'replaced', rename: 'renamed' } as const)[choice]
}
