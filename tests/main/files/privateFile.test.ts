import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isOwnFile, readPrivate } from '../../../src/main/files/privateFile'

const folder = mkdtempSync(join(tmpdir(), 'lab-private-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.skipIf(!process.getuid)(
  'a file of another user, a link and what is no file are not read; one that others may change is refused',
  () => {
    const [file, link, user] = [join(folder, 'file'), join(folder, 'link'), process.getuid!()]
    writeFileSync(file, 'text', { mode: 0o600 })
    symlinkSync(file, link)
    expect([readPrivate(file, 9), isOwnFile(file)]).toEqual(['text', true])
    expect([readPrivate(file, 9, 9, user + 1), isOwnFile(file, user + 1)]).toEqual([undefined, false])
    for (const other of [link, folder]) expect([readPrivate(other, 9), isOwnFile(other)]).toEqual([undefined, false])
    chmodSync(file, 0o620)
    expect(() => readPrivate(file, 9)).toThrow('other users may change this file')
  },
)
