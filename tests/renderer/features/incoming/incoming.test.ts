import { readFileSync } from 'node:fs'
import { TooltipProvider } from 'reka-ui'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { GrownGame } from '../../../../src/core/contract/calls/imports'
import type { PackedLine } from '../../../../src/core/games/twenty48/sideLines'
import type { CallName, ImportReview, OpenedThing } from '../../../../src/core/contract/calls'
import {
  isLongSearch,
  makeProfile,
  makeProfiles,
  makeShared,
  makeSharedText,
  parseProfiles,
  type SharedTree,
} from '../../../../src/core/contract/files'
import IncomingReceiver from '../../../../src/renderer/src/features/incoming/IncomingReceiver.vue'
import { withChanges } from '../../../../src/renderer/src/features/profiles/known'
import { useNavigation, usePlace, type Errand } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, flushPromises, mountWith, press, PROFILES, until } from '../../helpers'

afterEach(() => {
  vi.restoreAllMocks()
})

const POSITION = '0012013517A821B0'
const PROFILE = makeProfile(withChanges(PROFILES[0]!, {}))
const NOTHING: ImportReview = { games: 0, known: 0, faults: [], faultCount: 0 }

interface Import {
  /** Side lines that games of the library could not get. */
  readonly leftOut?: readonly string[]
  readonly review?: Partial<ImportReview>
  readonly added?: readonly number[]
  readonly first?: number | null
  /** Side lines that games of the library got. */
  readonly sideLines?: number
  readonly grown?: readonly GrownGame[]
  /** The side lines of a stored game. */
  readonly linesOf?: (id: number) => readonly PackedLine[]
  /** What the system hands over. */
  readonly files?: readonly OpenedThing[] | (() => readonly OpenedThing[])
}

/** The receiver of a page that is on the Tree screen, over a lab that answers its imports so. */
function open(
  { review = { games: 1 }, added = [41], first = 41, files = [], leftOut = [], sideLines = 0, grown = [], linesOf }: Import = {},
  here: Errand = { screen: 'tree' },
) {
  const answers: Partial<Record<CallName, unknown>> = {
    ...{ beginImport: 7, importText: 1, endImport: { ...NOTHING, ...review } },
    ...{ saveImport: { added, first, sideLines, grown, faults: leftOut }, deleteGames: added.length, takeOpened: files },
  }
  const fake = fakeLab((name, arg) => {
    if (name === 'takeOpened' && typeof files === 'function') return files()
    return name === 'openReplay' ? { sideLines: linesOf!((arg as { id: number }).id) } : answers[name]
  })
  const shell = defineComponent(() => {
    usePlace(here.screen as 'tree', () => here as Extract<Errand, { screen: 'tree' }>)
    return () => h(TooltipProvider, () => h(IncomingReceiver))
  })
  const wrapper = mountWith(shell, fake.lab)
  const navigation = useNavigation()
  navigation.open({ screen: here.screen })
  navigation.errand = undefined
  const opened: Errand[] = []
  const open = navigation.open
  vi.spyOn(navigation, 'open').mockImplementation(errand => {
    opened.push(errand)
    open(errand)
  })
  const asked = (call: CallName) => fake.calls.filter(({ name }) => name === call).map(({ arg }) => arg)
  const paste = async (text: string, files: readonly File[] = []) => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text, files } }))
    await flushPromises()
    return event
  }
  const drop = async (...files: File[]) => {
    const event = new Event('drop', { bubbles: true, cancelable: true })
    document.body.dispatchEvent(Object.assign(event, { dataTransfer: { types: ['Files'], files } }))
    await until(() => expect(opened.length + useToasts().list.length).toBeGreaterThan(0))
    await flushPromises()
  }
  return { wrapper, paste, drop, opened, asked, emit: fake.emit, toast: () => useToasts().list.at(-1)! }
}

