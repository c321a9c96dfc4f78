import { describe, expect, test } from 'vitest'
import { h } from 'vue'
import type { Hello, PageGameView } from '../../../../src/core/contract/calls'
import { slide, withTile } from '../../../../src/core/games/twenty48/board'
import type { Lab } from '../../../../src/renderer/src/bridge'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import PlayScreen from '../../../../src/renderer/src/features/play/PlayScreen.vue'
import { usePageGame } from '../../../../src/renderer/src/bridge/pageGame'
import { pageAddress } from '../../../../src/renderer/src/features/play/page/page'
import { BOARD, fakeLab, flushPromises, hello, mountScreen, press, refuse, report } from '../../helpers'

const ADDRESS = 'https://example.org/2048/'
const SHOWN: PageGameView = {
  ...{ id: 3, state: 'engine plays', address: ADDRESS, read: 'the original 2048', profile: 'thesis', delay: 0 },
  ...{ board: BOARD, seen: BOARD, score: 120, slides: 9, byHand: 2, report: report() },
}

function open(lab: Lab, met: Hello) {
  const setup = () => {
    useProfiles().greet(met)
    usePageGame().greet(met)
    lab.on('pageGame', usePageGame().show)
  }
  return mountScreen(lab, () => h(PlayScreen, { hello: met }), setup)
}

