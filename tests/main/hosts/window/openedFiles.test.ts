import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { LabHandlers } from '../../../../src/core/contract/calls'
import type { ServedLab } from '../../../../src/main/hosts/dispatch'
import { OpenedFiles } from '../../../../src/main/hosts/window/openedFiles'

function open() {
  const opened = new OpenedFiles()
  const asked: string[] = []
  const lab: ServedLab = { handlers: {} as LabHandlers, on: event => (asked.push(event), () => asked.push(`no more ${event}`)) }
  return { opened, asked, served: opened.servedBy(lab) }
}

test('the files of a command line are given to the page once, without their place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opened-'))
  mkdirSync(join(folder, 'a folder'))
  for (const name of ['ein Übungs.2048profile', '-x.json']) writeFileSync(join(folder, name), name)
  const { opened, served } = open()
  symlinkSync('round', join(folder, 'round'))
  const none = [
    'x'.repeat(5000),
    'round',
    'ein Übungs.2048profile/x',
    'file:',
    'file://elsewhere/x',
    'file:///%00',
    'https://x/y',
  ]
  opened.addArguments(['.', 'a folder', '--home', 'missing.json', '-x.json', ...none, 'ein Übungs.2048profile'], folder)
  const files = await served.handlers.openedFiles(undefined)
  expect(files).toEqual([{ name: 'ein Übungs.2048profile', path: '/opened/1' }])
  expect(opened.fileAt('/opened/1')).toBe(join(folder, 'ein Übungs.2048profile'))
  expect(opened.fileAt('/opened/2')).toBeUndefined()
  expect(opened.fileAt('/opened/../1')).toBeUndefined()
  expect(await served.handlers.openedFiles(undefined)).toEqual([])
})

test('a file that the desktop names by its address is opened', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'opened-')), 'a #1 %.trace')
  writeFileSync(file, '')
  const { opened, served } = open()
  opened.addArguments([pathToFileURL(file).href], '/')
  expect(await served.handlers.openedFiles(undefined)).toEqual([{ name: 'a #1 %.trace', path: '/opened/1' }])
  expect(opened.fileAt('/opened/1')).toBe(file)
})

test('a page hears of a further file until it leaves, and of everything else from the lab', () => {
  const { opened, asked, served } = open()
  let heard = 0
  const leave = served.on('opened', () => heard++)
  served.on('game', () => undefined)()
  expect(asked).toEqual(['game', 'no more game'])
  opened.add('/x')
  expect(heard).toBe(1)
  leave()
  opened.add('/y')
  expect(heard).toBe(1)
})

test('the oldest of more than a hundred files can no longer be read', async () => {
  const { opened, served } = open()
  for (let i = 1; i <= 101; i++) opened.add(`/${i}`)
  const files = await served.handlers.openedFiles(undefined)
  expect(files).toHaveLength(100)
  expect(files[0]).toEqual({ name: '2', path: '/opened/2' })
  expect(opened.fileAt('/opened/1')).toBeUndefined()
  expect(opened.fileAt('/opened/101')).toBe('/101')
})

test('a link among the arguments is given to the page as it is, whatever else it says, and one that is too long stays too long', async () => {
  const { opened, served } = open()
  const link = 'lab2048:eyJmb3JtYXQi --home=/etc'
  opened.addArguments(['--', link, '--lab2048:x', `lab2048:${'A'.repeat(1e6)}`], '/')
  const [first, long, ...others] = (await served.handlers.openedFiles(undefined)) as { link: string }[]
  expect(first).toEqual({ link })
  expect(long!.link).toHaveLength(2001)
  expect(others).toEqual([])
})

test('links that nobody takes are as many as files at most: the oldest go', async () => {
  const { opened, served } = open()
  for (let i = 0; i < 150; i++) opened.addLink(`lab2048:${i}`)
  const waiting = await served.handlers.openedFiles(undefined)
  expect(waiting).toHaveLength(100)
  expect(waiting.at(-1)).toEqual({ link: 'lab2048:149' })
})
