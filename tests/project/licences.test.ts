import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { soakTest } from '../setup/extent'
import { readLock, unlistedLicences } from '../../scripts/licences.mjs'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))
const locked = (license: unknown) => ({ packages: { '': {}, 'node_modules/a/node_modules/@b/c': { version: '1.2.3', license } } })
const notInstalled = () => undefined

describe('licences', () => {
  test('of all packages, tools among them, are listed', () => {
    expect(unlistedLicences(readLock())).toEqual([])
  })

  test.each(['MIT', 'MPL-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('a listed one passes: %s', license => {
    expect(unlistedLicences(locked(license), notInstalled)).toEqual([])
  })

  test.each([
    ['GPL-3.0-only', 'its licence "GPL-3.0-only" is not listed'],
    ['MIT AND GPL-3.0-only', 'its licence "MIT AND GPL-3.0-only" is not listed'],
    ['SEE LICENSE IN LICENSE', 'is not listed'],
    ['toString', 'is not listed'],
    [undefined, 'it states no licence, which is not listed'],
  ])('another one is told with the package and its version: %s', (license, problem) => {
    expect(unlistedLicences(locked(license), notInstalled)).toEqual([
      expect.stringMatching(new RegExp(`^@b/c 1\\.2\\.3: .*${problem} in scripts/licences\\.mjs$`)) as string,
    ])
  })

  test('what the installed package states itself counts too', () => {
    expect(unlistedLicences(locked('MIT'), () => 'GPL-3.0-only')).toHaveLength(1)
  })

  test('one that only tools may have does not ship', () => {
    expect(unlistedLicences(locked('MPL-2.0'), notInstalled, () => true)).toEqual([
      '@b/c 1.2.3: its licence "MPL-2.0" is not one of those that may ship in scripts/licences.mjs',
    ])
  })
})

soakTest('the list of what ships has the packages that are bundled with their versions, and none of the tools', () => {
  const { status, stderr } = spawnSync(process.execPath, [path('scripts/sbom.mjs')], { encoding: 'utf8' })
  expect(stderr).not.toMatch(/Error/)
  expect(status).toBe(0)
  const bom = JSON.parse(readFileSync(path('out/sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    specVersion: string
    metadata: { component: { name: string } }
    components: { name: string; version: string; purl: string; licenses: unknown[] }[]
  }
  expect([bom.bomFormat, bom.specVersion, bom.metadata.component.name]).toEqual(['CycloneDX', '1.5', 'twenty48-lab'])
  const { packages } = readLock()
  for (const name of ['vue', 'chart.js', 'zod', 'ws', 'commander', 'electron'])
    expect(bom.components).toContainEqual(
      expect.objectContaining({ name, version: packages[`node_modules/${name}`]!.version, licenses: [expect.anything()] }),
    )
  const names = bom.components.map(({ name }) => name)
  expect(names).toEqual(expect.not.arrayContaining(['vitest', 'eslint', 'typescript', 'axe-core', 'lightningcss']))
})
