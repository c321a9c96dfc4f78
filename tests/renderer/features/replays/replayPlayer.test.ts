import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { ReplayView } from '../../../../src/core/contract/calls'
import { LabError } from '../../../../src/core/errors'
import { legalMoves, MOVES, type Board, type Move } from '../../../../src/core/games/twenty48/board'
import { unitHash } from '../../../../src/core/games/twenty48/playerHash'
import { packLines, playMove } from '../../../../src/core/games/twenty48/sideLines'
import { playSideLines, playThrough } from '../../../../src/core/games/twenty48/replay'
import { slideValues } from '../../../../src/core/games/twenty48/search/report'
import { turnByte } from '../../../../src/core/games/twenty48/turnBytes'
import PlayerControls from '../../../../src/renderer/src/features/replays/player/PlayerControls.vue'
import ReplaysScreen from '../../../../src/renderer/src/features/replays/ReplaysScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import { drawnGame } from '../../../core/support/games'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { useSaving } from '../../../../src/renderer/src/bridge/saving'
import { chooseMore, fakeLab, flushPromises, hello, mountWith, press, PROFILES, unmountAll } from '../../helpers'

const replay = drawnGame(7)
const positions = [...playThrough(replay)]
const LENGTH = replay.turns.length

function view(): ReplayView {
  return {
    by: 'engine',
    draws: replay.draws!,
    game: {
      ...{
        id: 12,
        kind: 'engine',
        profile: 'power',
        seed: 7,
        score: replay.score,
        slides: LENGTH,
        maxRank: 7,
        board: replay.final,
      },
      ...{
        over: true,
        created: 60_000,
        started: null,
        ended: null,
        notes: 'seen',
        batch: null,
        batchIndex: null,
        hasTurns: true,
      },
    } as const,
    turns: replay.turns.map(turnByte),
    frames: positions.filter(({ step }) => step % 256 === 0),
    firstSlide: Array.from({ length: 18 }, (_, rank) => positions.find(({ board }) => board.includes(rank))?.step ?? null),
    lines: [],
    ms: null,
    sideLines: [],
    graph: {
      slides: [0, LENGTH],
      score: [0, replay.score],
      empties: [14, 0],
      largest: [1, 2],
      sum: [4, 6],
      lines: [],
      ms: [null, null],
      total: LENGTH,
    },
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The screen with game 12 opened, which the lab answers so. */
async function open(
  answer: () => unknown = view,
  slides?: number,
  tried?: (arg: unknown) => unknown,
  analysed: Readonly<Record<string, unknown>> = {},
) {
  const fake = fakeLab((name, arg) => {
    const its = analysed[name]
    if (name in analysed) return typeof its === 'function' ? (its as () => unknown)() : its
    if (name === 'games') return { rows: [], total: 0 }
    if (name === 'gameProfiles') return []
    if (name === 'gamePlaces') return [null]
    if (name === 'gameAnalyses' || name === 'playouts') return []
    if (name === 'tryPlayer') return tried?.(arg)
    return name === 'openReplay' ? answer() : undefined
  })
  const wrapper = mountWith(
    defineComponent(() => () => h(TooltipProvider, () => h(ReplaysScreen))),
    fake.lab,
  )
  useProfiles().greet(hello())
  useNavigation().open({ screen: 'replays', game: { id: 12, ...(slides !== undefined && { slides }) } })
  await flushPromises()
  const where = () => wrapper.get('.scrubber output').text()
  const label = () => wrapper.get('[role="img"]').attributes('aria-label')!
  /** That the board on show is the one after so many slides. */
  const shows = (step: number) => {
    expect(where()).toBe(`after ${step.toLocaleString('en')} of ${LENGTH.toLocaleString('en')} moves`)
    const words = positions[step]!.board.map(rank => (rank === 0 ? 'empty' : String(2 ** rank)))
    expect(label()).toContain(`Row 1: ${words.slice(0, 4).join(' ')}.`)
    expect(label()).toContain(`Row 4: ${words.slice(12).join(' ')}.`)
  }
  const key = async (name: string) => {
    press(name)
    await flushPromises()
  }
  return { ...fake, wrapper, where, shows, key }
}

test('a game of one move has one move', () => {
  const props = { at: 0, length: 1, playing: false, speed: 2 }
  const Controls = () => h(TooltipProvider, () => h(PlayerControls, props))
  expect(
    mountWith(
      defineComponent(() => Controls),
      fakeLab().lab,
    )
      .get('.scrubber output')
      .text(),
  ).toBe('after 0 of 1 move')
})

test('a shared game that came as a file is an imported one', async () => {
  const game = { ...view().game, kind: 'import', mixed: null } as const
  await open(() => ({ ...view(), game }))
  await chooseMore(document, 'Share', flushPromises)
  expect(document.querySelector('dialog pre')!.textContent).toContain(' points · Imported game')
})

describe('the player', () => {
  beforeEach(() => expect(LENGTH).toBeGreaterThan(30))

  test('shows one value of the evaluator that analyses, which the game may have searched with other limits', async () => {
    const { name: profile, evaluator, settings } = PROFILES[0]!
    const player = { evaluator, settings, limits: { depth: 2 } }
    const zeros = Array.from({ length: LENGTH }, () => 0)
    const nothing = zeros.map(() => null)
    const line = (unit: string, value: number) => ({
      ...{ hash: `${value}`, profile, family: evaluator.family, unit },
      ...{ value: zeros.map(() => value), depth: zeros.map(() => 1) },
    })
    const { wrapper } = await open(() => ({ ...view(), lines: [line(unitHash(player), 5), line('another', 6)] }), 0, undefined, {
      gameAnalyses: [
        { id: 5, game: 12, player, profile, slides: LENGTH, done: LENGTH, created: 1, updated: 2, state: 'complete' },
      ],
      assessedSlides: {
        ...{ from: 0, move: zeros.map(() => 'up'), best: zeros.map(() => 'up'), value: zeros.map(() => 7) },
        ...{ depth: zeros.map(() => 2), loss: zeros, chanceLoss: nothing, pointsLoss: nothing, noise: nothing },
        ...{ risk: zeros, ownRisk: zeros, counted: nothing, rough: zeros.map(() => false), showsDistantRisks: true },
      },
      analysedSlide: { board: positions[0]!.board, assessment: { values: {}, moves: {}, depth: 2 } },
    })
    await flushPromises()
    const values = wrapper.findAll('header dd').map(each => each.text())
    expect(values.filter(value => value.includes('depth'))).toEqual([expect.stringMatching(/^6/), expect.stringMatching(/^7/)])
  })

  test('goes by keys: one, ten, the ends, and no further', async () => {
    const { key, shows } = await open()
    shows(0)
    for (const [name, step] of [
      ['a', 0],
      ['d', 1],
      ['s', 2],
      ['w', 1],
      ['PageDown', 11],
      ['PageUp', 1],
      ['PageUp', 0],
      ['End', LENGTH],
      ['d', LENGTH],
      ['Home', 0],
    ] as const) {
      await key(name)
      shows(step)
    }
    for (const [forward, back] of [
      ['в', 'ф'],
      ['ג', 'ש'],
    ] as const) {
      press(forward, { code: 'KeyD' })
      await flushPromises()
      shows(1)
      press(back, { code: 'KeyA' })
      await flushPromises()
      shows(0)
    }
  })

  test('goes where the slider is drawn and to the tiles that were made', async () => {
    const { wrapper, shows } = await open()
    await wrapper.get('.scrubber input').setValue('25')
    shows(25)
    const milestone = wrapper.findAll('.milestones button').at(-1)
    await milestone.trigger('click')
    const largest = Math.max(...replay.final)
    shows(positions.find(({ board }) => board.includes(largest))!.step)
    expect(milestone.attributes('aria-current')).toBe('step')
  })

  test('plays by the clock, stops at the end, and stops when the user steps', async () => {
    vi.useFakeTimers()
    const { key, shows, where, wrapper } = await open()
    const play = () => wrapper.get('button.play')
    await key(' ')
    expect(play().text()).toBe('Pause')
    await vi.advanceTimersByTimeAsync(2_100)
    shows(10) // five a second
    await key('d')
    expect(play().text()).toBe('Play')
    await vi.advanceTimersByTimeAsync(2_000)
    shows(11)
    await wrapper.get('.speed input').setValue('7')
    await key(' ')
    await vi.advanceTimersByTimeAsync(5_000)
    shows(LENGTH)
    expect(play().text()).toBe('Play')
    await key(' ')
    await vi.advanceTimersByTimeAsync(100)
    expect(where()).not.toContain(`after ${LENGTH} `) // it began anew
    unmountAll()
    await vi.advanceTimersByTimeAsync(1_000) // for which the keys wait to become a sequence
    expect(vi.getTimerCount()).toBe(0)
  })

  test('opens at the requested move, hands the game or the position alone to the Play screen, and leaves to the library', async () => {
    const { wrapper, key, shows } = await open(view, 10)
    shows(10)
    expect(wrapper.get('header').text() + wrapper.get('.facts').text()).not.toMatch(/time|longest/i) // none were measured
    const [playOn, position] = wrapper.findAll('.actions button')
    await playOn!.trigger('click')
    expect(useNavigation().errand).toEqual({ screen: 'play', game: { id: 12, slides: 10 } })
    await position!.trigger('click')
    expect(useNavigation().errand).toMatchObject({ screen: 'play', position: expect.stringMatching(/^[0-9A-H]{16}$/) as string })
    await key('Escape')
    expect([wrapper.find('.library').exists(), wrapper.find('.stage').exists()]).toEqual([true, false])
  })

  test('shows the progress of a replay by the engine, and cancels it on leaving', async () => {
    const { wrapper, emit, calls, key } = await open(() => new Promise(() => undefined))
    expect(wrapper.text()).toContain('Opening')
    const job = { id: 3, kind: 'replay', title: '12', state: 'running', done: 400, total: 1000 } as const
    emit('jobs', [{ ...job, id: 2, title: '11' }, job])
    await flushPromises()
    expect(wrapper.text()).toContain('400 of 1,000 moves')
    await key('Escape')
    expect(calls.filter(({ name }) => name === 'cancelJob')).toEqual([{ name: 'cancelJob', arg: { id: 3 } }])
  })
})

describe('side lines', () => {
  const KEYS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const
  const AT = 10
  const { board } = positions[AT]!
  const [other, another] = legalMoves(board).filter(move => move !== replay.turns[AT]!.move) as [Move, Move]
  /** A move that no line has at this place. */
  const lineOf = (move: Move) => playMove([], { line: 0, at: AT }, move, { game, board, seed: 7 })!.lines[0]!
  const game = { length: LENGTH, turn: (step: number) => replay.turns[step - 1]! }
  const saved = (calls: readonly { name: string; arg: unknown }[]) =>
    calls.flatMap(({ name, arg }) => (name === 'setSideLines' ? [arg] : []))
  const rows = (wrapper: Awaited<ReturnType<typeof open>>['wrapper']) =>
    wrapper.findAll('.thread li').map(row => row.attributes('aria-label'))

  test('an arrow key tries another move: the line is saved, shown below the graph, and stepped through', async () => {
    const { wrapper, key, calls } = await open(view, AT)
    const hint = () => wrapper.text().includes('To play on from a side line, open its position in Play.')
    expect([rows(wrapper), hint()]).toEqual([[], false])
    await key(KEYS[other])
    expect(hint()).toBe(true)
    expect(saved(calls)).toEqual([{ id: 12, lines: packLines([lineOf(other)]) }])
    expect(rows(wrapper)).toEqual([`Side line 1: 1 move after move ${AT} of the game`])
    expect(wrapper.get('header').text()).toContain('Side line 1')
    await key('a')
    expect([wrapper.get('.scrubber output').text(), wrapper.get('header').text().includes('Side line')]).toEqual([
      `after ${AT} of ${LENGTH} moves`,
      false,
    ])
    await key(KEYS[another])
    expect(rows(wrapper)).toHaveLength(2)
    await key('a')
    await key(KEYS[other])
    expect(saved(calls)).toHaveLength(2) // it went along the first line
    expect(wrapper.get('.thread li.shown').attributes('aria-label')).toMatch(/^Side line 1:/)
  })

  test('that could not be stored are unsaved: they are tried again by a button, and stay when the game is left and opened', async () => {
    let isFull = true
    const answer = { setSideLines: () => (isFull ? Promise.reject(new LabError('STORE_FULL', 'The disk is full.')) : undefined) }
    const { wrapper, key, calls } = await open(view, AT, undefined, answer)
    const { held } = useSaving()
    await key(KEYS[other])
    const again = () => wrapper.findAll('button').find(each => each.text() === 'Save again')
    expect([held.size, again() !== undefined]).toEqual([1, true])
    await again()!.trigger('click')
    await flushPromises()
    expect([held.size, saved(calls).length]).toEqual([1, 2])
    await key('Escape')
    expect(saved(calls)).toHaveLength(3)
    useNavigation().open({ screen: 'replays', game: { id: 12, slides: AT } })
    await flushPromises()
    expect(rows(wrapper)).toHaveLength(1)
    isFull = false
    await again()!.trigger('click')
    await flushPromises()
    expect([held.size, again()]).toEqual([0, undefined])
    expect(saved(calls).at(-1)).toEqual({ id: 12, lines: packLines([lineOf(other)]) })
  })

  test('the move of the game goes along the game, and an illegal one does nothing', async () => {
    const { key, shows, calls } = await open(view, AT)
    await key(KEYS[replay.turns[AT]!.move])
    shows(AT + 1)
    await key('a')
    for (const move of MOVES.filter(each => !legalMoves(board).includes(each))) await key(KEYS[move])
    shows(AT)
    expect(saved(calls)).toEqual([])
  })

  test('keys change the line, delete it, and bring it back', async () => {
    const lines = [lineOf(other), lineOf(another)]
    const { wrapper, key, calls, shows } = await open(() => ({ ...view(), sideLines: packLines(lines) }), AT)
    const shown = () => wrapper.find('.thread li.shown').attributes('aria-label')?.slice(0, 11)
    const shift = async (name: string) => {
      press(name, { shiftKey: true })
      await flushPromises()
    }
    await shift('ArrowDown')
    expect(shown()).toBe('Side line 1')
    await shift('ArrowDown')
    expect(shown()).toBe('Side line 2')
    await shift('ArrowDown')
    expect(shown()).toBe('Side line 2')
    await key('Delete')
    expect(saved(calls).at(-1)).toEqual({ id: 12, lines: packLines([lines[0]!]) })
    shows(AT)
    press('z', { ctrlKey: true })
    await flushPromises()
    expect(saved(calls).at(-1)).toEqual({ id: 12, lines: packLines(lines) })
    expect(shown()).toBe('Side line 2')
    await shift('ArrowUp')
    await shift('ArrowUp')
    shows(AT)
  })

  test('deleted lines come back at their places, the shown place too, and the toast that offers it goes', async () => {
    const lines = [lineOf(other), lineOf(another)]
    const { wrapper, key, calls } = await open(() => ({ ...view(), sideLines: packLines(lines) }), AT)
    press('ArrowDown', { shiftKey: true })
    await flushPromises()
    const shown = () => [wrapper.get('.scrubber output').text(), wrapper.find('.thread li.shown').attributes('aria-label')]
    const before = shown()
    await key('Delete')
    expect(useToasts().list).toMatchObject([{ title: 'Side line deleted' }])
    press('z', { ctrlKey: true })
    await flushPromises()
    expect(saved(calls).at(-1)).toEqual({ id: 12, lines: packLines(lines) })
    expect([shown(), useToasts().list]).toEqual([before, []])
  })

  test('the thread names a line by its first move, and scrolls its own box to the shown one', async () => {
    const side = (element: Element) => (element.matches('li') ? [...element.parentElement!.children].indexOf(element) * 30 : 0)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const row = this.closest('.thread li')
      const top = row ? side(row) - row.parentElement!.scrollTop : 0
      return DOMRect.fromRect({ y: top, height: row ? 30 : 45 })
    })
    const lines = [lineOf(other), lineOf(another)]
    const { wrapper, key } = await open(() => ({ ...view(), sideLines: packLines(lines) }), AT)
    expect(wrapper.findAll('.thread .from').map(from => from.text())).toEqual([`${AT + 1}`, `${AT + 1}`])
    const list = wrapper.get('.thread ol').element
    await key(KEYS[another])
    expect(list.scrollTop).toBe(15)
    await key('a')
    await key(KEYS[other])
    expect(list.scrollTop).toBe(0)
  })

  test('a board is said to be searched until it has values', async () => {
    let answer: ((report: unknown) => void) | undefined
    const { wrapper } = await open(view, AT, () => new Promise(resolve => (answer = resolve)))
    await vi.waitFor(() => expect(answer).toBeDefined())
    expect(wrapper.get('.valued').text()).toMatch(/^Searching with .+ …$/)
    const nothing = Object.fromEntries(MOVES.map(move => [move, null]))
    answer!({
      board,
      best: other,
      depth: 2,
      nodes: 1,
      expectedNodes: 1,
      values: { ...nothing, [other]: 1 },
      depths: nothing,
      cuts: nothing,
    })
    await vi.waitFor(() => expect(wrapper.get('.valued').text()).toMatch(/^Values by /))
  })

  test('a click on an edge of the board tries its move, and a tile that was made shows the game again', async () => {
    const { wrapper, calls, shows } = await open(view, AT)
    await wrapper.get(`.bar.${other}`).trigger('click')
    expect(saved(calls)).toHaveLength(1)
    const milestone = wrapper.get('.milestones button')
    await milestone.trigger('click')
    shows(Number(milestone.findAll('span')[1]!.text()))
  })

  test('the edges have the value of every move, of a side line too, and the move that follows', async () => {
    const report = (at: Board) => ({
      ...{ board: at, best: legalMoves(at)[0]!, depth: 2, nodes: 1, expectedNodes: 1 },
      values: Object.fromEntries(MOVES.map((move, i) => [move, legalMoves(at).includes(move) ? 100 - i : null])),
      depths: Object.fromEntries(MOVES.map(move => [move, legalMoves(at).includes(move) ? 2 : null])),
      cuts: Object.fromEntries(MOVES.map(move => [move, null])),
    })
    const { wrapper, key, calls } = await open(view, AT, arg => report((arg as { board: Board }).board))
    const labels = () => wrapper.findAll('.bar').map(bar => bar.attributes('aria-label')!)
    const shown = MOVES.filter(move => legalMoves(board).includes(move))
    expect(labels().filter(label => /value 1?\d\d?/i.test(label))).toHaveLength(shown.length)
    expect(wrapper.get('.bar.played').classes()).toContain(replay.turns[AT]!.move)
    await key(KEYS[other])
    await vi.waitFor(() => expect(calls.filter(({ name }) => name === 'tryPlayer')).toHaveLength(2))
    await flushPromises()
    expect(labels().some(label => /value/i.test(label))).toBe(true)
    expect(wrapper.find('.bar.played').exists()).toBe(false)
  })

  test('a move of a side line has the sign of its class once its board was searched, and none before', async () => {
    const first = lineOf(other)
    const after = playSideLines([first], LENGTH, step => positions[step]!)[0]!.at(-1)!.board
    const [second] = legalMoves(after) as [Move, Move]
    const { lines } = playMove([first], { line: 1, at: AT + 1 }, second, { game, board: after, seed: 7 })!
    const best = (at: Board) => legalMoves(at).at(-1)
    const report = (at: Board) => ({
      ...{ best: best(at), depth: 2, expert: { decides: true, settings: { target: 11 } } },
      values: slideValues(move => (legalMoves(at).includes(move) ? (move === best(at) ? 0.9 : 0.2) : null)),
    })
    const tried = (arg: unknown) => report((arg as { board: Board }).board)
    const { wrapper, key } = await open(() => ({ ...view(), sideLines: packLines(lines) }), AT - 1, tried)
    const signs = () => wrapper.findAll('.thread .move').map(each => /\?.*$/.exec(each.attributes('aria-label')!)?.[0] ?? '')
    expect(signs()).toEqual(['', ''])
    await key('d')
    await vi.waitFor(() => expect(signs()).toEqual(['??', '']))
    await wrapper.get('.thread .move').trigger('click')
    await vi.waitFor(() => expect(signs()).toEqual(['??', '??']))
    expect(wrapper.findAll('.thread .move b').map(each => each.text())).toEqual(['??', '??'])
  })
})
