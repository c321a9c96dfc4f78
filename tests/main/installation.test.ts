import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { labProgram, REPAIR } from '../../src/main/installation'

/** The resources of a package, and a folder that is on the PATH. */
function packaged(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'))
  const resources = join(folder, '2048 Lab', 'resources')
  const own = join(resources, 'bin', name)
  const path = join(folder, 'usr')
  mkdirSync(join(resources, 'bin'), { recursive: true })
  mkdirSync(path)
  writeFileSync(own, '')
  return { resources, own, path, env: { PATH: [join(folder, 'none'), path].join(delimiter), npm_command: 'exec' } }
}

test('in a clone the command is the one that npm ran, or lab once it is installed; a damaged file is built again', () => {
  expect(labProgram({ npm_command: 'exec' })).toBe('npx lab')
  expect(labProgram({})).toBe('lab')
  expect(REPAIR).toContain('npm run build')
})

test('in a package the command is lab where a shell finds this one, and its path where it finds none or another', () => {
  const { resources, own, path, env } = packaged('lab')

  expect(labProgram(env, resources, 'linux')).toBe(`'${own}'`)
  symlinkSync(own, join(path, 'lab'))
  expect(labProgram(env, resources, 'linux')).toBe('lab')
  const other = packaged('lab')
  writeFileSync(join(other.path, 'lab'), '')
  expect(labProgram(other.env, other.resources, 'linux')).toBe(`'${other.own}'`)
})

test('on Windows the path is one that PowerShell runs', () => {
  const { resources, own, env } = packaged('lab.cmd')
  expect(labProgram(env, resources, 'win32')).toBe(`& '${own}'`)
})
