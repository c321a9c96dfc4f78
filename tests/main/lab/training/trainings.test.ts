/** Training runs in the window: a queue of one, pauses, runs of other processes, deletions, profiles. */
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { TrainingRow } from '../../../../src/core/contract/calls'
import { LabError } from '../../../../src/core/errors'
import { withMoves } from '../../../../src/core/games/twenty48/wallGame/training'
import { TRAINING_PRESETS } from '../../../../src/core/games/twenty48/wallGame/trainingPresets'
import { builtInProfile } from '../../../../src/main/lab/profiles/builtInProfiles'
import { whileLocked } from '../../../../src/main/store/files/fileLock'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { trainingCommand, Trainings } from '../../../../src/main/lab/training/trainings'
import { TrainingRuns } from '../../../../src/main/lab/training/trainingRuns'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const root = mkdtempSync(join(tmpdir(), 'lab-trainings-'))
afterAll(() => rmSync(root, { recursive: true }))

const SHORT = withMoves(SMALL_TRAINING, 40_000)
const LONG = withMoves(SMALL_TRAINING, 300_000)
const BASIS_MISSING = {
  ...SMALL_TRAINING,
  networks: [{ ...SMALL_TRAINING.networks[0]!, basis: { network: '0123456789abcdef', lowered: 0 } }],
}

