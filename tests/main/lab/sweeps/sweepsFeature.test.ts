/** Sweeps in the data folder, as pages see them. */
import { cpSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import type { Arg, RunFilePart, SweepRow } from '../../../../src/core/contract/calls'
import { MAX_DEPTH } from '../../../../src/core/game/limits'
import { deriveSeed } from '../../../../src/core/random'
import { meanInterval } from '../../../../src/core/stats/intervals'
import { SWEEP_LINES, type SweepLine, sweptPlayer } from '../../../../src/main/lab/sweeps/sweepsFeature'
import { RUN_OF_FORMAT } from '../../../../src/core/contract/stored'
import { ARENA_LINES, CALIBRATION_LINES, RESULT_LINES, TRAINING_RUN, WALL_LINES } from '../../../../src/core/contract/files'
import { DeletedThings } from '../../../../src/main/lab/data/deletedThings'
import { closeLabs, openLab, type OpenLab } from '../../../support/openedLabs'
import { realPools } from '../../../support/realPools'
import { thesisPlayer } from '../../../support/threads'
import { edit, newFolder, openWriter } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const pools = realPools()
afterEach(closeLabs)

const player = thesisPlayer({ depth: 1 })
const ORDER: Arg<'startSweep'> = { player, profile: 'thesis', setting: 'depth', values: [1, 0], games: 20, seed: 9 }

function row(page: OpenLab, fits: (row: SweepRow) => boolean): Promise<SweepRow> {
  return new Promise(resolve => page.on('sweep', each => fits(each) && resolve(each)))
}
const isFinished = ({ state }: SweepRow) => state === 'finished'

async function linesOf({ call }: OpenLab): Promise<string[]> {
  let text = ''
  for (let from: number | null | undefined; from !== null;) {
    const part: RunFilePart = await call.exportRun({ kind: 'sweep', id: 1, ...(from !== undefined && { from }) })
    text += part.text
    from = part.next
  }
  return text.trimEnd().split('\n')
}

test('the points are those of the same games without a sweep, on any number of threads, paused or not', async () => {
  const other = await openLab(newFolder(), { threads: 2 })
  const ended = row(other, isFinished)
  await other.call.startSweep(ORDER)
  expect(await ended).toMatchObject({ id: 1, name: 'thesis: depth', values: [0, 1], played: 40 })
  const { points, reproducible } = await other.call.sweep({ id: 1 })
  expect(reproducible).toBe(true)
  const clocked = await other.call.startSweep({ ...ORDER, player: thesisPlayer({ ms: 1 }), setting: 'h1', games: 1 })
  expect((await other.call.sweep(clocked)).reproducible).toBe(false)

  const seeds = Array.from({ length: ORDER.games }, (_, game) => deriveSeed(ORDER.seed, game))
  for (const [i, depth] of [0, 1].entries()) {
    const scores = new Map<number, number>()
    const { pool } = pools.open(1)
    await pool.playGames({ ...player, limits: { depth } }, seeds, ({ result }) => scores.set(result.seed, result.score))
    const all = seeds.toSorted((a, b) => a - b).map(seed => scores.get(seed)!) // as a bench of them
    const mean = all.reduce((sum, score) => sum + score, 0) / all.length
    expect(points[i]).toEqual({
      value: depth,
      games: 20,
      mean: expect.closeTo(mean, 6) as number,
      interval: meanInterval(all, 9),
    })
  }

  const folder = newFolder()
  const page = await openLab(folder)
  const begun = row(page, ({ played }) => played > 0)
  await page.call.startSweep(ORDER)
  await begun
  await page.close()
  const again = await openLab(folder)
  expect(await again.call.sweeps(undefined)).toMatchObject([{ id: 1, state: expect.stringMatching(/paused|finished/) as string }])
  const finished = row(again, isFinished)
  const resumed = await again.call.resumeRun({ kind: 'sweep', id: 1 })
  if (resumed.state !== 'finished') await finished
  expect((await again.call.sweep({ id: 1 })).points).toEqual(points)

  const [head, ...games] = (await linesOf(again)).map(line => JSON.parse(line) as Record<string, unknown>)
  const { format, version, ...fields } = head!
  expect([format, version]).toEqual([SWEEP_LINES.head.format, 1])
  expect(SWEEP_LINES.head.shape.parse(fields)).toMatchObject({ setting: 'depth', values: [0, 1], games: 20, seed: 9 })
  const each = (games as unknown as SweepLine[]).map(({ value, game }) => `${value}/${game}`)
  expect([each.length, new Set(each).size]).toEqual([40, 40])

  // a damaged disk lost some of its games: they are played again
  await again.close()
  edit(folder, 'DELETE FROM run_lines WHERE number IN (3, 4, 39)')
  const damaged = await openLab(folder)
  expect(await damaged.call.sweeps(undefined)).toMatchObject([{ played: 37 }])
  expect((await damaged.call.sweep({ id: 1 })).points.map(({ games }) => games)).toEqual([19, 18])
  const whole = row(damaged, isFinished)
  expect(await damaged.call.resumeRun({ kind: 'sweep', id: 1 })).not.toMatchObject({ state: 'finished' })
  await whole
  expect((await damaged.call.sweep({ id: 1 })).points).toEqual(points)
})

test('one is renamed, deleted and restored like every run; of a few games there is no interval', async () => {
  const page = await openLab(newFolder())
  const ended = row(page, isFinished)
  await page.call.startSweep({ ...ORDER, setting: 'h1', values: [0, 1], games: 2 })
  await ended
  const { points } = await page.call.sweep({ id: 1 })
  expect(points).toEqual([0, 1].map(value => ({ value, games: 2, mean: expect.any(Number) as number, interval: null })))
  expect(await page.call.renameRun({ kind: 'sweep', id: 1, name: 'Mine' })).toMatchObject({ name: 'Mine' })
  expect(await page.call.deleteRuns({ kind: 'sweep', ids: [1] })).toBe(1)
  expect(await page.call.sweeps(undefined)).toEqual([])
  await expect(page.call.sweep({ id: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await page.call.restoreRuns({ kind: 'sweep', ids: [1] })).toBe(1)
  expect(await page.call.sweeps(undefined)).toMatchObject([{ name: 'Mine', played: 4 }])
})

test.each([
  ['a head', "UPDATE line_runs SET head = '{}' WHERE id = 1", 'failed'],
  [
    'a line of a value that is not swept',
    "UPDATE run_lines SET line = json_set(line, '$.value', 7) WHERE run = 1 AND number = 2",
    'finished',
  ],
  ['a line without a score', "UPDATE run_lines SET line = json_remove(line, '$.score') WHERE run = 1 AND number = 2", 'finished'],
])('%s that does not fit is a problem of its sweep alone', async (_, sql, state) => {
  const folder = newFolder()
  const page = await openLab(folder)
  for (const setting of ['h1', 'h2']) {
    const ended = row(page, isFinished)
    await page.call.startSweep({ ...ORDER, setting, values: [0, 1], games: 2 })
    await ended
  }
  const sound = await page.call.sweep({ id: 2 })
  await page.close()
  edit(folder, sql)
  const again = await openLab(folder)
  const rows = await again.call.sweeps(undefined)
  expect(rows.map(each => [each.id, each.name, each.profile, each.setting, each.state])).toEqual([
    [2, 'thesis: h2', 'thesis', 'h2', 'finished'],
    [1, 'thesis: h1', 'thesis', 'h1', state],
  ])
  expect(rows[1]!.problem?.code).toBe(state === 'failed' ? 'BAD_STORE' : undefined)
  expect(await again.call.sweep({ id: 2 })).toEqual(sound)
  await expect(again.call.sweep({ id: 1 })).rejects.toMatchObject({ code: 'BAD_STORE', message: expect.stringContaining('damaged') as string }) // oxfmt-ignore
  expect(await again.call.deleteRuns({ kind: 'sweep', ids: [1] })).toBe(1)
})

test('what the player has no setting of is refused before a run begins, and so is one that another kernel began', async () => {
  const folder = newFolder()
  const page = await openLab(folder)
  const refused = [
    { setting: 'snake', values: [0, 1] },
    { setting: 'depth', values: [1, MAX_DEPTH + 1] },
    { setting: 'nodes', values: [0, 10] },
    { setting: 'cut', values: [0, 2] },
  ]
  for (const part of refused)
    await expect(page.call.startSweep({ ...ORDER, ...part })).rejects.toMatchObject({ code: 'BAD_SETTING', detail: { field: part.setting } }) // oxfmt-ignore
  expect(await page.call.sweeps(undefined)).toEqual([])
  const begun = row(page, ({ state }) => state === 'running')
  await page.call.startSweep({ ...ORDER, values: [4, 5] })
  await begun
  await page.close()
  for (const origin of ['kernel', 'generator']) {
    const copy = newFolder()
    cpSync(folder, copy, { recursive: true })
    edit(copy, `UPDATE line_runs SET head = json_set(head, '$.${origin}', 'another')`)
    const again = await openLab(copy)
    await expect(again.call.resumeRun({ kind: 'sweep', id: 1 })).rejects.toThrow(`they differ in ${origin}.`)
  }
})

test('a swept value takes the place of that of the player, and a limit that of its limits', () => {
  const base = thesisPlayer({ depth: 2 }, { cut: 0 })
  expect(sweptPlayer(base, 'nodes', 500)).toEqual({ ...base, limits: { nodes: 500 } })
  expect(sweptPlayer(thesisPlayer({ depth: 2 }, { cut: 0.1 }), 'nodes', 500).limits).toEqual({ nodes: 500, depth: MAX_DEPTH })
  expect(sweptPlayer(base, 'depth', 4)).toEqual({ ...base, limits: { depth: 4 } })
  expect(sweptPlayer(base, 'cut', 0.5)).toEqual({ ...base, settings: { ...base.settings, cut: 0.5 } })
  const { evaluator } = sweptPlayer(base, 'h1', 7)
  expect(evaluator).toMatchObject({ family: 'thesis', parameters: { h1: 7 } })
  const network = { ...base, evaluator: { family: 'network', network: 'a'.repeat(16) } } as const
  expect(() => sweptPlayer(network, 'h1', 7)).toThrow('a network has no weights')
})

test('the values advance together: one that is paused early has about as many games of each', async () => {
  const page = await openLab(newFolder(), { threads: 1 })
  const some = row(page, ({ played }) => played >= 40)
  await page.call.startSweep({ ...ORDER, games: 2000 })
  await some
  await page.call.pauseRun({ kind: 'sweep', id: 1 })
  const counts = (await page.call.sweep({ id: 1 })).points.map(({ games }) => games)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(8)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

test('a deleted run of lines of any kind is listed, comes back to its list, and is deleted for good', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const formats = Object.keys(RUN_OF_FORMAT)
  const lineKinds = [TRAINING_RUN, SWEEP_LINES, ARENA_LINES, CALIBRATION_LINES, WALL_LINES, RESULT_LINES]
  expect(lineKinds.map(({ head }) => head!.format).toSorted()).toEqual(formats.toSorted())
  const others = formats.filter(format => format !== TRAINING_RUN.head.format)
  for (const kind of others) await store.lineRuns.add({ kind, key: '7', title: kind, head: {} })
  for (const kind of others) await store.lineRuns.setDeleted(kind, '7', true)
  await store.lineRuns.add({ kind: others[0]!, key: '7', title: 'again', head: {} })
  await store.lineRuns.setDeleted(others[0]!, '7', true)
  const listed = await new DeletedThings(store).window('others', 0, 9)
  expect([listed.rows.length, listed.totals.others]).toEqual([others.length, others.length])
  expect(listed.rows.find(each => each.kind === 'others' && each.run === 'sweep')).toMatchObject({ name: 'again', lines: 0 })
  await store.close()

  const page = await openLab(newFolder(), { threads: 1 })
  const { id } = await page.call.startSweep({ ...ORDER, games: 1 })
  await page.call.deleteRuns({ kind: 'sweep', ids: [id] })
  const [gone] = (await page.call.deleted({ kind: 'others', offset: 0, limit: 9 })).rows
  expect(gone).toMatchObject({ kind: 'others', run: 'sweep', name: 'thesis: depth' })
  const back = row(page, each => each.id === id && each.deleted === false)
  expect(await page.call.restoreOthers({ ids: [gone!.id] })).toBe(1)
  await back
  expect((await page.call.sweeps(undefined)).map(each => each.id)).toEqual([id])
  await page.call.deleteRuns({ kind: 'sweep', ids: [id] })
  expect(await page.call.forgetDeleted({ kind: 'others', ids: [gone!.id] })).toBe(1)
  expect(await page.call.restoreOthers({ ids: [gone!.id] })).toBe(0)
})
