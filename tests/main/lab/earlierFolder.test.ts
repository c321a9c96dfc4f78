/** A folder of the last lab whose tournaments and trainings were files: all are listed, shown, and resumed or extended. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { VERSION } from '../../../src/main/installation'
import { readWallKernel } from '../../../src/main/compute/pool/kernelFile'
import { openLab, ownHome } from '../../support/openedLabs'
import { cleanUp, folderOfVersion } from '../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

ownHome()
afterEach(cleanUp)

/** As if this lab had begun the runs: another one does not resume them. */
function adopt(folder: string): void {
  for (const id of [1, 2, 3]) {
    const file = join(folder, 'training', String(id), 'run.json')
    const head = JSON.parse(readFileSync(file, 'utf8')) as { stamp: object }
    writeFileSync(file, JSON.stringify({ ...head, stamp: { ...head.stamp, version: VERSION, kernel: readWallKernel().hash } }))
  }
  for (const hash of ['9bb1124bc4b7d7f1', 'ef20551201d62601']) {
    const file = join(folder, 'arena', `arena-${hash}.jsonl`)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"lab":"[^"]*"/, `"lab":"${VERSION}"`))
  }
}

test('runs that were finished, paused and killed are listed, shown, and resumed to their end', async () => {
  const folder = folderOfVersion(14)
  cpSync(join(import.meta.dirname, '../../golden/folder'), folder, { recursive: true })
  adopt(folder)
  const { call, close } = await openLab(folder)
  const rows = await call.trainings(undefined)
  expect(rows.map(({ id, state, moves }) => [id, state, moves])).toEqual([
    [3, 'paused', 3_000_000],
    [2, 'paused', 20_000_000],
    [1, 'finished', 50_000],
  ])
  expect([rows[0]!.done > 2_000_000, rows[1]!.done, rows[2]!.done]).toEqual([true, 0, 50_000])
  const shown = await call.training({ id: 1 })
  expect([shown.result?.id, shown.measurements.length]).toEqual([expect.any(String), 1])
  await call.resumeRun({ kind: 'training', id: 3 })
  await vi.waitUntil(async () => (await call.training({ id: 3 })).state === 'finished', { timeout: 50_000 })
  expect((await call.training({ id: 3 })).measurements.at(-1)!.moves).toBeGreaterThanOrEqual(3_000_000)

  const tournaments = await call.tournaments(undefined)
  expect(tournaments.map(({ state, done, total }) => [state, done, total]).toSorted()).toEqual([
    ['finished', 6, 6],
    ['unfinished', 3, 8],
  ])
  const [finished, killed] = ['finished', 'unfinished'].map(state => tournaments.find(each => each.state === state)!)
  expect(await call.tournamentTable({ id: finished!.id })).toMatchObject({ games: 6 })
  await call.resumeRun({ kind: 'arena', id: killed!.id })
  await vi.waitUntil(async () => (await call.tournaments(undefined)).every(({ state }) => state === 'finished'), 20_000)
  expect((await call.tournamentGames({ id: killed!.id, first: 0, count: 20 })).total).toBe(8)
  const { game, players, seed } = finished!
  await call.startTournament({ game, boards: [], players: [...players], games: 10, seed })
  await vi.waitUntil(async () => (await call.tournaments(undefined)).some(({ done }) => done === 10), 20_000)
  expect(await call.checkData(undefined)).toEqual([])
  await close()
})
