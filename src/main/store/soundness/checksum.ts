import { crc32 } from 'node:zlib'
import type { Row } from '../database'

/** The column that holds a row's checksum. Checksums do not cover it. */
export const CHECKSUM = 'checksum'

export type StoredValue = null | number | bigint | string | Uint8Array

/**
 * CRC-32 of a row: misses one change in four billion. Numbers count as decimal text and blobs as their own CRC-32, so detection
 * is not certain for any number of flipped bits. The checksum covers the table's name, so that a row found in a lost page
 * identifies its table.
 *
 * An integer and the same number in a REAL column give the same checksum, because SQLite stores whole REALs as integers.
 * @param values of all other columns in the order of the table; text ends at a NUL, as `node:sqlite` reads it
 */
export function checksumOf(table: string, values: readonly StoredValue[]): number {
  let text = table
  for (const value of values) {
    if (value === null) text += '\nn'
    else if (typeof value === 'string') text += `\ns${value.length}:${value}`
    else if (typeof value === 'object') text += `\nb${value.byteLength}:${crc32(bytesOf(value))}`
    else text += `\n${value}`
  }
  return crc32(text)
}

function bytesOf(view: NodeJS.ArrayBufferView): Uint8Array {
  return view instanceof Uint8Array ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/** Whether the row is exactly as it was stored. @param columns that the checksum covers, in the order of the table */
export function isSound({ name, columns }: { readonly name: string; readonly columns: readonly string[] }, row: Row): boolean {
  const checksum = row[CHECKSUM]
  if (checksum === null || checksum === undefined) return false
  return (
    Number(checksum) ===
    checksumOf(
      name,
      columns.map(column => row[column] as StoredValue),
    )
  )
}
