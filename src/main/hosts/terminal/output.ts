/** Standard output with manners: it waits for a slow reader, and a reader that leaves is no failure. */
import { once } from 'node:events'

/** Resolves when there is room for more. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text + '\n')) await once(process.stdout, 'drain')
}

/** What may wait for a slow reader before whoever makes more has to pause, in bytes: a few thousand rows. */
const MOST_WAITING = 2 ** 20

/** For what comes by itself and cannot be kept waiting: whoever makes it asks for `room` before there is more. */
export function printAtOnce(text: string): void {
  process.stdout.write(text + '\n')
}

/** A promise where too much waits for a slow reader: it resolves once the reader has taken all of it. */
export function room(): Promise<void> | undefined {
  return process.stdout.writableLength < MOST_WAITING ? undefined : once(process.stdout, 'drain').then(() => undefined)
}

/** Longest piece that is put together before it is written, in characters. */
const PIECE = 65_536

/** One line that may be longer than a string can be. */
export async function printPieces(pieces: Iterable<string>): Promise<void> {
  let waiting = ''
  for (const piece of pieces) {
    waiting += piece
    if (waiting.length < PIECE) continue
    if (!process.stdout.write(waiting)) await once(process.stdout, 'drain')
    waiting = ''
  }
  await print(waiting)
}

export async function printJson(value: unknown): Promise<void> {
  await print(JSON.stringify(value))
}

/** One line for people on standard error. */
export function complain(message: string): void {
  process.stderr.write(`lab: ${message.trim().replaceAll(/\s*\n\s*/g, ' ')}\n`)
}

/** `lab … | head`, or a terminal that was closed: once the reader is gone nobody wants the rest, so the process ends at once, quietly. */
export function endWhenReaderLeaves(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EIO' && stream.isTTY) process.exit(EXIT.hungUp)
      if (error.code !== 'EPIPE') throw error
      process.exit(EXIT.ok)
    })
}

/** Documented in docs/terminal.md; the codes of signals are in interrupt.ts. */
export const EXIT = { ok: 0, failure: 1, usage: 2, hungUp: 129 } as const