test('a file of a recorded tree goes to Tree from any screen, and files that the system opened are sorted in the same way', async () => {
  const trace = new File(['LABTRACE', new Uint8Array([5, 0, 255])], 'a.trace')
  const dropped = open({}, { screen: 'play' })
  await dropped.drop(trace)
  expect(dropped.opened).toEqual([{ screen: 'tree', trace, back: { screen: 'play' } }])
  dropped.wrapper.unmount()

  vi.spyOn(globalThis, 'fetch').mockImplementation(url => Promise.resolve(new Response(url === '/opened/1' ? POSITION : null)))
  const { opened } = open({ files: [{ name: 'board.txt', path: '/opened/1' }] }, { screen: 'arena' })
  await until(() => expect(opened).toEqual([{ screen: 'play', position: POSITION, back: { screen: 'arena' } }]))
})

test('a file of the system that cannot be read to its end is named, and the others open', async () => {
  const content = (url: unknown) =>
    url === '/opened/1' ? Promise.reject(new TypeError('Failed to fetch')) : new Response(POSITION)
  vi.spyOn(globalThis, 'fetch').mockImplementation(url => Promise.resolve(content(url)))
  const { opened, toast } = open({ files: ['gone.trace', 'board.txt'].map((name, i) => ({ name, path: `/opened/${i + 1}` })) })
  await until(() => expect(opened).toMatchObject([{ screen: 'play', position: POSITION }]))
  const detail = 'gone.trace: it is gone, or changed while it was read'
  expect(toast()).toMatchObject({ kind: 'failure', title: 'The file cannot be opened', detail })
})

test('files of the system that cannot be opened are counted and named', async () => {
  const { opened, toast } = open({ files: [1, 2, 3, 4, 5, 6].map(i => ({ problem: `/${i}: gone` })) })
  await until(() => expect(useToasts().list).toHaveLength(1))
  const detail = '/1: gone; /2: gone; /3: gone; /4: gone; /5: gone; …'
  expect(toast()).toMatchObject({ kind: 'failure', title: '6 files cannot be opened', detail })
  expect(opened).toEqual([])
})

test('what is opened during an import waits for its end, also for the decision about games that cannot be read', async () => {
  const waiting: OpenedThing[][] = [[], ['1', '2'].map(name => ({ name, path: `/opened/${name}` }))]
  const contents: Record<string, string> = { '/opened/1': POSITION, '/opened/2': 'replay_SRa' }
  vi.spyOn(globalThis, 'fetch').mockImplementation(url => Promise.resolve(new Response(contents[url as string])))
  const faults = [{ line: 1, message: 'cut off' }]
  const { wrapper, paste, opened, asked, emit } = open({
    files: () => waiting.shift() ?? [],
    review: { games: 1, faults, faultCount: 1 },
  })
  await paste('replay_SR')
  await until(() => expect(wrapper.find('dialog').exists()).toBe(true))
  emit('opened', null)
  await flushPromises()
  expect([asked('takeOpened').length, opened]).toEqual([1, []])
  await wrapper.find('dialog form').trigger('submit')
  await until(() => expect(asked('beginImport')).toHaveLength(2))
  expect(opened).toEqual([{ screen: 'replays', game: { id: 41 }, mistakes: true }])
  await until(() => expect(wrapper.find('dialog').exists()).toBe(true))
  await flushPromises()
  expect(opened).toHaveLength(1)
  await wrapper.find('dialog form').trigger('submit')
  await until(() => expect(opened.at(-1)).toMatchObject({ screen: 'play', position: POSITION }))
})

