/** Tuning a player by the wall test: over threads, in the terminal, and killed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeTuning, parseProfile, parseTuning } from '../../../../src/core/contract/files'
import { LabError } from '../../../../src/core/errors'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { optimizerOf } from '../../../../src/core/tuning/optimizers'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import type { WallObjective } from '../../../../src/core/contract/tuning/wallObjective'
import { wallTuning } from '../../../../src/core/contract/tuning/presets'
import { ThreadPool, type Pool } from '../../../../src/main/compute/pool/pool'
import { PoolObjective, type Evaluated } from '../../../../src/main/lab/tuning/objective'
import type { RunPool } from '../../../../src/main/lab/tuning/runGames'
import { withBoards } from '../../../../src/main/lab/tuning/wallSets'
import { cleanUp, newFolder, openWriter } from '../../store/storeSupport'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'
import { realThreads } from '../../../support/threads'
import { outcomeOfRun } from './wholeRun'
import { tuningWith } from './tuningSupport'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const pools: Pool[] = []
afterEach(async () => {
  await cleanUp()
  await Promise.all(pools.splice(0).map(pool => pool.close()))
})

/** A greedy player, beside one wall: a phase takes a few milliseconds. */
function phases(
  rest: Partial<TuningConfig<WallObjective>> = {},
  objective: Partial<WallObjective> = {},
): TuningConfig<WallObjective> {
  const usual = wallTuning({ evaluator: makeEvaluator('power'), settings: PLAIN_SETTINGS, depth: 0 })
  return {
    ...usual,
    optimizer: { ...usual.optimizer, particles: 5 } as TuningConfig['optimizer'],
    objective: {
      ...usual.objective,
      ...{ games: 12, racing: { every: 6, error: 0.1 } },
      walls: { multiple: 512, walls: 1, leastSum: 0, boards: 6 },
      ...objective,
    },
    budget: { kind: 'iterations', count: 2 },
    validation: { games: 24, level: 0.95 },
    ...rest,
  }
}

function open(): Pool {
  const pool = new ThreadPool({ threads: 1, createThread: realThreads().createThread })
  pools.push(pool)
  return pool
}

const never = new AbortController().signal

describe('a run of phases', () => {
  test('ends as if it had not been paused, with its boards, and reports the survival on unseen ones', async () => {
    const { view, outcome } = await outcomeOfRun(phases(), open())
    expect(outcome).toMatchObject({ run: { state: 'finished', failed: 0 } })
    expect((await outcomeOfRun(phases(), open(), 3)).outcome).toEqual(outcome)
    expect(view).toMatchObject({ unit: 'phase', evaluations: 10 })
    const { found } = (view.config.objective as WallObjective).walls
    expect(Object.values(found!).map(({ length }) => length)).toEqual([6, 6, 6])
    const positions = Object.values(found!).flatMap(boards => boards.map(({ position }) => position))
    expect(new Set(positions).size).toBe(18)
    const { summary } = view.report!
    expect(summary!.mean).toBe(summary!.fitness)
    expect(summary!.mean * 24).toBeCloseTo(Math.round(summary!.mean * 24), 9)
    expect(summary!.interval[0]).toBeLessThan(summary!.mean)
    expect(summary).toMatchObject({ always: null, reach: {} })
    const origin = view.originReport!.summary!
    expect(view.gain!.difference).toBeCloseTo(summary!.mean - origin.mean, 9)
  })

  test('of a clone finds boards of its own; given boards stay', async () => {
    const store = await openWriter()
    const { tuning } = tuningWith({ store, pool: open() })
    const short = phases({ budget: { kind: 'evaluations', count: 1 } })
    const { id } = await tuning.start(short)
    await tuning.idle()
    const first = (await tuning.runs.view(id)).config.objective as WallObjective
    const given = first.walls.found!.search
    await tuning.clone(id, 5)
    await tuning.start({ ...short, objective: { ...short.objective, walls: { ...short.objective.walls, given } } })
    await tuning.idle()
    const walls = await Promise.all(
      [2, 3].map(async id => ((await tuning.runs.view(id)).config.objective as WallObjective).walls),
    )
    expect(walls[0]!.found!.search).not.toEqual(given)
    expect(walls[1]!.found).toEqual({ ...first.walls.found, search: given })
  })

  test('whose origin never comes to such boards fails, and names the field', async () => {
    const store = await openWriter()
    const { tuning } = tuningWith({ store, pool: open() })
    const weak = makeEvaluator('thesis', { h1: 0, h2: 0, h3: 0, h4: 0 })
    const tuned = [{ id: 'h2', min: 0, max: 1, scale: 'linear' }] as const
    const { id } = await tuning.start(
      phases({}, { evaluator: weak, tuned, walls: { multiple: 2048, walls: 4, leastSum: 0, boards: 6 } }),
    )
    await tuning.idle()
    const { state, error } = await tuning.runs.view(id)
    expect([state, error?.code, error?.detail?.['field']]).toEqual(['failed', 'BAD_SETTING', 'objective.walls.boards'])
    expect(error?.message).toMatch(/1000 games .* had 0 such boards, not 6/)
  })
})

