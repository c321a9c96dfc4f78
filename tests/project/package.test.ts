import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { DebugLogger } from 'builder-util'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { expect, test } from 'vitest'
import config from '../../electron-builder.config.mjs'
import { setFuses } from '../../packaging/afterPack.mjs'
import { DEB_SCRIPTS, writeDebScripts } from '../../packaging/debScripts.mjs'
import { SHARED_ENDING, SHARED_SCHEME } from '../../src/core/contract/files'

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

test('what the window shares is opened by the package: its ending and its scheme, by the system and by the installer of Windows', () => {
  const { fileAssociations, protocols } = config as unknown as {
    readonly fileAssociations: readonly { readonly ext: string }[]
    readonly protocols: readonly { readonly schemes: readonly string[] }[]
  }
  expect(fileAssociations.map(({ ext }) => ext)).toContain(SHARED_ENDING)
  expect(protocols.flatMap(({ schemes }) => schemes.map(scheme => `${scheme}:`))).toEqual([SHARED_SCHEME])
  const written = readFileSync(join(ROOT, 'packaging', 'installer.nsh'), 'utf8').matchAll(
    /RegStr SHCTX "Software\\Classes\\(\w+)/g,
  )
  expect([...new Set([...written].map(([, scheme]) => `${scheme}:`))]).toEqual([SHARED_SCHEME])
})

/** Runs what the project adds to a script of the deb in a folder instead of the system. @param others programs beside the shell's own */
function runDebScript(file: string, folder: string, others: string): void {
  writeDebScripts(ROOT)
  const added = readFileSync(join(ROOT, file), 'utf8')
    .split(/\n(?=if type)/)
    .at(-1)
  const script = added.replaceAll('${sanitizedProductName}', '2048 Lab').replaceAll(/'(\/usr\/bin|\/opt)/g, `'${folder}$1`)
  const { status, stderr } = spawnSync('/bin/sh', ['-e', '-c', script], { env: { PATH: others }, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

test.each(['with update-alternatives', 'without'])('the deb puts lab on the PATH and takes it away, %s', kind => {
  const folder = mkdtempSync(join(tmpdir(), 'deb-'))
  const [program, link] = [join(folder, 'opt', '2048 Lab', 'resources', 'bin', 'lab'), join(folder, 'usr', 'bin', 'lab')]
  for (const each of [program, link]) mkdirSync(join(each, '..'), { recursive: true })
  writeFileSync(program, '')
  const bin = join(folder, 'bin')
  for (const each of ['bin', 'state', 'links']) mkdirSync(join(folder, each))
  const put = (name: string, command: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${command} "$@"\n`, { mode: 0o755 })
  for (const name of ['ln', 'rm', 'readlink']) put(name, `/bin/${name}`)
  const system = '/usr/bin/update-alternatives'
  if (kind !== 'without' && existsSync(system))
    put('update-alternatives', `${system} --altdir ${folder}/links --admindir ${folder}/state --log /dev/null`)
  runDebScript(DEB_SCRIPTS.afterInstall, folder, bin)
  expect(realpathSync(link)).toBe(realpathSync(program))
  runDebScript(DEB_SCRIPTS.afterRemove, folder, bin)
  expect(existsSync(link)).toBe(false)

  writeFileSync(link, 'another program')
  runDebScript(DEB_SCRIPTS.afterInstall, folder, bin)
  runDebScript(DEB_SCRIPTS.afterRemove, folder, bin)
  expect(readFileSync(link, 'utf8')).toBe('another program')
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