describe('a paste on any screen', () => {
  test('of a game imports it and opens it: the one that came in, not one that was looked at', async () => {
    const { paste, opened, asked, toast } = open()
    expect((await paste('replay_SRab')).defaultPrevented).toBe(true)
    expect(asked('importText')).toEqual([{ id: 7, text: 'replay_SRab' }])
    expect(opened).toEqual([{ screen: 'replays', game: { id: 41 }, mistakes: true }])
    expect(toast()).toMatchObject({ kind: 'notice', title: 'Game 41 imported', action: { label: 'Undo' } })
  })

  test('of several games shows them in the list, the first of them looked at', async () => {
    const { paste, opened, toast } = open({ review: { games: 3, known: 1 }, added: [41, 42], first: 9 })
    await paste('replay_SR\nreplay_SRa\nreplay_SRb')
    expect(opened).toEqual([{ screen: 'replays', look: [41, 42] }])
    expect(toast()).toMatchObject({ title: '2 games imported', detail: '1 was in the library already.' })
  })

  test('of a game that is there already opens that, and has nothing to undo', async () => {
    const { paste, opened, toast } = open({ review: { games: 1, known: 1 }, added: [], first: 12 })
    await paste('replay_SR')
    expect(opened).toEqual([{ screen: 'replays', game: { id: 12 }, mistakes: true }])
    expect(toast()).toMatchObject({ title: 'Game 12 was in the library already', action: undefined })
  })

  test.each([
    [{ review: { games: 1, known: 1 }, added: [], first: 12, sideLines: 1 }, '1 side line added.'],
    [
      { review: { games: 3, known: 1 }, added: [41, 42], first: 9, sideLines: 2 },
      '1 was in the library already. 2 side lines added.',
    ],
  ])('says how many side lines the games that are there got', async (stored, detail) => {
    const { paste, toast } = open(stored)
    await paste('replay_SR')
    expect(toast()).toMatchObject({ detail })
  })

  test('names the side lines that did not fit into a game that is there', async () => {
    const fault = 'game 12: side lines that do not fit: 3'
    const { paste, opened } = open({ review: { games: 1, known: 1 }, added: [], first: 12, leftOut: [fault] })
    await paste('replay_SR')
    expect(opened).toHaveLength(1)
    expect(useToasts().list).toContainEqual(expect.objectContaining({ kind: 'failure', detail: fault }))
  })

  test('is undone at once: every game of it leaves, and the page is where it was', async () => {
    const here: Errand = { screen: 'replays', game: { id: 3, slides: 17 } }
    const { paste, opened, asked, toast } = open({ review: { games: 2 }, added: [41, 42] }, here)
    await paste('replay_SR\nreplay_SRa')
    toast().action!.run()
    await flushPromises()
    expect(asked('deleteGames')).toEqual([{ ids: [41, 42] }])
    expect(opened.at(-1)).toEqual(here)
    expect(toast().title).toBe('Import undone: 2 games removed')
  })

  test('is undone with the side lines that it added, unless their game has others since', async () => {
    const line = (after: number) => ({ after, turns: [1] })
    const grown = [
      { id: 12, added: 1, before: [], after: [line(1)] },
      { id: 13, added: 2, before: [line(3)], after: [line(3), line(4), line(5)] },
    ]
    const sideLines = (id: number) => (id === 12 ? [line(1)] : [line(3)])
    const { paste, toast, asked } = open({
      review: { games: 2, known: 2 },
      added: [],
      first: 12,
      sideLines: 3,
      grown,
      linesOf: sideLines,
    })
    await paste('replay_SR')
    toast().action!.run()
    await flushPromises()
    expect(asked('setSideLines')).toEqual([{ id: 12, lines: [] }])
    expect(toast()).toMatchObject({
      detail: '1 side line removed. 2 side lines remain: their games have others since.',
    })
  })

  test('of a position opens it in Play, which knows the way back', async () => {
    const { paste, opened, asked } = open()
    await paste(POSITION)
    expect(opened).toEqual([{ screen: 'play', position: POSITION, back: { screen: 'tree' } }])
    expect(asked('beginImport')).toEqual([])
  })

  test.each([
    ['16 digits of which one is none', '0012013517A821H', 'a position has 16 digits, this has 15'],
    ['a board on which nothing moves', '1212212112122121', 'nothing can move on this board: set one with a legal move'],
  ])('of %s says what is wrong with it, and the page stays', async (_, text, detail) => {
    const { paste, opened, toast } = open()
    await paste(text)
    expect(opened).toEqual([])
    expect(toast()).toMatchObject({ kind: 'failure', title: 'This position cannot be played', detail })
  })

  test('of profiles goes to Profiles', async () => {
    const { paste, opened } = open()
    await paste(PROFILE)
    const incoming = [{ name: 'the clipboard', text: PROFILE }]
    expect(opened).toEqual([{ screen: 'profiles', incoming, back: { screen: 'tree' } }])
  })

  test.each([
    ['Hello,\n world', /“Hello, world”.*13 characters/],
    ['{"format":"2048-lab-tuning","version":1}', /the format “2048-lab-tuning”/],
    ['x'.repeat(5000), /“x{40} …”.*5,000 characters/],
  ])('of anything else says what it is and what is accepted', async (text, detail) => {
    const { paste, opened, toast } = open()
    await paste(text)
    expect(opened).toEqual([])
    expect(toast()).toMatchObject({ kind: 'failure', detail: expect.stringMatching(detail) as string })
    expect(toast().advice).toContain('2048verse')
  })
})

