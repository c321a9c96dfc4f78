import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  CALIBRATION_LINES,
  parseLine,
  playedMovesOf,
  sampledGameOf,
  type CalibrationHead,
  type CalibrationLine,
} from '../../../../src/core/contract/files'
import type { RunFilePart } from '../../../../src/core/contract/calls'
import { finish } from '../../../../src/core/sliced'
import { calibrationKey } from '../../../../src/core/games/twenty48/playerHash'
import { expectationOf } from '../../../../src/core/games/twenty48/scale/calibration'
import { closeMovesOf } from '../../../../src/core/games/twenty48/scale/closeMoves'
import { fitStages } from '../../../../src/core/games/twenty48/scale/fit'
import { fitLosses } from '../../../../src/core/games/twenty48/scale/lossCurve'
import { LosingRisk } from '../../../../src/core/games/twenty48/losingRisk'
import { lossSamplesOf } from '../../../../src/core/games/twenty48/scale/playedMoves'
import { legalMoves, MOVES } from '../../../../src/core/games/twenty48/board'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import { CalibrationRuns } from '../../../../src/main/lab/calibrations/calibrationsFeature'
import { builtInCalibration, calibrationOf, CALIBRATIONS_FOLDER } from '../../../../src/main/lab/calibrations/findCalibration'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import type { Store } from '../../../../src/main/store/store'
import { realPools } from '../../../support/realPools'
import { thesisPlayer } from '../../../support/threads'
import { cleanUp, edit, newFolder, openWriter } from '../../store/storeSupport'

const pools = realPools()
const opened: CalibrationRuns[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await cleanUp()
})

const player = thesisPlayer({ depth: 0 })

const refuse = (message: string) => expect.fail(message)

type OnPlayed = (played: number, runs: CalibrationRuns) => void

function open(store: Store, threads: number, onPlayed: OnPlayed = () => undefined, whole = true) {
  const engine = { pool: pools.open(threads).pool, kernel: 'test' } as ConstructorParameters<typeof CalibrationRuns>[0]['engine']
  const runs: CalibrationRuns = new CalibrationRuns({
    ...{ store, engine, jobs: new Jobs(() => undefined), planFor: () => ({ boards: 20, playouts: 3, whole }) },
    onFailure: error => {
      throw error
    },
    onRow: ({ played }) => onPlayed(played, runs),
  })
  opened.push(runs)
  return runs
}

async function linesOf(runs: CalibrationRuns, of = player): Promise<string[]> {
  let text = ''
  for (let from: number | null | undefined; from !== null;) {
    const part: RunFilePart = await runs.exported(calibrationKey(of), from)
    text += part.text
    from = part.next
  }
  return text.trimEnd().split('\n')
}

/** The parts of a file of a calibration. */
function read(texts: readonly string[]) {
  const [head, ...rest] = texts.map((line, i) => parseLine(CALIBRATION_LINES, line, 'a file', i + 1))
  const lines = rest.map(each => (each as { readonly line: CalibrationLine }).line)
  const games = lines.filter(line => 'game' in line)
  const boards = lines.filter(line => 'boardOf' in line)
  const { calibration } = (head as { readonly head: CalibrationHead }).head
  return { calibration: calibration!, sampled: games.map(sampledGameOf), boards }
}

