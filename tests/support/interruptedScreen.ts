/** What a terminal shows of a command that Ctrl-C ends. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { EmulatedScreen } from './emulatedScreen'
import { newFolder } from '../main/store/storeSupport'

const CLI = join(import.meta.dirname, '../../out/main/cli.js')
const SCRIPT = '/usr/bin/script'
const COLUMNS = 80

/** Runs a command in a terminal of its own: `script` of util-linux, which is on every Linux machine of ours. */
export const hasTerminals = existsSync(SCRIPT)

/** Of some minutes; and the head of what it shows in the end. */
const BENCH = 'bench 100000 --depth 1 --seed 17'
const HEAD = /^ {2}thesis · [\d,]+ of 100,000 games · seed 17(?: · batch 1)? {2}depth 1/

/** Types Ctrl-C into a bench some time after its bar appeared, and checks that the result stands below the command, whole and without a rest of the bar. */
export async function checkInterrupted(delayMs: number): Promise<void> {
  const home = newFolder()
  const line = `stty cols ${COLUMNS} rows 50; '${process.execPath}' '${CLI}' ${BENCH} --home '${home}'`
  const { COLUMNS: _, ...env } = process.env
  const child = spawn(SCRIPT, ['-qefc', line, '/dev/null'], { env: { ...env, TERM: 'xterm', NO_COLOR: '1' } })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const closed = new Promise(resolve => child.once('close', resolve))
  await vi.waitUntil(() => text.includes('  ETA'), { timeout: 100_000 })
  await new Promise(resolve => setTimeout(resolve, delayMs))
  child.stdin.write('\u0003')
  await closed
  const screen = new EmulatedScreen(COLUMNS)
  screen.write(text)
  expect(screen.isCursorVisible).toBe(true)
  const shown = screen.text.split('\n').map(each => each.trimEnd())
  expect(shown.join('')).toMatch(HEAD)
  expect(shown.join('\n')).not.toMatch(/[░]|\/100,000|ETA/)
  expect(shown.filter(each => [...each].length > COLUMNS)).toEqual([])
}
