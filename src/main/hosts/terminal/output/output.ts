/** Standard output: waits for a slow reader, and does not fail if the reader leaves. */
import { once } from 'node:events'
import { visible } from '../../../../core/quoted'
import { fileProblem } from '../../../files/fileProblem'
import { fitted } from './layout'
import { clearProgress } from './progress'
import { screenWidth, shown } from './style'

/** Broken outputs: nothing is written there, and no write waits for them. */
const lost = new Set<NodeJS.WriteStream>()
/** The exit code after the first lost output; absent for a reader that left. */
let lostCode: number | undefined
const ending = new AbortController()
let isService = false

/** Aborts when an output is lost, because the command has then lost its purpose. */
export const outputLost: AbortSignal = ending.signal

/** The bar is on standard error: output to a file or a pipe does not mix with it. */
function clearLine(): void {
  if (process.stdout.isTTY) clearProgress()
}

/** Resolves when there is room for more. */
export async function print(text: string): Promise<void> {
  if (lost.has(process.stdout)) return
  clearLine()
  if (!process.stdout.write(text + '\n')) await drained()
}

/**
 * Wraps lines for people at the width of the screen, with the indentation of the line or `hang` more. Control characters, as in a title
 * of a foreign file, are shown as escapes.
 */
export async function printLines(lines: readonly string[], hang = 0): Promise<void> {
  await print(asFits(lines, hang))
}

function asFits(lines: readonly string[], hang: number): string {
  const room = screenWidth(process.stdout)
  return lines.flatMap(line => fitted(shown(line), room, hang)).join('\n')
}

/** Also resolves when the output is lost. */
function drained(): Promise<void> {
  return once(process.stdout, 'drain').then(
    () => undefined,
    () => undefined, // the caller that got the error handles it
  )
}

/** Most bytes that wait for a slow reader before their producer must pause: a few thousand rows. */
const MOST_WAITING = 2 ** 20

/** For output that cannot wait: its producer awaits `backlog` before it makes more. */
export function printAtOnce(text: string): void {
  if (lost.has(process.stdout)) return
  clearLine()
  process.stdout.write(text + '\n')
}

/** As `printLines`, for output that cannot wait. */
export function printLinesAtOnce(lines: readonly string[], hang = 0): void {
  printAtOnce(asFits(lines, hang))
}

/** A promise if too much waits for a slow reader: resolves once the reader has read all of it, or is gone. */
export function backlog(): Promise<void> | undefined {
  return lost.has(process.stdout) || process.stdout.writableLength < MOST_WAITING ? undefined : drained()
}

/** Longest piece to combine before writing, in characters. */
const PIECE = 65_536

/** One line that may exceed the longest string. */
export async function printPieces(pieces: Iterable<string>): Promise<void> {
  clearLine()
  let waiting = ''
  for (const piece of pieces) {
    waiting += piece
    if (waiting.length < PIECE) continue
    if (lost.has(process.stdout)) return
    if (!process.stdout.write(waiting)) await drained()
    waiting = ''
  }
  await print(waiting)
}

export async function printJson(value: unknown): Promise<void> {
  await print(JSON.stringify(value))
}

/** One line for people on standard error, wrapped on a terminal alone. */
export function complain(message: string): void {
  if (lost.has(process.stderr)) return
  clearProgress()
  const room = process.stderr.isTTY ? screenWidth(process.stderr) : Infinity
  const lines = fitted(`lab: ${visible(message.trim().replaceAll(/\s*\n\s*/g, ' '))}`, room, 'lab: '.length)
  process.stderr.write(`${lines.join('\n')}\n`)
}

/**
 * After `lab … | head`, a full disk, or a closed terminal, the producer of output ends in order, as after a signal, so that finished work
 * is stored. It is not a failure if the reader leaves.
 */
export function endWhenOutputFails(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isGone = error.code === 'EPIPE' || error.code === 'EIO'
      if (isService) {
        if (isGone) lost.add(stream) // a full disk may have room again
        return
      }
      if (lost.has(stream)) return
      lost.add(stream)
      if (error.code === 'EIO' && stream.isTTY) process.exitCode = lostCode ??= EXIT.hungUp
      else if (error.code !== 'EPIPE') {
        process.exitCode = lostCode ??= EXIT.failure
        if (stream === process.stdout) complain(`standard output cannot be written: ${fileProblem(error)}`)
      }
      ending.abort()
    })
}

/** For a service, which is useful without its output. */
export function goOnWithoutOutput(): void {
  isService = true
}

/** The exit code of a command that ended because its output was lost; its own failure takes precedence. */
export function lostOutputCode(): number {
  return lostCode ?? Number(process.exitCode ?? EXIT.ok)
}

/** Documented in docs/terminal.md; the codes of signals are in interrupt.ts. */
export const EXIT = { ok: 0, failure: 1, usage: 2, hungUp: 129 } as const
