/** Training runs as a service: a queue of one, pauses, deletions, damage, profiles. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { TrainingRow } from '../../../../src/core/contract/calls'
import { type TrainingLine, TRAINING_RUN, type TrainingRunHead } from '../../../../src/core/contract/files'
import { LabError } from '../../../../src/core/errors'
import { withMoves, workDone, workOf } from '../../../../src/core/games/twenty48/wallGame/training'
import { TRAINING_PRESETS } from '../../../../src/core/games/twenty48/wallGame/trainingPresets'
import { builtInProfile } from '../../../../src/main/lab/profiles/builtInProfiles'
import { headOfNetwork } from '../../../../src/main/compute/networks/networkFile'
import { DeletedThings } from '../../../../src/main/lab/data/deletedThings'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { trainingCommand, Trainings } from '../../../../src/main/lab/training/trainingFeature'
import { TrainedNetworks } from '../../../../src/main/lab/training/trainedNetworks'
import { trainingRow } from '../../../../src/main/lab/training/trainingRows'
import { trainRun, type TrainListener } from '../../../../src/main/lab/training/trainRun'
import type { Store } from '../../../../src/main/store/store'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'
import { cleanUp, damage, edit, newFolder, openWriter } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const SHORT = withMoves(SMALL_TRAINING, 40_000)
const LONG = withMoves(SMALL_TRAINING, 300_000)
/** Still going on when a pause after 210,000 moves reaches it, also on a busy machine. */
const LONGER = withMoves(SMALL_TRAINING, 1_500_000)
/** Ended by a test alone. */
const ENDLESS = withMoves(SMALL_TRAINING, 100_000_000)
const BASIS_MISSING = {
  ...SMALL_TRAINING,
  networks: [{ ...SMALL_TRAINING.networks[0]!, basis: { network: '0123456789abcdef', lowered: 0 } }],
}

const opened: Trainings[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await cleanUp()
})

/** @param store of the folder, if it is open */
async function lab(folder = newFolder(), store?: Store, pace?: TrainListener['pace']) {
  store ??= await openWriter(folder)
  const networks = new TrainedNetworks(folder)
  const heard: TrainingRow[] = []
  const failures: unknown[] = []
  const onRow = (row: TrainingRow) => void heard.push(row)
  const onFailure = (error: unknown) => void failures.push(error)
  const hooks = { onMoves: (_: number) => undefined as void }
  const train: typeof trainRun = (run, folders, listener) =>
    trainRun(run, folders, {
      ...listener,
      ...(pace && { pace }),
      onMoves(place, ...rest) {
        listener.onMoves(place, ...rest)
        hooks.onMoves(place.moves)
      },
    })
  const jobs = new Jobs(() => undefined)
  const trainings = new Trainings({ networks, store, jobs, onRow, onFailure, estimateMs: 1, train })
  opened.push(trainings)
  const until = (id: number, isIt: (row: TrainingRow) => boolean) =>
    vi.waitUntil(() => heard.findLast(row => row.id === id && isIt(row)), { timeout: 100_000 })
  const ended = (id: number) => until(id, ({ state }) => state === 'finished' || state === 'failed')
  const folderOf = async (id: number) => networks.folderOf(await trainings.find(id))
  const networkOf = async (id: number) => readFileSync((await folderOf(id)).result)
  const deleted = new DeletedThings(store, networks)
  return { folder, store, jobs, trainings, heard, failures, until, ended, hooks, folderOf, networkOf, deleted }
}

test('the share of games that made the tile of a run is that of its last network', () => {
  const [network] = SMALL_TRAINING.networks
  const config = { ...SMALL_TRAINING, networks: [network!, { ...network!, basis: 'previous' as const }] }
  const validation = network!.starts.map(() => ({ games: 100, successes: 40 }))
  const rowWith = (...networks: number[]) => {
    const lines = networks.map(each => ({ network: each, moves: 1, seconds: 1, validation }) as unknown as TrainingLine)
    const head = { config, stamp: {} } as unknown as TrainingRunHead
    return trainingRow(head, { id: 1, name: '', state: 'paused', lines, place: undefined, problem: null })
  }
  expect(rowWith(0).success).toBeNull()
  expect(rowWith(0, 1).success).toBeCloseTo(0.4)
})