const withoutTimes = (lines: readonly string[]) => lines.map(line => line.replace(/"(ms|at|machine)":("[^"]*"|\d+)/g, ''))

test('a run has the same result on any number of threads, paused or not, at once or in parts', async () => {
  const whole = open(await openWriter(), 1)
  await whole.start({ player, profile: 'quick', games: 90 })
  await whole.idle()
  const [row] = await whole.list()
  expect(row).toMatchObject({ id: calibrationKey(player), profile: 'quick', games: 90, played: 90, state: 'finished' })
  expect(row!.reliability).toMatchObject({ fitted: 90, games: 30 })

  const store = await openWriter()
  const other = open(store, 2, (played, runs) => void (played >= 10 && played < 90 && runs.pause(calibrationKey(player))))
  await other.start({ player, profile: 'quick', games: 60 })
  await other.idle()
  const later = open(store, 2)
  for (const games of [60, 90]) {
    await later.start({ player, profile: 'quick', games })
    await later.idle()
    expect(await later.list()).toMatchObject([{ games, played: games, state: 'finished' }])
  }
  expect(withoutTimes(await linesOf(later))).toEqual(withoutTimes(await linesOf(whole)))
})

test('games and boards that a damaged disk lost are played again, to the same result', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const runs = open(store, 1)
  await runs.start({ player, profile: 'quick', games: 30 })
  await runs.idle()
  const lines = await linesOf(runs)
  await runs.close()
  await store.close()
  const boards = 'SELECT number FROM run_lines WHERE number >= 10000 ORDER BY number DESC LIMIT 7'
  edit(folder, `DELETE FROM run_lines WHERE number IN (1, 5, 29) OR number IN (${boards})`)
  edit(folder, `UPDATE line_runs SET state = 'paused', head = json_set(head, '$.calibration', null)`)
  const again = open(await openWriter(folder), 2)
  await again.start({ player, profile: 'quick', games: 30 })
  await again.idle()
  expect(withoutTimes(await linesOf(again))).toEqual(withoutTimes(lines))
})

test('the file of one that continues under another kernel names both', async () => {
  const store = await openWriter()
  const runs = open(store, 1)
  await runs.start({ player, profile: 'quick', games: 30 })
  await runs.idle()
  const [run] = await store.lineRuns.list('2048-lab-calibration')
  await store.lineRuns.change(run!.id, { head: { ...(run!.head as CalibrationHead), kernel: 'older' } })
  for (const games of [31, 32]) {
    await runs.start({ player, profile: 'quick', games })
    await runs.idle()
    expect(JSON.parse((await linesOf(runs))[0]!)).toMatchObject({ kernel: 'older, test', games, calibration: { games } })
  }
})

test.each([true, false])('noise and losses are those of its boards, whether playouts are whole (%s) or left', async whole => {
  const store = await openWriter()
  const parts = open(store, 2, (played, runs) => void (played === 60 && runs.pause(calibrationKey(player))), whole)
  await parts.start({ player, profile: 'quick', games: 60 })
  await parts.idle()
  const rest = open(store, 1, undefined, whole)
  await rest.start({ player, profile: 'quick', games: 60 })
  await rest.idle()
  const { calibration, boards, sampled } = read(await linesOf(rest))
  expect(boards.map(({ boardOf, position }) => [boardOf, position])).toEqual(
    sampled.flatMap((game, i) => game.boards!.map(board => [i, makePosition(board)])).slice(0, 20),
  )
  const ends = boards.flatMap(each => Object.values(each.ends).flat())
  expect(ends.filter(end => typeof end !== 'number').length > 0).toBe(!whole)
  for (const { position, ends, values } of boards)
    for (const [i, move] of MOVES.entries()) {
      expect(ends[move]?.length).toBe(legalMoves(parseBoard(position)).includes(move) ? 3 : undefined)
      expect(values[i] === null).toBe(ends[move] === undefined)
    }
  const risk = new LosingRisk(player)
  const pairs = boards.flatMap(each =>
    lossSamplesOf(calibration, playedMovesOf(each), (board, best) => risk.mostAlive(board, best, 0)),
  )
  expect(pairs.length).toBeGreaterThan(20)
  expect(calibration.losses).toEqual(fitLosses(pairs))
  expect(calibration.close).toEqual(closeMovesOf(pairs, fitLosses(pairs)))
  expect(calibration.noise).toEqual([]) // a search of depth 0 has none less deep
})

test('a finished one is found by its player, reads back as a file, and is the fit to its lines', async () => {
  const store = await openWriter()
  const runs = open(store, 2)
  expect(await calibrationOf(store, player, refuse)).toBeUndefined()
  await runs.start({ player, profile: 'quick', games: 40 })
  await runs.idle()
  const calibration = (await calibrationOf(store, player, refuse))!
  const { sampled, ...file } = read(await linesOf(runs))
  expect(file.calibration).toEqual(calibration)
  expect(calibration.stages).toEqual(finish(fitStages(sampled, -1e9)))
  expect(await calibrationOf(store, { ...player, limits: { depth: 1 } }, refuse)).toBeUndefined()
})

test('a value of a lost board that lies above others does not hide them', async () => {
  const runs = open(await openWriter(), 2)
  const blind = { ...player, settings: { ...player.settings, dead: 0 } }
  await runs.start({ player: blind, profile: 'quick', games: 40 })
  await runs.idle()
  const { sampled, calibration } = read(await linesOf(runs, blind))
  const values = sampled.flatMap(({ positions }) => positions.map(({ value }) => value))
  expect(values.filter(value => value < 0).length).toBeGreaterThan(0.1 * values.length)
  expect(calibration.stages).toEqual(finish(fitStages(sampled)))
  expect(calibration.reliability.brier).toBeLessThan(0.4) // 0.69 if positions below it are left out
})

test('a damaged one counts as none, which is reported once, and takes no other from the list', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const origin = { lab: '1', generator: 'g', machine: 'm', at: '2026-01-01T00:00:00Z', kernel: 'k' }
  const head: CalibrationHead = { profile: 'quick', player, seed: 1, games: 30, calibration: null, ...origin }
  for (const [key, title] of [
    [calibrationKey(player), 'quick'],
    ['feed', 'other'],
  ] as const)
    // oxfmt-ignore
    await store.lineRuns.add({ kind: '2048-lab-calibration', key, title, head })
  expect(await calibrationOf(store, player, refuse)).toBeUndefined()
  await store.close()
  for (const calibration of [undefined, { stages: 1 }, { stages: [null] }]) {
    const damaged = calibration ? { ...head, calibration } : {}
    edit(folder, `UPDATE line_runs SET head = '${JSON.stringify(damaged)}' WHERE title = 'quick'`)
    const again = await openWriter(folder)
    const messages: string[] = []
    const onDamaged = (message: string) => void messages.push(message)
    for (let i = 0; i < 2; i++) expect(await calibrationOf(again, player, onDamaged)).toBeUndefined()
    expect(messages).toEqual([expect.stringContaining('calibration "quick" is damaged')])
    const runs = open(again, 1)
    const rows = (await runs.list()).map(({ name, state, problem }) => [name, state, problem?.code])
    expect(rows.toSorted()).toEqual([['other', 'paused', undefined], ['quick', 'failed', 'BAD_STORE']]) // oxfmt-ignore
    await expect(runs.resume(calibrationKey(player))).rejects.toMatchObject({ code: 'BAD_STORE' })
    await again.close()
  }
})

