/** Runs that the lab made before reassessment and grid search went: tests/golden/store/README.md. */
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { makeTuning, parseTuning } from '../../../../src/core/contract/files'
import { renewed } from '../../../../src/core/contract/tuning/tuningConfig'
import { dataFile } from '../../../../src/main/store/opening'
import { cleanUp, newFolder, openWriter } from '../../store/storeSupport'
import { headPool, outcomeOf, simulated, tuningWith } from './tuningSupport'

afterEach(cleanUp)

const FILE = fileURLToPath(new URL('../../../golden/store/earlier-runs.db', import.meta.url))

async function open() {
  const folder = newFolder()
  copyFileSync(FILE, dataFile(folder))
  const store = await openWriter(folder)
  return { store, ...tuningWith({ store, pool: headPool(), objective: simulated() }) }
}

const RETIRED = [
  [1, 'reassessment', { state: 'finished', evaluations: 42, planned: 42, progress: 1 }, 7942.3345112371635],
  [2, 'reassessment', { state: 'paused', evaluations: 20, planned: 40 }, null],
  [3, 'grid search', { state: 'finished', evaluations: 16, planned: 16, progress: 1 }, 430],
  [4, 'grid search', { state: 'paused', evaluations: 9, planned: 16 }, null],
  [5, 'reassessment', { state: 'finished', evaluations: 38, planned: 38, progress: 1 }, 8975.248041996338],
] as const

describe.each(RETIRED)('run %i, of an earlier lab with %s,', (id, name, facts, fitness) => {
  test('opens and is exported with all that it had', async () => {
    const { tuning } = await open()
    const view = await tuning.runs.view(id)
    expect(view).toMatchObject(facts)
    expect(view.chosenFitness).toBe(fitness)
    expect(view.best).not.toBeNull()
    expect(Object.keys((await tuning.runs.weights(id)).weights)).toEqual(['h1', 'h2', 'h3', 'h4'])
    const { rows, total } = await tuning.runs.evaluations({ run: id, sort: 'id', descending: false, offset: 0, limit: 100 })
    expect([rows.length, total]).toEqual([facts.evaluations, facts.evaluations])
    expect((await tuning.runs.columns({ id, points: 100 })).evaluations.length).toBe(view.iterations)
    expect(() => parseTuning(makeTuning(view.config), 'f')).toThrow(name)
    expect(parseTuning(makeTuning(renewed(view.config)), 'f').objective).toEqual(view.config.objective)
  })

  test('computes no more, and says why', async () => {
    const { tuning, store } = await open()
    const before = await outcomeOf(store, id)
    const refused = { code: 'BAD_REQUEST', message: expect.stringContaining(`Run ${id} uses ${name}`) as string }
    await expect(tuning.resume(id)).rejects.toMatchObject(refused)
    await expect(tuning.extend(id, 5)).rejects.toMatchObject(refused)
    await expect(tuning.clone(id)).rejects.toMatchObject(refused)
    await expect(tuning.validate(id)).rejects.toMatchObject(refused)
    expect(await outcomeOf(store, id)).toEqual(before)
  })
})

test.each([
  [6, 7],
  [8, 9],
])('run %i, which switched off what went, ends as run %i did', async (paused, whole) => {
  const { tuning, store } = await open()
  await tuning.resume(paused)
  await tuning.idle()
  const found = await tuning.runs.view(paused)
  const known = await tuning.runs.view(whole)
  expect(found.config).not.toHaveProperty('optimizer.reassess')
  for (const field of ['state', 'evaluations', 'best', 'validated', 'gain', 'luck', 'chosenFitness'] as const)
    expect(found[field], field).toEqual(known[field])
  const rows = (id: number) => tuning.runs.evaluations({ run: id, sort: 'id', descending: false, offset: 0, limit: 100 })
  expect((await rows(paused)).rows).toEqual((await rows(whole)).rows)
  expect((await store.runs.get(paused))!.state).toBe('finished')
})

test('a run without particles that raced resumes and is extended', async () => {
  const { tuning, failures } = await open()
  await tuning.resume(10)
  await tuning.idle()
  await tuning.extend(10, 1)
  await tuning.idle()
  expect(failures).toEqual([])
  expect(await tuning.runs.view(10)).toMatchObject({ state: 'finished', evaluations: 30 })
})

test('rows say which runs only an earlier lab can continue: exactly those are not resumed', async () => {
  const { tuning } = await open()
  const refused: number[] = []
  const rows = await tuning.runs.list()
  for (const { id } of rows) {
    await tuning.resume(id).catch(() => refused.push(id))
    await tuning.pause(id)
  }
  expect(rows.filter(({ retired }) => retired).map(({ id }) => id)).toEqual(refused)
  expect(refused).toContain(2)
})
