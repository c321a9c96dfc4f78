import { LabError } from '../../core/errors'
import { abridged } from '../../core/quoted'
import { readSmall } from './readUpTo'
import { fileProblem } from './fileProblem'

/** Text of a small file beside the data; `undefined` where there is none. @throws {LabError} `BAD_FILE` */
export function readSmallFile(file: string): string | undefined {
  try {
    return readSmall(file)
  } catch (cause) {
    if (cause instanceof LabError) throw cause
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new LabError('BAD_FILE', `${abridged(file)}: ${fileProblem(cause)}`, { file }, { cause })
  }
}
