/** In the names that `TextDecoder` takes. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * The encoding of a text by its first bytes, at least four of them: UTF-16 has a mark, as Windows PowerShell writes it, or a zero in one
 * of its first two bytes, since our files begin with an ASCII character. Bytes that are not UTF-8 are the Western European text of older
 * programs. Whatever is no text at all is called UTF-8, whose decoder then refuses it.
 */
export function encodingOf(start: Uint8Array): TextEncoding {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be'
  return isUtf8(start) || start.some(isControl) ? 'utf-8' : 'windows-1252'
}

function isControl(byte: number): boolean {
  return byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte)
}

/** The last character may be cut off. */
function isUtf8(bytes: Uint8Array): boolean {
  let missing = 0
  for (const byte of bytes) {
    if (missing > 0) {
      if (byte >> 6 !== 0b10) return false
      missing--
    } else if (byte >= 0x80) {
      missing = byte >= 0xc2 && byte <= 0xdf ? 1 : byte >> 4 === 0xe ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : -1
      if (missing < 0) return false
    }
  }
  return true
}