describe('an evaluation of phases', () => {
  async function evaluate(pool: RunPool, config: TuningConfig<WallObjective>): Promise<Evaluated[]> {
    const told: Evaluated[] = []
    const candidates = optimizerOf(config).ask()
    await new PoolObjective(pool, config.objective, config.seed).evaluate(candidates, each => told.push(each), never)
    return told.sort((a, b) => a.candidate.id - b.candidate.id)
  }

  test('whose phase is lost begins again, once, and comes to the same; lost again it has failed', async () => {
    const pool = open()
    const config = (await withBoards(pool, phases({}, { racing: 'off' }), never))!
    const undisturbed = await evaluate(pool, config)
    /** Reports the first phase of the first candidate as lost. */
    const losing = (times: number): RunPool => {
      let left = times
      let first: unknown
      return {
        playTasks: () => Promise.reject(new Error('none are asked for')),
        playMatches: () => Promise.reject(new Error('none are asked for')),
        playPassages(player, passages, onPassage, options) {
          first ??= player.evaluator
          const lost = new LabError('WORKER_LOST', 'the thread died')
          const take: typeof onPassage = (passed, i) =>
            player.evaluator === first && i === 0 && left-- > 0 ? options!.onLost!(i, lost) : onPassage(passed, i)
          return pool.playPassages(player, passages, take, options)
        },
      }
    }
    const once = await evaluate(losing(1), config)
    expect(once.map(({ result }) => result)).toEqual(undisturbed.map(({ result }) => result))
    expect(once.map(({ retried }) => retried)).toEqual(once.map((_, i) => i === 0))
    const twice = await evaluate(losing(2), config)
    expect(twice[0]).toMatchObject({ result: undefined, error: 'the thread died', retried: true })
    expect(twice.slice(1).every(({ result }) => result)).toBe(true)
  })
})

describe('lab tune --objective walls', () => {
  const FLAGS = ['tune', '--objective', 'walls', '--profile', 'power', '--depth', '0']

  test('takes its flags, as a file would say them', async () => {
    const flags = ['--multiple', '1024', '--walls', '2', '--least-sum', '4000', '--boards', '10', '--continuations', '3']
    const more = ['--tune', 'zero,sum', '--optimizer', 'cmaes', '--iterations', '4', '--validate', '50', '--seed', '9']
    const { code, stdout, stderr } = await lab([...FLAGS, ...flags, '--print-config'])
    expect([code, stderr]).toEqual([0, ''])
    const { objective } = parseTuning(stdout, 'printed')
    expect(objective).toMatchObject({
      ...{ kind: 'walls', depth: 0, games: 30, fitness: { kind: 'survival' }, seeds: 'fixed', racing: { every: 10 } },
      walls: { multiple: 1024, walls: 2, leastSum: 4000, boards: 10 },
    })
    const ids = objective.tuned.map(({ id }) => id)
    const named = [...FLAGS, ...more.map(word => (word === 'zero,sum' ? ids.slice(0, 2).join(',') : word)), '--print-config']
    expect(parseTuning((await lab(named)).stdout, 'printed')).toMatchObject({
      ...{ seed: 9, optimizer: { kind: 'cmaes' }, budget: { count: 4 }, validation: { games: 50 } },
      objective: { tuned: ids.slice(0, 2).map(id => ({ id })), racing: 'off' },
    })
  })

  test('leaves the expert out, and says so', async () => {
    const { stdout, stderr } = await lab(['tune', '--objective', 'walls', '--profile', 'strongest', '--print-config'])
    expect(stderr).toMatch(/The expert of strongest is left out/)
    expect((parseTuning(stdout, 'printed').objective as WallObjective).settings.expert).toBeUndefined()
  })

  test.each([
    [['tune', '--preset', 'thesis-1', '--boards', '3'], /^lab: --boards: belongs to --objective walls/],
    [[...FLAGS, '--tune', 'h9'], /^lab: tune: "h9" is no weight of power/],
    [[...FLAGS, '--boards', 'none.jsonl'], /none[.]jsonl/],
  ])('refuses %j by name', async (args, message) => {
    const { code, stderr } = await lab(args)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(message)
  })

  test('plays the boards of a saved wall test', async () => {
    const home = newFolder()
    const file = join(home, 'walls.jsonl')
    const test = ['--profile', 'power', '--depth', '0', '--walls', '1', '--boards', '6', '--continuations', '1', '--seed', '3']
    expect((await lab(['walls', ...test, '--save', file, '--home', home])).code).toBe(0)
    const { code, stdout, stderr } = await lab([...FLAGS, '--boards', file, '--home', home, '--print-config'])
    expect([code, stderr]).toEqual([0, ''])
    const { walls, games } = parseTuning(stdout, 'printed').objective as WallObjective
    const saved = readFileSync(file, 'utf8')
    expect([walls.walls, walls.given!.length, games]).toEqual([1, 6, 24])
    expect(walls.given!.every(({ position }) => saved.includes(position))).toBe(true)
  })

  test('its best is a profile, and what it shows counts phases', async () => {
    const home = newFolder()
    writeFileSync(join(home, 'run.json'), makeTuning(phases()))
    expect((await lab(['tune', '--config', join(home, 'run.json'), '--home', home, '--json'])).code).toBe(0)
    const shown = (await lab(['tune', 'show', '1', '--home', home])).stdout
    expect(shown).toMatch(/validated: candidate \d+ on 24 unseen phases +\d+[.]\d % +\[\d+[.]\d % – \d+[.]\d %\]/)
    expect(shown).toMatch(/survival of 12 phases +\d+[.]\d %/)
    expect(shown).toMatch(/difference +−?\d+[.]\d\spp/)
    expect(shown).toMatch(/would look about \d+[.]\d\spp \[\d+[.]\d\spp – \d+[.]\d\spp\] too good/)
    expect(jsonLines<{ unit: string }>(await lab(['tune', 'list', '--home', home, '--json']))[0]!.unit).toBe('phase')
    const text = (await lab(['tune', 'export', '1', '--format', 'profile', '--home', home])).stdout
    const profile = parseProfile(text, 'exported')
    expect(profile.statistics).toBeUndefined()
    expect(profile.notes).toMatch(/It survived .* of 24 phases of the wall test, from 6 boards just before multiples of 512/)
  })
})
