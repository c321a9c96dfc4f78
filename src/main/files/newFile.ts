/** Checks of a new file that the user names. */
import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LabError } from '../../core/errors'
import { abridged } from '../../core/quoted'
import { explainingFile } from './fileProblem'

/** Refuses a path where anything exists, including a broken link, and one in a folder that cannot be written. @throws {LabError} `BAD_FILE` */
export function checkNewFile(file: string): string {
  return explainingFile(file, () => {
    if (lstatSync(file, { throwIfNoEntry: false }))
      throw new LabError('BAD_FILE', `${abridged(file)} is there already: choose another name`, { file })
    const folder = dirname(file)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new LabError('BAD_FILE', `${abridged(folder)}: there is no such folder`, { file })
    accessSync(folder, constants.W_OK)
    return file
  })
}
