import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { CALIBRATION_LINES, parseLine, sampledGameOf, type CalibrationHead } from '../../../../src/core/contract/files'
import type { RunFilePart } from '../../../../src/core/contract/calls'
import { finish } from '../../../../src/core/sliced'
import { calibrationKey, expectationOf } from '../../../../src/core/games/twenty48/scale/calibration'
import { fitStages } from '../../../../src/core/games/twenty48/scale/fit'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { CalibrationRuns } from '../../../../src/main/lab/calibrations/calibrationRuns'
import { builtInCalibration, calibrationOf, CALIBRATIONS_FOLDER } from '../../../../src/main/lab/calibrations/findCalibration'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import type { Store } from '../../../../src/main/store/store'
import { realPools } from '../../../support/realPools'
import { thesisPlayer } from '../../../support/threads'
import { cleanUp, openWriter } from '../../store/storeSupport'

const pools = realPools()
const opened: CalibrationRuns[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await cleanUp()
})

const player = thesisPlayer({ depth: 0 })

function open(store: Store, threads: number, onPlayed: (played: number, runs: CalibrationRuns) => void = () => undefined) {
  const engine = { pool: pools.open(threads).pool, kernel: 'test' } as ConstructorParameters<typeof CalibrationRuns>[0]['engine']
  const runs: CalibrationRuns = new CalibrationRuns({
    ...{ store, engine, jobs: new Jobs(() => undefined) },
    onFailure: error => {
      throw error
    },
    onRow: ({ played }) => onPlayed(played, runs),
  })
  opened.push(runs)
  return runs
}

async function linesOf(runs: CalibrationRuns): Promise<string[]> {
  let text = ''
  for (let from: number | null | undefined; from !== null;) {
    const part: RunFilePart = await runs.exported(calibrationKey(player), from)
    text += part.text
    from = part.next
  }
  return text.trimEnd().split('\n')
}

const withoutTimes = (lines: readonly string[]) => lines.map(line => line.replace(/"(ms|at|machine)":("[^"]*"|\d+)/g, ''))

test('a run has the same result on any number of threads, paused or not, at once or in two parts', async () => {
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
  await later.start({ player, profile: 'quick', games: 90 })
  await later.idle()
  expect(withoutTimes(await linesOf(later))).toEqual(withoutTimes(await linesOf(whole)))
})

test('a finished one is found by its player, reads back as a file, and is the fit to its lines', async () => {
  const store = await openWriter()
  const runs = open(store, 2)
  expect(await calibrationOf(store, player)).toBeUndefined()
  await runs.start({ player, profile: 'quick', games: 40 })
  await runs.idle()
  const calibration = (await calibrationOf(store, player))!
  const [head, ...games] = (await linesOf(runs)).map((line, i) => parseLine(CALIBRATION_LINES, line, 'a file', i + 1))
  expect((head as { readonly head: CalibrationHead }).head.calibration).toEqual(calibration)
  const sampled = games.map(each => sampledGameOf((each as { readonly line: Parameters<typeof sampledGameOf>[0] }).line))
  expect(calibration.stages).toEqual(finish(fitStages(sampled, -1e9)))
  expect(await calibrationOf(store, { ...player, limits: { depth: 1 } })).toBeUndefined()
})

test('refuses another limit than depth, and another seed than before', async () => {
  const runs = open(await openWriter(), 1)
  const order = { profile: 'quick', games: 1 }
  await expect(runs.start({ ...order, player: thesisPlayer({ nodes: 10 }) })).rejects.toMatchObject({ code: 'BAD_SETTING' })
  await expect(runs.estimate({ games: 1, player: thesisPlayer({}) })).rejects.toMatchObject({ code: 'BAD_SETTING' })
  expect(await runs.estimate({ games: 10, player })).toMatchObject({ games: 10, threads: 1 })
  await runs.start({ ...order, player, seed: 1 })
  await expect(runs.start({ ...order, player, seed: 2 })).rejects.toThrow('seed 1')
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
