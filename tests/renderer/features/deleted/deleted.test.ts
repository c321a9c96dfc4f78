/** The dialog of what was deleted. */
import { expect, test } from 'vitest'
import type { CallName, DeletedThing, DeletedWindow } from '../../../../src/core/contract/calls'
import DeletedDialog from '../../../../src/renderer/src/features/deleted/DeletedDialog.vue'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, flushPromises, mountWith } from '../../helpers'

const profile = (id: number, name: string): DeletedThing => ({ kind: 'profiles', id, deleted: 1e12, name, title: `The ${name}` })
const game = (id: number): DeletedThing => ({
  ...{ kind: 'games', id, deleted: 1e12, player: 'person', profile: null, score: 1234, slides: 90, maxRank: 7 },
})
const run: DeletedThing = { kind: 'runs', id: 5, deleted: 1e12, name: 'An experiment', evaluations: 300 }

/** A lab in which these were deleted; what is brought back or forgotten is there no more. */
async function open(first: DeletedThing['kind'], given: readonly DeletedThing[], answer?: (name: CallName) => unknown) {
  let things = given
  const of = (kind: DeletedThing['kind']) => things.filter(each => each.kind === kind)
  const fake = fakeLab((name, arg) => {
    const other = answer?.(name)
    if (other !== undefined) return other
    const { kind, ids, offset, limit } = arg as { kind: DeletedThing['kind']; ids: number[]; offset: number; limit: number }
    const gone = {
      restoreProfiles: 'profiles',
      restoreGames: 'games',
      restoreRuns: arg && (arg as { kind?: string }).kind === 'training' ? 'trainings' : 'runs',
      restoreOthers: 'others',
      forgetDeleted: kind,
    }[name as string]
    if (name === 'deletedIds') return of(kind).map(({ id }) => id)
    if (gone !== undefined) {
      const went = things.filter(each => each.kind === gone && ids.includes(each.id))
      things = things.filter(each => !went.includes(each))
      return gone === 'profiles' ? went : went.length
    }
    const count = (each: DeletedThing['kind']) => of(each).length
    const totals = {
      profiles: count('profiles'),
      games: count('games'),
      runs: count('runs'),
      trainings: count('trainings'),
      others: count('others'),
    }
    return { rows: of(kind).slice(offset, offset + limit), totals } satisfies DeletedWindow
  })
  const wrapper = mountWith(DeletedDialog, fake.lab, { props: { first } })
  await flushPromises()
  const button = (text: string) =>
    wrapper.findAll('button').find(each => each.text() === text || each.attributes('aria-label') === text)!
  const press = async (text: string) => {
    await button(text).trigger('click')
    await flushPromises()
  }
  const restoreChosen = async () => {
    await wrapper.get('footer .primary').trigger('click')
    await flushPromises()
  }
  const lines = () => wrapper.findAll('li .title').map(each => each.text())
  return { wrapper, press, restoreChosen, lines, asked: fake.asked }
}

test('shows the kind it was opened for, and how many there are of each', async () => {
  const { wrapper, lines, press } = await open('games', [profile(1, 'mine'), game(2), game(3), run])
  expect(lines()).toEqual(['Game 2', 'Game 3'])
  expect(wrapper.text()).toContain('Person · 1,234 points · 128')
  expect(wrapper.findAll('.kinds button').map(each => each.text())).toEqual([
    'Profiles 1',
    'Games 2',
    'Tuning runs 1',
    'Training runs 0',
    'Other runs 0',
  ])
  await press('Tuning runs 1')
  expect(lines()).toEqual(['An experiment'])
  expect(wrapper.text()).toContain('300 evaluations')
  expect(wrapper.text()).toContain('for 30 days')
})

