/** What all files of results share: which lab began one, who may continue it, and one writer at a time. */
import { existsSync } from 'node:fs'
import { ANOTHER_FILE } from '../../../core/contract/files'
import { sameContent } from '../../../core/contentHash'
import { LabError } from '../../../core/errors'
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../installation'
import { badFile } from '../../files/fileProblem'
import { whileLocked } from '../../store/files/fileLock'
import { machineHere } from './provenance'

/** Longest texts of a setting, there and here, that an error shows. */
const LONGEST_SETTING = 80

export interface CutOffListener {
  /** Receives in a sentence what a kill cut off a file. */
  readonly onCutOff: (sentence: string) => void
}

export function beginningHere() {
  return { lab: VERSION, generator: GENERATOR, machine: machineHere(), at: new Date().toISOString() }
}

/**
 * @param theirs what the file was begun with, by its name in words; not compared where it is unknown
 * @throws {LabError} `BAD_FILE`, naming what differs
 */
export function refuseOther<Begun extends object>(path: string, name: string, theirs: Begun, ours: Begun): void {
  const differing = differingFields(theirs, ours)
  if (differing.length === 0) return
  const [there, here] = [theirs, ours].map(begun => textOf(begun[differing[0]!]))
  const both = there!.length + here!.length > LONGEST_SETTING ? '' : `: ${there} there, ${here} here`
  throw badFile(path, `this ${name} was begun with other ${differing.join(' and ')}${both}. ${ANOTHER_FILE}`)
}

/** @param theirs a field that is unknown there does not differ */
export function differingFields<Begun extends object>(theirs: Begun, ours: Begun): (keyof Begun & string)[] {
  const fields = Object.keys(ours) as (keyof Begun & string)[]
  return fields.filter(field => theirs[field] !== undefined && !sameContent(theirs[field], ours[field]))
}

function textOf(setting: unknown): string {
  return typeof setting === 'string' ? setting : JSON.stringify(setting)
}

/** @throws {LabError} `NOT_FOUND` */
export function checkResumable(path: string): void {
  if (!existsSync(path)) throw new LabError('NOT_FOUND', `there is no ${path} to resume`, { file: path })
}

/**
 * Uses a file that this process alone writes, and closes it.
 * @param resume refuses to begin a file
 * @throws {LabError} `BAD_FILE` while another process writes it; `NOT_FOUND` if there is nothing to resume
 */
export function whileWriting<File extends { close(): void }, T>(
  path: string,
  resume: boolean | undefined,
  open: () => Promise<File>,
  use: (file: File) => Promise<T>,
): Promise<T> {
  if (resume) checkResumable(path)
  return whileLocked(path, async () => {
    const file = await open()
    try {
      return await use(file)
    } finally {
      file.close()
    }
  })
}
