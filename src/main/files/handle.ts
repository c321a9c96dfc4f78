/** Open files, in the calling thread. */
import { closeSync, readSync, writeSync } from 'node:fs'

/** Closes the file in the end. */
export function withHandle<T>(handle: number, use: (handle: number) => T): T {
  try {
    return use(handle)
  } finally {
    closeSync(handle)
  }
}

/** @param at place in the file; absent: the handle's position */
export function writeAll(handle: number, bytes: Uint8Array, at?: number): void {
  for (let written = 0; written < bytes.length;)
    written += writeSync(handle, bytes, written, bytes.length - written, at === undefined ? null : at + written)
}

/** @param at place in the file; absent: the handle's position @returns the bytes that were read, fewer only at the file's end */
export function readAll(handle: number, bytes: Uint8Array, at?: number): number {
  let length = 0
  for (let read = 1; read > 0 && length < bytes.length; length += read)
    read = readSync(handle, bytes, length, bytes.length - length, at === undefined ? null : at + length)
  return length
}

/** From the handle's position to the end of the file. */
export function readUpTo(handle: number, most: number): Buffer {
  const bytes = Buffer.alloc(most)
  return bytes.subarray(0, readAll(handle, bytes))
}
