/** Studies by name or path. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseStudy, type Study } from '../../../core/contract/files'
import { didYouMean, quoted } from '../../../core/quoted'
import { LabError } from '../../../core/errors'
import { explainingFile } from '../../files/fileProblem'
import { readTextFile } from '../../files/textFile'
import { INSTALLATION } from '../../installation'

const FOLDER = join(INSTALLATION, 'resources', 'studies')
const ENDING = '.json'
const MAX_BYTES = 2 ** 20

/** Names of the studies that ship. @throws {LabError} `BAD_FILE` */
export function builtInStudies(): string[] {
  const files = explainingFile(FOLDER, () => readdirSync(FOLDER)).filter(file => file.endsWith(ENDING))
  return files.map(file => file.slice(0, -ENDING.length)).sort()
}

/**
 * @param nameOrFile a study that ships, or the path of a file
 * @throws {LabError} `BAD_FILE`, naming the field; `NOT_FOUND` if it is neither
 */
export function readStudy(nameOrFile: string): Study {
  const names = builtInStudies()
  const file = names.includes(nameOrFile) ? join(FOLDER, nameOrFile + ENDING) : nameOrFile
  if (!existsSync(file))
    throw new LabError(
      'NOT_FOUND',
      `${quoted(nameOrFile)} is no study and no file. Studies: ${names.join(', ')}${didYouMean(nameOrFile, names)}`,
    )
  return parseStudy(readTextFile(file, MAX_BYTES), file)
}
