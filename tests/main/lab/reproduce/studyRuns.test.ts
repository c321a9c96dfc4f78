/** Studies in the data folder, as pages see them. */
import { writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { Arg, RunFilePart, StudyRunRow } from '../../../../src/core/contract/calls'
import { closeLabs, openLab, type OpenLab } from '../../../support/openedLabs'
import { lab } from '../../../support/terminalHere'
import { edit, newFolder } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(closeLabs)

const STUDY = {
  ...{ format: '2048-lab-study', version: 1, name: 'small', title: 'A small study', summary: 'for tests', source: 'none' },
  parts: [
    {
      ...{ id: 'duels', kind: 'match', game: 'cantGoBack', names: ['one', 'other'], games: 800, seed: 5 },
      players: ['alphaBeta:heavy:depth=3', 'greedy:heavy'],
    },
    {
      ...{ id: 'trees', kind: 'count', searchers: { alphaBeta: 'alphaBeta', pvs: 'pvs' }, of: 'leaves', number: 60 },
      trees: { branching: 2, depth: 3, orders: ['best'] },
    },
  ],
} as Exclude<Arg<'startStudy'>['study'], string>

function row(page: OpenLab, fits: (row: StudyRunRow) => boolean): Promise<StudyRunRow> {
  return new Promise(resolve => page.on('study', each => fits(each) && resolve(each)))
}
const isFinished = ({ state }: StudyRunRow) => state === 'finished'
/** All but times, which are shorter than a tenth of a millisecond. */
const tablesOf = (page: string) =>
  page
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line => line.replaceAll(/\| 0\.\d\d +/g, '| '))

test('one that was paused, also by the end of the lab, ends as an undisturbed one; its file resumes in the terminal', async () => {
  const other = await openLab(newFolder(), { threads: 2 })
  const ended = row(other, isFinished)
  await other.call.startStudy({ study: STUDY })
  expect(await ended).toMatchObject({ id: 1, name: 'A small study', study: 'small', results: 802 })
  const whole = tablesOf((await other.call.study({ id: 1 })).page)
  expect(whole.length).toBeGreaterThan(4)

  const folder = newFolder()
  const page = await openLab(folder)
  const begun = row(page, ({ results }) => results > 0)
  await page.call.startStudy({ study: STUDY })
  expect(await begun).toMatchObject({ stage: { name: 'duels', total: 800, unit: 'games' } })
  expect(await page.call.pauseRun({ kind: 'study', id: 1 })).toMatchObject({ state: 'paused' })
  await page.call.resumeRun({ kind: 'study', id: 1 })
  await page.close()
  const again = await openLab(folder)
  const [paused] = await again.call.studies(undefined)
  expect(paused).toMatchObject({ id: 1, state: 'paused' })
  expect(paused!.results).toBeLessThan(802)
  const finished = row(again, isFinished)
  await again.call.resumeRun({ kind: 'study', id: 1 })
  await finished
  expect(tablesOf((await again.call.study({ id: 1 })).page)).toEqual(whole)

  let text = ''
  for (let from: number | null | undefined; from !== null;) {
    const part: RunFilePart = await again.call.exportRun({ kind: 'study', id: 1, ...(from !== undefined && { from }) })
    text += part.text
    from = part.next
  }
  const out = join(folder, 'out')
  mkdirSync(out)
  writeFileSync(join(out, 'small.jsonl'), text)
  writeFileSync(join(folder, 'study.json'), JSON.stringify(STUDY))
  const { code, stderr } = await lab(['reproduce', join(folder, 'study.json'), '--out', out, '--resume'])
  expect([code, stderr]).toEqual([0, ''])
  expect(readFileSync(join(out, 'small.jsonl'), 'utf8')).toBe(text) // nothing was missing
  expect(tablesOf(readFileSync(join(out, 'small.md'), 'utf8'))).toEqual(whole)
})

test('studies that ship are listed; what is none, or has other results here, is refused', async () => {
  const folder = newFolder()
  const page = await openLab(folder)
  expect((await page.call.studyChoices(undefined)).map(({ name }) => name)).toContain('thesis')
  await expect(page.call.startStudy({ study: '/etc/passwd' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const finished = row(page, isFinished)
  expect(await page.call.startStudy({ study: STUDY, most: 2 })).toMatchObject({ most: 2 })
  await finished
  await page.close()
  edit(folder, `UPDATE line_runs SET state = 'paused', head = json_set(head, '$.fingerprint', 'other')`)
  const again = await openLab(folder)
  await expect(again.call.resumeRun({ kind: 'study', id: 1 })).rejects.toThrow('they differ in fingerprint of its results')
  expect(await again.call.deleteRuns({ kind: 'study', ids: [1] })).toBe(1)
  expect(await again.call.studies(undefined)).toEqual([])
})
