import { writeNew } from '../../../files/newFile'
import type { Terminal } from '../terminal'

/** Writes to a new file, or to standard output. @throws {LabError} `BAD_FILE`, also if the file exists */
export async function deliver(terminal: Terminal, text: string, file: string | undefined): Promise<void> {
  await (file === undefined ? terminal.print(text.replace(/\n$/, '')) : writeNew(file, [text]))
}