describe('files that are dropped on any screen', () => {
  test('are sorted by what they hold', async () => {
    const { drop, opened } = open({}, { screen: 'play' })
    await drop(new File([POSITION], 'board.txt'))
    expect(opened).toEqual([{ screen: 'play', position: POSITION, back: { screen: 'play' } }])
  })

  test('of two positions: the first is opened, the other named with what to do', async () => {
    const { drop, opened } = open({}, { screen: 'play' })
    const utf16 = Uint8Array.from([0xff, 0xfe, ...POSITION.split('').flatMap(digit => [digit.charCodeAt(0), 0])])
    await drop(new File([utf16], 'board.txt'), new File([POSITION], 'other.txt'))
    expect(opened).toEqual([{ screen: 'play', position: POSITION, back: { screen: 'play' } }])
    const title = 'Not opened yet: open these one at a time'
    expect(useToasts().list[0]).toMatchObject({ kind: 'notice', title, detail: 'other.txt' })
  })

  test('of two recorded trees: the first is opened, the other named with what to do', async () => {
    const { drop, opened, toast } = open({}, { screen: 'play' })
    const [first, second] = ['a.trace', 'b.trace'].map(name => new File(['LABTRACE'], name)) as [File, File]
    await drop(first, second)
    expect(opened).toEqual([{ screen: 'tree', trace: first, back: { screen: 'play' } }])
    expect(toast()).toMatchObject({ kind: 'notice', title: 'Not opened yet: open these one at a time', detail: 'b.trace' })
  })

  test('of games and profiles: the games are imported, then the profiles shown', async () => {
    const { drop, opened, toast } = open({}, { screen: 'play' })
    const profile = new File([PROFILE], 'p.2048profile')
    await drop(profile, new File(['replay_SR'], 'game.txt'))
    await until(() => expect(opened).toHaveLength(2))
    expect(opened).toMatchObject([
      { screen: 'replays', game: { id: 41 }, mistakes: true },
      { screen: 'profiles', incoming: [{ name: 'p.2048profile', text: PROFILE }] },
    ])
    expect(toast().title).toBe('Game 41 imported')
  })

  test('of readable and faulty profiles: the readable ones go to Profiles, each other one is named with its fault', async () => {
    const { drop, opened } = open({}, { screen: 'play' })
    const [one, other] = PROFILES.map(each => withChanges(each, {}))
    await drop(
      new File([makeProfiles([one!, { ...one!, name: 'Not a name' }, other!])], 'several.json'),
      new File([PROFILE], 'good.2048profile'),
      new File([PROFILE.slice(0, -20)], 'cut.2048profile'),
    )
    await until(() => expect(opened).toHaveLength(1))
    const [errand] = opened as [Extract<Errand, { screen: 'profiles' }>]
    const names = errand.incoming!.flatMap(({ name, text }) => parseProfiles(text, name).map(its => `${name}: ${its.name}`))
    expect(names).toEqual([`several.json: ${one!.name}`, `several.json: ${other!.name}`, `good.2048profile: ${one!.name}`])
    const { title, detail } = useToasts().list.find(({ kind }) => kind === 'failure')!
    expect(title).toBe('2 profiles cannot be read')
    expect(detail).toMatch(/^several\.json: profile 2: name: .*; cut\.2048profile: /)
  })

  test.each([
    ['profile', 'a.2048profile', PROFILE.replace('"depth"', '"deep"'), 'One profile cannot be read'],
    ['position', 'a.txt', '1212212112122121', 'This position cannot be played'],
    ['shared place', 'a.2048share', '{"format":"2048-lab-shared","version":1}', 'This shared place cannot be opened'],
    ['study', 'a.2048study', '{"format":"2048-lab-study","version":1}', 'This study cannot be read'],
    ['photo', 'a.jpg', '\xff\xd8', 'Not a position, a replay, a profile, a tree or a shared place'],
  ])('of which the only one, a %s, cannot be read leave the page where it is', async (_, name, text, title) => {
    const { drop, opened } = open({}, { screen: 'arena' })
    await drop(new File([text], name))
    expect(opened).toEqual([])
    expect(useToasts().list.map(each => each.title)).toEqual([title])
  })

  test('are opened by a command as well', async () => {
    const { wrapper, opened } = open({}, { screen: 'settings' })
    const input = wrapper.get<HTMLInputElement>('input[type="file"][multiple]')
    const click = vi.spyOn(input.element, 'click').mockImplementation(() => undefined)
    press('o', { ctrlKey: true })
    expect(click).toHaveBeenCalledTimes(1)
    Object.defineProperty(input.element, 'files', { value: [new File([makeShared(LECTURE)], 'a.2048share')] })
    await input.trigger('change')
    await until(() => expect(opened).toEqual([{ screen: 'tree', shared: LECTURE, back: { screen: 'settings' } }]))
  })

  test('are imported where they hold games; what is none is named', async () => {
    const { drop, opened } = open({}, { screen: 'settings' })
    await drop(new File(['replay_SR'], 'game.txt'), new File([Uint8Array.of(0xff, 0xd8, 0)], 'photo.jpg'))
    await until(() => expect(opened).toEqual([{ screen: 'replays', game: { id: 41 }, mistakes: true }]))
    expect(useToasts().list[0]).toMatchObject({ kind: 'failure', detail: 'Not recognised: photo.jpg' })
  })
})