test('of one that ships and one of the data folder, that by more games is used', async () => {
  const store = await openWriter()
  const [file] = readdirSync(CALIBRATIONS_FOLDER)
  const text = JSON.stringify(JSON.parse(readFileSync(join(CALIBRATIONS_FOLDER, file!), 'utf8')))
  const { head } = parseLine(CALIBRATION_LINES, text, file!, 1) as { readonly head: CalibrationHead }
  const ships = head.calibration!
  const kind = '2048-lab-calibration'
  const run = await store.lineRuns.add({ kind, key: calibrationKey(head.player), title: 'mine', head })
  const found = []
  for (const games of [2, ships.games - 1, ships.games, ships.games + 1]) {
    await store.lineRuns.change(run.id, { head: { ...head, calibration: { ...ships, games, seed: 7 } } })
    const { games: used, seed } = (await calibrationOf(store, head.player, refuse))!
    found.push([used, seed === 7])
  }
  expect(found).toEqual([
    [ships.games, false],
    [ships.games, false],
    [ships.games, true],
    [ships.games + 1, true],
  ])
})

test('an estimate is of the games and boards that are not stored', async () => {
  const runs = open(await openWriter(), 1)
  expect(await runs.known(player)).toBeUndefined()
  await runs.start({ player, profile: 'quick', games: 2 })
  await runs.idle()
  const known = await runs.known(player)
  const { stored, ms, msPerGame, msPerBoard, boards } = await runs.estimate({ player, games: 3 }, known)
  expect(stored).toEqual({ games: 2, boards: known!.playedOut })
  expect(ms).toBeCloseTo(msPerGame + (boards - known!.playedOut) * msPerBoard, 6)
  expect(await runs.estimate({ player, games: 2 }, known)).toMatchObject({ ms: 0 })
  expect(known!.reliability).toMatchObject({ fitted: 2, games: 0, brier: null, baseBrier: null, coverage: null })
})

