import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { announced } from '../../../../src/main/hosts/terminal/serve/address'
import { lab, terminalHere } from '../../../support/terminalHere'
import { CLI, ending, startLab } from '../../../support/terminalProcess'

const root = mkdtempSync(join(tmpdir(), 'lab-outputs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let home: string
beforeEach(() => {
  home = mkdtempSync(join(root, 'home-'))
})

test('a reader that leaves does not cost the games of a bench, which says what is stored', async () => {
  const child = startLab(['bench', '20000', '--csv', '--depth', '0', '--seed', '1', '--threads', '1', '--home', home])
  child.stdin.end()
  const ended = ending(child)
  await once(child.stdout, 'data') // the header
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const { code, stderr } = await ended
  expect(code).toBe(0)
  const [, stored] = /^lab: batch 1: ([\d,]+) of 20,000 games stored[.] Resume with: .*\n$/.exec(stderr) ?? []
  expect(Number(stored?.replaceAll(',', ''))).toBeGreaterThan(0)
})

describe.skipIf(process.platform !== 'linux')('an output on a full disk', () => {
  test('fails in one line', async () => {
    const child = startInto(['ignore', 'full', 'pipe'], ['bench', '2', '--depth', '0', '--json'])
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(stderr).toContain('lab: standard output cannot be written: there is no room on the disk\n')
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(code).toBe(1)
  })

  test('does not end a served lab', async () => {
    const child = startInto(['ignore', 'full', 'full'], ['serve', '--threads', '1'])
    await expect.poll(() => announced(home, {}), { timeout: 50_000 }).toBeDefined()
    expect(await lab(['address', '--home', home])).toMatchObject({ code: 0 })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

test('only a second Ctrl-C ends a command at once', () => {
  const { terminal } = terminalHere()
  const codes: number[] = []
  Object.assign(terminal.host, { exit: (code: number) => codes.push(code) })
  const signal = terminal.interruptSignal()
  expect(signal.aborted).toBe(false)
  for (const name of ['SIGTERM', 'SIGTERM', 'SIGHUP']) terminal.host.emit(name)
  expect([signal.aborted, codes]).toEqual([true, []])
  terminal.host.emit('SIGINT')
  expect(codes).toEqual([143]) // of the first one
})

test.each([
  ['a terminal that was closed', 80, 'EIO', 129],
  ['a file on a broken disk', undefined, 'EIO', 1],
  ['a reader that left', undefined, 'EPIPE', 0],
])('a command whose output is %s ends in order', (_, columns, code, exit) => {
  const { terminal, written } = terminalHere({ ...(columns && { columns }) })
  const signal = terminal.interruptSignal()
  terminal.stdout.emit('error', Object.assign(new Error(code), { code }))
  expect([signal.aborted, written().code, terminal.interruptedCode()]).toEqual([true, exit, exit])
})

test('output that cannot wait has a backlog until a slow reader has read it or is gone', async () => {
  const reads: (() => void)[] = []
  const stdout = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, read) => void reads.push(read) })
  const { terminal } = terminalHere({}, { stdout })
  terminal.printAtOnce('a row')
  expect(terminal.backlog()).toBeUndefined()
  for (const isRead of [true, false]) {
    terminal.printAtOnce('x'.repeat(2 ** 20))
    const backlog = terminal.backlog()
    expect(backlog).toBeInstanceOf(Promise)
    if (!isRead) stdout.destroy(Object.assign(new Error('gone'), { code: 'EPIPE' }))
    else while (stdout.writableLength > 0) await Promise.resolve(reads.shift()?.())
    await backlog
  }
  expect(terminal.backlog()).toBeUndefined()
})

type Output = 'ignore' | 'full' | 'pipe'

function startInto(outputs: readonly Output[], args: readonly string[]) {
  const full = openSync('/dev/full', 'w')
  const stdio = outputs.map(each => (each === 'full' ? full : each))
  const child = spawn(process.execPath, [CLI, ...args], { stdio, env: { ...process.env, LAB_HOME: home } })
  closeSync(full)
  return child
}
