import { afterEach, expect, test, vi } from 'vitest'
import { makeShared, parseShared, type SharedRun, type SharedRuns } from '../../../../src/core/contract/files'
import { cleanUp, openWriter } from '../../store/storeSupport'
import { headPool, outcomeOf, simulated, smallConfig, tuningWith } from './tuningSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure
afterEach(cleanUp)

async function open(options: Partial<Parameters<typeof tuningWith>[0]> = {}) {
  const store = await openWriter()
  return { store, ...tuningWith({ store, pool: headPool(), objective: simulated(), ...options }) }
}

/** Through the text of a file. */
function sent(run: SharedRun): SharedRun {
  return (parseShared(makeShared({ kind: 'runs', runs: [run] }), 'a file') as SharedRuns).runs[0]!
}

const before = ({ id }: { readonly id: number }) => (id % 10 === 3 ? 'failed' : undefined)

test('a run that is shared is the same in another lab: evaluations, batches, validations, best and state', async () => {
  const first = await open({ objective: simulated({ before }) })
  const { id } = await first.tuning.start(smallConfig())
  await first.tuning.idle()
  const second = await open()
  await second.tuning.start(smallConfig({ seed: 8, budget: { kind: 'iterations', count: 1 } })) // its number is another
  await second.tuning.idle()
  const received = await second.tuning.receive(sent(await first.tuning.share(id)))
  expect(received).toMatchObject({ id: 2, state: 'finished', retried: 10, name: 'A small one' })
  expect(await outcomeOf(second.store, 2)).toEqual(await outcomeOf(first.store, id))
  const again = sent(await first.tuning.share(id))
  expect((await second.tuning.receive(again)).id).toBe(2) // opened again
  const slower = again.evaluations.replaceAll(/,\d+,(null|"[^"]*")\]/g, ',99,$1]')
  expect(slower).not.toBe(again.evaluations)
  expect((await second.tuning.receive({ ...again, evaluations: slower })).id).toBe(2)
  const [line, ...rest] = again.evaluations.split('\n')
  const other = [line!.replace(/^\[0,[^,]+/, '[0,12345'), ...rest].join('\n')
  expect(other).not.toBe(again.evaluations)
  expect((await second.tuning.receive({ ...again, evaluations: other })).id).toBe(3) // same settings, other results
})

test('a run that is shared in the middle of a batch ends in another lab as it would have ended here', async () => {
  let count = 0
  const first = await open({
    objective: simulated({ before: () => void count++ }),
    onEvaluated: () => void (count === 30 && first.tuning.pause(1)),
  })
  const { id } = await first.tuning.start(smallConfig())
  await first.tuning.idle()
  const paused = await first.tuning.runs.view(id)
  expect([paused.state, paused.evaluations % 8]).toEqual(['paused', 6])
  const second = await open()
  await second.tuning.receive(sent(await first.tuning.share(id)))
  await second.tuning.resume(1)
  await second.tuning.idle()
  await first.tuning.resume(id)
  await first.tuning.idle()
  expect(await outcomeOf(second.store, 1)).toEqual(await outcomeOf(first.store, id))
})

const ROW = '[2,9000,300,9000,300,2,false,1,null]'

test.each<[string, (run: SharedRun) => SharedRun, string]>([
  [
    'an evaluation that the search does not make',
    run => ({ ...run, evaluations: run.evaluations.replace(/^\[0,/, '[7777,') }),
    'are none that this search makes',
  ],
  ['a line that is no JSON', run => ({ ...run, evaluations: `${run.evaluations}\n{` }), 'evaluations: line 17: '],
  [
    'a line of another form',
    run => ({ ...run, evaluations: run.evaluations.replace(/\[2,.*/, ROW.replace('9000', '"9000"')) }),
    'evaluations: line 3: 1: ',
  ],
  [
    'a validation of nothing in the run',
    run => ({ ...run, validations: [{ ...run.validations[0]!, candidate: 500 }] }),
    'validations.0: candidate: 500 is none of the run',
  ],
  [
    'games in no order',
    run => ({ ...run, validations: [{ ...run.validations[0]!, played: '[1,5,3,null,9,1]\n[1,5,3,null,9,1]' }] }),
    'validations.0: played: places are not in order',
  ],
])('%s is refused with its place, and nothing is stored', async (_, change, message) => {
  const first = await open()
  const { id } = await first.tuning.start(smallConfig({ budget: { kind: 'iterations', count: 2 } }))
  await first.tuning.idle()
  const second = await open()
  const hostile = change(sent(await first.tuning.share(id)))
  await expect(second.tuning.receive(hostile)).rejects.toMatchObject({
    code: 'BAD_FILE',
    message: expect.stringContaining(message) as string,
  })
  expect(await second.tuning.runs.list()).toEqual([])
})
