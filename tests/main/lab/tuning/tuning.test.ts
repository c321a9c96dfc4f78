/** The service of tuning runs, over a real store; the games are simulated. */
import { once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ValidationView } from '../../../../src/core/contract/calls'
import { LabError } from '../../../../src/core/errors'
import { confidenceSequence } from '../../../../src/core/stats/confidenceSequence'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import type { TuningOptions } from '../../../../src/main/lab/tuning/tuning'
import type { Store } from '../../../../src/main/store/store'
import { runs } from '../../../setup/extent'
import { cleanUp, damage, edit, newFolder, openWriter } from '../../store/storeSupport'
import { headPool, outcomeOf, simulated, smallConfig, tuningWith, type SimulationOptions } from './tuningSupport'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(cleanUp)

async function open(options: Partial<Parameters<typeof tuningWith>[0]> = {}, folder = newFolder()) {
  const store = await openWriter(folder)
  return { store, folder, ...tuningWith({ store, pool: headPool(), objective: simulated(), ...options }) }
}

const outcomes = new Map<string, unknown>()

/** What a run of this configuration comes to when nobody touches it. */
async function undisturbed(config = smallConfig()): Promise<unknown> {
  const key = JSON.stringify(config)
  if (!outcomes.has(key)) {
    const { store, id } = await finished(config)
    outcomes.set(key, await outcomeOf(store, id))
  }
  return outcomes.get(key)
}

async function finished(config: TuningConfig = smallConfig(), options: Parameters<typeof open>[0] = {}) {
  const lab = await open(options)
  const { id } = await lab.tuning.start(config)
  await lab.tuning.idle()
  return { ...lab, id }
}

/** Evaluates nothing until it is let go, or the run is paused. */
function held() {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const objective: TuningOptions['objective'] = config => ({
    async evaluate(candidates, onEvaluated, signal) {
      if (!signal.aborted) await Promise.race([promise, once(signal, 'abort')])
      return simulated()(config).evaluate(candidates, onEvaluated, signal)
    },
  })
  return { objective, letGo }
}

/** Enough for a choice between contenders. */
const SHORT = smallConfig({ budget: { kind: 'iterations', count: 2 } })

