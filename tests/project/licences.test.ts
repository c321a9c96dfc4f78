import { describe, expect, test } from 'vitest'
import { readLock, unlistedLicences } from '../../scripts/licences.mjs'

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
