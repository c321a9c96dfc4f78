/** A data folder with everything that a lab can have in one, and the check that all of it is there and works. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { withMoves } from '../../../../src/core/games/twenty48/wallGame/training'
import { companionsIn, TRAINING_FOLDER } from '../../../../src/main/files/dataContents'
import { trainRun } from '../../../../src/main/lab/training/trainRun'
import { readWallFile } from '../../../../src/main/lab/wallTest/wallRuns'
import { headOf, openWallFile } from '../../../../src/main/lab/wallTest/wallTests'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'
import { measuring, newTraining } from '../../../support/measured'
import type { OpenLab } from '../../../support/openedLabs'
import { trainKilled } from '../training/trainingKills'

const PLAYER = { name: 'x', player: { evaluator: makeEvaluator('thesis'), settings: PLAIN_SETTINGS, limits: { depth: 0 } } }
/** Writes a trained network, a training in progress as labs before stored it, and a wall test into a folder that no lab has open. */
export async function fillFolder(folder: string): Promise<void> {
  const root = join(folder, TRAINING_FOLDER)
  const trained = newTraining(root, withMoves(SMALL_TRAINING, 20_000))
  await trainRun(trained, [], measuring(trained))
  const begun = newTraining(root, withMoves(SMALL_TRAINING, 100_000))
  expect(await trainKilled(begun, 1, () => 2)).toBe(1)
  for (const { path, id, head } of [trained, begun])
    writeFileSync(join(path, 'run.json'), JSON.stringify({ format: '2048-lab-training-run', version: 1, id, ...head }))
  const source = { multiple: 512 as const, walls: 3, leastSum: 0, gameSeed: 1, boards: 1, games: 1, from: PLAYER }
  const plan = { source, seed: 1, continuations: 1, players: [PLAYER] }
  const walls = await openWallFile(join(folder, 'mine.jsonl'), { mayBeNew: true, plan, kernel: '0123456789ab' })
  await walls.add({ kind: '', title: '', head: headOf(plan, '0123456789ab') })
  await walls.append(1, [{ number: 0, text: JSON.stringify({ game: 0, boards: [], end: '0'.repeat(16), moves: 0, ms: 0 }) }])
  walls.close()
}

/** With a profile of the trained network, and a tournament that is not finished. */
export async function fillLab({ call }: OpenLab): Promise<void> {
  await call.promoteTraining({ id: 1, name: 'mine', basis: 'thesis' })
  const players = ['greedy', 'random'].map(player => ({ name: player, player }))
  const { id } = await call.startTournament({ game: 'cantGoBack', boards: [], players, games: 2000, seed: 5 })
  await call.pauseRun({ kind: 'arena', id })
  await untilPaused(call)
}

async function untilPaused(call: OpenLab['call']): Promise<void> {
  await vi.waitUntil(async () => (await call.tournaments(undefined))[0]!.state === 'unfinished')
}

/** What must be the same after a copy: everything but times of access. */
export function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    companionsIn(folder).map(path => {
      const file = join(folder, path)
      return [path, `${Math.round(statSync(file).mtimeMs)} ${readFileSync(file).toString('base64').slice(-40)}`]
    }),
  )
}

/** The trained profile searches, the tournament and the training can be resumed, the wall test is readable. */
export async function expectAll({ call }: OpenLab, folder: string): Promise<void> {
  expect(await call.checkData(undefined)).toEqual([])
  const { evaluator, settings, depth } = (await call.hello(undefined)).profiles.find(({ name }) => name === 'mine')!
  await call.engineMove({ player: { evaluator, settings, limits: { depth } } })
  const [tournament] = await call.tournaments(undefined)
  const resumed = await call.resumeRun({ kind: 'arena', id: tournament!.id })
  expect(resumed).toMatchObject({ done: tournament!.done, state: 'running' })
  await call.pauseRun({ kind: 'arena', id: tournament!.id })
  await untilPaused(call)
  const [begun, trained] = await call.trainings(undefined)
  expect([begun, trained]).toMatchObject([
    { id: 2, state: 'paused' },
    { id: 1, state: 'finished' },
  ])
  expect(begun!.done).toBeGreaterThan(0) // its checkpoint is there
  expect((await readWallFile(join(folder, 'mine.jsonl'))).games).toHaveLength(1)
  expect(readdirSync(folder)).not.toContain('lab-moving')
}
