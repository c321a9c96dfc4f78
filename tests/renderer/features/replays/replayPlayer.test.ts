import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { ReplayView } from '../../../../src/core/contract/calls'
import { playThrough } from '../../../../src/core/games/twenty48/replay'
import { turnByte } from '../../../../src/core/games/twenty48/turnBytes'
import ReplaysScreen from '../../../../src/renderer/src/features/replays/ReplaysScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { drawnGame } from '../../../core/support/games'
import { fakeLab, flushPromises, mountWith, press, unmountAll } from '../../helpers'

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
async function open(answer: () => unknown = view, slides?: number) {
  const fake = fakeLab(name => {
    if (name === 'games') return { rows: [], total: 0 }
    if (name === 'gameProfiles') return []
    if (name === 'gamePlaces') return [null]
    if (name === 'gameAnalyses' || name === 'playouts') return []
    return name === 'openReplay' ? answer() : undefined
  })
  const wrapper = mountWith(
    defineComponent(() => () => h(TooltipProvider, () => h(ReplaysScreen))),
    fake.lab,
  )
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

describe('the player', () => {
  beforeEach(() => expect(LENGTH).toBeGreaterThan(30))

  test('goes by keys: one, ten, the ends, and no further', async () => {
    const { key, shows } = await open()
    shows(0)
    for (const [name, step] of [
      ['ArrowLeft', 0],
      ['ArrowRight', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['PageDown', 11],
      ['PageUp', 1],
      ['PageUp', 0],
      ['End', LENGTH],
      ['ArrowRight', LENGTH],
      ['Home', 0],
    ] as const) {
      await key(name)
      shows(step)
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
    await key('ArrowRight')
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
