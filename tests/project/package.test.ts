import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { DebugLogger } from 'builder-util'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { expect, test } from 'vitest'
import config from '../../electron-builder.config.mjs'
import { setFuses } from '../../packaging/afterPack.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

/** Bytes of Electron's binaries before the fuses; then their version, how many there are, and one character for each. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

test('the packager accepts what is configured for every system', async () => {
  await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined()
  await expect(validateConfiguration({ ...config, nsis: { oneKlick: true } } as never, new DebugLogger(false))).rejects.toThrow(
    'configuration.nsis should be',
  )
})

test('the fuses of a binary are set, and a program without fuses is left as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  const electron = join(folder, 'electron')
  writeFileSync(electron, Buffer.concat([Buffer.from(`code ${SENTINEL}`), Buffer.from([1, 9]), Buffer.from('101100011 code')]))
  expect(await setFuses(electron)).toBe(true)
  const wire = await getCurrentFuseWire(electron)
  const on = (fuse: FuseV1Options) => String.fromCodePoint(wire[fuse]!) === '1'
  expect(on(FuseV1Options.RunAsNode)).toBe(false)
  expect(on(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false)
  expect(on(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false)
  expect(on(FuseV1Options.EnableCookieEncryption)).toBe(true)
  expect(on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true)
  expect(on(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true)
  expect(on(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false)
  expect(readFileSync(electron, 'latin1')).toMatch(/^code .* code$/s)

  const other = join(folder, 'stand-in')
  writeFileSync(other, '#!/bin/sh\n')
  expect(await setFuses(other)).toBe(false)
  expect(readFileSync(other, 'utf8')).toBe('#!/bin/sh\n')
})

/** Most bytes of each part that ships; a part that grows beyond needs a reason. */
const BUDGET = { 'out/main': 3.6e6, 'out/preload': 0.6e6, 'out/renderer': 2e6, resources: 9.5e6 }

test.each(Object.entries(BUDGET))('%s ships within its budget', (part, most) => {
  expect(bytesIn(join(ROOT, part))).toBeLessThan(most)
  expect(bytesIn(join(ROOT, part))).toBeGreaterThan(most / 2)
})

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