describe('a game on a web page', () => {
  test('is shown with both boards, and the keys of our own board rest', async () => {
    const { lab, calls, emit } = fakeLab(() => ({ ...SHOWN, state: 'person plays' }))
    const screen = open(lab, hello({ pageGame: SHOWN }))
    await flushPromises()
    const panel = screen.get('section[aria-label="Play on a web page"]')
    expect(panel.findAll('.board').map(board => board.attributes('aria-label')!.split(/[:.]/)[0])).toEqual([
      expect.stringContaining('On the page') as string,
      expect.stringContaining('In the lab') as string,
    ])
    expect(panel.text()).toContain(`The engine plays on ${ADDRESS} with Thesis.`)
    const figures = () => panel.findAll('dl > div').map(each => each.text())
    expect(figures()).toEqual(expect.arrayContaining(['Score120', 'Moves9', 'By hand2']))
    press('ArrowLeft')
    press('Escape')
    await flushPromises()
    expect(calls.at(-1)?.name).toBe('stopPageGame')
    // bars of a board that is only looked at are no buttons, and do not say so
    expect(panel.findAll('.cross button')).toEqual([])
    expect(panel.findAll('.bar').map(bar => bar.attributes('aria-label'))).toContain('Up: value 30, the best.')
    await panel.get('.bar').trigger('click')
    expect(calls.map(({ name }) => name)).not.toContain('slide')

    await panel.findAll('button').find(button => button.text() === 'Take over')!.trigger('click') // oxfmt-ignore
    await flushPromises()
    expect(calls.at(-1)).toEqual({ name: 'handPageGame', arg: { to: 'person' } })
    expect(panel.text()).toContain('You play in the browser')

    const slid = slide(BOARD, 'left')!
    const turn = { move: 'left', spawn: { cell: slid.board.indexOf(0), rank: 1 } } as const
    const board = withTile(slid.board, turn.spawn)
    emit('pageGame', { ...SHOWN, state: 'person plays', board, seen: board, slides: 10, last: { before: BOARD, turn } })
    await flushPromises()
    expect(figures()).toContain('Moves10')
    // a screen reader hears the move
    expect(screen.get('main > p[aria-live]').text()).toContain('Left.')

    panel.findAll('button').find(button => button.text() === 'Let the engine play')!.element.focus() // oxfmt-ignore
    const problem = { code: 'BAD_PAGE', message: 'The tab was closed.' } as const
    emit('pageGame', { ...SHOWN, state: 'ended', end: { why: 'failed', problem } })
    await flushPromises()
    expect(panel.text()).toContain('ended: The tab was closed.')
    const back = panel.findAll('button').find(button => button.text() === 'Back to my board')!
    expect(document.activeElement).toBe(back.element)
    await back.trigger('click')
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
    await set(dialog().querySelector<HTMLInputElement>('input[inputmode="url"]')!, ADDRESS)
    expect(dialog().textContent).toContain(`Starts /usr/bin/chromium with an empty profile and opens ${ADDRESS} there.`)
    const select = dialog().querySelector<HTMLSelectElement>('fieldset select')!
    select.value = found.programs[1]!
    select.dispatchEvent(new Event('change', { bubbles: true }))
    dialog().querySelector<HTMLInputElement>('.under input[type="checkbox"]')!.click()
    await flushPromises()
    expect(dialog().textContent).toContain('Starts /usr/bin/google-chrome with the profile in /data/browser')
    dialog().querySelector<HTMLInputElement>('input[value="running"]')!.click()
    await flushPromises()
    expect(dialog().textContent).toContain('Connects to port 9222')
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
    expect(dialog().textContent).not.toContain('is not this machine')
    await submit()
    const browser = { kind: 'own', program: '/usr/bin/google-chrome', profile: 'kept' }
    expect(calls.at(-1)).toMatchObject({ name: 'startPageGame', arg: { browser } })
    dialog().querySelector<HTMLInputElement>('input[value="running"]')!.click()
    await flushPromises()
    answer = () => ({ ...SHOWN, state: 'connecting' })
    await submit()
    expect(calls.findLast(({ name }) => name === 'startPageGame')).toMatchObject({
      name: 'startPageGame',
      arg: { url: ADDRESS, browser: { kind: 'running', port: '9222' }, anew: false, delay: 250, profile: 'thesis' },
    })
    // our own board is hidden now
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['stopAutoplay', 'stopAnalysis']))
    expect(usePageGame().shown).toMatchObject({ state: 'connecting' })
    expect(screen.text()).toContain(`Connecting to ${ADDRESS} …`)
  })

  test('that ended by an impossible board shows that board', async () => {
    const detail = { position: '. . . . / 4 . . . / . . 2048 . / . . . 2' }
    const problem = { code: 'BAD_PAGE', message: 'The page shows what the rules do not allow.', detail } as const
    const { lab, emit } = fakeLab()
    const screen = open(lab, hello({ pageGame: SHOWN }))
    await flushPromises()
    emit('pageGame', { ...SHOWN, state: 'ended', end: { why: 'failed', problem } })
    await flushPromises()
    const [theirs, ours] = screen.findAll('.page-game .board').map(board => board.attributes('aria-label'))
    expect(theirs).toBe('On the page. Row 1: empty empty empty empty. Row 2: 4 empty empty empty. Row 3: empty empty 2048 empty. Row 4: empty empty empty 2.') // oxfmt-ignore
    expect(ours).toContain('Row 3: 2 128 1024 256.')
  })
})

describe('the address of a page', () => {
  test.each([
    ['https://example.org/2048/', 'https://example.org/2048/'],
    [' example.org/2048 ', 'https://example.org/2048'],
    ['localhost:8000/2048', 'http://localhost:8000/2048'],
    ['127.0.0.1:8000', 'http://127.0.0.1:8000/'],
    ['[::1]:8000', 'http://[::1]:8000/'],
    ['http://box/2048', 'http://box/2048'],
    ['play2048.co:8080/a', 'https://play2048.co:8080/a'],
  ])('%s is %s', (typed, whole) => {
    expect(pageAddress(typed)).toBe(whole)
    expect(pageAddress(whole)).toBe(whole)
  })

  const none = ['', '  ', '2048', 'my game', 'https://', 'about:blank', 'javascript:alert(1)', 'chrome://settings']
  const others = ['file:///etc/passwd', 'FILE:///etc/passwd', 'data:text/html,x', 'ftp://example.org/', 'view-source:http://x/']
  test.each([...none, ...others])('%j is none', typed => {
    expect(pageAddress(typed)).toBeUndefined()
  })
})
