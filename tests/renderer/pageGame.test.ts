import { TooltipProvider } from 'reka-ui'
import { describe, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Hello, PageGameView } from '../../src/core/contract/calls'
import { slide, withTile } from '../../src/core/games/twenty48/board'
import type { Lab } from '../../src/renderer/src/bridge'
import { useProfiles } from '../../src/renderer/src/bridge/profiles'
import PlayScreen from '../../src/renderer/src/features/play/PlayScreen.vue'
import { usePageGame } from '../../src/renderer/src/features/play/page/pageStore'
import { BOARD, fakeLab, flushPromises, hello, mountWith, press, refuse, report } from './helpers'

const ADDRESS = 'https://example.org/2048/'
const SHOWN: PageGameView = {
  ...{ id: 3, state: 'engine plays', address: ADDRESS, read: 'the original 2048', profile: 'thesis', delay: 0 },
  ...{ board: BOARD, seen: BOARD, score: 120, slides: 9, byHand: 2, report: report() },
}

function open(lab: Lab, met: Hello) {
  return mountWith(
    defineComponent(() => {
      useProfiles().greet(met)
      return () => h(TooltipProvider, () => h(PlayScreen, { hello: met }))
    }),
    lab,
  )
}

describe('a game on a web page', () => {
  test('is shown with both boards, and the keys of our own board rest', async () => {
    const { lab, calls, emit } = fakeLab(() => ({ ...SHOWN, state: 'person plays' }))
    const screen = open(lab, hello({ pageGame: SHOWN }))
    await flushPromises()
    const panel = screen.get('section[aria-label="Play on a web page"]')
    expect(panel.findAll('.board').map(board => board.attributes('aria-label')!.split(/[:.]/)[0])).toEqual([
      expect.stringContaining('On the page') as string,
      expect.stringContaining('By the rules') as string,
    ])
    expect(panel.text()).toContain(`Thesis plays on ${ADDRESS}.`)
    const figures = () => panel.findAll('dl > div').map(each => each.text())
    expect(figures()).toEqual(expect.arrayContaining(['Score120', 'Moves9', 'By hand2']))
    press('ArrowLeft')
    press('Escape')
    await flushPromises()
    expect(calls.at(-1)?.name).toBe('stopPageGame')
    await panel.get('button.bar, .cross button').trigger('click')
    expect(calls.map(({ name }) => name)).not.toContain('slide')

    await panel.findAll('button').find(button => button.text() === 'Take over')!.trigger('click') // prettier-ignore
    await flushPromises()
    expect(calls.at(-1)).toEqual({ name: 'handPageGame', arg: { to: 'person' } })
    expect(panel.text()).toContain('You play on')

    const slid = slide(BOARD, 'left')!
    const turn = { move: 'left', spawn: { cell: slid.board.indexOf(0), rank: 1 } } as const
    const board = withTile(slid.board, turn.spawn)
    emit('pageGame', { ...SHOWN, state: 'person plays', board, seen: board, slides: 10, last: { before: BOARD, turn } })
    await flushPromises()
    expect(figures()).toContain('Moves10')

    const problem = { code: 'BAD_PAGE', message: 'The tab was closed.' } as const
    emit('pageGame', { ...SHOWN, state: 'ended', end: { why: 'failed', problem } })
    await flushPromises()
    expect(panel.text()).toContain('ended: The tab was closed.')
    await panel.findAll('button').find(button => button.text() === 'Close')!.trigger('click') // prettier-ignore
    expect(screen.find('section[aria-label="Play on a web page"]').exists()).toBe(false)
    press('ArrowLeft')
    await flushPromises()
    expect(calls.map(({ name }) => name)).toContain('slide')
  })

  test('is begun by a dialog that says what it will connect to, and what was refused', async () => {
    let answer: () => unknown = () => refuse('BAD_SETTING', '"example.org" is not this machine')
    const { lab, calls } = fakeLab(name => (name === 'startPageGame' ? answer() : name === 'pageBrowsers' ? found : undefined))
    const found = { programs: ['/usr/bin/chromium', '/usr/bin/google-chrome'], folder: '/data/browser' }
    const screen = open(lab, hello())
    await flushPromises()
    await screen.get('button[aria-label^="Play on a web page"]').trigger('click')
    await flushPromises()
    const dialog = () => document.querySelector<HTMLElement>('[role="dialog"], dialog')!
    const set = async (input: HTMLInputElement, value: string) => {
      input.value = value
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await flushPromises()
    }
    await set(dialog().querySelector<HTMLInputElement>('input[type="url"]')!, ADDRESS)
    expect(dialog().textContent).toContain(`Starts /usr/bin/chromium with an empty profile and opens ${ADDRESS} there.`)
    const select = dialog().querySelector<HTMLSelectElement>('select')!
    select.value = found.programs[1]!
    select.dispatchEvent(new Event('change', { bubbles: true }))
    dialog().querySelector<HTMLInputElement>('.under input[type="checkbox"]')!.click()
    await flushPromises()
    expect(dialog().textContent).toContain('Starts /usr/bin/google-chrome with the profile in /data/browser')
    dialog().querySelector<HTMLInputElement>('input[value="running"]')!.click()
    await flushPromises()
    expect(dialog().textContent).toContain('Connects to the browser on 9222')
    const submit = async () => {
      dialog()
        .querySelector('form')!
        .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await flushPromises()
    }
    await submit()
    expect(dialog().textContent).toContain('is not this machine')
    dialog().querySelector<HTMLInputElement>('input[value="own"]')!.click()
    await flushPromises()
    await submit()
    const browser = { kind: 'own', program: '/usr/bin/google-chrome', profile: 'kept' }
    expect(calls.at(-1)).toMatchObject({ name: 'startPageGame', arg: { browser } })
    dialog().querySelector<HTMLInputElement>('input[value="running"]')!.click()
    await flushPromises()
    answer = () => ({ ...SHOWN, state: 'connecting' })
    await submit()
    expect(calls.at(-1)).toMatchObject({
      name: 'startPageGame',
      arg: { url: ADDRESS, browser: { kind: 'running', port: '9222' }, anew: false, delay: 0, profile: 'thesis' },
    })
    expect(usePageGame().shown).toMatchObject({ state: 'connecting' })
    expect(screen.text()).toContain(`Connecting to ${ADDRESS} …`)
  })
})
