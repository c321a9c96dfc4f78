/**
 * Runs of each kind that earlier labs left finished, paused, failed and killed: tests/golden/store/runs-v14.db and runs-v15.db, and the
 * folder folder-v15. Trainings and tournaments of labs that stored them as files are in earlierFolder.test.ts.
 */
import { copyFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyRunRow, Arg, LabHandlers } from '../../../src/core/contract/calls'
import { VERSION } from '../../../src/main/installation'
import { readWallKernel } from '../../../src/main/compute/pool/kernelFile'
import { dataFile } from '../../../src/main/store/opening'
import { closeLabs, openLab, ownHome, type OpenLab } from '../../support/openedLabs'
import { edit, newFolder } from '../store/storeSupport'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

ownHome()
afterEach(closeLabs)

function folderWith(name: string): string {
  const folder = newFolder()
  copyFileSync(join(import.meta.dirname, '../../golden/store', name), dataFile(folder))
  return folder
}

/** Resumes a run until it has computed more, and pauses it. */
async function computesMore({ call }: OpenLab, run: Arg<'resumeRun'>, reached: () => Promise<number>): Promise<void> {
  const before = await reached()
  await call.resumeRun(run)
  await vi.waitUntil(async () => (await reached()) > before, { timeout: 60_000, interval: 20 })
  await call.pauseRun(run)
}

const kernelOf = async ({ hello }: OpenLab) => (await hello()).kernel

/** States by number. */
const statesOf = (rows: readonly Pick<AnyRunRow & { readonly id: number }, 'id' | 'state'>[]) =>
  rows.toSorted((a, b) => a.id - b.id).map(({ state }) => state)

test('tunings: listed, shown, extended and resumed', async () => {
  const page = await openLab(folderWith('runs-v14.db'))
  const { call } = page
  const rows = await call.tunings(undefined)
  expect(statesOf(rows)).toEqual(['finished', 'paused', 'failed', 'paused']) // the last was running when its lab was killed
  expect(rows.find(({ id }) => id === 3)!.error).toMatchObject({ code: 'WORKER_LOST' })
  expect(await call.tuning({ id: 1 })).toMatchObject({ evaluations: 16, validated: expect.anything() as object })
  for (const id of [2, 3, 4]) {
    const evaluations = async () => (await call.tuning({ id })).evaluations
    await computesMore(page, { kind: 'tuning', id }, evaluations)
  }
  await call.extendTuning({ id: 1, count: 1 })
  await vi.waitUntil(async () => (await call.tuning({ id: 1 })).state === 'finished', { timeout: 60_000 })
  expect((await call.tuning({ id: 1 })).evaluations).toBe(24)
})

test.each(['bench', 'comparison'] as const)(
  '%s: listed and shown, refused under another kernel, resumed under the same',
  async kind => {
    const folder = folderWith('runs-v14.db')
    const page = await openLab(folder)
    expect(statesOf(await page.call.comparisons({ kind }))).toEqual(['finished', 'paused', 'paused'])
    const result = await page.call.comparisonResult({ kind, id: 1 })
    expect(result).toMatchObject({ games: 3, ended: 'games', players: [{ scores: expect.any(Array) as number[] }, ...result!.players.slice(1)] }) // oxfmt-ignore
    const here = await kernelOf(page)
    await page.close()
    edit(folder, `UPDATE provenances SET json = json_set(json, '$.kernel', 'another')`)
    const other = await openLab(folder)
    const refused = other.call.resumeRun({ kind, id: 2 })
    await expect(refused).rejects.toThrow(`was begun with the kernel another, this lab has ${here}`)
    expect(await other.call.resumeRun({ kind, id: 1 })).toMatchObject({ state: 'finished' }) // nothing is left of it
    await other.close()
    edit(folder, `UPDATE provenances SET json = json_set(json, '$.kernel', '${here}')`)
    const same = await openLab(folder)
    for (const id of [2, 3]) {
      const stored = async () => (await same.call.comparison({ kind, id })).stored
      await computesMore(same, { kind, id }, stored)
    }
    await same.call.extendComparison({ kind, id: 1, games: 4 })
    await vi.waitUntil(async () => (await same.call.comparison({ kind, id: 1 })).state === 'finished', { timeout: 60_000 })
    expect((await same.call.comparisonResult({ kind, id: 1 }))!.games).toBe(4)
  },
)

