/** Runs of labs before, which were files beside the database: each is taken over once, whatever ends the attempt. */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs' // oxfmt-ignore
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { TRAINING_RUN } from '../../../src/core/contract/files'
import { parsePlayerText } from '../../../src/core/contract/playerText'
import { readMatch } from '../../../src/core/contract/matches'
import { playMatch } from '../../../src/core/match/playMatch'
import type { Pool } from '../../../src/main/compute/pool/pool'
import { runTournament } from '../../../src/main/lab/arena/arenaFiles'
import { tournamentHash, type Tournament } from '../../../src/main/lab/arena/tournament'
import { takeOver } from '../../../src/main/lab/takeOver'
import { whileLocked } from '../../../src/main/store/files/fileLock'
import type { Store } from '../../../src/main/store/store'
import { cleanUp, newFolder, openWriter } from '../store/storeSupport'

afterEach(cleanUp)

const KIND = '2048-lab-arena'
/** Plays a number of matches, one after the other. */
const poolOf = (most: number): Pick<Pool, 'playMatches'> => ({
  async playMatches(matches, { onMatch }) {
    for (const [i, order] of matches.slice(0, most).entries()) onMatch(playMatch(readMatch(order), { now: () => 0 }), i)
  },
})

/** Plays a tournament of 120 games into a file of the data folder. */
async function playInto(folder: string, seed: number, most = Infinity): Promise<string> {
  const players = ['greedy', 'random'].map(name => ({ name, player: parsePlayerText(name) }))
  const tournament: Tournament = { game: 'ticTacToe', boards: [], bounds: {}, players, seed }
  const name = `arena-${tournamentHash(tournament)}.jsonl`
  await runTournament(
    { engine: { pool: poolOf(most) }, reportBug: () => undefined } as unknown as Parameters<typeof runTournament>[0],
    { tournament, games: 120, file: join(folder, 'arena', name) },
    { signal: new AbortController().signal, onCutOff: () => undefined, onGame: () => undefined },
  )
  return name
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')
const sorted = (lines: readonly string[]) => lines.toSorted()
/** Games in the order of their numbers. */
const gamesOf = (lines: readonly string[]) =>
  lines.map(line => JSON.parse(line) as { game: number }).toSorted((a, b) => a.game - b.game)

async function stored({ lineRuns }: Pick<Store, 'lineRuns'>) {
  const runs = await lineRuns.list(KIND)
  return Promise.all(runs.map(async run => ({ ...run, texts: (await lineRuns.lines(run.id)).map(({ text }) => text) })))
}

test('tournaments are taken over with all games, once, and their files move among the backups', async () => {
  const folder = newFolder()
  const names = [await playInto(folder, 1), await playInto(folder, 2, 7)]
  const before = names.map(name => linesOf(join(folder, 'arena', name)))
  const store = await openWriter(folder)
  expect(await takeOver(store, folder)).toEqual([])
  const runs = await stored(store)
  for (const [i, name] of names.entries()) {
    const run = runs.find(({ key }) => name.includes(key))!
    const { format: _, version: __, ...head } = JSON.parse(before[i]![0]!) as Record<string, unknown>
    expect(run.head).toEqual({ ...head, games: 120 })
    expect([run.title, run.created]).toEqual(['greedy – random', Date.parse(head['at'] as string)])
    expect(gamesOf(run.texts)).toEqual(gamesOf(before[i]!.slice(1)))
    expect(linesOf(join(folder, 'backups', 'taken-over', 'arena', name))).toEqual(before[i])
  }
  expect(runs.map(({ lines }) => lines).toSorted((a, b) => a - b)).toEqual([7, 120])
  expect(existsSync(join(folder, 'arena'))).toBe(false)
  expect(await takeOver(store, folder)).toEqual([])
  expect(await stored(store)).toEqual(runs)
})

test('ended at any step, the next attempt comes to the same', async () => {
  const folder = newFolder()
  const name = await playInto(folder, 1)
  const file = join(folder, 'arena', name)
  const copy = readFileSync(file)
  const whole = await openWriter()
  await takeOver(whole, folder)
  const [expected] = await stored(whole)
  const taken = join(folder, 'backups', 'taken-over', 'arena', name)
  for (let steps = 0; steps <= 4; steps++) {
    mkdirSync(join(folder, 'arena'), { recursive: true })
    writeFileSync(file, copy)
    rmSync(taken, { force: true })
    const store = await openWriter()
    let left = steps // one to add it, and three to store its games
    const ending =
      <Args extends readonly unknown[], T>(act: (...args: Args) => Promise<T>) =>
      (...args: Args): Promise<T> =>
        left-- > 0 ? act(...args) : Promise.reject(new Error('killed'))
    const { add, append } = store.lineRuns
    const killed = takeOver({ ...store, lineRuns: { ...store.lineRuns, add: ending(add), append: ending(append) } }, folder)
    if (steps < 4) {
      await expect(killed).rejects.toThrow('killed')
      expect(readFileSync(file)).toEqual(copy)
    } else {
      await killed
      mkdirSync(join(folder, 'arena'))
      writeFileSync(file, copy) // the file was not moved any more
    }
    expect(await takeOver(store, folder)).toEqual([])
    const [run, ...more] = await stored(store)
    expect(more).toEqual([])
    expect({ ...run, updated: 0 }).toEqual({ ...expected, updated: 0 })
    expect(readFileSync(taken)).toEqual(copy)
  }
})

test('what a kill cut off is named and dropped; a damaged file, and one that is written, is named and left alone', async () => {
  const folder = newFolder()
  const [cut, damaged, written] = [await playInto(folder, 1, 5), await playInto(folder, 2), await playInto(folder, 3)]
  const at = (name: string) => join(folder, 'arena', name)
  appendFileSync(at(cut), '{"game":7,"sea')
  appendFileSync(at(damaged), '{"game":1}\n')
  const store = await openWriter(folder)
  const problems = await whileLocked(at(written), () => takeOver(store, folder))
  const problemOf = (name: string) => problems.find(({ message }) => message.includes(name))!.message
  expect(problems).toHaveLength(3)
  expect(problemOf(cut)).toContain('line 7 was cut off')
  expect(problemOf(damaged)).toMatch(/line 122.*It was left as it is/)
  expect(problemOf(written)).toMatch(/another process is writing to it.*It was left as it is/)
  expect((await stored(store)).map(({ key, lines }) => [cut.includes(key), lines])).toEqual([[true, 5]])
  expect(sorted(readdirSync(join(folder, 'arena')))).toEqual(sorted([damaged, written]))
  expect(await takeOver(store, folder)).toHaveLength(1)
  expect(await stored(store)).toHaveLength(2)
})

test('a file of a tournament that the store has adds the games that are missing there', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  await playInto(folder, 1, 5)
  await takeOver(store, folder)
  await playInto(folder, 1)
  await takeOver(store, folder)
  expect((await stored(store)).map(({ lines }) => lines)).toEqual([120])
})

