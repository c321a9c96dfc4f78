/** A screenshot as a PNG with a palette of 256 colours: a third of its size, and no difference to the eye. */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOURS = 256
/** Colours of areas, which are not changed. */
const EXACT = 96
/** Colour types of the format. */
const [RGB, PALETTE, RGBA] = [2, 3, 6]

export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette = paletteOf([...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour))
  const indices = new Map([...counts.keys()].map(colour => [colour, nearest(palette, colour)]))
  const rows = Buffer.alloc(height * (width + 1)) // each begins with its filter: none
  pixels.forEach((colour, i) => (rows[i + Math.floor(i / width) + 1] = indices.get(colour)!))
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, PALETTE], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(colour => parts(colour)))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Of 8 bits a channel, not interlaced: what Chromium writes. Pixels row by row as 0xRRGGBB. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const data: Buffer[] = []
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const [width, height, bits, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]
  const channels = type === RGB ? 3 : 4
  if (bits !== 8 || (type !== RGB && type !== RGBA) || png[28] !== 0) throw new Error('not a PNG as Chromium writes it')
  const bytes = inflateSync(Buffer.concat(data))
  const stride = width * channels
  const pixels = new Uint32Array(width * height)
  let above = Buffer.alloc(stride)
  for (let y = 0; y < height; y++) {
    const row = bytes.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1))
    unfilter(bytes[y * (stride + 1)]!, row, above, channels)
    for (let x = 0; x < width; x++) pixels[y * width + x] = row.readUIntBE(x * channels, 3)
    above = row
  }
  return { width, height, pixels }
}

/** In place; section 9 of the specification. */
function unfilter(filter: number, row: Buffer, above: Buffer, channels: number): void {
  for (let i = 0; i < row.length; i++) {
    const [a, b, c] = [row[i - channels] ?? 0, above[i]!, above[i - channels] ?? 0]
    const predicted = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter]!
    row[i] = row[i]! + predicted
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (pa <= pb && pa <= pc) return a
  return pb <= pc ? b : c
}

/** Of the colours, the frequent ones first: the most frequent ones, and others such that each is as near to one as a palette allows. */
function paletteOf(colours: readonly number[]): readonly number[] {
  for (let apart = 0; ; apart += 4) {
    const palette = colours.slice(0, EXACT)
    for (const colour of colours.slice(EXACT)) {
      if (palette.length > COLOURS) break
      if (palette.every(each => distance(each, colour) > apart ** 2)) palette.push(colour)
    }
    if (palette.length <= COLOURS) return palette
  }
}

function nearest(palette: readonly number[], colour: number): number {
  const distances = palette.map(each => distance(each, colour))
  return distances.indexOf(Math.min(...distances))
}

/** Squared. */
function distance(one: number, other: number): number {
  const [r, g, b] = parts(one)
  const [R, G, B] = parts(other)
  return (r - R) ** 2 + (g - G) ** 2 + (b - B) ** 2
}

function parts(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
