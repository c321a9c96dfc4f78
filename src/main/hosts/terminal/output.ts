/** Standard output with manners: it waits for a slow reader, and a reader that leaves is no failure. */
import { once } from 'node:events'

/** Resolves when there is room for more. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text + '\n')) await once(process.stdout, 'drain')
}

export async function printJson(value: unknown): Promise<void> {
  await print(JSON.stringify(value))
}

/** One line for people on standard error. */
export function complain(message: string): void {
  process.stderr.write(`lab: ${message.trim().replaceAll(/\s*\n\s*/g, ' ')}\n`)
}

/** `lab … | head`: once the reader is gone nobody wants the rest, so the process ends at once, quietly. */
export function endWhenReaderLeaves(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(EXIT.ok)
    })
}

/** Documented in docs/terminal.md. */
export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const
