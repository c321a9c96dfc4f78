import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { announced } from '../../../../src/main/hosts/terminal/serve/addressFile'
import { lab } from '../../../support/terminalHere'
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
    await expect.poll(() => announced(home), { timeout: 50_000 }).toBeDefined()
    expect(await lab(['address', '--home', home])).toMatchObject({ code: 0 })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

type Output = 'ignore' | 'full' | 'pipe'

function startInto(outputs: readonly Output[], args: readonly string[]) {
  const full = openSync('/dev/full', 'w')
  const stdio = outputs.map(each => (each === 'full' ? full : each))
  const child = spawn(process.execPath, [CLI, ...args], { stdio, env: { ...process.env, LAB_HOME: home } })
  closeSync(full)
  return child
}