const opened: Trainings[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

/** Calls `onMoves` after each slice, with the moves so far. */
class HeardRuns extends TrainingRuns {
  onMoves: (moves: number) => void = () => undefined

  override train(...[run, hearing]: Parameters<TrainingRuns['train']>): ReturnType<TrainingRuns['train']> {
    const onMoves: typeof hearing.onMoves = (place, ...rest) => {
      hearing.onMoves(place, ...rest)
      this.onMoves(place.moves)
    }
    return super.train(run, { ...hearing, onMoves })
  }
}

function lab(folder = mkdtempSync(join(root, 'data-'))) {
  const runs = new HeardRuns(folder)
  const heard: TrainingRow[] = []
  const failures: unknown[] = []
  const onRow = (row: TrainingRow) => void heard.push(row)
  const onFailure = (error: unknown) => void failures.push(error)
  const trainings = new Trainings({ runs, jobs: new Jobs(() => undefined), onRow, onFailure, lookMs: 1, estimateMs: 1 })
  opened.push(trainings)
  const until = (id: number, isIt: (row: TrainingRow) => boolean) =>
    vi.waitUntil(() => heard.findLast(row => row.id === id && isIt(row)), { timeout: 100_000 })
  const ended = (id: number) => until(id, ({ state }) => state === 'finished' || state === 'failed')
  return { folder, runs, trainings, heard, failures, until, ended, networkOf: (id: number) => readFileSync(runs.find(id).result) }
}

test('a run reports its progress, its measurements and the network, and makes a profile', async () => {
  const { trainings, heard, failures, ended, folder } = lab()
  const { id } = await trainings.start(LONG, 'My first')
  const last = await ended(id)
  expect(last).toMatchObject({
    name: 'My first',
    state: 'finished',
    done: 300_000,
    progress: 1,
    problem: null,
    measured: 3,
    face: 64,
  })
  expect(last.success).toBeGreaterThan(0.2)
  const running = heard.filter(({ state }) => state === 'running')
  expect(running.length).toBeGreaterThan(0)
  expect(running.map(({ done }) => done)).toEqual(running.map(({ done }) => done).toSorted((a, b) => a - b))
  for (const { movesPerSecond } of running) expect(movesPerSecond ?? 1).toBeGreaterThan(0) // `undefined`: not measured yet
  const view = await trainings.view(id)
  const measuredAt = view.measurements.map(({ moves }) => moves)
  expect(measuredAt).toHaveLength(3)
  expect(measuredAt).toEqual(measuredAt.toSorted((a, b) => a - b))
  expect(view.result).toMatchObject({ file: join(folder, 'networks', `small-${id}.network`) })
  expect(existsSync(view.result!.file)).toBe(true)
  expect(view.command).toBe('lab train small.json --seed 3')
  const strongest = builtInProfile('strongest')!
  const basis = { ...strongest, settings: { ...strongest.settings, expert: { ...strongest.settings.expert!, below: 0.3 } } }
  const profile = await trainings.profile(id, 'mine', basis)
  expect(profile.settings.expert).toEqual({ ...basis.settings.expert, network: view.result!.id, target: 6 })
  expect(failures).toEqual([])
})

test('a run that the end of the lab paused gives, resumed by the next lab, the file of an undisturbed one', async () => {
  const one = lab()
  const { id } = await one.trainings.start(LONG)
  await new Promise<void>(resolve => (one.runs.onMoves = moves => void (moves > 100_000 && resolve())))
  await one.trainings.close()

  const two = lab(one.folder)
  const [paused] = await two.trainings.list()
  expect(paused).toMatchObject({ id, state: 'paused', seed: 3 })
  expect(paused!.done).toBeGreaterThan(100_000)
  expect(paused!.done).toBeLessThan(300_000)
  const other = await two.trainings.start(LONG)
  const waiting = await two.trainings.resume(id)
  expect(waiting).toMatchObject({ state: 'queued', ahead: 0 })
  await two.ended(id)
  expect(two.heard.find(row => row.id === id && row.state === 'running')).toBeDefined()
  expect(two.networkOf(id).equals(two.networkOf(other.id))).toBe(true)
  expect([...one.failures, ...two.failures]).toEqual([])
})

test('a run that waits leaves the queue by a pause, and the next one moves up', async () => {
  const { trainings, heard } = lab()
  const [first, second, third] = await Promise.all([LONG, LONG, LONG].map(config => trainings.start(config)))
  expect([second!.ahead, third!.ahead]).toEqual([0, 1])
  expect(await trainings.pause(second!.id)).toMatchObject({ state: 'paused' })
  expect(heard.findLast(({ id }) => id === third!.id)).toMatchObject({ state: 'queued', ahead: 0 })
  await trainings.remove([third!.id])
  await trainings.pause(first!.id)
  expect((await trainings.list()).map(({ id, state }) => [id, state])).toEqual([
    [second!.id, 'paused'],
    [first!.id, 'paused'],
  ])
})

test('a waiting run that another process deletes is passed over, and troubles no other', async () => {
  const { folder, trainings, failures, until } = lab()
  const [first, second, third, fourth] = await Promise.all([SHORT, LONG, LONG, LONG].map(config => trainings.start(config)))
  await new TrainingRuns(folder).remove(second!.id)
  expect(await trainings.pause(third!.id)).toMatchObject({ state: 'paused' })
  await until(fourth!.id, ({ state }) => state === 'running')
  expect(failures).toEqual([])
  expect((await trainings.list()).map(({ id }) => id)).toEqual([fourth!.id, third!.id, first!.id])
})

test('a run that another process trains is shown so, and neither resumed nor deleted', async () => {
  const { trainings, runs } = lab()
  const { id } = await trainings.start(LONG)
  await trainings.pause(id)
  await whileLocked(runs.find(id).lines, async () => {
    expect(await trainings.list()).toMatchObject([{ id, state: 'elsewhere' }])
    await expect(trainings.resume(id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(trainings.remove([id])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
  writeFileSync(`${runs.find(id).lines}.lock`, '') // as a kill leaves it
  expect(await trainings.list()).toMatchObject([{ id, state: 'paused' }])
})

test('its end elsewhere is noticed', async () => {
  const { trainings, runs, until, heard } = lab()
  const { id } = await trainings.start(LONG)
  await trainings.pause(id)
  await whileLocked(runs.find(id).lines, async () => void (await trainings.list()))
  heard.length = 0
  expect(await until(id, ({ state }) => state === 'paused')).toMatchObject({ id })
})

test('a deleted run is hidden until it is restored, and forgotten only then', async () => {
  const { trainings, runs, heard } = lab()
  const { id } = await trainings.start(SHORT)
  expect(await trainings.remove([id, 99])).toBe(1)
  expect(heard.at(-1)).toMatchObject({ id, deleted: true })
  expect(await trainings.list()).toEqual([])
  await expect(trainings.view(id)).rejects.toThrow(`Training run ${id} was deleted`)
  expect(runs.deleted()).toMatchObject([{ kind: 'trainings', id, name: 'small', moves: 40_000 }])
  expect(await trainings.restore([id, 99])).toBe(1)
  expect(await runs.forget([id])).toBe(0)
  expect(await trainings.list()).toMatchObject([{ id, state: 'paused' }])
  await trainings.remove([id])
  const mark = join(runs.restore(id).path, 'deleted')
  await trainings.remove([id])
  utimesSync(mark, 1, 1)
  expect(runs.deleted()).toMatchObject([{ id, deleted: 1000 }])
  expect(await runs.forget([id])).toBe(1)
  expect(await trainings.restore([id])).toBe(0)
})

test('a run that would begin from a network that is missing is not begun', async () => {
  const { trainings } = lab()
  await expect(trainings.start(BASIS_MISSING)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await trainings.list()).toEqual([])
})

test('a fault ends a run with its reason, and a run of another version is refused', async () => {
  const { trainings, runs, ended } = lab()
  const { path, head } = runs.create(SMALL_TRAINING, 'lab train small.json')
  const { id } = head
  writeFileSync(join(path, 'run.json'), JSON.stringify({ ...head, config: BASIS_MISSING })) // its file was there when it began
  await trainings.resume(id)
  expect(await ended(id)).toMatchObject({ state: 'failed', problem: { code: 'NOT_FOUND' } })
  await expect(trainings.profile(id, 'mine', builtInProfile('strongest')!)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  writeFileSync(join(path, 'run.json'), JSON.stringify({ ...head, stamp: { ...head.stamp, kernel: 'other' } }))
  await expect(trainings.resume(id)).rejects.toThrow('it would learn otherwise')
  writeFileSync(join(path, 'run.json'), '{')
  expect(await trainings.list()).toEqual([])
})

test('the estimate is measured, and given up by a run', async () => {
  const { trainings } = lab()
  const { seconds, movesPerSecond } = await trainings.estimate(SHORT)
  expect(seconds).toBeCloseTo(40_000 / movesPerSecond[0]!, 9)
  const other = trainings.estimate(SHORT)
  const { id } = await trainings.start(LONG)
  await expect(other).rejects.toSatisfy(error => error instanceof LabError && error.code === 'CANCELLED')
  await trainings.remove([id])
})

test('the command of a run is that of its preset, or names a file', () => {
  const { 'wall-expert': preset } = TRAINING_PRESETS
  expect(trainingCommand(preset)).toBe('lab train wall-expert --seed 1')
  expect(trainingCommand({ ...withMoves(preset, 1_000_001), seed: 7, threads: 2 })).toMatch(
    /^lab train wall-expert --moves 100000[012] --seed 7 --threads 2$/,
  )
  const [first, second] = preset.networks
  expect(trainingCommand({ ...preset, networks: [{ ...first!, lambda: 0.4 }, second!] })).toBe(
    'lab train wall-expert.json --seed 1',
  )
})
