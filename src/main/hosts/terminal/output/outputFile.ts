import { writeFileSync } from 'node:fs'
import { LabError } from '../../../../core/errors'
import { fileProblem } from '../../../files/fileProblem'
import { print } from './output'

/** To a new file, or to standard output. @throws {LabError} `BAD_FILE`, also where the file is there already. */
export async function deliver(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) return print(text.replace(/\n$/, ''))
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (cause) {
    const taken = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    const problem = taken ? 'it is there already; name another file or remove it' : fileProblem(cause)
    throw new LabError('BAD_FILE', `${file}: ${problem}`, { file }, { cause })
  }
}
