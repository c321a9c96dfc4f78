import { writeFileSync } from 'node:fs'
import { asBadFile, badFile } from '../../../files/fileProblem'
import type { Terminal } from '../terminal'

/** Writes to a new file, or to standard output. @throws {LabError} `BAD_FILE`, also if the file exists */
export async function deliver(terminal: Terminal, text: string, file: string | undefined): Promise<void> {
  if (file === undefined) return terminal.print(text.replace(/\n$/, ''))
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (cause) {
    const isTaken = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    throw isTaken ? badFile(file, 'it is there already; name another file or remove it', cause) : asBadFile(file, cause)
  }
}
