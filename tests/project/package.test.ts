import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { listPackage } from '@electron/asar'
import { flipFuses, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { DebugLogger } from 'builder-util'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import type { AfterPackContext, Configuration } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import config from '../../electron-builder.config.mjs'
import { version } from '../../package.json'
import { afterPack, missingParts, setFuses, withoutPlainHttp } from '../../packaging/afterPack.mjs'
import { INPUTS } from '../../scripts/fresh.mjs'
import { SHARED_ENDING, SHARED_SCHEME } from '../../src/core/contract/files'
import { writeStandIn } from '../electron-shim/standIn.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const INSTALL = readFileSync(join(ROOT, 'docs', 'install.md'), 'utf8')
const written: Configuration = config

/** Bytes of Electron's binaries before the fuses; then their version, how many there are, and one character for each. */
const UNSET = Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, 9]), Buffer.from('101100011')])

test('the packager accepts what is configured for every system', async () => {
  await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined()
  await expect(validateConfiguration({ ...config, nsis: { oneKlick: true } } as never, new DebugLogger(false))).rejects.toThrow(
    'configuration.nsis should be',
  )
})

async function expectSet(electron: string): Promise<void> {
  const wire = await getCurrentFuseWire(electron)
  const on = Object.values(FuseV1Options).filter(fuse => typeof fuse === 'number' && String.fromCodePoint(wire[fuse]!) === '1')
  expect(on.map(fuse => FuseV1Options[fuse as number])).toEqual([
    'EnableCookieEncryption',
    'EnableEmbeddedAsarIntegrityValidation',
    'OnlyLoadAppFromAsar',
    'WasmTrapHandlers',
  ])
}

/** What the packager gives its hook, for a program in a folder. */
const contextOf = (appOutDir: string, more: object = {}) =>
  ({
    appOutDir,
    electronPlatformName: 'linux',
    targets: [],
    packager: {
      addElectronFuses: (_: unknown, fuses: Parameters<typeof flipFuses>[1]) => flipFuses(join(appOutDir, 'electron'), fuses),
      getResourcesDir: () => appOutDir,
    },
    ...more,
  }) as unknown as AfterPackContext

test('the fuses of a binary are set; a program without fuses is left as it is, and nothing but a folder is made of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  const electron = join(folder, 'electron')
  writeFileSync(electron, Buffer.concat([Buffer.from('code '), UNSET, Buffer.from(' code')]))
  await setFuses(contextOf(folder), false)
  await expectSet(electron)
  expect(readFileSync(electron, 'latin1')).toMatch(/^code .* code$/s)

  writeFileSync(electron, '#!/bin/sh\n')
  await setFuses(contextOf(folder), true)
  await expect(setFuses(contextOf(folder), false)).rejects.toThrow('is not a binary of Electron')
  expect(readFileSync(electron, 'utf8')).toBe('#!/bin/sh\n')
  rmSync(electron)
  await expect(setFuses(contextOf(folder), true)).rejects.toThrow('ENOENT')
})

test.runIf(process.platform !== 'darwin')('a package for macOS is not built where nothing can sign it', async () => {
  await expect(afterPack(contextOf('', { electronPlatformName: 'darwin' }))).rejects.toThrow('must be built on macOS')
  // unsigned, the program would not start on processors of Apple, and with the hardened runtime neither
  expect(written.mac).toMatchObject({ identity: '-', hardenedRuntime: false })
})

test('a program for macOS may not load pages without TLS; a list of the packager without that permission ends the build', () => {
  const plist = (value: string) => `<dict>\n<key>NSAllowsArbitraryLoads</key>\n    <${value}/>\n<key>other</key><true/></dict>`
  expect(withoutPlainHttp(plist('true'))).toBe(plist('false'))
  expect(() => withoutPlainHttp('<dict/>')).toThrow('NSAllowsArbitraryLoads')
})

test('on Windows the window has the name that the installer gives to its shortcuts', () => {
  const main = readFileSync(join(ROOT, 'src', 'main', 'index.ts'), 'utf8')
  expect(/setAppUserModelId\('([^']+)'\)/.exec(main)?.[1]).toBe(written.appId)
})

