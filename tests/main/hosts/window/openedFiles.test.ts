import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { LabHandlers } from '../../../../src/core/contract/calls'
import { MAX_IMPORT_CHARS } from '../../../../src/core/contract/calls/imports'
import type { ServedLab } from '../../../../src/main/hosts/dispatch'
import { Opened, readArguments } from '../../../../src/main/hosts/window/openedFiles'

function open() {
  const opened = new Opened()
  const asked: string[] = []
  const lab: ServedLab = { handlers: {} as LabHandlers, on: event => (asked.push(event), () => asked.push(`no more ${event}`)) }
  return { opened, asked, served: opened.servedBy(lab) }
}

test('the files of a command line are given to the page once, without their place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opened-'))
  mkdirSync(join(folder, 'a folder'))
  for (const name of ['ein Übungs.2048profile', '-x.json']) writeFileSync(join(folder, name), name)
  const { opened, served } = open()
  opened.addArguments(['--home', 'a folder', '-x.json', 'ein Übungs.2048profile', '--', '-x.json'], folder)
  opened.addArguments([relative(folder, process.cwd())], folder) // the lab itself, as its developers start it
  const files = await served.handlers.takeOpened(undefined)
  expect(files).toEqual([
    { name: 'ein Übungs.2048profile', path: '/opened/1' },
    { name: '-x.json', path: '/opened/2' },
  ])
  expect(opened.fileAt('/opened/1')).toBe(join(folder, 'ein Übungs.2048profile'))
  expect(opened.fileAt('/opened/3')).toBeUndefined()
  expect(opened.fileAt('/opened/../1')).toBeUndefined()
  expect(await served.handlers.takeOpened(undefined)).toEqual([])
})

test('a file that the desktop names by its address is opened', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'opened-')), 'a #1 %.trace')
  writeFileSync(file, '')
  const { opened, served } = open()
  opened.addArguments([pathToFileURL(file).href, pathToFileURL(file).href.replace('file:', 'FILE:')], '/')
  expect(await served.handlers.takeOpened(undefined)).toMatchObject([{ name: 'a #1 %.trace' }, { name: 'a #1 %.trace' }])
  expect([opened.fileAt('/opened/1'), opened.fileAt('/opened/2')]).toEqual([file, file])
})

test('a file that cannot be opened is named with the reason, however the system hands it over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opened-'))
  mkdirSync(join(folder, 'a folder'))
  symlinkSync('round', join(folder, 'round'))
  writeFileSync(join(folder, 'huge.trace'), '')
  truncateSync(join(folder, 'huge.trace'), MAX_IMPORT_CHARS + 1)
  const { opened, served } = open()
  const problems: readonly (readonly [string, RegExp])[] = [
    ['missing.json', /missing\.json: there is no such file or folder$/],
    ['a folder', /a folder: this is a folder; name a file$/],
    ['huge.trace', /huge\.trace: it has 500000001 bytes, and at most 500000000 are read$/],
    ['round', /round: its links lead round in a circle$/],
    ['x'.repeat(5000), /: this name is too long for a file$/],
    ['file:///%00', /null bytes/],
    ['/dev/null', /^\/dev\/null: it is not a regular file$/],
  ]
  opened.addArguments(['--', ...problems.map(([file]) => file), '-y.json'], folder)
  const found = (await served.handlers.takeOpened(undefined)) as { problem: string }[]
  expect(found.map(({ problem }) => problem)).toEqual(
    [...problems, ['', /-y\.json: there is no such file or folder$/] as const].map(
      ([, words]) => expect.stringMatching(words) as string,
    ),
  )
  opened.addFile(join(folder, 'gone.trace'))
  const problem = expect.stringContaining('there is no such file') as string
  expect(await served.handlers.takeOpened(undefined)).toEqual([{ problem }])
  expect(opened.fileAt('/opened/1')).toBeUndefined()
})

test('a page hears of a further file until it leaves, and of everything else from the lab', () => {
  const { opened, asked, served } = open()
  let heard = 0
  const leave = served.on('opened', () => heard++)
  served.on('game', () => undefined)()
  expect(asked).toEqual(['game', 'no more game'])
  opened.addLink('lab2048:x')
  expect(heard).toBe(1)
  leave()
  opened.addLink('lab2048:y')
  expect(heard).toBe(1)
})

test('the oldest of more than ten thousand files can no longer be read', async () => {
  const { opened, served } = open()
  for (let i = 1; i <= 10_001; i++) opened.addFile(import.meta.filename)
  const files = await served.handlers.takeOpened(undefined)
  expect(files).toHaveLength(10_000)
  expect(files[0]).toEqual({ name: 'openedFiles.test.ts', path: '/opened/2' })
  expect(opened.fileAt('/opened/1')).toBeUndefined()
  expect(opened.fileAt('/opened/10001')).toBe(import.meta.filename)
})

test('a link among the arguments is given to the page as it is, whatever else it says, and one that is too long stays too long', async () => {
  const { opened, served } = open()
  const link = 'lab2048:eyJmb3JtYXQi --home=/etc'
  opened.addArguments(['--lab2048:x', '--', link, 'LAB2048:x', `lab2048:${'A'.repeat(1e6)}`], '/')
  const [first, upper, long, ...others] = (await served.handlers.takeOpened(undefined)) as { link: string }[]
  expect([first, upper]).toEqual([{ link }, { link: 'LAB2048:x' }])
  expect(long!.link).toHaveLength(2001)
  expect(others).toEqual([])
})

test('links that nobody takes are as many as files at most: the oldest go', async () => {
  const { opened, served } = open()
  for (let i = 0; i < 10_050; i++) opened.addLink(`lab2048:${i}`)
  const waiting = await served.handlers.takeOpened(undefined)
  expect(waiting).toHaveLength(10_000)
  expect(waiting.at(-1)).toEqual({ link: 'lab2048:10049' })
})

test('what waits can be handed to another start: each option, then files and links, once', () => {
  const { opened } = open()
  opened.addArguments(['lab2048:x', import.meta.filename, 'missing.json'], '/')
  expect(opened.takeArguments()).toEqual(['lab2048:x', import.meta.filename])
  expect(opened.takeArguments()).toEqual([])
  const line = ['.', '--no-sandbox', '--home', '/my data', '--lang=de', 'a.trace', '--', '--b.trace']
  expect(readArguments(line)).toMatchObject({ home: '/my data', opened: ['.', 'a.trace', '--b.trace'] })
  expect(readArguments(line).options).toEqual(['--no-sandbox', '--home=/my data', '--lang=de'])
})
