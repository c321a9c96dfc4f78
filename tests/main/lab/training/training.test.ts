/** Training runs: the same file from the same seed, however often they are killed; damage; two threads. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { stepAt, type TrainingConfig } from '../../../../src/core/games/twenty48/wallGame/training'
import { WallTrainer } from '../../../../src/core/kernel/wallKernel/trainer'
import { deriveSeed } from '../../../../src/core/random'
import { networkId, readNetwork } from '../../../../src/main/compute/networks/networkFile'
import { startTraining } from '../../../../src/main/compute/training/trainingThreads'
import type { RunFolder, RunPlace } from '../../../../src/main/lab/training/runFolder'
import { trainRun, type TrainListener } from '../../../../src/main/lab/training/trainRun'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'
import { instantiateWalls, wallKernelMemory } from '../../../core/support/walls'
import { measured, measuring, newTraining } from '../../../support/measured'
import { trainKilled } from './trainingKills'

vi.setConfig({ testTimeout: 120_000 })

const root = mkdtempSync(join(tmpdir(), 'lab-training-'))
afterAll(() => rmSync(root, { recursive: true }))

const [network] = SMALL_TRAINING.networks
const CONFIG: TrainingConfig = { ...SMALL_TRAINING, networks: [{ ...network!, moves: 200_000 }] }
/** A second network that begins from the first. */
const TWO: TrainingConfig = {
  ...SMALL_TRAINING,
  networks: [
    { ...network!, moves: 100_000 },
    { ...network!, target: 7, stages: [6], moves: 100_000, basis: { network: 'previous', lowered: 1 } },
  ],
}

function create(config: TrainingConfig): RunFolder {
  return newTraining(root, config)
}

interface Trained {
  readonly isFinished: boolean
  readonly problems: readonly string[]
}

async function train(run: RunFolder, listener: Partial<TrainListener> = {}): Promise<Trained> {
  const problems: string[] = []
  const isFinished = await trainRun(run, [], {
    ...measuring(run),
    onProblem: problem => problems.push(problem.message),
    ...listener,
  })
  return { isFinished, problems }
}

const undisturbed = new Map<TrainingConfig, Promise<RunFolder>>()
function finished(config: TrainingConfig): Promise<RunFolder> {
  const make = async () => {
    const run = create(config)
    expect(await train(run)).toEqual({ isFinished: true, problems: [] })
    return run
  }
  const known = undisturbed.get(config) ?? make()
  undisturbed.set(config, known)
  return known
}

async function expectSame(run: RunFolder, config: TrainingConfig): Promise<void> {
  const other = await finished(config)
  expect(readFileSync(run.result).equals(readFileSync(other.result))).toBe(true)
  const places = (of: RunFolder) => measured(of).map(({ seconds: _, ...line }) => line)
  expect(places(run)).toEqual(places(other))
}

test('a run that was killed, then paused, gives the file of an undisturbed one', async () => {
  const run = create(TWO)
  expect(await trainKilled(run, 3, () => 2)).toBe(3)
  let slices = 0
  const paused = new AbortController()
  const { isFinished } = await train(run, { signal: paused.signal, onMoves: () => ++slices === 2 && paused.abort() })
  expect(isFinished).toBe(false)
  const [{ network: reached, moves }] = run.places.places as [RunPlace]
  expect(reached + moves).toBeGreaterThan(0) // the second network, where the first one had just ended
  expect(await train(run)).toEqual({ isFinished: true, problems: [] })
  await expectSame(run, TWO)
  expect(readdirSync(run.path).toSorted()).toEqual(['network-1.network', 'network-2.network'])
  const [one, two] = [0, 1].map(each => readNetwork(run.networkFile(each)))
  expect([one!.stages, two!.stages, two!.target]).toEqual([[], [6], 7])
})

test('training makes the target, and another seed gives another network', async () => {
  const run = await finished(CONFIG)
  const lines = measured(run)
  expect(lines.map(({ validation }) => validation.length)).toEqual([2, 2])
  const [first, last] = [lines[0], lines.at(-1)]
  expect(last?.moves).toBeGreaterThanOrEqual(200_000)
  expect(last?.validation[1]?.successes).toBeGreaterThan(500)
  expect(last?.games).toBeGreaterThan(first?.games ?? Infinity)
  const other = create({ ...CONFIG, seed: 4, networks: [{ ...network!, moves: 20_000 }] })
  await train(other)
  expect(readNetwork(other.result).weights).not.toEqual(readNetwork(run.result).weights)
})

