import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SweepView } from '../../../../src/core/contract/calls'
import type { DeletedOther } from '../../../../src/core/contract/calls/data'
import { openWriter } from '../../store/storeSupport'
import { interrupted, lab } from '../../../support/terminalHere'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lab-terminal-sweep-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const sweep = (words: string, more: Parameters<typeof lab>[1] = {}) =>
  lab(['sweep', ...words.split(' '), '--home', home, '--threads', '1'], more)

test('after Ctrl-C it names the command that resumes; a finished one is shown again, listed and written', async () => {
  const endless = '--profile thesis --set nodes=2000,3000 --games 90000 --seed 3'
  const stopped = await sweep(endless, { once: interrupted(/ [1-9]\d*\/180,000 games/), columns: 1000 })
  expect(stopped.code).toBe(130)
  expect(stopped.stdout).toContain(
    'Not finished: the games that were finished are the shorter ones, so these scores are too low.',
  )
  expect(stopped.stderr).toContain('sweep 1 is paused. Resume with: npx lab sweep --resume 1 --home')
  const again = await sweep('--resume', { once: interrupted(/ [1-9]\d*\/180,000 games/), columns: 1000 })
  expect([again.code, again.stderr]).toEqual([130, expect.stringContaining('sweep 1 is paused')])

  const whole = await sweep('--profile thesis --set depth=1,0 --games 12 --seed 3 --json')
  const view = JSON.parse(whole.stdout) as SweepView
  expect(view).toMatchObject({ id: 2, state: 'finished', setting: 'depth', values: [0, 1], games: 12, played: 24, seed: 3 })
  const file = join(home, 'sweep.jsonl')
  const { stdout } = await sweep(`--resume 2 --out ${file} --json`)
  expect(JSON.parse(stdout)).toEqual(view)
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(25)
  const { stdout: list } = await lab(['sweep', '--list', '--json', '--home', home])
  const rows = list.trimEnd().split('\n').map(line => JSON.parse(line) as SweepView) // oxfmt-ignore
  expect(rows.map(({ id, state }) => [id, state])).toEqual([[2, 'finished'], [1, 'paused']]) // oxfmt-ignore
})

test('a list says below an unfinished sweep how to resume it, or which process may compute it', async () => {
  const endless = '--profile thesis --set nodes=2000,3000 --games 90000 --seed 3'
  await sweep(endless, { once: interrupted(/ [1-9]\d*\/180,000 games/), columns: 1000 })
  const list = async () => (await lab(['sweep', '--list', '--home', home], { columns: 1000 })).stdout
  expect(await list()).toContain('Resume one with: npx lab sweep --resume 1 --home')
  const store = await openWriter(home)
  expect(await list()).toMatch(/"a test" \(process \d+\) is writing in this folder and may be computing an unfinished sweep\./)
  await store.close()
})

test('a file that is there is refused before the first game', async () => {
  const file = join(home, 'sweep.jsonl')
  writeFileSync(file, 'mine')
  const refused = await sweep(`--profile thesis --set depth=0,1 --games 2 --out ${file}`)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('it is there already')])
  expect((await lab(['sweep', '--list', '--home', home])).stdout).toContain('No sweeps yet')
})

test('a sweep whose data folder is moved away ends with what can be done from a terminal', async () => {
  const endless = '--profile thesis --set nodes=2000,3000 --games 90000 --seed 3'
  const away = `${home}-away`
  const once = { shown: / [1-9]\d*\/180,000 games/, act: () => renameSync(home, away) }
  const { code, stderr } = await sweep(endless, { once, columns: 1000 })
  renameSync(away, home)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Put the folder ${home} back, then resume the run`)])
  expect(stderr).not.toContain('Settings')
})

test('sweeps what the flags say: weights of a player at a depth of its own', async () => {
  const { stdout } = await sweep('--profile thesis --depth 0 --set h1=-1,0.5 --games 10 --seed 1 --json')
  const { player, points } = JSON.parse(stdout) as SweepView
  expect(player.limits).toEqual({ depth: 0 })
  expect(points.map(({ value, interval }) => [value, interval === null])).toEqual([[-1, false], [0.5, false]]) // oxfmt-ignore
})

test.each([
  ['--profile thesis --set depth=1', 'A sweep has 2 … 50 values.'],
  ['--profile thesis --set depth=1,1', 'A value is there twice.'],
  ['--profile thesis --set depth', 'Write the setting and its values: --set depth=1,2,3.'],
  ['--profile thesis', 'a sweep needs --profile and --set'],
  ['--set depth=0,1', 'a sweep needs --profile and --set'],
  ['--profile thesis --set h1=0,1 --set h2=0,1', 'A sweep is of one setting.'],
  ['--profile thesis --set depth=0,1 --nodes 9', '--nodes: --set depth takes its place: leave it out'],
  ['--profile thesis --set nodes=8,9 --depth 1', '--depth: --set nodes takes its place: leave it out'],
  ['--profile thesis --set snake=0,1', 'snake: the thesis evaluator has no such parameter'],
  ['--resume 7', 'There is no sweep 7'],
  ['--resume 7 --games 5', '--resume takes only'],
])('%s is refused: %s', async (words, message) => {
  const { code, stderr } = await sweep(words)
  expect(code).not.toBe(0)
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(message)
})

test('what was deleted in the window is listed, comes back and is deleted for good', async () => {
  await sweep('--profile thesis --depth 0 --set h1=0,1 --games 1 --seed 1')
  const store = await openWriter(home)
  await store.lineRuns.setDeleted('2048-lab-sweep', '1', true)
  await store.close()
  const deleted = (...words: string[]) => lab(['data', 'deleted', ...words, '--home', home])
  const [row] = (await deleted('--json')).stdout.split('\n').map(line => line && (JSON.parse(line) as DeletedOther)) // oxfmt-ignore
  expect(row).toMatchObject({ run: 'sweep', name: 'thesis: h1', lines: 2 })
  const { id } = row as DeletedOther
  expect((await deleted('--restore', String(id))).stdout).toBe('  restored: 1 run\n')
  expect((await lab(['sweep', '--list', '--home', home])).stdout).toContain('thesis: h1')
  expect((await deleted('--forget', String(id))).stderr).toBe(`lab: No run number ${id} is among the deleted ones: lab data deleted names them.\n`) // oxfmt-ignore
  expect((await deleted()).stdout).toContain('No such run was deleted.')
})
