import { existsSync, readFileSync } from 'node:fs'

const HEADER = 32
const FRAME_HEADER = 24

interface Journal {
  readonly bytes: Buffer
  readonly pageSize: number
  /** Offset in `bytes` of the newest version of each page. */
  readonly pages: ReadonlyMap<number, number>
  /** Why SQLite reads less of it than is there. */
  readonly problem: string | undefined
}

/**
 * The committed pages of a journal (`lab.db-wal`). SQLite stops at the first frame with a wrong checksum and drops all later
 * commits: one flipped bit may cost most of a day. This function continues, because the checksum of each frame follows from the
 * stored checksum of the frame before.
 *
 * A torn end is not damage: any frames of a transaction that a power cut interrupted may be there. So frames after a wrong one
 * count only if a second commit follows.
 *
 * Source of the format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 * @returns `undefined` without a journal, or for an empty one
 */
export function readJournal(file: string): Journal | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  if (bytes.length < HEADER) return undefined
  const magic = bytes.readUInt32BE(0)
  const pageSize = bytes.readUInt32BE(8)
  const isPageSize = pageSize >= 512 && pageSize <= 65_536 && (pageSize & (pageSize - 1)) === 0
  if (magic >>> 1 !== 0x377f0682 >>> 1 || !isPageSize)
    return { bytes, pageSize: 4096, pages: new Map(), problem: 'the header of the journal is damaged' }
  const isBig = (magic & 1) === 1
  const salt = bytes.subarray(16, 24)
  let sum: Sum = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)]
  const ofHeader = checksum([0, 0], bytes.subarray(0, 24), isBig)
  const isSound = ofHeader[0] === sum[0] && ofHeader[1] === sum[1] // if not, SQLite reads nothing of it
  const pages = new Map<number, number>()
  let waiting = new Map<number, number>()
  const late = new Map<number, number>()
  let commitsSinceDamage = Infinity
  let wrong = 0
  /** Damaged frames in front of others that count. */
  let damaged = 0
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= bytes.length; at += FRAME_HEADER + pageSize) {
    const frame = bytes.subarray(at, at + FRAME_HEADER + pageSize)
    const isOurs = hasSalt(bytes, at, salt)
    if (!isOurs && !hasSalt(bytes, at + frame.length, salt)) break // frames of an earlier journal
    const found = checksum(checksum(sum, frame.subarray(0, 8), isBig), frame.subarray(FRAME_HEADER), isBig)
    sum = [frame.readUInt32BE(16), frame.readUInt32BE(20)]
    if (!isOurs || found[0] !== sum[0] || found[1] !== sum[1]) {
      wrong++
      commitsSinceDamage = 0
    }
    waiting.set(frame.readUInt32BE(0), at + FRAME_HEADER)
    if (frame.readUInt32BE(4) === 0) continue
    const committed = commitsSinceDamage === Infinity ? pages : late
    for (const [page, place] of waiting) committed.set(page, place)
    waiting = new Map()
    commitsSinceDamage++
    if (commitsSinceDamage === Infinity || commitsSinceDamage < 2) continue
    for (const [page, place] of late) pages.set(page, place)
    damaged = wrong
  }
  const damage = isSound ? undefined : 'the header of the journal is damaged'
  return { bytes, pageSize, pages, problem: damaged > 0 ? `${damaged} frames of the journal are damaged` : damage }
}

function hasSalt(bytes: Buffer, frame: number, salt: Buffer): boolean {
  return bytes.subarray(frame + 8, frame + 16).equals(salt)
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