test('two threads learn what a trainer of each learns in turn, each from draws of its own', async () => {
  const { threads, close } = await startTraining(network!, 2, 3)
  try {
    const step = stepAt(network!, 0)
    const moves = await Promise.all(threads.map(thread => thread.train({ step, least: 20_000 })))
    const memory = wallKernelMemory()
    const trainers = [3, deriveSeed(3, 1)].map((seed, thread) => {
      const trainer = new WallTrainer(instantiateWalls, memory, network!, thread, 2)
      trainer.seed(BigInt(seed))
      trainer.setStep(step)
      trainer.join()
      return trainer
    })
    const rounds = [0, 1].map(() => trainers.map(trainer => trainer.trainRound()))
    expect(moves).toEqual([rounds[0]![0]! + rounds[1]![0]!, 0])
    const id = await threads[0]!.finish({ file: join(root, 'own.network'), origin: undefined })
    expect(id).toBe(networkId(trainers[0]!.quantised()))
  } finally {
    await close()
  }
})

test('two threads train one network as well as one thread, and a kill changes no byte of it', async () => {
  const config = { ...CONFIG, threads: 2 }
  const run = create(config)
  expect(await trainKilled(run, 1, () => 2)).toBe(1)
  expect(await train(run)).toEqual({ isFinished: true, problems: [] })
  await expectSame(run, config)
  expect(readFileSync(run.result)).not.toEqual(readFileSync((await finished(CONFIG)).result))
  expect(share(run)).toBeGreaterThan(share(await finished(CONFIG)) - 0.1)
})

test('threads of which one waits for another that never comes can be ended', async () => {
  const { threads, close } = await startTraining(network!, 2, 3)
  const training = threads[0]!.train({ step: stepAt(network!, 0), least: 1 })
  training.catch(() => undefined)
  await threads[1]!.counts(undefined) // meanwhile the first one begins
  await close()
  await expect(training).rejects.toMatchObject({ code: 'WORKER_LOST' })
})

test('a damaged checkpoint is named, and the other one used', async () => {
  const run = create(CONFIG)
  await trainKilled(run, 4, () => 2)
  const [newest, other] = run.places.places.map(({ checkpoint }) => checkpoint!)
  expect(existsSync(newest!) && existsSync(other!)).toBe(true)
  damage(newest!, 5000)
  const { isFinished, problems } = await train(run)
  expect({ isFinished, problems }).toEqual({ isFinished: true, problems: [expect.stringContaining(`${newest}: `)] })
  await expectSame(run, CONFIG)
})

test.skipIf(process.platform === 'win32')('a pipe in the place of a network holds nothing up', () => {
  const run = create(CONFIG)
  execFileSync('mkfifo', [run.result])
  expect(() => readNetwork(run.result)).toThrow('network-1.network: it is not a regular file')
})

test.skipIf(process.platform === 'win32').each([
  ['an empty file', (file: string) => writeFileSync(file, '')],
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
])('a network is made again from the checkpoint where %s is in its place', async (_, put) => {
  const run = create(CONFIG)
  await trainKilled(run, 2, () => 2)
  put(run.result)
  expect(run.isFinished).toBe(false)
  expect(await train(run)).toEqual({ isFinished: true, problems: [] })
  await expectSame(run, CONFIG)
})

test('without any usable checkpoint the run says so, and begins no other', async () => {
  const run = create(CONFIG)
  await trainKilled(run, 4, () => 2)
  const files = run.places.places.flatMap(({ checkpoint }) => checkpoint ?? [])
  damage(files[0]!, 5000)
  damage(files[1]!, 10) // in its head
  await expect(train(run)).rejects.toThrow('No checkpoint of run')
})

test('training goes on where a folder is in the place of a checkpoint', async () => {
  const run = create(CONFIG)
  const checkpoint = join(run.path, 'checkpoint-a')
  const { isFinished, problems } = await train(run, { pace: { least: 0, share: 1 }, onNetwork: () => mkdirSync(checkpoint) })
  expect(isFinished).toBe(true)
  expect(problems[0]).toBe(`${checkpoint}: this is a folder; name a file`)
  expect(problems.filter(problem => !problem.startsWith(`${checkpoint}: `))).toEqual([])
  await expectSame(run, CONFIG)
})

test('a run whose folder is deleted while it trains ends with that, and leaves no folder behind', async () => {
  const run = create(CONFIG)
  const isDeleted = train(run, { onMoves: () => rmSync(run.path, { recursive: true, force: true }) })
  await expect(isDeleted).rejects.toThrow('was deleted or moved while run')
  expect(existsSync(run.path)).toBe(false)
})

function damage(file: string, at: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.from([0x7f]), 0, 1, at)
  closeSync(handle)
}

/** In which the target was made, of the greedy games after training. */
function share(of: RunFolder): number {
  const lines = measured(of)
  const last = lines.at(-1)?.validation ?? []
  return last.reduce((sum, { successes }) => sum + successes, 0) / 2000
}
