import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h, KeepAlive } from 'vue'
import { TooltipProvider } from 'reka-ui'
import type { CallName, GameWindow } from '../../../../src/core/contract/calls'
import type { GameQuery, GameRow } from '../../../../src/core/contract/stored'
import LibraryView from '../../../../src/renderer/src/features/replays/library/LibraryView.vue'
import ToastList from '../../../../src/renderer/src/ui/toasts/ToastList.vue'
import { usePlayedBy } from '../../../../src/renderer/src/ui/game/gameWords'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { BOARD, fakeLab, flushPromises, mountWith, press, refuse, withSetup } from '../../helpers'

const LINE = 34
/** Ten rows fit under the head. */
const HEIGHT = 11 * LINE

beforeEach(() => {
  // there is no layout here
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1e6)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function gameRow(id: number): GameRow {
  return {
    ...{ id, kind: 'engine', profile: 'power', seed: id, score: 4 * id, slides: id, maxRank: 11, board: BOARD, over: true },
    ...{ created: id * 60_000, started: null, ended: null, notes: '', batch: null, batchIndex: null, hasTurns: true },
  } as const
}

/** A lab with so many games, the newest first: game `games` is in row 0. */
function labOf(games: number) {
  const state = { ids: Array.from({ length: games }, (_, i) => games - i), profiles: ['power'], fails: false }
  const gone = new Set<number>()
  const order = () => state.ids.filter(id => !gone.has(id))
  const fake = fakeLab((name, arg) => {
    if (state.fails) refuse('BAD_STORE', 'the data are damaged')
    switch (name) {
      case 'games': {
        const { offset, limit, text } = arg as GameQuery
        const found = text === undefined ? order() : order().filter(id => String(id).includes(text))
        return { rows: found.slice(offset, offset + limit).map(gameRow), total: found.length } satisfies GameWindow
      }
      case 'gameIds': {
        const { offset, limit } = arg as GameQuery
        return order().slice(offset, offset + limit)
      }
      case 'gamePlaces':
        return (arg as { ids: number[] }).ids.map(id => (order().includes(id) ? order().indexOf(id) : null))
      case 'gameProfiles':
        return state.profiles
      case 'deleteGames':
        return (arg as { ids: number[] }).ids.filter(id => !gone.has(id) && gone.add(id)).length
      case 'restoreGames':
        for (const id of (arg as { ids: number[] }).ids) gone.delete(id)
        return (arg as { ids: number[] }).ids.length
      default:
        return undefined
    }
  })
  return { ...fake, state }
}

async function open(fake: ReturnType<typeof labOf>) {
  const watched: number[] = []
  const Host = defineComponent(() => {
    const onWatch = (id: number) => void watched.push(id)
    return () => h(TooltipProvider, () => [h(KeepAlive, () => h(LibraryView, { onWatch })), h(ToastList, { kind: 'notice' })])
  })
  const wrapper = mountWith(Host, fake.lab)
  await settle()
  const grid = wrapper.get<HTMLElement>('[role="grid"]')
  const rows = () => wrapper.findAll('.row').map(line => ({ place: Number(line.attributes('aria-rowindex')), text: line.text() }))
  const active = () => wrapper.get('.details h2').text()
  const chosen = () => wrapper.findAll('.row.chosen').map(line => Number(line.attributes('aria-rowindex')))
  const scroll = async (top: number) => {
    grid.element.scrollTop = top
    await grid.trigger('scroll')
    await settle()
  }
  const key = async (name: string, init: KeyboardEventInit = {}) => {
    press(name, init)
    await settle()
    await grid.trigger('scroll') // which brought the row into sight
    await settle()
  }
  const change = async () => {
    fake.emit('library', { revision: 1 })
    await settle()
  }
  const asked = (name: CallName) => fake.calls.filter(call => call.name === name).map(({ arg }) => arg as GameQuery)
  return { wrapper, grid, rows, active, chosen, scroll, key, change, asked, watched }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await flushPromises()
}

test('who played is a number of moves where person and engine did', () => {
  const kept = { kind: 'person', slides: 1336 } as const
  const words = withSetup(fakeLab().lab, () => usePlayedBy())
  expect(words({ ...kept, mixed: { byHand: 36 } })).toBe('36 by hand, 1,300 by engine')
  expect(words({ ...kept, mixed: { byHand: null } })).toBe('Person and engine')
  expect(words(kept)).toBe('Person')
})

describe('the table', () => {
  test('asks for the window in sight only, and says of how many rows it is a part; a game goes on on the board of Play', async () => {
    const { wrapper, grid, rows, asked } = await open(labOf(5000))
    expect(asked('games')).toEqual([{ hideShort: true, sort: 'created', descending: true, offset: 0, limit: 100 }])
    expect(grid.attributes('aria-rowcount')).toBe('5001')
    expect(rows().length).toBeLessThan(30)
    expect(rows()[0]).toMatchObject({ place: 2, text: expect.stringContaining('5,000') as string })
    expect(wrapper.get('.details').text()).toMatch(/Largest2048/) // as it stands on the board, not as a count
    await wrapper.findAll('.actions button')[1]!.trigger('click')
    expect(useNavigation().errand).toEqual({ screen: 'play', game: { id: 5000 } })
  })

  test('a click on a heading sorts by it; the same again turns the order', async () => {
    const { wrapper, asked } = await open(labOf(500))
    for (const [name, sort, descending] of [
      ['Score', 'score', true],
      ['Saved', 'created', true],
    ] as const) {
      const head = wrapper.findAll('[role="columnheader"]').find(each => each.text() === name)!
      for (const falls of [descending, !descending]) {
        await head.get('button').trigger('click')
        await settle()
        expect(asked('games').at(-1)).toMatchObject({ sort, descending: falls, offset: 0 })
        expect(head.attributes('aria-sort')).toBe(falls ? 'descending' : 'ascending')
      }
    }
  })

  test('a change of the library moves nothing from under the eyes', async () => {
    const fake = labOf(5000)
    const { grid, scroll, change, rows } = await open(fake)
    await scroll(1000 * LINE)
    const seen = rows().find(({ place }) => place === 1002)!.text
    fake.state.ids.unshift(5001, 5002, 5003)
    await change()
    expect(grid.element.scrollTop).toBe(1003 * LINE)
    await grid.trigger('scroll')
    await settle()
    expect(rows().find(({ place }) => place === 1005)!.text).toBe(seen)
    expect(grid.attributes('aria-rowcount')).toBe('5004')
  })

  test('at the top shows new games, and keeps the selected game', async () => {
    const fake = labOf(50)
    const { rows, change, key, active } = await open(fake)
    await key('ArrowDown')
    expect(active()).toBe('Game 49')
    fake.state.ids.unshift(51)
    await change()
    expect(rows()[0]!.text).toContain('51')
    expect(active()).toBe('Game 49')
    await key('ArrowDown')
    expect(active()).toBe('Game 48')
  })
})

describe('the keys', () => {
  test('go row by row, page by page and to the ends, and stop there; Enter opens the game', async () => {
    const { key, active, watched } = await open(labOf(500))
    const seen: string[] = []
    for (const name of ['ArrowUp', 'ArrowDown', 'PageDown', 'PageUp', 'End', 'ArrowDown', 'Home']) {
      await key(name)
      seen.push(active())
    }
    expect(seen).toEqual(['Game 500', 'Game 499', 'Game 490', 'Game 499', 'Game 1', 'Game 1', 'Game 500'])
    await key('Enter')
    expect(watched).toEqual([500])
  })

  test('Space and Shift choose, Ctrl+A chooses all, Esc none', async () => {
    const { key, chosen, wrapper } = await open(labOf(500))
    await key(' ')
    await key('ArrowDown')
    await key('ArrowDown')
    await key('ArrowDown', { shiftKey: true })
    await key('ArrowDown', { shiftKey: true })
    expect(chosen()).toEqual([2, 4, 5, 6])
    await key('ArrowUp', { shiftKey: true })
    expect(chosen()).toEqual([2, 4, 5])
    await key('a', { ctrlKey: true })
    expect(wrapper.text()).toContain('500 selected')
    await key('Escape')
    expect(chosen()).toEqual([])
  })
})

describe('games', () => {
  test('that are chosen are deleted together, a thousand a call, and Undo brings all back', async () => {
    const fake = labOf(2500)
    const { key, wrapper, asked, change } = await open(fake)
    await key('a', { ctrlKey: true })
    await key('Delete')
    await change()
    expect(asked('deleteGames').map(each => (each as unknown as { ids: number[] }).ids.length)).toEqual([1000, 1000, 500])
    expect(wrapper.text()).toContain('No games yet')
    expect(wrapper.text()).not.toContain('selected')
    await wrapper.get('.toast .action').trigger('click')
    await settle()
    await change()
    expect(asked('restoreGames').flatMap(each => (each as unknown as { ids: number[] }).ids)).toHaveLength(2500)
    expect(wrapper.get('[role="grid"]').attributes('aria-rowcount')).toBe('2501')
  })

  test('are deleted one by one where none is chosen, and Ctrl+Z takes the last deletion back first', async () => {
    const { key, asked, change } = await open(labOf(20))
    await key('Delete')
    await change()
    await key('Delete')
    await change()
    expect(asked('deleteGames')).toEqual([{ ids: [20] }, { ids: [19] }])
    await key('z', { ctrlKey: true })
    await key('z', { ctrlKey: true })
    await key('z', { ctrlKey: true })
    expect(asked('restoreGames')).toEqual([{ ids: [19] }, { ids: [20] }])
  })

  test('that are being deleted are taken back by Ctrl+Z before the lab has answered', async () => {
    const fake = labOf(20)
    const { key, wrapper, asked, change } = await open(fake)
    await key('Delete')
    await change()
    const ask = fake.lab.call.bind(fake.lab)
    let answer = () => {}
    vi.spyOn(fake.lab, 'call').mockImplementation(((name: 'deleteGames', arg: { ids: number[] }) => {
      const answered = ask(name, arg)
      return name === 'deleteGames' ? new Promise(resolve => (answer = () => resolve(answered))) : answered
    }) as never)
    await key('Delete')
    await key('z', { ctrlKey: true })
    expect(asked('restoreGames')).toEqual([])
    answer()
    await settle()
    expect(asked('restoreGames')).toEqual([{ ids: [19] }])
    expect(wrapper.findAll('.toast')).toHaveLength(1) // of the first
  })

  test('have notes that are kept when the typing rests, and when another game is looked at', async () => {
    const { wrapper, asked, key } = await open(labOf(20))
    vi.useFakeTimers()
    const notes = wrapper.get('textarea')
    await notes.setValue('a')
    await notes.setValue('ab')
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked('annotateGame')).toEqual([{ id: 20, notes: 'ab' }])
    await notes.setValue('abc')
    await key('ArrowDown')
    expect(asked('annotateGame').at(-1)).toEqual({ id: 20, notes: 'abc' })
    expect(wrapper.get('textarea').element.value).toBe('')
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked('annotateGame')).toHaveLength(2)
    await notes.setValue('abcd')
    window.dispatchEvent(new Event('pagehide'))
    expect(asked('annotateGame').at(-1)).toEqual({ id: 19, notes: 'abcd' })
  })
})

describe('where there is nothing', () => {
  test('a lab without its data says what is wrong, and can be asked again', async () => {
    const fake = labOf(20)
    fake.state.fails = true
    const { wrapper, rows } = await open(fake)
    expect(wrapper.get('[role="alert"]').text()).toContain('the data are damaged')
    fake.state.fails = false
    await wrapper.get('.empty button').trigger('click')
    await settle()
    expect(rows().length).toBeGreaterThan(5)
    expect(wrapper.find('.empty').exists()).toBe(false)
  })
})
