import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { TRAINING_LINES } from '../../../src/core/contract/files'
import { LineFile } from '../../../src/main/files/lineFile'
import { readText, readTextFile, STANDARD_INPUT, type StandardInput } from '../../../src/main/files/textFile'

const TEXT = '{"title": "Größe 2048 ✓"}'
const FILE = join(mkdtempSync(join(tmpdir(), 'lab-text-')), 'file.json')

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-16, as Windows PowerShell writes it', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
])('a text in %s is the same from a file and from standard input, byte by byte', async (_, bytes) => {
  writeFileSync(FILE, bytes)
  const input = Readable.from([...bytes].map(byte => Buffer.of(byte))) as unknown as StandardInput
  expect(readTextFile(FILE, 1000)).toBe(TEXT)
  expect(await readText(STANDARD_INPUT, 1000, input)).toBe(TEXT)
})

test.each(['', '{}'])('a text of fewer bytes than show an encoding is read: %j', async text => {
  const input = Readable.from([Buffer.from(text)].filter(({ length }) => length > 0)) as unknown as StandardInput
  expect(await readText(STANDARD_INPUT, 1000, input)).toBe(text)
})

test('a character that is cut off at the end is refused, also where the text comes in pieces', async () => {
  const input = Readable.from([Buffer.from('{"a": 1'), Buffer.of(0xe2, 0x9c)]) as unknown as StandardInput
  await expect(readText(STANDARD_INPUT, 1000, input)).rejects.toMatchObject({ code: 'BAD_FILE' })
})

test('a file of results that is called "-" is no standard input', async () => {
  await expect(LineFile.open('-', TRAINING_LINES, {})).rejects.toMatchObject({ code: 'BAD_FILE' })
})
