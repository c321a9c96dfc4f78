import { varint } from './cells'

/** A value as the file holds it. Text stays bytes, because damaged text may not be valid. */
export type RawValue = null | number | bigint | { readonly text: Buffer } | Buffer

/** @returns `undefined` if the bytes are not a record */
export function recordIn(payload: Buffer): RawValue[] | undefined {
  const head = varint(payload, 0)
  if (!head || head.value > BigInt(payload.length)) return undefined
  const end = Number(head.value)
  const values: RawValue[] = []
  let at = end
  for (let next = head.end; next < end;) {
    const serial = varint(payload, next)
    if (!serial || serial.end > end || serial.value > BigInt(payload.length) * 2n + 13n) return undefined
    next = serial.end
    const type = Number(serial.value)
    const bytes = lengthOf(type)
    if (bytes === undefined || at + bytes > payload.length) return undefined
    values.push(valueOf(type, payload.subarray(at, at + bytes)))
    at += bytes
  }
  return at === payload.length ? values : undefined
}

function lengthOf(type: number): number | undefined {
  if (type >= 12) return (type - 12 - (type % 2)) / 2
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type]
}

function valueOf(type: number, bytes: Buffer): RawValue {
  switch (type) {
    case 0:
      return null
    case 6: {
      const value = bytes.readBigInt64BE()
      return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
    }
    case 7:
      return bytes.readDoubleBE()
    case 8:
      return 0
    case 9:
      return 1
    default:
      if (type < 6) return bytes.readIntBE(0, bytes.length)
      return type % 2 === 1 ? { text: bytes } : bytes
  }
}
