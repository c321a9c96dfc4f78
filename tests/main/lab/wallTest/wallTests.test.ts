/** Wall tests of the data folder: those of the terminal and of pages are the same runs. */
import { afterEach, expect, test, vi } from 'vitest'
import type { RunFilePart, WallTestRow } from '../../../../src/core/contract/calls'
import type { WallSettings } from '../../../../src/core/contract/files'
import { readWallFile } from '../../../../src/main/lab/wallTest/wallRuns'
import { builtInProfile } from '../../../../src/main/lab/localLab'
import { closeLabs, openLab, type OpenLab } from '../../../support/openedLabs'
import { interrupted, lab } from '../../../support/terminalHere'
import { edit, newFolder, openWriter } from '../../store/storeSupport'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(closeLabs)

const { evaluator, settings } = builtInProfile('power')!
const power = { name: 'power', player: { evaluator, settings, limits: { depth: 1 } } }
const SETTINGS: WallSettings = {
  ...{ multiple: 512, walls: 2, leastSum: 0, gameSeed: 1, boards: 20, games: 1000, from: power },
  ...{ seed: 1, continuations: 45, players: [power] },
}
const FLAGS = ['walls', '--profile', 'power', '--depth', '1', '--walls', '2', '--seed', '1', '--boards', '20']

function row(page: OpenLab, fits: (row: WallTestRow) => boolean): Promise<WallTestRow> {
  return new Promise(resolve => page.on('wallTest', each => fits(each) && resolve(each)))
}

/** Its answer but times. */
function timeless(stdout: string): object {
  const { players, boards, games, differences } = JSON.parse(stdout) as { players: object[]; boards: number; games: number; differences: unknown } // oxfmt-ignore
  return { boards, games, differences, players: players.map(each => ({ ...each, msPerMove: 0 })) }
}

test('one that the window paused goes on in the terminal, and the reverse; it ends as an undisturbed one, and leaves as its file', async () => {
  const whole = await lab([...FLAGS, '--continuations', '45', '--json', '--threads', '2', '--home', newFolder()])
  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(whole.stdout)).toMatchObject({ test: 1, file: null })

  const folder = newFolder()
  const window = await openLab(folder)
  const collected = row(window, ({ progress }) => progress !== undefined)
  expect(await window.call.startWallTest(SETTINGS)).toMatchObject({ id: 1, state: 'running', players: ['power'], boards: 20 })
  await collected
  expect(await window.call.pauseRun({ kind: 'wallTest', id: 1 })).toMatchObject({ state: 'paused' })
  await window.close()
  const once = interrupted(/ [1-9]\d*\/900 phases/)
  const terminal = await lab(['walls', '--resume', '--home', folder, '--json'], { columns: 300, once })
  expect(terminal.code).toBe(130)
  expect(terminal.stderr).toMatch(/lab: \d+ of 900 phases stored\. Resume with: npx lab walls --resume 1 --home \S+\n$/)

  const last = await openLab(folder)
  const finished = row(last, ({ state }) => state === 'finished')
  const resumed = (await last.call.resumeRun({ kind: 'wallTest', id: 1 })) as WallTestRow
  if (resumed.state !== 'finished') await finished // the terminal may have played the last one before it stopped
  const { summary } = await last.call.wallTest({ id: 1 })
  expect(timeless(JSON.stringify(summary))).toEqual(timeless(whole.stdout))
  expect(await last.call.renameRun({ kind: 'wallTest', id: 1, name: 'Power' })).toMatchObject({ name: 'Power' })

  let text = ''
  for (let from: number | null | undefined; from !== null;) {
    const part: RunFilePart = await last.call.exportRun({ kind: 'wallTest', id: 1, ...(from !== undefined && { from }) })
    text += part.text
    from = part.next
  }
  await last.close()
  const file = join(folder, 'exported.jsonl')
  writeFileSync(file, text)
  expect((await readWallFile(file)).phases).toHaveLength(900)
  const more = await lab(['walls', '--resume', file, '--boards', '20', '--json'])
  expect(timeless(more.stdout)).toEqual(timeless(whole.stdout))
  const extended = await lab(['walls', '--resume', '1', '--continuations', '46', '--home', folder, '--json'])
  expect(JSON.parse(extended.stdout)).toMatchObject({ planned: 920, test: 1 })
})

test('one is deleted and restored; one that another lab began is refused, and its number is not known after it', async () => {
  const folder = newFolder()
  await lab([...FLAGS, '--continuations', '1', '--home', folder])
  const page = await openLab(folder)
  expect(await page.call.deleteRuns({ kind: 'wallTest', ids: [1] })).toBe(1)
  expect(await page.call.wallTests(undefined)).toEqual([])
  expect(await page.call.restoreRuns({ kind: 'wallTest', ids: [1] })).toBe(1)
  expect(await page.call.wallTests(undefined)).toMatchObject([{ id: 1, state: 'finished' }])
  await page.close()
  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.kernel', 'abc')`)
  const refused = async (...args: string[]) => (await lab(['walls', '--resume', ...args, '--home', folder])).stderr
  expect(await refused('1', '--continuations', '2')).toMatch(/began this wall test, this is .*: they differ in kernel/)
  expect(await refused('7')).toMatch(/There is no wall test 7/)
})

test('beside a writer it is played without being saved, says so and fails; two files are refused', async () => {
  const folder = newFolder()
  await openWriter(folder)
  const { code, stdout, stderr } = await lab([...FLAGS, '--continuations', '1', '--home', folder, '--json'])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/the phases are not saved.* in use by a test/)])
  expect(JSON.parse(stdout)).toMatchObject({ test: null, boards: 20 })
  const both = await lab([...FLAGS, '--out', 'a.jsonl', '--save', 'b.jsonl'])
  expect(both).toMatchObject({ code: 2, stderr: 'lab: --save: the older name of --out; give one of them\n' })
})