describe('a run', () => {
  test('searches to the end of its budget, chooses between its contenders, and reports on games that chose nothing', async () => {
    const { store, tuning, rows, id } = await finished()
    const view = await tuning.runs.view(id)
    expect(view).toMatchObject({
      state: 'finished',
      iterations: 12,
      evaluations: 96,
      planned: 96,
      games: 192,
      progress: 1,
      error: null,
    })
    const selection = view.validations.filter(({ purpose }) => purpose === 'select')
    const chosen = selection.reduce((best, each) => (each.summary!.fitness > best.summary!.fitness ? each : best))
    const report = view.validations.filter(({ purpose }) => purpose === 'report')
    expect(selection.map(({ games, done }) => [games, done])).toEqual(Array.from({ length: 5 }, () => [4, 4]))
    expect(report.map(({ subject, candidate, games }) => [subject, candidate, games])).toEqual([
      ['candidate', chosen.candidate, 20],
      ['origin', null, 20],
    ])
    expect(view.validated).toEqual({
      candidate: chosen.candidate,
      weights: chosen.weights,
      games: 20,
      mean: report[0]!.summary!.mean,
      interval: report[0]!.summary!.interval,
      always: report[0]!.summary!.always,
    })
    expect(view.gain!.difference).toBeCloseTo(report[0]!.summary!.mean - report[1]!.summary!.mean, 9)
    expect(rows.at(-1)).toMatchObject({ id, state: 'finished' })

    // it is stored evaluation by evaluation, with the weights that were asked
    const all = await store.evaluations.range(id, 0, 1000)
    expect(all.map(each => each.id)).toEqual(Array.from({ length: 96 }, (_, i) => i))
    const { config, best } = view
    const fittest = all.reduce((a, b) => (b.fitness! > a.fitness! ? b : a))
    expect(best).toMatchObject({ id: fittest.id, fitness: fittest.fitness })
    const top = await tuning.runs.evaluations({ run: id, sort: 'fitness', descending: true, offset: 0, limit: 3 })
    expect(top.total).toBe(96)
    expect(top.rows[0]).toMatchObject({ id: fittest.id, weights: config.objective.tuned.map(each => best!.weights[each.id]) })
  })

  test('ends with the same result however often it is paused, and wherever', async () => {
    const expected = await undisturbed()
    let left = 5
    const { store, tuning } = await open({
      objective: simulated({ before: () => void (left-- === 0 && void tuning.pause(1).then(() => tuning.resume(1))) }),
    })
    const { id } = await tuning.start(smallConfig())
    for (let pauses = 0; pauses < runs(3, 8); pauses++) {
      await tuning.idle()
      left = 1 + ((pauses * 7) % 13)
      await tuning.resume(id)
    }
    left = -1
    for (let state = ''; state !== 'finished'; state = (await tuning.runs.view(id)).state) {
      await tuning.resume(id)
      await tuning.idle()
    }
    expect(await outcomeOf(store, id)).toEqual(expected)
  })

  test('continues from the stored data in another process that opens the folder', async () => {
    const expected = await undisturbed()
    const stop = Promise.withResolvers<void>()
    let left = 37
    const first = await open({ objective: simulated({ before: () => void (--left === 0 && stop.resolve()) }) })
    const { id } = await first.tuning.start(smallConfig())
    await stop.promise
    await first.tuning.close()
    await first.store.close()
    const second = await open({}, first.folder)
    expect(await second.tuning.runs.list()).toMatchObject([{ id, state: 'paused', iterations: 4 }])
    await second.tuning.resume(id)
    await second.tuning.idle()
    expect(await outcomeOf(second.store, id)).toEqual(expected)
  })

  describe('whose checkpoint is damaged', () => {
    /** Stopped after so many evaluations, and damaged. */
    async function damagedAfter(count: number, config: TuningConfig, sql = ''): Promise<string> {
      const stop = Promise.withResolvers<void>()
      let left = count
      const failing = ({ id }: { readonly id: number }) => (id % 7 === 3 ? 'failed' : undefined)
      const before = (candidate: { readonly id: number }) => {
        if (left-- === 0) stop.resolve()
        return failing(candidate)
      }
      const { tuning, store, folder } = await open({ objective: simulated({ before }) })
      await tuning.start(config)
      await stop.promise
      await tuning.close()
      await store.close()
      damage(folder, `UPDATE checkpoints SET snapshot = json_set(snapshot, '$.batchMs', 1); ${sql}`)
      return folder
    }
    const objective = () => simulated({ before: ({ id }) => (id % 7 === 3 ? 'failed' : undefined) })

    test.each<[string, number, TuningConfig]>([
      ['of a swarm', 37, smallConfig()],
      ['of CMA-ES', 40, smallConfig({ optimizer: { kind: 'cmaes', population: 6, sigma: 0.3 } })],
    ])('%s ends as if it had not been', async (_, count, config) => {
      const whole = await finished(config, { objective: objective() })
      const { tuning, store, failures } = await open({ objective: objective() }, await damagedAfter(count, config))
      await tuning.resume(1)
      await tuning.idle()
      expect(failures).toEqual([])
      expect(await outcomeOf(store, 1)).toEqual(await outcomeOf(whole.store, 1))
    })

    test('chooses between the contenders that it had', async () => {
      const { tuning, store } = await open({ objective: objective() }, await damagedAfter(37, smallConfig()))
      await tuning.validate(1)
      await tuning.idle()
      expect((await store.runs.get(1))!.validated).not.toBeNull()
    })

    test.each([
      [
        'a lost evaluation',
        'UPDATE evaluations SET fitness = fitness + 1 WHERE id = 12',
        /of the \d+ evaluations .* only \d+ are left/,
      ],
      ['other weights', '', /evaluation 0 has other weights/],
    ])('and %s ends it with the reason, and changes nothing', async (_, sql, says) => {
      const folder = await damagedAfter(37, smallConfig(), sql)
      if (!sql) edit(folder, `DELETE FROM checkpoints; UPDATE runs SET config = json_set(config, '$.seed', 8)`)
      const { tuning, store } = await open({ objective: objective() }, folder)
      const before = (await store.runs.get(1))!.evaluations
      await tuning.resume(1)
      await tuning.idle()
      const { state, error, evaluations } = (await store.runs.get(1))!
      expect([state, evaluations, error!.code]).toEqual(['failed', before, 'BAD_STORE'])
      expect(error!.message).toMatch(says)
      expect(error!.message).toMatch(/checkpoint is lost, .* Clone the run/)
    })
  })

  test('that is extended continues as if it had been meant to be longer, and is validated again', async () => {
    const { store, tuning } = await open()
    const { id } = await tuning.start(smallConfig({ budget: { kind: 'iterations', count: 5 } }))
    await tuning.idle()
    await tuning.extend(id, 7)
    await tuning.idle()
    const [extended, whole] = [await outcomeOf(store, id), await undisturbed()] as {
      evaluations: unknown
      iterations: unknown
      optimizer: unknown
    }[]
    expect(extended!.evaluations).toEqual(whole!.evaluations)
    expect(extended!.iterations).toEqual(whole!.iterations)
    expect(extended!.optimizer).toEqual(whole!.optimizer)
    const { validations, validated, budget, looks } = await tuning.runs.view(id)
    expect(budget.count).toBe(12)
    const reports = validations.filter(({ purpose, subject }) => purpose === 'report' && subject === 'candidate')
    expect(reports.map(({ iteration }) => iteration)).toEqual([5, 12])
    expect(validated!.candidate).toBe(reports[1]!.candidate)
    expect(looks).toBe(2)
    expect(validations.filter(({ subject }) => subject === 'origin')).toHaveLength(1) // the same games again
  })

  test('whose evaluation failed continues, and counts it', async () => {
    const before: SimulationOptions['before'] = ({ id }) => (id % 10 === 3 ? 'failed' : undefined)
    const { tuning, id } = await finished(smallConfig(), { objective: simulated({ before }) })
    expect(await tuning.runs.view(id)).toMatchObject({ state: 'finished', evaluations: 96, failed: 10, retried: 10 })
    const failed = await tuning.runs.evaluations({ run: id, sort: 'id', descending: false, offset: 0, limit: 50, failed: true })
    expect(failed.rows.map(row => [row.id, row.fitness, row.error])).toEqual(
      Array.from({ length: 10 }, (_, i) => [10 * i + 3, null, 'lost']),
    )
  })

  test('that something else ended says why, and can be taken up again', async () => {
    let broken = true
    const { tuning, failures, store } = await open({
      objective: simulated({
        before: ({ id }) => {
          if (broken && id === 20) throw new LabError('KERNEL_BROKEN', 'the kernel is gone')
        },
      }),
    })
    const { id } = await tuning.start(smallConfig())
    await tuning.idle()
    expect(await tuning.runs.view(id)).toMatchObject({ state: 'failed', error: { code: 'KERNEL_BROKEN' }, evaluations: 20 })
    expect(failures).toMatchObject([{ code: 'KERNEL_BROKEN' }])
    broken = false
    await tuning.resume(id)
    await tuning.idle()
    expect(await outcomeOf(store, id)).toEqual(await undisturbed())
  })

  test('that can store nothing any more, not even that it failed, has failed all the same', async () => {
    const store = await openWriter()
    let full = false
    let fills = true
    const ifRoom = async <T>(write: () => Promise<T>): Promise<T> => {
      if (full) throw new LabError('STORE_FULL', 'no room')
      return write()
    }
    const runs: Store['runs'] = {
      ...store.runs,
      advance: (id, advance) => ifRoom(() => store.runs.advance(id, advance)),
      change: (id, changes) => ifRoom(() => store.runs.change(id, changes)),
    }
    const before = ({ id }: { readonly id: number }) => void (full ||= fills && id === 20)
    const jobs = new Jobs(() => undefined)
    const { tuning, rows } = await open({ jobs, store: { ...store, runs }, objective: simulated({ before }) })
    const { id } = await tuning.start(smallConfig())
    await tuning.idle()
    expect(rows.at(-1)).toMatchObject({ state: 'failed' })
    expect(jobs.list).toEqual([])
    const failed = { state: 'failed', error: { code: 'STORE_FULL' } }
    expect((await store.runs.get(id))!.state).toBe('running')
    expect(await tuning.runs.view(id)).toMatchObject(failed)
    expect(await tuning.runs.list()).toMatchObject([failed])
    expect(await tuning.pause(id)).toMatchObject(failed)
    await expect(tuning.resume(id)).rejects.toMatchObject({ code: 'STORE_FULL' })
    full = fills = false
    expect(await tuning.rename(id, 'Another')).toMatchObject({ name: 'Another', ...failed })
    expect(await tuning.resume(id)).toMatchObject({ state: 'queued', error: null })
    await tuning.idle()
    expect(await outcomeOf(store, id)).toEqual(await undisturbed())
  })

  test('is refused before anything is stored, with the field named', async () => {
    const { tuning } = await open()
    const config = smallConfig({ budget: { kind: 'iterations', count: 1e12 } })
    await expect(tuning.start(config)).rejects.toMatchObject({ code: 'BAD_SETTING', detail: { field: 'budget.count' } })
    expect(await tuning.runs.list()).toEqual([])
  })
})

