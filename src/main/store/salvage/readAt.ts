import { readSync } from 'node:fs'

/** Shorter if the file ends before. */
export function read(handle: number, position: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  const found = readSync(handle, buffer, 0, bytes, position)
  return buffer.subarray(0, found)
}
