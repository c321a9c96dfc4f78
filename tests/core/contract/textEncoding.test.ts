import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodingOf } from '../../../src/core/contract/texts'

const decoded = (bytes: Uint8Array) => new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

test.each([
  ['UTF-8', Buffer.from('{"title": "Größe"}')],
  ['UTF-8 with a mark', Buffer.from('\ufeff{"title": "Größe"}')],
  ['UTF-16 of Windows PowerShell', utf16('\ufeff{"title": "Größe"}', true)],
  ['UTF-16 without a mark', utf16('{"title": "Größe"}', true)],
  ['UTF-16, the other byte first', utf16('\ufeff{"title": "Größe"}', false)],
  ['UTF-16, the other byte first, without a mark', utf16('{"title": "Größe"}', false)],
])('a text in %s is read', (_, bytes) => {
  expect(decoded(bytes)).toBe('{"title": "Größe"}')
})

test('every text in UTF-8 is read as such, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), fc.nat(), (text, at) => {
      const bytes = Buffer.from(`{"${text}"}`)
      expect(encodingOf(bytes.subarray(0, Math.max(4, at % bytes.length)))).toBe('utf-8')
    }),
  )
})

test.each([
  ['Windows-1252', Buffer.from('{"title": "Größe"}', 'latin1')],
  ['UTF-8 with a damaged character', Buffer.concat([Buffer.from('{"title": "Größe '), Buffer.of(0xc3), Buffer.from('"}')])],
  ['no encoding', Uint8Array.of(0x7b, 0x01, 0xff, 0x22)],
])('bytes in %s are refused, not guessed', (_, bytes) => {
  expect(() => decoded(bytes)).toThrow(TypeError)
})
