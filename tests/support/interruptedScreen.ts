/** What a terminal shows of a command that Ctrl-C ends. */
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { makeTuning } from '../../src/core/contract/files'
import { EmulatedScreen } from './emulatedScreen'
import { newFolder } from '../main/store/storeSupport'
import { smallConfig } from '../main/lab/tuning/tuningSupport'

const CLI = join(import.meta.dirname, '../../out/main/cli.js')
const SCRIPT = '/usr/bin/script'
const COLUMNS = 80

/** Runs a command in a terminal of its own: `script` of util-linux, which is on every Linux machine of ours. */
export const hasTerminals = existsSync(SCRIPT)

export type LongCommand = 'bench' | 'tune'

/** Of the lab, for some minutes; and the head of what it shows in the end. */
const COMMANDS: Readonly<Record<LongCommand, { readonly words: (home: string) => string; readonly head: RegExp }>> = {
  bench: {
    words: () => 'bench 100000 --depth 1 --seed 17',
    head: /^ {2}thesis · [\d,]+ of 100,000 games · seed 17(?: · batch 1)? {2}depth 1/,
  },
  tune: {
    words: home => {
      const config = smallConfig({ budget: { kind: 'iterations', count: 4000 } }, { depth: 1, games: 10, maxSlides: 1000 })
      writeFileSync(join(home, 'run.json'), makeTuning(config))
      return `tune --config '${join(home, 'run.json')}'`
    },
    head: /^ {2}A small one · run 1 · seed 7 · paused {2}\w+ · [\d,]+ of 4,000 iterations/,
  },
}

/** Types Ctrl-C some time after the bar appeared, and checks that the result stands below the command, whole and without a rest of the bar. */
export async function checkInterrupted(command: LongCommand, delayMs: number): Promise<void> {
  const home = newFolder()
  const { words, head } = COMMANDS[command]
  const line = `stty cols ${COLUMNS} rows 50; '${process.execPath}' '${CLI}' ${words(home)} --home '${home}'`
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
  expect(shown.join('')).toMatch(head)
  expect(shown.join('\n')).not.toMatch(/[░]|\/(100|32),000|ETA/)
  expect(shown.filter(each => [...each].length > COLUMNS)).toEqual([])
}