test('refuses another limit than depth, and another seed than before', async () => {
  const runs = open(await openWriter(), 1)
  const order = { profile: 'quick', games: 1 }
  await expect(runs.start({ ...order, player: thesisPlayer({ nodes: 10 }) })).rejects.toMatchObject({ code: 'BAD_SETTING' })
  await expect(runs.estimate({ games: 1, player: thesisPlayer({}) })).rejects.toMatchObject({ code: 'BAD_SETTING' })
  expect(await runs.estimate({ games: 10, player })).toMatchObject({ games: 10, threads: 1 })
  await runs.start({ ...order, player, seed: 1 })
  await expect(runs.start({ ...order, player, seed: 2 })).rejects.toThrow(/seed 1;.*--home/)
})

test('has the limit in its name, also one that an earlier lab began, until the user gives it another', async () => {
  const store = await openWriter()
  const runs = open(store, 1)
  const { id, name } = await runs.start({ player, profile: 'quick', games: 1 })
  expect(name).toBe('quick, depth 0')
  await runs.pause(id)
  const run = (await store.lineRuns.get('2048-lab-calibration', id))!
  await store.lineRuns.change(run.id, { title: 'quick' })
  expect((await runs.list()).map(each => each.name)).toEqual(['quick, depth 0'])
  expect((await runs.rename(id, 'mine')).name).toBe('mine')
})

test('an estimate is a job while it measures, and ends when it is stopped', async () => {
  const engine = { pool: pools.open(1).pool, kernel: 'test' } as ConstructorParameters<typeof CalibrationRuns>[0]['engine']
  const jobs = new Jobs(() => undefined)
  const begun = vi.spyOn(jobs, 'begin')
  const runs = new CalibrationRuns({
    store: await openWriter(),
    engine,
    jobs,
    onRow: () => undefined,
    onFailure: () => undefined,
  })
  opened.push(runs)
  const estimate = runs.estimate({ games: 10, player: thesisPlayer({ depth: 4 }) })
  expect(begun).toHaveBeenCalledWith(expect.objectContaining({ kind: 'calibration', late: true }))
  begun.mock.calls[0]![0].cancel()
  await expect(estimate).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(jobs.list).toEqual([])
})

test('what ships is of built-in profiles, has the form of a file, and knows boards of their games', () => {
  const profiles = new Map(
    builtInProfiles().map(profile => {
      const { evaluator, settings, depth } = profile
      const player = { evaluator, settings, limits: { depth } }
      return [calibrationKey(player) + '.json', { profile, player }] as const
    }),
  )
  const files = readdirSync(CALIBRATIONS_FOLDER)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const text = JSON.stringify(JSON.parse(readFileSync(join(CALIBRATIONS_FOLDER, file), 'utf8')))
    const parsed = parseLine(CALIBRATION_LINES, text, file, 1)
    const { profile, player } = profiles.get(file)!
    expect('head' in parsed && parsed.head.profile).toBe(profile.name)
    const start = { board: parseBoard('1100000000000000'), score: 0 }
    const [knot] = builtInCalibration(player)!.stages[0]!.survival.values.slice(-1)
    const found = expectationOf(builtInCalibration(player)!, start, { value: knot!, decider: 'search' })!
    expect(found.chance!.share).toBeGreaterThan(0)
    expect(found.points.interval[0]).toBeLessThan(found.points.interval[1])
  }
})
