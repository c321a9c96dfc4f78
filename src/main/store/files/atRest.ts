import { join } from 'node:path'
import { LabError } from '../../../core/errors'
import { ARENA_FOLDER, lockedNames } from '../../files/dataContents'
import { explainingFile } from '../../files/fileProblem'
import { isLocked } from './fileLock'

/**
 * Refuses to replace or move data while a program writes files beside the database: it would continue in the old ones.
 * @throws {LabError} `BAD_REQUEST`, naming what is being made
 */
export async function requireAtRest(folder: string): Promise<void> {
  const busy: string[] = []
  for (const path of explainingFile(folder, () => lockedNames(folder)))
    if (await isLocked(join(folder, path))) busy.push(nameOf(path))
  if (busy.length === 0) return
  throw new LabError(
    'BAD_REQUEST',
    `Another program is writing in ${folder}: ${busy.join(', ')}. End it first (Ctrl-C in its terminal), or wait for it. Nothing was changed.`,
    { folder },
  )
}

function nameOf(path: string): string {
  return path.startsWith(`${ARENA_FOLDER}/`) ? `a tournament (${path})` : path
}
