import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  chosenHome,
  expandHome,
  expandWord,
  leadTo,
  namedHome,
  placeOfData,
  usualHome,
  wasMovedFrom,
  windowHome,
} from '../../../src/main/files/home'
import { checkNewFile } from '../../../src/main/files/newFile'

const folder = mkdtempSync(join(tmpdir(), 'lab-home-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the data folder', () => {
  test('is the one of --home, else of LAB_HOME, made with all above it; undefined if neither is set', () => {
    const [flag, variable] = [join(folder, 'a', 'flag'), join(folder, 'b', 'variable')]
    expect(namedHome(flag, { LAB_HOME: variable })).toBe(flag)
    expect(existsSync(flag)).toBe(true)
    expect(existsSync(variable)).toBe(false)
    expect(namedHome(undefined, { LAB_HOME: variable })).toBe(variable)
    expect(existsSync(variable)).toBe(true)
    expect(namedHome(undefined, { LAB_HOME: '' })).toBeUndefined()
    expect(namedHome(undefined, {})).toBeUndefined()
  })

  test('in the form that a shell did not expand is below the user’s', () => {
    expect(chosenHome('~/lab', {})).toBe(join(homedir(), 'lab'))
    expect(chosenHome(undefined, { LAB_HOME: '~' })).toBe(homedir())
    for (const unexpanded of ['~other/lab', '$HOME/lab', '${HOME}/lab', '%APPDATA%\\lab', '$(pwd)/lab']) {
      expect(() => chosenHome(undefined, { LAB_HOME: unexpanded })).toThrow('only a shell expands this. Write the whole path')
      expect(() => checkNewFile(unexpanded)).toThrow('only a shell expands this. Write the whole path')
    }
    for (const address of ['file:///home/lab', 'https://example.org/lab'])
      expect(() => chosenHome(address, {})).toThrow('this is an address. Write the path')
    for (const plain of ['~other', '$HOME', 'file:']) expect(chosenHome(`./${plain}`, {})).toBe(resolve(plain))
    expect(chosenHome('a$b', {})).toBe(resolve('a$b'))
  })

  test.each([
    ['~/a.json', '/user/a.json'],
    ['~', '/user'],
    ['--title=~ten', '--title=~ten'],
    ['a~/b', 'a~/b'],
  ])('the word %s of a command line is %s', (word, expanded) => {
    expect(expandWord(word, '/user').replaceAll(sep, '/')).toBe(expanded)
    expect(expandHome(expanded, '/user')).toBe(expanded)
  })

  test('that cannot be one is refused with a way out', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    for (const home of [file, join(file, 'below')])
      expect(() => namedHome(home, {})).toThrow(
        expect.objectContaining({ code: 'BAD_SETTING', message: expect.stringContaining('--home FOLDER') as string }),
      )
  })

  test('whose data cannot be reached is not told to delete a file of the user', () => {
    const file = join(folder, 'mine.txt')
    writeFileSync(file, '')
    for (const home of [file, join(file, 'below'), 'x'.repeat(300)])
      expect(() => placeOfData(home, {})).toThrow(
        expect.objectContaining({
          message: expect.stringMatching(/^The data folder .* cannot be used: (?!.*[Dd]elete)/) as string,
        }),
      )
    mkdirSync(join(folder, 'moved.json'))
    expect(() => placeOfData(folder, {})).toThrow('moved.json: this is a folder; name a file. Delete it, or name')
  })

  // https://www.electronjs.org/docs/latest/api/app#appgetpathname: userData is appData and the app's name
  test.each<[platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string]>([
    ['linux', {}, '/user/.config/2048 Lab'],
    ['linux', { XDG_CONFIG_HOME: '/config' }, '/config/2048 Lab'],
    ['linux', { XDG_CONFIG_HOME: 'config' }, '/user/.config/2048 Lab'],
    ['linux', { XDG_CONFIG_HOME: '~/config' }, '/user/config/2048 Lab'],
    ['darwin', { XDG_CONFIG_HOME: '/config' }, '/user/Library/Application Support/2048 Lab'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/2048 Lab'],
    ['win32', {}, '/user/AppData/Roaming/2048 Lab'],
  ])('is usually that of Electron: %s %j', (platform, env, home) => {
    expect(usualHome(env, platform, '/user').replaceAll(sep, '/')).toBe(home)
  })

  test.each(['config/2048 Lab', '~/config/2048 Lab'])('is the same in the window where Electron names %s', named => {
    expect(windowHome(named, {})).toBe(usualHome({}))
    expect(windowHome(join(folder, named), {})).toBe(join(folder, named))
  })
})

test('data were moved from a folder by whatever path the new one is called', () => {
  const [from, to, link] = ['from', 'to', 'link'].map(name => join(folder, name)) as [string, string, string]
  for (const made of [from, to]) mkdirSync(made)
  symlinkSync(to, link, 'junction')
  leadTo(to, { folder: from, named: from, namedBy: 'system' })
  expect([wasMovedFrom(from, to), wasMovedFrom(from, link), wasMovedFrom(to, from), wasMovedFrom(from, folder)]).toEqual([
    ...[true, true, false, false],
  ])
})
