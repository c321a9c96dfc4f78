import { fstatSync } from 'node:fs'
import { read } from './readAt'

const HEADER = 32
const FRAME_HEADER = 24

interface Journal {
  readonly pageSize: number
  /** Offset in the file of the newest version of each page. */
  readonly pages: ReadonlyMap<number, number>
  readonly problems: readonly string[]
}

/**
 * The committed pages of a journal. SQLite stops at the first frame with a wrong checksum and drops all later commits. This
 * function continues, because the checksum of each frame follows from the stored checksum of the frame before.
 *
 * A torn end is not damage: any frames of a transaction that a power cut interrupted may be there. So frames after a wrong one
 * count only if a second commit follows.
 * @returns `undefined` for an empty journal
 */
export function walFrames(handle: number): Journal | undefined {
  const bytes = fstatSync(handle).size
  const header = read(handle, 0, HEADER)
  if (header.length < HEADER) return undefined
  const magic = header.readUInt32BE(0)
  if (magic >>> 1 !== 0x377f0682 >>> 1)
    return { pageSize: 4096, pages: new Map(), problems: ['the header of the journal is damaged'] }
  const isBig = (magic & 1) === 1
  const pageSize = header.readUInt32BE(8)
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0)
    return { pageSize: 4096, pages: new Map(), problems: ['the header of the journal is damaged'] }
  const salt = header.subarray(16, 24)
  let sum: Sum = [header.readUInt32BE(24), header.readUInt32BE(28)]
  const pages = new Map<number, number>()
  let waiting = new Map<number, number>()
  let commitsSinceDamage = Infinity
  let wrong = 0
  const late = new Map<number, number>()
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= bytes; at += FRAME_HEADER + pageSize) {
    const frame = read(handle, at, FRAME_HEADER + pageSize)
    if (!frame.subarray(8, 16).equals(salt)) break
    const found = checksum(checksum(sum, frame.subarray(0, 8), isBig), frame.subarray(FRAME_HEADER), isBig)
    sum = [frame.readUInt32BE(16), frame.readUInt32BE(20)]
    if (found[0] !== sum[0] || found[1] !== sum[1]) {
      wrong++
      commitsSinceDamage = 0
    }
    waiting.set(frame.readUInt32BE(0), at + FRAME_HEADER)
    if (frame.readUInt32BE(4) === 0) continue
    const committed = commitsSinceDamage === Infinity ? pages : late
    for (const [page, place] of waiting) committed.set(page, place)
    waiting = new Map()
    commitsSinceDamage++
    if (commitsSinceDamage !== Infinity && commitsSinceDamage >= 2) for (const [page, place] of late) pages.set(page, place)
  }
  const isDamaged = wrong > 0 && commitsSinceDamage >= 2
  return { pageSize, pages, problems: isDamaged ? [`${wrong} frames of the journal are damaged`] : [] }
}

type Sum = readonly [number, number]

function checksum([a, b]: Sum, data: Buffer, isBig: boolean): Sum {
  let s0 = a
  let s1 = b
  for (let i = 0; i < data.length; i += 8) {
    s0 = (s0 + (isBig ? data.readUInt32BE(i) : data.readUInt32LE(i)) + s1) >>> 0
    s1 = (s1 + (isBig ? data.readUInt32BE(i + 4) : data.readUInt32LE(i + 4)) + s0) >>> 0
  }
  return [s0, s1]
}
