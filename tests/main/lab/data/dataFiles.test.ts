import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { damage, openWriter, sampleGame } from '../../store/storeSupport'
import { lab } from '../../../support/terminalHere'

const root = mkdtempSync(join(tmpdir(), 'lab-data-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'data-'))
})

async function fill(home: string): Promise<void> {
  const store = await openWriter(home)
  await store.games.addAll([sampleGame(1), sampleGame(2)])
  await store.close()
}

const OF_COMMANDS = ['data where', 'profile list', 'profile restore mine', 'address'] as const

describe.skipIf(process.platform === 'win32')('a pipe in the place of a file holds no command up', () => {
  test.each(['moved.json', 'address.json', 'lab.db', 'writer.json'])('%s', async name => {
    execFileSync('mkfifo', [join(folder, name)])
    for (const line of OF_COMMANDS) {
      const { code, stderr } = await lab([...line.split(' '), '--home', folder])
      expect(stderr).not.toMatch(/^\s+at /m)
      if (name === 'moved.json' && line !== 'address')
        expect({ code, stderr }).toMatchObject({ stderr: expect.stringContaining(name) as string })
      expect(code).not.toBeNull()
    }
  })
})

describe('a file with nothing of the lab in it', () => {
  test.each([
    ['empty', '', 'is empty: its content is lost'],
    ['of text', 'hello '.repeat(4000), 'there is nothing that the lab has stored'],
    ['of another program', undefined, 'there is nothing that the lab has stored'],
  ])('that is %s is refused in one line by check and salvage, and no folder is left', async (_, content, words) => {
    const file = join(folder, 'lab.db')
    if (content === undefined) new DatabaseSync(file).exec('CREATE TABLE notes (text); INSERT INTO notes VALUES (1)')
    else writeFileSync(file, content)
    for (const command of [['check'], ['salvage'], ['salvage', '--to', join(folder, 'saved', 'here') + sep]]) {
      const { code, stdout, stderr } = await lab(['data', ...command, '--home', folder])
      expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 })
      expect(stderr).toContain(words)
    }
    expect(readdirSync(folder)).not.toContain('saved')
  })
})

test('a foreign trigger is named alike by check and salvage, and left out', async () => {
  await fill(folder)
  damage(folder, 'CREATE TRIGGER spy AFTER INSERT ON games BEGIN DELETE FROM profiles; END')
  const line = '  it is not built as the lab builds it: the trigger "spy" is not the lab\'s\n'
  const check = await lab(['data', 'check', '--home', folder])
  expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining(line) as string })
  const salvage = await lab(['data', 'salvage', '--home', folder])
  expect(salvage).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was lost') as string })
  expect(salvage.stdout).toContain(line)
  expect(await lab(['data', 'check', '--home', folder])).toMatchObject({ code: 0 })
})

test('reading makes no folder', async () => {
  const none = join(folder, 'none', 'below')
  for (const line of ['data where', 'data check', 'profile list', 'address', 'bench --list'])
    await lab([...line.split(' '), '--home', none])
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

test('a salvage or a backup to a name that cannot be one is refused in words', async () => {
  await fill(folder)
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'))
  for (const [name, words] of [
    ['n'.repeat(300), /this name is too long/],
    ['dangling', /is there already/],
  ] as const)
    for (const command of [['salvage', '--to'], ['backup']]) {
      const { code, stderr } = await lab(['data', ...command, join(folder, name), '--home', folder])
      expect({ name, code, stderr }).toEqual({ name, code: 1, stderr: expect.stringMatching(words) as string })
      expect(stderr).not.toMatch(/^\s+at /m)
    }
  expect(lstatSync(join(folder, 'dangling')).isSymbolicLink()).toBe(true)
})

test('a file of the user beside a copy stays', async () => {
  await fill(folder)
  for (const [name, command] of [
    ['a.db', ['data', 'backup', join(folder, 'a.db')]],
    ['b.db', ['data', 'salvage', '--to', join(folder, 'b.db')]],
  ] as const) {
    writeFileSync(join(folder, `${name}.part`), 'mine')
    expect(await lab([...command, '--home', folder])).toMatchObject({ code: 0 })
    expect(existsSync(join(folder, name))).toBe(true)
    expect(readFileSync(join(folder, `${name}.part`), 'utf8')).toBe('mine')
  }
})

test.skipIf(process.platform === 'win32')('other users cannot read the data, nor their copies', async () => {
  const home = join(folder, 'new', 'home')
  mkdirSync(join(folder, 'new'))
  await fill(home)
  await lab(['data', 'backup', '--home', home])
  await lab(['data', 'backup', join(home, 'named.db'), '--home', home])
  await lab(['data', 'salvage', '--to', join(home, 'salvaged.db'), '--home', home])
  await lab(['data', 'restore', join(home, 'named.db'), '--home', home])
  for (const name of ['.', 'backups']) expect([name, statSync(join(home, name)).mode & 0o777]).toEqual([name, 0o700])
  for (const name of ['lab.db', 'named.db', 'salvaged.db'])
    expect([name, statSync(join(home, name)).mode & 0o777]).toEqual([name, 0o600])
})
