import { beforeEach, describe, expect, test } from 'vitest'
import type { JobView } from '../../src/core/contract/calls'
import App from '../../src/renderer/src/App.vue'
import { errandOf, useNavigation } from '../../src/renderer/src/ui/shell/navigation'
import { fakeLab, flushPromises, hello, mountWith } from './helpers'

const JOB: JobView = { id: 3, kind: 'bench', title: 'thesis', state: 'running', done: 250, total: 1000, leftMs: 130 * 60_000 }

beforeEach(() => void (document.body.innerHTML = ''))

async function open(jobs: readonly JobView[]) {
  const fake = fakeLab(name => (name === 'hello' ? hello({ jobs }) : undefined))
  const wrapper = mountWith(App, fake.lab)
  await flushPromises()
  return { ...fake, wrapper, bar: wrapper.get('.status') }
}

describe('jobs in the status bar', () => {
  test('one shows how far it is, how long it still takes, and can be ended', async () => {
    const { bar, calls } = await open([JOB])
    expect(bar.get('.job').text().replaceAll(/\s+/g, ' ')).toBe('Bench: thesis25%2 h 10 min left')
    const progress = bar.get('progress')
    expect(progress.attributes()).toMatchObject({ 'aria-label': 'Bench: thesis', value: '0.25' })
    await bar.get('button[aria-label="Cancel Bench: thesis"]').trigger('click')
    expect(calls).toContainEqual({ name: 'cancelJob', arg: { id: 3 } })
  })

  test.each([
    ['playouts', '3/27', 'Playouts: game 3, move 27'],
    ['analysis', '3', 'Analysis: game 3'],
    ['replay', '3', 'Playing again: game 3'],
    ['import', 'games.jsonl', 'Import: games.jsonl'],
    ['import', '', 'Import'],
  ] as const)('a job %s of %j is named in words: %s', async (kind, title, words) => {
    const { bar } = await open([{ ...JOB, kind, title }])
    expect(bar.get('.job .name').text()).toBe(words)
    expect(bar.get('.job .name').attributes('title')).toBe(words)
  })

  test('follow the lab’s reports, and leave when they have ended', async () => {
    const { bar, emit } = await open([])
    expect(bar.find('.job').exists()).toBe(false)
    emit('jobs', [{ id: 4, kind: 'import', title: '', state: 'running', done: 7 }])
    await flushPromises()
    expect(bar.get('.job').text()).toBe('Import')
    expect(bar.get('progress').attributes('value')).toBeUndefined()
    emit('jobs', [{ ...JOB, state: 'stopping' }])
    await flushPromises()
    expect(bar.get('.job').text()).toContain('stopping')
    expect(bar.get('.job button').attributes('disabled')).toBeDefined()
    emit('jobs', [])
    await flushPromises()
    expect(bar.find('.job').exists()).toBe(false)
  })

  test('of a run is paused, not cancelled, and leads to its run', async () => {
    const { bar } = await open([{ ...JOB, kind: 'arena', title: 'My cup', run: 'abcdef01' }])
    expect(bar.find('button[aria-label="Pause Tournament: My cup"]').exists()).toBe(true)
    await bar.get('button.name').trigger('click')
    expect(useNavigation().screen).toBe('arena')
    const of = (its: Partial<JobView>) => errandOf({ ...JOB, ...its })
    expect(of({ kind: 'arena', run: 'abcdef01' })).toEqual({ screen: 'arena', tournaments: { id: 'abcdef01' } })
    expect(of({ kind: 'training', run: 4 })).toEqual({ screen: 'tune', runs: { kind: 'training', id: 4 } })
    const sweep = { kind: 'sweep', run: 4, profile: 'thesis' } as const
    expect(of(sweep)).toEqual({ screen: 'profiles', profile: 'thesis', run: { kind: 'sweep', id: 4 } })
    expect(of({ kind: 'playouts', title: '3/27', run: 'ab' })).toEqual({ screen: 'replays', game: { id: 3, slides: 27 } })
    expect(of({ kind: 'data' })).toBeUndefined()
  })

  test('several are behind one button, each with its own way to end it', async () => {
    const { bar, calls } = await open([JOB, { ...JOB, id: 5, kind: 'tuning', title: 'run 1', state: 'paused' }])
    expect(bar.find('.job').exists()).toBe(false)
    await bar.get('button.trigger').trigger('click')
    await flushPromises()
    const rows = [...document.querySelectorAll('.status-popover .job')]
    expect(rows.map(row => row.querySelector('.left')!.textContent)).toEqual(['2 h 10 min left', 'paused'])
    ;(rows[1]!.querySelector('button.cancel, .cancel') as HTMLButtonElement).click()
    await flushPromises()
    expect(calls).toContainEqual({ name: 'cancelJob', arg: { id: 5 } })
  })
})