test('a file that does not say how many games are wanted has as many as it holds', async () => {
  const folder = newFolder()
  const name = await playInto(folder, 1)
  const [head, ...games] = linesOf(join(folder, 'arena', name))
  const { games: _, ...older } = JSON.parse(head!) as { games: number }
  writeFileSync(join(folder, 'arena', name), [JSON.stringify(older), ...games, ''].join('\n'))
  const store = await openWriter(folder)
  await takeOver(store, folder)
  expect((await stored(store))[0]!.head).toMatchObject({ games: 120 })
})

describe('a training run', () => {
  const golden = (name: string) => join(import.meta.dirname, '../../golden/lines', name)
  const FORMAT = TRAINING_RUN.head.format

  /** A folder of data with a run as a lab before stored it. */
  function withRun(id = 4) {
    const folder = newFolder()
    const at = join(folder, 'training', String(id))
    mkdirSync(at, { recursive: true })
    copyFileSync(golden('training.json'), join(at, 'run.json'))
    copyFileSync(golden('training.jsonl'), join(at, 'progress.jsonl'))
    writeFileSync(join(at, 'checkpoint-a'), 'a checkpoint')
    return { folder, at }
  }

  test('is taken over with its measurements; its checkpoints stay, and the rest moves among the backups', async () => {
    const { folder, at } = withRun()
    const store = await openWriter(folder)
    expect(await takeOver(store, folder)).toEqual([])
    const [run, ...more] = await store.lineRuns.list(FORMAT)
    expect(more).toEqual([])
    const { config, command, stamp } = JSON.parse(readFileSync(golden('training.json'), 'utf8')) as Record<string, unknown>
    expect(run).toMatchObject({ key: '4', title: 'small', state: 'paused', head: { config, command, stamp }, lines: 3 })
    expect(readdirSync(at)).toEqual(['checkpoint-a'])
    expect(readdirSync(join(folder, 'backups/taken-over/training/4')).toSorted()).toEqual(['progress.jsonl', 'run.json'])
    await takeOver(store, folder)
    expect(await store.lineRuns.list(FORMAT)).toEqual([run])
  })

  test('of which a kill moved a part is the same run after the next start, also a deleted one', async () => {
    for (const isDeleted of [false, true]) {
      const { folder, at } = withRun()
      if (isDeleted) writeFileSync(join(at, 'deleted'), '')
      const store = await openWriter(folder)
      await takeOver(store, folder)
      const runs = await store.lineRuns.list(FORMAT, isDeleted)
      expect(runs).toMatchObject([{ key: '4', lines: 3 }])
      expect(await store.lineRuns.list(FORMAT, !isDeleted)).toEqual([])
      renameSync(join(folder, 'backups/taken-over/training/4/run.json'), join(at, 'run.json')) // the last one to move
      await takeOver(store, folder)
      expect(await store.lineRuns.list(FORMAT, isDeleted)).toEqual(runs)
      expect(await store.lineRuns.list(FORMAT, !isDeleted)).toEqual([])
    }
  })

  test('has its damaged measurements named and left out; one with a damaged head is named and stays', async () => {
    const { folder, at } = withRun()
    appendFileSync(join(at, 'progress.jsonl'), '{"network":1e400}\n{"network":')
    mkdirSync(join(folder, 'training', '5'))
    writeFileSync(join(folder, 'training', '5', 'run.json'), '{')
    const store = await openWriter(folder)
    const problems = (await takeOver(store, folder)).map(({ message }) => message)
    expect(problems).toEqual([
      expect.stringContaining(`${join(at, 'progress.jsonl')}: line 4: network`),
      expect.stringContaining('line 5 was cut off'),
      expect.stringMatching(/run\.json: .*It was left as it is/),
    ])
    expect((await store.lineRuns.list(FORMAT)).map(({ key, lines }) => [key, lines])).toEqual([['4', 3]])
    expect(readdirSync(join(folder, 'training', '5'))).toEqual(['run.json'])
  })
})