const LECTURE: SharedTree = {
  kind: 'tree',
  search: {
    ...{ by: 'searcher', game: 'exampleTree', position: '(max 3 (min 5 2))', seed: 0 },
    ...{ searcher: 'alphaBeta', config: {}, wrapping: {}, limits: {} },
  },
  ...{ view: 'drawn', path: [1], step: 7 },
}

const { evaluator, settings } = PROFILES[1]!
const PLAYER = { evaluator, settings }

describe('a shared place', () => {
  test('opens on its screen at once where the user brought it: pasted or dropped', async () => {
    const { paste, drop, opened } = open({}, { screen: 'play' })
    await paste(makeSharedText(LECTURE)!)
    await drop(new File([makeShared(LECTURE)], 'lecture.2048share'))
    expect(opened).toEqual([
      { screen: 'tree', shared: LECTURE, back: { screen: 'play' } },
      { screen: 'tree', shared: LECTURE, back: { screen: 'tree' } },
    ])
  })

  test('of a link opens nothing until the user agrees', async () => {
    const { wrapper, opened } = open({ files: [{ link: makeSharedText(LECTURE)! }] })
    await until(() => expect(wrapper.find('dialog').exists()).toBe(true))
    expect(wrapper.find('dialog').text()).toContain('Lecture at step 8')
    expect(opened).toEqual([])
    await wrapper.find('dialog form').trigger('submit')
    expect(opened).toEqual([{ screen: 'tree', shared: LECTURE, back: { screen: 'tree' } }])
    expect(wrapper.find('dialog').exists()).toBe(false)
  })

  test('whose search may take long is shown with its limits before it runs; one without a limit is refused', async () => {
    const kernel = (limits: object, cut = 0, repeated: object = {}, others: object = {}): SharedTree => {
      const player = { ...PLAYER, settings: { ...PLAYER.settings, cut, ...others }, limits }
      return { ...LECTURE, search: { by: 'kernel', position: '1200000000000001', player, ...repeated } }
    }
    const searcher = (game: string, limits: object, config: object = {}, others: object = {}) =>
      ({ ...LECTURE, search: { ...LECTURE.search, game, limits, config, ...others } }) as SharedTree
    const each = (its: number) => ({ up: its, down: its, left: its, right: null })
    const expert = { network: '0123456789abcdef', target: 7, least: 5, layers: 8, cut: 0, below: 0 }
    const mcts = { searcher: 'mcts' }
    const sampling = { searcher: 'sampling' }
    const quiescence = { wrapping: { quiescence: { plies: 100 } } }
    for (const short of [
      ...[kernel({ depth: 3 }), kernel({ depth: 8 }, 0.001), kernel({ depth: 'distinct' }, 0.001)],
      ...[kernel({ nodes: 1e6 }), kernel({ nodes: 1e6 }, 0.001), kernel({ depth: 90, ms: 500 })],
      ...[kernel({ nodes: 1e12 }, 0, { depths: each(3) }), kernel({ ms: 1 }, 0.01, { depths: each(9), cuts: each(0.001) })],
      kernel({ depth: 3 }, 0, {}, { expert: { ...expert, cut: 0.001 } }),
      ...[LECTURE, searcher('ticTacToe', {}), searcher('adversarial48', { depth: 3 })],
      ...[
        searcher('adversarial48', {}, {}, { searcher: 'greedy' }),
        searcher('ticTacToe', { ms: 900 }, { iterations: 1e12 }, mcts),
      ],
      searcher('adversarial48', {}, { iterations: 1000 }, mcts),
      searcher('warehouse', { depth: 2 }, { worlds: 16 }, sampling),
    ])
      expect(isLongSearch(short), JSON.stringify(short.search)).toBe(false)
    for (const long of [
      ...[kernel({ depth: 60 }), kernel({ depth: 60 }, 0.001), kernel({ depth: 'distinct' })],
      // nodes or time alone, also with a cut, with which the search deepens as far as they allow
      ...[kernel({ nodes: 1e15 }), kernel({ ms: 1e9 }), kernel({ nodes: 1e10 }, 0.0015), kernel({ ms: 3_600_000 }, 0.0015)],
      kernel({ depth: 'distinct', ms: 3_600_000 }, 0.0015),
      // a repeated search, which only its depths end
      ...[kernel({ nodes: 1 }, 0, { depths: each(60) }), kernel({ ms: 1 }, 0, { depths: each(60) })],
      kernel({ depth: 8 }, 0.01, { depths: each(10), cuts: each(0) }),
      kernel({ nodes: 1 }, 0.01, {}, { expert }),
      ...[searcher('adversarial48', {}), searcher('adversarial48', { depth: 3 }, {}, quiescence)],
      // iterations, which no small game and no depth ends
      ...[searcher('ticTacToe', {}, { iterations: 1e12 }, mcts), searcher('ticTacToe', { nodes: 1e9 }, {}, mcts)],
      ...[searcher('adversarial48', { depth: 3 }, { iterations: 1e12 }, mcts), searcher('ticTacToe', {}, {}, mcts)],
      searcher('warehouse', { depth: 2 }, { worlds: 100_000 }, sampling),
    ])
      expect(isLongSearch(long), JSON.stringify(long.search)).toBe(true)
    const { wrapper, paste, opened, toast } = open()
    const long = kernel({ nodes: 1e15 })
    await paste(makeSharedText(long)!)
    expect(wrapper.find('dialog').text()).toMatch(
      /Within its limits the search may take long.*Limits\s*nodes 1,000,000,000,000,000/s,
    )
    expect([wrapper.find('dialog').text().includes('A link opened this'), opened]).toEqual([false, []])
    await wrapper.find('dialog form').trigger('submit')
    expect(opened).toMatchObject([{ screen: 'tree', shared: long }])
    await paste(makeSharedText(kernel({}))!)
    expect(opened).toHaveLength(1)
    expect(toast().detail).toMatch(/limits: the search would not end: it needs a depth, nodes or a time$/)
  })

  test('of a link says how far its search goes: all its limits and settings', async () => {
    const mcts = { config: { iterations: 2_000_000_000, C: 0.5 }, limits: { ms: 900 } }
    const place = { ...LECTURE, search: { ...LECTURE.search, searcher: 'mcts', ...mcts } } as SharedTree
    const { wrapper } = open({ files: [{ link: makeSharedText(place)! }] })
    await until(() => expect(wrapper.find('dialog').exists()).toBe(true))
    expect(wrapper.find('dialog').text()).toMatch(/Limits\s*ms 900, iterations 2,000,000,000\s*Settings\s*\S.* 0\.5/)
  })

  test('of several links, and a study, are asked about one after another, in their order', async () => {
    const other: SharedTree = { ...LECTURE, step: 8 }
    const study = readFileSync('resources/studies/depth.json', 'utf8')
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(study)))
    const links = [LECTURE, other].map(place => ({ link: makeSharedText(place)! }))
    const { wrapper, opened } = open({ files: [...links, { name: 'depth.json', path: '/opened/1' }] })
    await until(() => expect(wrapper.find('dialog').exists()).toBe(true))
    await flushPromises()
    const texts: string[] = []
    const [escape, accept] = [() => wrapper.find('dialog').trigger('close'), () => wrapper.find('dialog form').trigger('submit')]
    for (const answer of [accept, escape, escape]) {
      expect(wrapper.findAll('dialog')).toHaveLength(1)
      texts.push(wrapper.find('dialog').text())
      await answer()
    }
    expect(texts[0]).toContain('Lecture at step 8')
    expect(texts[1]).toContain('Lecture at step 9')
    expect(texts[2]).toContain('Study: ')
    expect(opened).toEqual([{ screen: 'tree', shared: LECTURE, back: { screen: 'tree' } }])
    expect(wrapper.find('dialog').exists()).toBe(false)
  })

  test('of a page that opens many links is asked about ten times at most', async () => {
    const links = Array.from({ length: 30 }, (_, step) => ({ link: makeSharedText({ ...LECTURE, step })! }))
    const { wrapper } = open({ files: links })
    await until(() => expect(wrapper.find('dialog').exists()).toBe(true))
    let count = 0
    for (; wrapper.find('dialog').exists(); count++) await wrapper.find('dialog').trigger('close')
    expect(count).toBe(10)
  })

  test.each(['lab2048:!', `lab2048:${'A'.repeat(3000)}`, 'lab2048:e30'])(
    'that is hostile is refused in words: %s',
    async text => {
      const { paste, opened, toast } = open()
      await paste(text)
      expect(toast()).toMatchObject({ kind: 'failure', detail: expect.stringMatching(/^the clipboard: /) as string })
      expect(opened).toEqual([])
    },
  )
})

test.each([
  ['depth.json', 'lab reproduce depth.json'],
  ['$(reboot).json', "lab reproduce './$(reboot).json'"],
])(
  'a study that is dropped, %s, shows what it computes and a command that a shell cannot take for another',
  async (name, command) => {
    const study = readFileSync('resources/studies/depth.json', 'utf8')
    const { wrapper } = open({}, { screen: 'play' })
    document.body.dispatchEvent(
      Object.assign(new Event('drop', { bubbles: true }), {
        dataTransfer: { types: ['Files'], files: [new File([study], name)] },
      }),
    )
    await until(() => expect(wrapper.find('dialog').exists()).toBe(true))
    expect(wrapper.find('dialog code').text()).toBe(command)
  },
)