test('brings a single one back, or those that are chosen', async () => {
  const { wrapper, press, restoreChosen, lines, asked } = await open('games', [game(2), game(3), game(4)])
  await press('Restore Game 3')
  expect(asked('restoreGames')).toEqual([{ ids: [3] }])
  expect(lines()).toEqual(['Game 2', 'Game 4'])
  expect(wrapper.get('footer .primary').attributes('disabled')).toBeDefined()
  await wrapper.findAll('li input')[1]!.trigger('change')
  await wrapper.findAll('li input')[0]!.trigger('change')
  await restoreChosen()
  expect(asked('restoreGames').at(-1)).toEqual({ ids: [4, 2] })
  expect(useToasts().list.map(({ title }) => title)).toEqual(['Restored “Game 3”', '2 restored'])
  expect(wrapper.text()).toContain('There is nothing deleted here.')
})

test('brings a training run back, which is no row of the store', async () => {
  const training: DeletedThing = { kind: 'trainings', id: 3, deleted: 1e12, name: 'My network', moves: 700e6 }
  const { wrapper, press, lines, asked } = await open('trainings', [training])
  expect(lines()).toEqual(['My network'])
  expect(wrapper.text()).toContain('700\u00a0M moves')
  await press('Restore My network')
  expect(asked('restoreRuns')).toEqual([{ kind: 'training', ids: [3] }])
  expect(lines()).toEqual([])
})

test('forgets for good only when it was asked and confirmed', async () => {
  const { wrapper, press, lines, asked } = await open('runs', [run])
  await wrapper.get('li input').trigger('change')
  await press('Delete for good …')
  expect(wrapper.get('[role="alertdialog"]').text()).toContain('Delete it for good?')
  expect(document.activeElement?.textContent).toBe('Keep')
  await press('Keep')
  expect(asked('forgetDeleted')).toEqual([])
  expect(lines()).toHaveLength(1)
  await press('Delete for good …')
  await press('Delete for good')
  expect(asked('forgetDeleted')).toEqual([{ kind: 'runs', ids: [5] }])
  expect(useToasts().list.map(({ title }) => title)).toEqual(['One deleted for good'])
})

test('all are chosen at once, also those that are not read yet, and go to the lab in portions it takes', async () => {
  const { wrapper, press, restoreChosen, lines, asked } = await open(
    'games',
    Array.from({ length: 2500 }, (_, i) => game(i + 1)),
  )
  expect(lines()).toHaveLength(200)
  await press('Show more, of 2,300')
  expect(lines()).toHaveLength(400)
  await wrapper.get('footer input').trigger('change')
  await flushPromises()
  expect(wrapper.get('footer').text()).toContain('2,500 chosen')
  await restoreChosen()
  expect((asked('restoreGames') as { ids: number[] }[]).map(({ ids }) => ids.length)).toEqual([1000, 1000, 500])
})

test('a profile that is restored under another name is reported', async () => {
  const back = (name: CallName) => (name === 'restoreProfiles' ? [{ id: 1, name: 'mine-2' }] : undefined)
  const { press } = await open('profiles', [profile(1, 'mine')], back)
  await press('Restore The mine')
  expect(useToasts().list[0]!.detail).toBe('mine is called mine-2 now: another profile has its name.')
})

test('runs of other kinds say what they are, come back and are deleted for good', async () => {
  const other = (id: number, run: 'sweep' | 'arena'): DeletedThing => ({
    ...{ kind: 'others', id, deleted: 1e12, run, name: `Number ${id}`, lines: 40 * id },
  })
  const { wrapper, press, lines, asked } = await open('others', [other(1, 'sweep'), other(2, 'arena')])
  expect(wrapper.findAll('li .about').map(each => each.text())).toEqual(['Sweep · 40 results', 'Tournament · 80 results'])
  await press('Restore Number 1')
  expect([lines(), asked('restoreOthers')]).toEqual([['Number 2'], [{ ids: [1] }]])
  await wrapper.get('li input').trigger('change')
  await press('Delete for good …')
  await press('Delete for good')
  expect(asked('forgetDeleted')).toEqual([{ kind: 'others', ids: [2] }])
})
