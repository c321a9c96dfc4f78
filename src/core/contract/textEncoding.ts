/** In the names that `TextDecoder` takes. */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/**
 * The encoding of a text by its first two bytes: UTF-16 has a mark, as Windows PowerShell writes it, or a zero in one of them, since our
 * files begin with an ASCII character. Any other text is taken for UTF-8, whose decoder refuses what is not: to guess one of the older
 * encodings could store wrong letters.
 */
export function encodingOf(start: Uint8Array): TextEncoding {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be'
  return 'utf-8'
}
