import { crc32 } from 'node:zlib'

/** The column that holds a row's checksum, always the last one that a checksum leaves out. */
export const CHECKSUM = 'checksum'

export type StoredValue = null | number | bigint | string | Uint8Array

/**
 * CRC-32 of a row: finds all changes but one in four billion. Numbers go in as decimal text and blobs as their own CRC-32, so no
 * number of flipped bits is certain to be found. The name of its table is part of it, so that a row that is found in a lost page says where it belongs.
 *
 * An integer and the same number in a REAL column give the same: SQLite stores whole REALs as integers.
 *
 * @param values of all other columns in the order of the table; text ends at a NUL, as `node:sqlite` reads it
 */
export function checksumOf(table: string, values: readonly StoredValue[]): number {
  let text = table
  for (const value of values) {
    if (value === null) text += '\nn'
    else if (typeof value === 'string') text += `\ns${value.length}:${value}`
    else if (typeof value === 'object') text += `\nb${value.length}:${crc32(value)}`
    else text += `\n${value}`
  }
  return crc32(text)
}