test('a run reports its progress, its measurements and the network, and makes a profile', async () => {
  const { trainings, heard, failures, ended, folder } = await lab()
  const { id } = await trainings.start({ config: LONG, name: 'My first' })
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

test('the job of a run has the progress of its row, where moves of one network take longer than those of another', async () => {
  const { jobs, trainings, hooks } = await lab()
  const config = { ...SHORT, networks: [SHORT.networks[0]!, { ...SHORT.networks[0]!, stages: [4] }] }
  const met = new Promise<number>(resolve => (hooks.onMoves = moves => void (moves > 1000 && resolve(moves))))
  const { id } = await trainings.start({ config })
  const moves = await met
  const [job] = jobs.list
  expect(job!.done / job!.total!).toBeCloseTo(workDone(config, { network: 0, moves }) / workOf(config), 1)
  expect(job!.total).toBe(workOf(config))
  await trainings.pause(id)
})

test('a run that the end of the lab paused gives, resumed by the next lab, the file of an undisturbed one', async () => {
  const one = await lab()
  const { id } = await one.trainings.start({ config: LONGER })
  await new Promise<void>(resolve => (one.hooks.onMoves = moves => void (moves > 100_000 && resolve())))
  await one.trainings.close()

  const two = await lab(one.folder, one.store)
  const [paused] = await two.trainings.list()
  expect(paused).toMatchObject({ id, state: 'paused', seed: 3 })
  expect(paused!.done).toBeGreaterThan(100_000)
  expect(paused!.done).toBeLessThan(1_500_000)
  const other = await two.trainings.start({ config: LONGER })
  const waiting = await two.trainings.resume(id)
  expect(waiting).toMatchObject({ state: 'queued', ahead: 0 })
  await two.ended(id)
  expect(two.heard.find(row => row.id === id && row.state === 'running')).toBeDefined()
  expect((await two.networkOf(id)).equals(await two.networkOf(other.id))).toBe(true)
  expect([...one.failures, ...two.failures]).toEqual([])
})

test('a run whose folder is gone is refused where it would begin anew, with what is missing and how to begin another', async () => {
  const { trainings, store, hooks, folderOf, ended, heard } = await lab()
  const changeHead = async (key: string, change: (head: TrainingRunHead) => object) => {
    const run = (await store.lineRuns.get(TRAINING_RUN.head.format, key))!
    await store.lineRuns.change(run.id, { head: change(run.head as TrainingRunHead) })
  }
  const expectRefused = async (id: number, words: string) => {
    const refused = { code: 'BAD_FILE', message: expect.stringMatching(`^${words}.*lab train small.json --seed 3$`) as string }
    expect((await trainings.list()).find(row => row.id === id)).toMatchObject({ state: 'failed', problem: refused })
    await expect(trainings.resume(id)).rejects.toMatchObject(refused)
  }
  const { id } = await trainings.start({ config: LONGER })
  await new Promise<void>(resolve => (hooks.onMoves = moves => void (moves > 110_000 && resolve())))
  await trainings.pause(id)
  const { path, places } = await folderOf(id)
  const { moves } = places.places[0]!
  renameSync(path, `${path}0`)
  await expectRefused(id, `Training run 1 was saved at ${moves} moves of network 1 of 1, but ${path} is missing`)
  mkdirSync(path)
  await expectRefused(id, `Training run 1 was saved at ${moves} moves of network 1 of 1, but ${path} has no usable checkpoint`)
  rmdirSync(path)
  expect(existsSync(path)).toBe(false)
  renameSync(`${path}0`, path)
  await trainings.resume(id)
  expect(await ended(id)).toMatchObject({ state: 'finished' })
  rmSync(path, { recursive: true })
  await expectRefused(id, `Training run 1 was saved at its end, but ${path} is missing`)
  await changeHead('1', ({ saved: _, ...earlier }) => earlier)
  await expectRefused(id, `Training run 1 was saved at its end, but ${path} is missing`)

  // one without a checkpoint begins anew
  const other = await trainings.start({ config: SHORT })
  await trainings.pause(other.id)
  heard.length = 0
  await trainings.resume(other.id)
  expect(await ended(other.id)).toMatchObject({ state: 'finished' })
})

test('a checkpoint is known to the store while the run goes on, and one that is lost in the queue is not made anew', async () => {
  const { trainings, store, hooks, ended, folderOf } = await lab(newFolder(), undefined, { least: 0, share: 1 })
  const saved = async () => {
    const [run] = await store.lineRuns.list(TRAINING_RUN.head.format)
    return (run!.head as TrainingRunHead).saved
  }
  const { id } = await trainings.start({ config: ENDLESS })
  await vi.waitUntil(async () => ((await saved())?.moves ?? 0) > 0, { timeout: 100_000 })
  expect(await saved()).toMatchObject({ network: 0 })
  await trainings.pause(id)
  const first = await trainings.start({ config: { ...ENDLESS, seed: 4 } })
  await new Promise<void>(resolve => (hooks.onMoves = () => resolve()))
  expect(await trainings.resume(id)).toMatchObject({ state: 'queued' })
  const { path } = await folderOf(id)
  rmSync(path, { recursive: true })
  await trainings.pause(first.id)
  expect(await ended(id)).toMatchObject({ state: 'failed', problem: { code: 'BAD_FILE' } })
  expect(existsSync(path)).toBe(false)
})

test('a run that waits leaves the queue by a pause, and the next one moves up', async () => {
  const { trainings, heard } = await lab()
  const [first, second, third] = await Promise.all([ENDLESS, ENDLESS, ENDLESS].map(config => trainings.start({ config: config })))
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

test('a deleted run is hidden until it is restored, and forgotten only then, with its files', async () => {
  const { trainings, heard, deleted, folder } = await lab()
  const { id } = await trainings.start({ config: SHORT })
  expect(await trainings.remove([id, 99])).toBe(1)
  expect(heard.at(-1)).toMatchObject({ id, deleted: true })
  expect(await trainings.list()).toEqual([])
  await expect(trainings.view(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await deleted.window('trainings', 0, 9)).rows).toMatchObject([{ kind: 'trainings', id, name: 'small', moves: 40_000 }])
  expect(await trainings.restore([id, 99])).toBe(1)
  expect(await deleted.forget('trainings', [id])).toBe(0)
  expect(await trainings.list()).toMatchObject([{ id, state: 'paused' }])
  await trainings.remove([id])
  mkdirSync(join(folder, 'training', '1'), { recursive: true })
  expect(await deleted.forget('trainings', [id])).toBe(1)
  expect(existsSync(join(folder, 'training', '1'))).toBe(false)
  expect(await trainings.restore([id])).toBe(0)
})

test('a network stays after its run was deleted for good, also when another run has its number', async () => {
  const { trainings, deleted } = await lab()
  const trained = async (seed: number) => {
    const { id } = await trainings.start({ config: { ...withMoves(SMALL_TRAINING, 1000), seed } })
    await trainings.settled(id)
    return (await trainings.view(id)).result!
  }
  const first = await trained(1)
  await trainings.remove([1])
  expect(await deleted.forget('trainings', [1])).toBe(1)
  const second = await trained(2)
  expect(second.id).not.toBe(first.id)
  for (const { file, id } of [first, second]) expect(headOfNetwork(file).id).toBe(id)
})

test('the number of a folder is not given again, and a run whose row is damaged is named', async () => {
  const folder = newFolder()
  const { trainings, store } = await lab(folder)
  const { id } = await trainings.start({ config: ENDLESS })
  await trainings.pause(id)
  await trainings.close()
  await store.close()
  mkdirSync(join(folder, 'training', '7'), { recursive: true })
  damage(folder, `UPDATE line_runs SET head = '{}'`)
  const next = await lab(folder)
  expect(await next.trainings.list()).toEqual([])
  expect(await next.store.maintenance.setAside()).toMatchObject([{ table: 'line_runs', name: 'small' }])
  expect(await next.trainings.start({ config: SHORT })).toMatchObject({ id: 8 })
})

test('measurements whose rows are damaged are left out, and the run goes on', async () => {
  const folder = newFolder()
  const one = await lab(folder)
  const { id } = await one.trainings.start({ config: LONGER })
  await new Promise<void>(resolve => (one.hooks.onMoves = moves => void (moves > 210_000 && resolve())))
  await one.trainings.close()
  const [{ measured }] = (await one.trainings.list()) as [TrainingRow]
  await one.store.close()
  damage(folder, `UPDATE run_lines SET line = '{}' WHERE number = 0`)
  const two = await lab(folder)
  expect(await two.trainings.list()).toMatchObject([{ id, measured: measured - 1, state: 'paused' }])
  await two.trainings.resume(id)
  expect(await two.ended(id)).toMatchObject({ state: 'finished', measured: 15 - 1 })
})

test('a measurement that does not fit is the problem of its run alone', async () => {
  const folder = newFolder()
  const one = await lab(folder)
  for (const name of ['first', 'second']) await one.trainings.start({ config: SHORT, name })
  await one.ended(2)
  await one.trainings.close()
  await one.store.close()
  edit(folder, `INSERT INTO run_lines (run, number, line) VALUES (1, 99, '{}')`)
  const two = await lab(folder)
  expect(await two.trainings.list()).toMatchObject([
    { id: 2, name: 'second', state: 'finished', problem: null },
    {
      id: 1,
      name: 'first',
      state: 'failed',
      problem: { code: 'BAD_STORE', message: expect.stringContaining('Line 99') as string },
    },
  ])
  await expect(two.trainings.view(1)).rejects.toMatchObject({ code: 'BAD_STORE' })
})

test('a run that would begin from a network that is missing is not begun', async () => {
  const { trainings } = await lab()
  await expect(trainings.start({ config: BASIS_MISSING })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await trainings.list()).toEqual([])
})

test('a fault ends a run with its reason, also for the next lab, and a run of another version is refused', async () => {
  const { trainings, store, ended, folder } = await lab()
  const { id } = await trainings.start({ config: SHORT })
  await trainings.pause(id)
  const [run] = await store.lineRuns.list(TRAINING_RUN.head.format)
  const head = run!.head as object
  await store.lineRuns.change(run!.id, { head: { ...head, config: BASIS_MISSING } }) // its file was there when it began
  await trainings.resume(id)
  expect(await ended(id)).toMatchObject({ state: 'failed', problem: { code: 'NOT_FOUND' } })
  const next = await lab(folder, store)
  expect(await next.trainings.list()).toMatchObject([{ id, state: 'failed', problem: { code: 'NOT_FOUND' } }])
  await expect(trainings.profile(id, 'mine', builtInProfile('strongest')!)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await store.lineRuns.change(run!.id, { head: { ...head, stamp: { version: '0', kernel: 'other' } } })
  await expect(trainings.resume(id)).rejects.toThrow('it would learn otherwise')
})

test('the estimate is measured, and given up by a run', async () => {
  const { trainings } = await lab()
  const { seconds, movesPerSecond } = await trainings.estimate(SHORT)
  expect(seconds).toBeCloseTo(40_000 / movesPerSecond[0]!, 9)
  const other = expect(trainings.estimate(SHORT)).rejects.toSatisfy(
    error => error instanceof LabError && error.code === 'CANCELLED',
  )
  const { id } = await trainings.start({ config: LONG })
  await other
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
