/** Imports profiles: reads, checks and decides everything before it writes the first one. */
import type { ImportDone } from '../../../core/contract/calls/profiles'
import { carryOut, planImport, type ClashChoice, type ImportStep, type Profile } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { samePlayer } from '../../../core/games/twenty48/playerHash'
import type { Store } from '../../store/store'
import { asStored, draftOf } from './storedProfile'

/** A step of the plan; and whether the clashing profile is built in, and so cannot be replaced. */
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
  const checked = incoming.map(profile => withoutBorrowedNotes(asStored(profile), builtIns))
  return planImport([...own, ...builtIns.map(asStored)], checked).map(step => ({
    step,
    builtIn: reserved.has(step.profile.name),
  }))
}

/** The notes of a built-in describe what was published or measured: they do not apply to other weights, settings or depth. */
function withoutBorrowedNotes(profile: Profile, builtIns: readonly Profile[]): Profile {
  const source = builtIns.find(({ notes }) => notes !== '' && notes === profile.notes)
  const holds = !source || (samePlayer(source, profile) && source.depth === profile.depth)
  return holds ? profile : { ...profile, notes: '' }
}

/** @throws {LabError} `NAME_TAKEN` for a built-in that is to be replaced */
export function decide({ step, builtIn }: PlannedStep, choice: ClashChoice): DecidedStep {
  if (step.kind === 'clash' && builtIn && choice === 'replace')
    throw new LabError('NAME_TAKEN', `"${step.profile.name}" is built in and cannot be replaced: rename it, or skip it.`)
  return { step, choice }
}

/** All of them or none. Replaces any profile that has the name by now: it may be from the same import. */
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
