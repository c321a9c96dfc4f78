/** Calibrations of a profile, at all its limits. */
import { expect, test } from 'vitest'
import { h } from 'vue'
import type { CallName } from '../../../../src/core/contract/calls'
import type { CalibrationRow } from '../../../../src/core/contract/calls/calibrations'
import CalibrationPanel from '../../../../src/renderer/src/features/profiles/CalibrationPanel.vue'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { fakeLab, flushPromises, hello, later, mountScreen, PROFILES, refuse } from '../../helpers'

const [thesis, power] = PROFILES

const ROW: CalibrationRow = {
  ...{ id: 'aa', name: 'thesis, depth 2', profile: 'thesis', seed: 1, games: 200, played: 120, boards: 2300, playedOut: 0 },
  state: 'paused',
}

async function open(rows: readonly CalibrationRow[], answer: (name: CallName) => unknown = () => undefined) {
  const fake = fakeLab(name => (name === 'calibrations' ? rows : answer(name)), undefined, true)
  const screen = mountScreen(
    fake.lab,
    () => h(CalibrationPanel, { profile: thesis! }),
    () => useProfiles().greet(hello({ profiles: PROFILES })),
  )
  await flushPromises()
  const press = async (name: string) => {
    const found = screen.findAll('button').find(button => [button.text(), button.attributes('aria-label')].includes(name))!
    await found.trigger('click')
    await flushPromises()
  }
  return { ...fake, screen, press }
}

test('those of the profile at any limit are listed by their names, and those of deleted profiles; of other profiles none', async () => {
  const { screen } = await open([
    ROW,
    { ...ROW, id: 'bb', name: 'thesis, depth 5' },
    { ...ROW, id: 'cc', name: 'gone, depth 1', profile: 'gone' },
    { ...ROW, id: 'dd', name: 'other', profile: power!.name },
  ])
  expect(screen.get('h2').text()).toBe('thesis, depth 2')
  const options = screen.get('select[aria-label="Calibrations of this profile"]').findAll('option')
  expect(options.map(each => each.text())).toEqual(['thesis, depth 2', 'thesis, depth 5', 'gone, depth 1'])
})

test('a paused one at another limit is resumed, renamed and deleted', async () => {
  const { screen, press, asked } = await open([ROW], name => (name === 'deleteRuns' ? 1 : ROW))
  await press('Resume')
  expect(asked('resumeRun')).toEqual([{ kind: 'calibration', id: 'aa' }])
  await press('Rename')
  await screen.get('input.name').setValue('mine')
  await screen.get('input.name').trigger('keydown.enter')
  await flushPromises()
  expect(asked('renameRun')).toEqual([{ kind: 'calibration', id: 'aa', name: 'mine' }])
  await press('Delete')
  expect(asked('deleteRuns')).toEqual([{ kind: 'calibration', ids: ['aa'] }])
  expect(useToasts().list.map(({ title }) => title)).toEqual(['Deleted “thesis, depth 2”'])
})

test('the words follow the bar: games first, then the boards that are played out', async () => {
  const { screen, emit } = await open([ROW])
  expect(screen.text()).toContain('120 of 200 games')
  emit('calibration', { ...ROW, state: 'running', played: 200, playedOut: 1150 })
  await flushPromises()
  expect(screen.text()).toContain('200 games, 1,150 of 2,300 boards')
  expect(screen.get('progress').attributes()).toMatchObject({ value: '1350', max: '2500' })
})

test('a measurement says what it is with few words, can be cancelled, and its estimate names games and boards', async () => {
  const answers = [later<unknown>(), later<unknown>()]
  let asked = 0
  const { screen, press, asked: of } = await open([], name => name === 'estimateCalibration' && answers[asked++]!.promise)
  await press('Calibrate …')
  expect(screen.get('[role="status"]').text()).toBe('Measuring …')
  await press('Cancel')
  expect(of('stopCalibrationEstimate')).toHaveLength(1)
  answers[0]!.resolve(Promise.resolve().then(() => refuse('CANCELLED')))
  await flushPromises()
  expect(useToasts().list).toEqual([])
  await press('Calibrate …')
  answers[1]!.resolve({ games: 200, boards: 1200, threads: 2, msPerGame: 1, msPerBoard: 1, ms: 60_000 })
  await flushPromises()
  expect(screen.text()).toContain('200 games and 1,200 of their boards take about')
})