test('a run that several resume at once waits in line once, and a pause then holds', async () => {
  const { tuning, rows } = await open({ objective: held().objective })
  const { id } = await tuning.start(smallConfig())
  await tuning.pause(id)
  await Promise.all([tuning.resume(id), tuning.resume(id), tuning.resume(id)])
  await tuning.pause(id)
  await tuning.idle()
  expect((await tuning.runs.view(id)).state).toBe('paused')
  expect(rows.filter(({ state }) => state === 'queued').length).toBeLessThanOrEqual(4) // two of each entry into the line
})

describe('several runs', () => {
  test('wait in line: one computes at a time, in the order they were started', async () => {
    const computing = new Set<number>()
    const most: number[] = []
    const { objective, letGo } = held()
    const { tuning, rows } = await open({
      objective,
      onRow: row => (row.state === 'running' ? computing.add(row.id) : computing.delete(row.id), most.push(computing.size)),
    })
    const ids = []
    for (const seed of [1, 2, 3]) ids.push((await tuning.start({ ...SHORT, seed })).id)
    expect((await tuning.runs.list()).map(({ state }) => state)).toEqual([
      'queued',
      'queued',
      expect.stringMatching(/queued|running/),
    ])
    expect((await tuning.runs.list()).map(({ ahead }) => ahead)).toEqual([1, 0, undefined])
    letGo()
    await tuning.idle()
    expect((await tuning.runs.list()).map(({ ahead }) => ahead)).toEqual([undefined, undefined, undefined])
    expect(Math.max(...most)).toBe(1)
    const ended = (await tuning.runs.list()).toReversed()
    expect(ended.map(({ id, state }) => [id, state])).toEqual(ids.map(id => [id, 'finished']))
    expect(ended.map(each => each.ended)).toEqual(ended.map(each => each.ended).toSorted((a, b) => a! - b!))
    expect(rows).toEqual([])
  })

  test('lose one that is paused or stopped while it waits, and it can be taken up again', async () => {
    const { objective, letGo } = held()
    const { tuning } = await open({ objective })
    const [first, second, third] = [
      await tuning.start(SHORT),
      await tuning.start({ ...SHORT, seed: 2 }),
      await tuning.start({ ...SHORT, seed: 3 }),
    ]
    expect(await tuning.pause(second.id)).toMatchObject({ state: 'paused' })
    expect(await tuning.stop(third.id)).toMatchObject({ state: 'stopped' })
    letGo()
    await tuning.idle()
    const states = async () => (await tuning.runs.list()).toReversed().map(({ state }) => state)
    expect(await states()).toEqual(['finished', 'paused', 'stopped'])
    await tuning.resume(second.id)
    await tuning.resume(third.id)
    await tuning.idle()
    expect(await states()).toEqual(['finished', 'finished', 'finished'])
    expect(first.id).toBe(1)
  })

  test('are deleted with undo; one that computes rests first', async () => {
    const { tuning, rows } = await open()
    const { id } = await tuning.start(smallConfig({ budget: { kind: 'iterations', count: 1000 } })) // longer than anybody looks away
    await vi.waitFor(async () => expect((await tuning.runs.view(id)).evaluations).toBeGreaterThan(10), 30_000)
    expect(await tuning.remove([id, 77])).toBe(1)
    expect(rows.at(-1)).toMatchObject({ id, deleted: true })
    expect(await tuning.runs.list()).toEqual([])
    await expect(tuning.runs.view(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await tuning.restore([77, id])).toBe(1)
    expect(rows.at(-1)).toMatchObject({ id, deleted: false, state: 'paused' })
  })

  test('that are left by a lab that was killed rest', async () => {
    const { store, folder, id } = await finished(SHORT)
    await store.runs.change(id, { state: 'running' })
    await store.close()
    const second = await open({}, folder)
    expect(await second.tuning.runs.list()).toMatchObject([{ state: 'paused' }])
  })
})

describe('a clone', () => {
  test('is the same run with another seed, from the beginning', async () => {
    const { store, tuning, id } = await finished(SHORT)
    const clone = await tuning.clone(id, 8)
    const drawn = await tuning.clone(id)
    await tuning.idle()
    expect(drawn.config).toEqual({ ...SHORT, seed: 99 })
    expect(await outcomeOf(store, clone.id)).toEqual(await undisturbed({ ...SHORT, seed: 8 }))
  })
})

describe('validation', () => {
  test('by hand is added to a run that rests, on games that nothing else plays; what was chosen stays the best', async () => {
    const { tuning, store, id } = await finished(SHORT)
    const chosen = (await tuning.runs.view(id)).validated!
    const others = [4, 9, 4].map(each => (each === chosen.candidate ? 11 : each))
    await tuning.validate(id, others.slice(0, 2), 30)
    await tuning.idle()
    await tuning.validate(id, others.slice(2))
    await tuning.idle()
    const { state, validations, validated, gain } = await tuning.runs.view(id)
    expect(state).toBe('finished')
    const byHand = validations.filter(each => each.byHand)
    expect(byHand.map(({ subject, candidate, games, done }) => [subject, candidate, games, done])).toEqual([
      ['candidate', others[0], 30, 30],
      ['candidate', others[1], 30, 30],
      ['candidate', others[2], 20, 20],
    ])
    expect(validated).toEqual(chosen)
    expect(gain).not.toBeNull()
    const seeds = (await store.validations.list(id)).map(({ from, games }) => [from, games])
    // 20 of the report and the origin, 4 of each contender, and then those by hand one after the other
    expect(seeds).toEqual([...Array.from({ length: 5 }, () => [20, 4]), [0, 20], [0, 20], [24, 30], [54, 30], [84, 20]])
  })

  test.each([1, 5])(
    'of a candidate while the best is being chosen does not end the choice (after %i of its parts)',
    async parts => {
      const pool = headPool()
      let choices = 0
      const { tuning, store } = await open({
        pool: {
          ...pool,
          playTasks: (rules, tasks, ...rest) => {
            if (tasks.length === 4 && ++choices === parts) void tuning.pause(1)
            return pool.playTasks(rules, tasks, ...rest)
          },
        },
      })
      const { id } = await tuning.start(SHORT)
      await tuning.idle()
      const paused = await tuning.runs.view(id)
      expect([paused.state, paused.validated]).toEqual(['paused', null])
      const undisturbed = await finished(SHORT)
      const expected = (await undisturbed.tuning.runs.view(1)).validated!
      // the one that will be chosen, and one that will not
      const other = paused.validations.find(({ candidate }) => candidate !== expected.candidate)!.candidate!
      await tuning.validate(id, [other, expected.candidate])
      await tuning.pause(id)
      await tuning.resume(id)
      await tuning.idle()
      const { state, validated, validations } = await tuning.runs.view(id)
      expect([state, validated]).toEqual(['finished', expected])
      expect(validations.map(({ purpose, candidate, byHand }) => [purpose, candidate, byHand]).slice(5)).toEqual([
        ['report', other, true],
        ['report', expected.candidate, true],
        ['report', expected.candidate, false],
        ['report', null, false],
      ])
      const reports = (await store.validations.list(id)).slice(5)
      expect(reports.map(({ from }) => from)).toEqual([24, 44, 0, 0])
    },
  )

  test('of a run that rests before its end chooses where it stands, and the run continues as if it had not', async () => {
    let left = 30
    const { tuning, store } = await open({
      objective: simulated({ before: () => void (--left === 0 && void tuning.pause(1)) }),
    })
    const { id } = await tuning.start(smallConfig())
    await tuning.idle()
    await tuning.validate(id)
    await tuning.idle()
    const paused = await tuning.runs.view(id)
    expect(paused).toMatchObject({ state: 'paused', iterations: 3, report: { iteration: 3, byHand: false, done: 20 } })
    expect(paused.validations.map(({ purpose, subject }) => [purpose, subject])).toEqual([
      ...Array.from({ length: 5 }, () => ['select', 'candidate']),
      ['report', 'candidate'],
      ['report', 'origin'],
    ])
    await tuning.resume(id)
    await tuning.idle()
    const [disturbed, expected] = [await outcomeOf(store, id), await undisturbed()] as Record<string, object>[]
    // but that it was looked at once more
    const validated = { ...(expected!['run'] as { readonly validated: object }).validated, looks: 2 }
    expect(disturbed!['run']).toEqual({ ...expected!['run'], validated })
    expect(disturbed!['optimizer']).toEqual(expected!['optimizer'])
  })

  test('says of a mean and of a gain what holds at every look; a profile of several looks has that interval', async () => {
    const { tuning, store, id } = await finished(SHORT)
    const { report, originReport, gain } = await tuning.runs.view(id)
    const scoresOf = async (each: ValidationView) => (await store.validations.games(each.id)).map(({ score }) => score)
    const [best, origin] = [await scoresOf(report!), await scoresOf(originReport!)]
    expect(report!.summary!.always).toEqual(confidenceSequence(best))
    expect(gain!.always).toEqual(confidenceSequence(best.map((score, i) => score - origin[i]!)))
    const intervalNow = async () => (await tuning.runs.profile({ id, name: 'mine' })).statistics!.interval
    expect(await intervalNow()).toEqual(report!.summary!.interval)
    await tuning.validate(id, [report!.candidate!])
    await tuning.idle()
    expect((await tuning.runs.view(id)).looks).toBe(2)
    expect(await intervalNow()).toEqual(report!.summary!.always)
  })

  test('makes a profile that says where it comes from and what it is worth; it needs candidates that are there', async () => {
    const { tuning, id } = await finished(SHORT)
    const { validated } = await tuning.runs.view(id)
    await expect(tuning.validate(id, [1000])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const other = validated!.candidate === 5 ? 6 : 5
    await expect(tuning.runs.profile({ id, candidate: other, name: 'mine' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const profile = await tuning.runs.profile({ id, name: 'mine' })
    expect(profile).toMatchObject({
      name: 'mine',
      title: 'A small one',
      evaluator: { family: 'thesis', parameters: validated!.weights },
      settings: smallConfig().objective.settings,
      depth: 0,
      origin: { kind: 'tuned', seeds: [7], stamp: { version: '0.0.0', kernel: 'abc' } },
      statistics: { games: 20, mean: validated!.mean, interval: validated!.interval },
    })
    expect(profile.notes).toContain('"format": "2048-lab-tuning"')
    expect(profile.notes).toContain('`lab bench 20 --profile mine --validation --seed 7 --max-slides 60`')
  })

  test('makes a profile of another candidate only when it is named, which says that it was validated by hand', async () => {
    const { tuning, id } = await finished(SHORT)
    const { validated } = await tuning.runs.view(id)
    const other = validated!.candidate === 4 ? 9 : 4
    await tuning.validate(id, [other, 12], 25)
    await tuning.idle()
    expect(((await tuning.runs.profile({ id, name: 'mine' })).evaluator as TermEvaluator).parameters).toEqual(validated!.weights)
    const profile = await tuning.runs.profile({ id, name: 'mine', candidate: other })
    const report = (await tuning.runs.view(id)).validations.find(each => each.byHand && each.candidate === other)!
    expect(profile).toMatchObject({
      evaluator: { parameters: report.weights },
      origin: { source: expect.stringContaining(`candidate ${other}, validated by hand (one of 2 validations)`) as string },
      statistics: { games: 25, mean: report.summary!.mean, seeds: 'validation', from: 24 },
    })
    expect(profile.notes).toContain('not chosen by the run')
    expect(profile.notes).toContain('`lab bench 25 --profile mine --validation --from 24 --seed 7 --max-slides 60`')
  })
})
