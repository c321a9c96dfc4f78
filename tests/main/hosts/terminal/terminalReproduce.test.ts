import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lab } from '../../../support/terminalHere'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-'))
afterAll(() => rmSync(root, { recursive: true }))

const STUDY = {
  ...{ format: '2048-lab-study', version: 1, name: 'tiny', title: 'Tiny', summary: 'a few games', source: 'a test' },
  parts: [{ id: 'duel', kind: 'match', game: 'ticTacToe', players: ['greedy', 'random'], games: 4, seed: 3 }],
}

test('--resume goes on with the results of a file, names a line that was cut off, and begins none', async () => {
  const study = join(root, 'mine.json')
  const results = join(root, 'tiny.jsonl')
  writeFileSync(study, JSON.stringify(STUDY))
  for (const flags of [
    ['--resume', results],
    ['--out', root, '--resume'],
  ])
    // oxfmt-ignore
    expect(await lab(['reproduce', study, ...flags])).toMatchObject({ code: 2, stderr: `lab: there is no ${results} to resume\n` })
  expect((await lab(['reproduce', study, '--out', root])).code).toBe(0)
  const tables = () =>
    readFileSync(join(root, 'tiny.md'), 'utf8')
      .split('## duel')[1]!
      .replaceAll(/ \d+[.]\d\d /g, ' ms ')
  const before = tables()
  writeFileSync(results, readFileSync(results, 'utf8').slice(0, -9))
  const { code, stderr } = await lab(['reproduce', study, '--resume', results])
  expect([code, stderr]).toEqual([0, expect.stringContaining('line 5 was cut off')])
  expect(tables()).toBe(before)
  writeFileSync(study, JSON.stringify({ ...STUDY, name: 'other' }))
  expect((await lab(['reproduce', study, '--resume', results])).stderr).toContain('with other name: tiny there, other here')
})

test('a page names the command that computed it, a limit of its games too', async () => {
  const study = join(root, 'trial study.json')
  writeFileSync(study, JSON.stringify({ ...STUDY, name: 'trial' }))
  await lab(['reproduce', study, '--most', '2', '--out', root])
  expect(readFileSync(join(root, 'trial.md'), 'utf8')).toContain(`Made by \`lab reproduce '${study}' --most 2\` with`)
})

test('a word that is no study and no file is refused with the studies', async () => {
  const { code, stderr } = await lab(['reproduce', 'thesys', '--out', root])
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^lab: "thesys" is no study and no file. Studies: anytime, .*mean thesis/),
  ])
})
