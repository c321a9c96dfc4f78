/**
 * SHA-256 (FIPS 180-4) for every process of the lab. Node's version is not available in all of them, and the browser's is
 * asynchronous.
 */

/** § 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = roots(64, Math.cbrt)
/** § 5.3.3: the same of the square roots of the first 8. */
const START = roots(8, Math.sqrt)

const BLOCK = 64
const WORDS = BLOCK / 4

/** @param text ASCII only. @returns 64 hex digits. */
export function sha256(text: string): string {
  const hash = Uint32Array.from(START)
  const message = padded(text)
  const words = new Uint32Array(BLOCK)
  for (let block = 0; block < message.byteLength; block += BLOCK) mix(hash, words, message, block)
  return Array.from(hash, word => word.toString(16).padStart(8, '0')).join('')
}

/** § 5.1.1: a 1 bit, zeros, and the length in bits as 64 of them. */
function padded(text: string): DataView {
  const length = Math.ceil((text.length + 9) / BLOCK) * BLOCK
  const view = new DataView(new ArrayBuffer(length))
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) throw new RangeError(`sha256: character ${i} is not ASCII`)
    view.setUint8(i, code)
  }
  view.setUint8(text.length, 0x80)
  view.setBigUint64(length - 8, BigInt(text.length) * 8n)
  return view
}

/** § 6.2.2 */
function mix(hash: Uint32Array, words: Uint32Array, message: DataView, block: number): void {
  // Step 1. The message schedule.
  for (let t = 0; t < BLOCK; t++) {
    if (t < WORDS) {
      words[t] = message.getUint32(block + 4 * t)
      continue
    }
    const [early, late] = [words[t - 15]!, words[t - 2]!]
    const sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words[t] = sigma1 + words[t - 7]! + sigma0 + words[t - 16]!
  }
  // Steps 2 and 3. The working variables.
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let t = 0; t < BLOCK; t++) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + K[t]! + words[t]!) | 0
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  // Step 4. The next hash value.
  for (const [i, each] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + each
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function roots(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  return Uint32Array.from(primes, prime => (root(prime) % 1) * 2 ** 32)
}