test('analyses of games and playouts: shown, and resumed from where they were', async () => {
  const page = await openLab(folderWith('runs-v14.db'))
  const { call } = page
  const analysisOf = async (game: number) => (await call.gameAnalyses({ game }))[0]!
  const found = await Promise.all([1, 4, 5].map(analysisOf))
  expect(found.map(({ slides, done }) => [slides, done])).toEqual([[311, 311], [906, 184], [1414, 72]]) // oxfmt-ignore
  expect((await call.assessedSlides({ id: 2, from: 0 })).move.length).toBeGreaterThan(0)
  for (const [id, game] of [[2, 4], [3, 5]] as const) await computesMore(page, { kind: 'analysis', id }, async () => (await analysisOf(game)).done) // oxfmt-ignore

  const pair = (game: number) => ({ game, slide: 1, better: 'left', worse: 'up' }) as const
  const played = async (game: number) => (await call.playouts(pair(game)))[0]!
  expect((await Promise.all([1, 2, 3].map(played))).map(({ games }) => games)).toEqual([
    { better: 3, worse: 3 },
    { better: 288, worse: 256 },
    { better: 1536, worse: 1344 },
  ])
  for (const game of [1, 2, 3]) {
    const { games, player, profile } = await played(game)
    await call.startPlayouts({ ...pair(game), player, profile, games: 1 })
    await vi.waitUntil(async () => (await played(game)).games.worse > games.worse, { timeout: 60_000 })
  }
})

const LISTS = { sweep: 'sweeps', study: 'studies', wallTest: 'wallTests' } as const

/** Lines of a run of `LISTS`, which are what it has computed. */
function linesOf({ call }: OpenLab, kind: keyof typeof LISTS, id: number) {
  return async (): Promise<number> => {
    let lines = 0
    for (let from: number | null | undefined; from !== null;) {
      const part: Awaited<ReturnType<LabHandlers['exportRun']>> = await call.exportRun({ kind, id, ...(from !== undefined && { from }) }) // oxfmt-ignore
      lines += part.text.split('\n').length - 1
      from = part.next
    }
    return lines
  }
}

test('sweeps, studies and wall tests: listed and shown, refused under another kernel, resumed under the same', async () => {
  const folder = folderWith('runs-v15.db')
  const page = await openLab(folder)
  const here = await kernelOf(page)
  for (const list of Object.values(LISTS))
    expect(statesOf(await page.call[list](undefined)), list).toEqual(['finished', 'paused', 'failed', 'paused'])
  expect((await page.call.sweep({ id: 1 })).points.map(({ games }) => games)).toEqual([3, 3])
  expect((await page.call.study({ id: 1 })).page).toContain('| ')
  expect(await page.call.wallTest({ id: 1 })).toMatchObject({ state: 'finished', boards: 2 })
  for (const kind of ['sweep', 'study', 'wallTest'] as const)
    expect(await page.call.resumeRun({ kind, id: 1 }), kind).toMatchObject({ state: 'finished' })
  // what a study of this lab says of it, whose fingerprint those of another lab need not have
  const [head = ''] = (await page.call.exportRun({ kind: 'study', id: 1 })).text.split('\n')
  const { format: _, version: _v, ...study } = (JSON.parse(head) as { readonly study: Exclude<Arg<'startStudy'>['study'], string> }).study // oxfmt-ignore
  const { id } = await page.call.startStudy({ study: { format: '2048-lab-study', version: 1, ...study } })
  const [own = ''] = (await page.call.exportRun({ kind: 'study', id })).text.split('\n')
  const { fingerprint } = JSON.parse(own) as { readonly fingerprint: string }
  await page.close()

  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.kernel', 'another')`)
  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.fingerprint', 'another') WHERE kind = '2048-lab-results'`)
  const other = await openLab(folder)
  for (const kind of ['sweep', 'study', 'wallTest'] as const)
    await expect(other.call.resumeRun({ kind, id: 2 }), kind).rejects.toThrow('they differ in')
  await other.close()

  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.kernel', '${here}', '$.lab', '${VERSION}')`)
  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.fingerprint', '${fingerprint}') WHERE kind = '2048-lab-results'`)
  const same = await openLab(folder)
  for (const kind of ['sweep', 'study', 'wallTest'] as const)
    for (const id of [2, 3, 4]) await computesMore(same, { kind, id }, linesOf(same, kind, id))
  expect(await same.call.checkData(undefined)).toEqual([])
})