describe('files of the lab are opened by its window', () => {
  const systems = { linux: written.linux, win: written.win, mac: written.mac }
  const listed = (system: keyof typeof systems) => [systems[system]!.fileAssociations!].flat()

  test('on every system the same, with the ending that the window writes', () => {
    const endings = listed('linux').map(({ ext }) => ext)
    expect(endings).toContain(SHARED_ENDING)
    expect(endings).toContain('2048trace')
    for (const system of ['win', 'mac'] as const) expect(listed(system).map(({ ext }) => ext)).toEqual(endings)
  })

  test('under names that are the lab’s own on Windows, where all programs share one list', () => {
    for (const { name } of listed('win')) expect(name).toMatch(/^Twenty48Lab\.[A-Z][a-z]{1,25}$/)
    expect(new Set(listed('win').map(({ name }) => name)).size).toBe(listed('win').length)
    // an installation for one user registers none
    expect(written.nsis).toMatchObject({ oneClick: false, perMachine: true })
  })

  test('links too: the scheme is in the desktop file, and the installer of Windows writes it and takes it away', () => {
    expect([written.protocols!].flat().flatMap(({ schemes }) => schemes.map(scheme => `${scheme}:`))).toEqual([SHARED_SCHEME])
    const installer = readFileSync(join(ROOT, 'packaging', 'installer.nsh'), 'utf8')
    const schemes = (key: RegExp) => new Set([...installer.matchAll(key)].map(([, scheme]) => `${scheme}:`))
    expect([...schemes(/RegStr SHCTX "Software\\Classes\\(\w+)/g)]).toEqual([SHARED_SCHEME])
    expect([...schemes(/DeleteRegKey SHCTX "Software\\Classes\\(\w+)"/g)]).toEqual([SHARED_SCHEME])
    expect(installer).toContain(`'"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" -- "%1"'`)
  })
})

test('a change of a script that makes the build, or of one that it imports, asks for another build', () => {
  const makers = new Set(['scripts/build.mjs', 'electron.vite.config.ts'])
  for (const maker of makers) {
    expect(INPUTS).toContain(maker)
    for (const [, path] of readFileSync(join(ROOT, maker), 'utf8').matchAll(/from '(\.[^']+\.mjs)'/g))
      makers.add(relative(ROOT, resolve(ROOT, dirname(maker), path!)))
  }
  expect(makers.size).toBeGreaterThan(4)
})

/** Most bytes of each part that the build makes; a part that grows beyond needs a reason. */
const BUILT = { 'out/main': 4.8e6, 'out/preload': 0.6e6, 'out/renderer': 2.25e6, resources: 9.5e6 }
/** The same of the parts of the package, but Electron's own. */
const PACKAGED = { 'app.asar': 17.5e6, terminal: 17.5e6, bin: 140e6, docs: 1.3e6, 'sbom.cdx.json': 60e3 }

test.each(Object.entries(BUILT))('%s ships within its budget', (part, most) => {
  expect(bytesIn(join(ROOT, part))).toBeLessThan(most)
  expect(bytesIn(join(ROOT, part))).toBeGreaterThan(most / 2)
})

function bytesIn(path: string): number {
  const entry = statSync(path)
  return entry.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0) : entry.size
}

const hasNode = process.platform === 'linux' && existsSync(join(ROOT, 'node_modules', `node-linux-${process.arch}`))

describe.runIf(hasNode)('the package of this machine', () => {
  let place: string
  let unpacked: string
  let resources: string

  // by a builder whose files nobody else may read, around a stand-in with fuses
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'package-'))
    const standIn = join(place, 'stand-in')
    writeStandIn(standIn)
    appendFileSync(join(standIn, 'electron'), UNSET)
    mkdirSync(join(standIn, 'locales'))
    for (const language of ['de', 'en-GB', 'en-US']) writeFileSync(join(standIn, 'locales', `${language}.pak`), language)
    const icon = join(ROOT, 'packaging', 'icons', '16x16.png')
    chmodSync(icon, 0o600)
    const builder = ['umask 077 && exec "$@"', 'sh', process.execPath, 'scripts/package.mjs', '--dir']
    const flags = [`-c.electronDist=${standIn}`, `-c.directories.output=${join(place, 'dist')}`]
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', ...builder, ...flags], { cwd: ROOT, encoding: 'utf8' })
    expect(status, `${stdout}${stderr}`).toBe(0)
    expect(statSync(icon).mode & 0o777).toBe(0o644)
    unpacked = join(place, 'dist', process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
    resources = join(unpacked, 'resources')
  }, 300_000)
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  test('has Chromium’s texts in the language of the lab only', () => {
    expect(readdirSync(join(unpacked, 'locales'))).toEqual(['en-US.pak'])
  })

  test('has the fuses', () => expectSet(join(unpacked, 'twenty48-lab')))

  test('can be read and started by every user', () => {
    const paths = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).map(path => join(unpacked, path))
    const needed = (path: string) => (statSync(path).isDirectory() || statSync(path).mode & 0o100 ? 0o5 : 0o4)
    expect(paths.filter(path => (statSync(path).mode & 0o7) !== needed(path))).toEqual([])
  })

  test('has its parts and no others, within their budgets', () => {
    expect(readdirSync(resources).toSorted()).toEqual(Object.keys(PACKAGED).toSorted())
    expect(readdirSync(join(resources, 'bin')).toSorted()).toEqual(['lab', 'node', 'node-licence.txt'])
    for (const [part, most] of Object.entries(PACKAGED)) {
      expect(bytesIn(join(resources, part)), part).toBeLessThan(most)
      expect(bytesIn(join(resources, part)), part).toBeGreaterThan(most / 2)
    }
    const files = listPackage(join(resources, 'app.asar'), { isPack: false })
    const parts = new Set(
      files.map(file =>
        file
          .split('/')
          .slice(1, file.startsWith('/out/') ? 3 : 2)
          .join('/'),
      ),
    )
    expect([...parts].toSorted()).toEqual([
      'out',
      'out/kernel.wasm',
      'out/main',
      'out/preload',
      'out/renderer',
      'out/wall-kernel.wasm',
      'package.json',
      'resources',
    ])
    expect(readdirSync(join(resources, 'terminal'), { recursive: true })).toHaveLength(files.length)
  })

  test('names every package in it, Node’s own parts too, with the text of its licence', () => {
    type Component = { readonly name: string; readonly version: string; readonly components?: readonly Component[] }
    const { components } = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8')) as {
      components: readonly Component[]
    }
    const node = components.find(({ name }) => name === `node-linux-${process.arch}`)!
    expect(node.components!.map(({ name }) => name)).toEqual(expect.arrayContaining(['openssl', 'v8', 'zlib']))
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['assemblyscript', 'electron', 'vite', 'vue']))
    const texts = readFileSync(join(resources, 'terminal', 'out', 'renderer', 'licences.txt'), 'utf8').split(
      `\n${'-'.repeat(80)}\n`,
    )
    for (const { name, version } of components) {
      const text = texts.find(each => each.trim().startsWith(`${name} ${version} (`))
      if (name.startsWith('node-')) expect(text).toContain('resources/bin/node-licence.txt')
      else expect(text?.length, name).toBeGreaterThan(500)
    }
    // of what the build adds without a package of its own
    const page = readdirSync(join(ROOT, 'out', 'renderer', 'assets')).map(name => join(ROOT, 'out', 'renderer', 'assets', name))
    expect(page.some(file => readFileSync(file, 'latin1').includes('vite:preloadError'))).toBe(true)
    expect(texts.find(each => each.trim().startsWith('vite '))).toContain('VoidZero')
    const compiled = texts.find(each => each.trim().startsWith('assemblyscript '))!
    expect(compiled).toMatch(/Arm Limited[^]*Permission is hereby granted/)
    expect(readFileSync(join(resources, 'bin', 'node-licence.txt'), 'utf8')).toContain('OpenSSL')
  })

  test('is refused without its parts', async () => {
    expect(missingParts(resources, 'linux')).toEqual([])
    expect(missingParts(resources, 'win32')).toEqual(['bin/lab.cmd', 'bin/node.exe'])
    const folder = join(place, 'without')
    mkdirSync(folder)
    writeFileSync(join(folder, 'electron'), UNSET)
    copyFileSync(join(resources, 'app.asar'), join(folder, 'app.asar'))
    await expect(afterPack(contextOf(folder))).rejects.toThrow('lacks bin/lab, bin/node, bin/node-licence.txt, sbom.cdx.json.')
  })

  test('has the terminal, on a Node of its own', () => {
    const lab = (env: object) =>
      spawnSync(join(resources, 'bin', 'lab'), ['--version'], {
        env: { PATH: '/usr/bin:/bin', HOME: place, ...env },
        encoding: 'utf8',
      })
    expect(lab({})).toMatchObject({ status: 0, stdout: expect.stringContaining(version) as string, stderr: '' })
  })

  test('becomes an AppImage that asks for no --no-sandbox, and a deb with what it needs', () => {
    const output = join(place, 'made')
    const { status, stderr } = spawnSync(process.execPath, ['tests/project/packagerOptions.mjs', unpacked, output], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    const { appImage, deb } = JSON.parse(readFileSync(join(output, 'options.json'), 'utf8')) as {
      readonly appImage: string
      readonly deb: { readonly args: string[]; readonly desktop: string; readonly scripts: string[] }
    }
    expect(appImage).toMatch(/^Exec=AppRun %U$/m)
    const { args, desktop } = deb
    const valueOf = (name: string) => args[args.indexOf(name) + 1]
    expect(valueOf('--maintainer')).toMatch(/^[\w ]+ <.+@.+>$/)
    expect(valueOf('--url')).toMatch(/^https:/)
    // docs/install.md says what to install
    if (process.arch === 'x64') expect(INSTALL).toContain(`apt install ./${valueOf('--package')!.split('/').at(-1)}`)
    expect(INSTALL).toContain(`apt remove ${valueOf('--name')}`)
    for (const [i, command] of ['install', 'remove'].entries())
      expect(deb.scripts[i]).toMatch(new RegExp(`update-alternatives --${command} .*/opt/2048 Lab/resources/bin/lab'`))
    const icons = args.flatMap(arg => /=\/usr\/share\/icons\/hicolor\/(\d+)x\1\/apps\/twenty48-lab\.png$/.exec(arg)?.[1] ?? [])
    expect(icons.map(Number)).toEqual(expect.arrayContaining([16, 24, 32, 48, 64, 128, 256, 512]))
    expect(desktop).toMatch(/^Exec="\/opt\/2048 Lab\/twenty48-lab" %U$/m)
    expect(desktop).toMatch(/^Icon=twenty48-lab$/m)
    expect(desktop).toMatch(/^Keywords=.*expectimax/m)
    expect(desktop).toMatch(/^Categories=Education;$/m)
    for (const { ext } of [written.linux!.fileAssociations!].flat()) expect(desktop).toContain(`application/x-${String(ext)};`)
    expect(desktop).toContain(`x-scheme-handler/${SHARED_SCHEME.slice(0, -1)};`)
  }, 60_000)
})
