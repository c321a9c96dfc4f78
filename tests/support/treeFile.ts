/** All of a tree's file, of which `part` gives what begins at a byte, nothing at its end. */
export async function wholeFile(part: (at: number) => Promise<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (let at = 0; ;) {
    const next = await part(at)
    if (next.length === 0) return Buffer.concat(parts)
    parts.push(next)
    at += next.length
  }
}