test('calibrations: listed, shown, and continued', async () => {
  const page = await openLab(folderWith('runs-v15.db'))
  const { call } = page
  const rows = await call.calibrations(undefined)
  expect(rows.map(({ state, games }) => [state, games])).toEqual([['paused', 200], ['finished', 12]]) // oxfmt-ignore
  expect(rows[1]!.reliability).toMatchObject({ fitted: 12 })
  const { id, played } = rows[0]!
  expect(played).toBeGreaterThan(0)
  await computesMore(page, { kind: 'calibration', id }, async () => (await call.calibrations(undefined))[0]!.played)
})

function folderOfV15(): string {
  const folder = newFolder()
  cpSync(join(import.meta.dirname, '../../golden/folder-v15'), folder, { recursive: true })
  return folder
}

test('trainings: listed and shown, refused under another kernel, resumed under the same, from a checkpoint or the start', async () => {
  const folder = folderOfV15()
  const page = await openLab(folder)
  const rows = await page.call.trainings(undefined)
  expect(statesOf(rows)).toEqual(['finished', 'paused', 'failed', 'paused'])
  expect(rows.find(({ id }) => id === 3)!.problem).toMatchObject({ code: 'WORKER_LOST' })
  expect(rows.map(({ id, done }) => [id, done]).toSorted()).toEqual([[1, 50_000], [2, 340_396], [3, 0], [4, 0]]) // oxfmt-ignore
  const { result, measurements } = await page.call.training({ id: 1 })
  expect([result?.weights, measurements.length]).toEqual([2 * 7 ** 3, 1])
  await page.close()

  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.stamp.kernel', 'another') WHERE kind LIKE '%training%'`)
  const other = await openLab(folder)
  await expect(other.call.resumeRun({ kind: 'training', id: 2 })).rejects.toThrow('(kernel another) began run 2')
  await other.close()
  const { hash } = readWallKernel()
  const adopted = `json_set(head, '$.stamp.kernel', '${hash}', '$.stamp.version', '${VERSION}')`
  edit(folder, `UPDATE line_runs SET head = ${adopted} WHERE kind LIKE '%training%'`)
  const same = await openLab(folder)
  for (const id of [2, 3, 4]) {
    const done = async () => (await same.call.trainings(undefined)).find(each => each.id === id)!.done
    await computesMore(same, { kind: 'training', id }, done)
  }
  expect(await same.call.checkData(undefined)).toEqual([])
})

test('tournaments: listed and shown, refused if another lab began them, resumed and extended', async () => {
  const folder = folderOfV15()
  const page = await openLab(folder)
  const rows = (await page.call.tournaments(undefined)).toSorted((a, b) => a.total - b.total)
  expect(rows.map(({ state, done, total }) => [state, done, total])).toEqual([
    ['finished', 18, 18],
    ['unfinished', 20, 1200],
    ['unfinished', 20, 1203],
    ['unfinished', 32, 3000],
  ])
  expect(rows[2]!.problem).toMatchObject({ code: 'WORKER_LOST' })
  expect(await page.call.tournamentTable({ id: rows[0]!.id })).toMatchObject({ games: 18 })
  await page.close()

  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.lab', 'another') WHERE kind = '2048-lab-arena'`)
  const other = await openLab(folder)
  await expect(other.call.resumeRun({ kind: 'arena', id: rows[1]!.id })).rejects.toThrow('they differ in')
  await other.close()
  edit(folder, `UPDATE line_runs SET head = json_set(head, '$.lab', '${VERSION}') WHERE kind = '2048-lab-arena'`)
  const { call, ...same } = await openLab(folder)
  for (const { id } of rows.slice(1)) {
    const done = async () => (await call.tournaments(undefined)).find(each => each.id === id)!.done
    await computesMore({ ...same, call }, { kind: 'arena', id }, done)
  }
  const { game, players, seed } = rows[0]!
  await call.startTournament({ game, boards: [], players: [...players], games: 8, seed })
  await vi.waitUntil(async () => (await call.tournaments(undefined)).some(each => each.done === 24 && each.total === 24), 60_000)
})

test('a calibration that failed: listed with why, and continued', async () => {
  const page = await openLab(folderOfV15())
  const find = async () => (await page.call.calibrations(undefined))[0]!
  const { id, ...row } = await find()
  expect(row).toMatchObject({ state: 'failed', played: 40, playedOut: 0, problem: { code: 'WORKER_LOST' } })
  await computesMore(page, { kind: 'calibration', id }, async () => (await find()).playedOut)
})
