import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { Line } from 'vue-chartjs'
import type { ReplayView } from '../../../../src/core/contract/calls'
import { playThrough } from '../../../../src/core/games/twenty48/replay'
import { turnByte } from '../../../../src/core/games/twenty48/turnBytes'
import ReplaysScreen from '../../../../src/renderer/src/features/replays/ReplaysScreen.vue'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { drawnGame } from '../../../core/support/games'
import { fakeLab, flushPromises, mountWith, press, PROFILES, refuse, valueLine, unmountAll } from '../../helpers'

const replay = drawnGame(7)
const positions = [...playThrough(replay)]
const LENGTH = replay.turns.length

function view(change: Partial<ReplayView> = {}): ReplayView {
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
      lines: [],
      ms: [null, null],
      total: LENGTH,
    },
    ...change,
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The screen with game 12 opened, which the lab answers so. */
async function open(answer: () => unknown = view, slides?: number, analyses: Readonly<Record<string, unknown>> = {}) {
  const fake = fakeLab(name => {
    if (name === 'games') return { rows: [], total: 0 }
    if (name === 'gameProfiles') return []
    if (name === 'gamePlaces') return [null]
    return name === 'openReplay' ? answer() : analyses[name]
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

  test('leads to every tile from 128 on, as the terminal does, and to the two largest of a small game', async () => {
    const tiles = async (firstSlide: readonly number[]) => {
      const made = Array.from({ length: 18 }, (_, rank) => firstSlide[rank] ?? null)
      const { wrapper } = await open(() => view({ firstSlide: made }))
      const found = wrapper.findAll('.milestones .tile').map(each => each.text())
      unmountAll()
      return found
    }
    expect(await tiles([0, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10])).toEqual(['128', '256', '512', '1024'])
    expect(await tiles([0, 0, 1, 2, 3])).toEqual(['8', '16'])
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

  test('says what the engine held of the board where it was asked', async () => {
    const { wrapper, key } = await open(() => view({ lines: [valueLine(replay.turns.map((_, i) => (i === 1 ? 42.5 : null)))] }))
    expect(wrapper.get('header').text()).toContain('not searched')
    await key('ArrowRight')
    expect(wrapper.get('header').text()).toContain('Value, thesis42.5, depth 2')
  })

  test('shows the time of the move that led to the board, of all moves, and of the longest', async () => {
    const ms = replay.turns.map((_, i) => (i === 1 ? null : i === 2 ? 4321 : 500))
    const { wrapper, key } = await open(() => view({ ms }))
    const time = () => wrapper.get('header').text()
    expect(time()).toContain('–') // no slide led to the first board
    await key('ArrowRight')
    expect(time()).toContain('500 ms')
    await key('ArrowRight')
    expect(time()).toContain('–')
    await key('ArrowRight')
    expect(time()).toContain('4.32 s')
    expect(wrapper.get('.facts').text()).toContain('4.32 s, move 3')
    expect(wrapper.get('.facts').text()).toContain(`for the ${LENGTH - 1} timed moves`)
  })

  test('shows the values of an analysis beside those of another player from the game, each by its name', async () => {
    const values = replay.turns.slice(0, 3).map((_, i) => 100 + i)
    const { settings, evaluator } = PROFILES[0]!
    const analysis = { id: 5, game: 12, profile: 'thesis', player: { evaluator, settings, limits: { depth: 2 } } }
    const best = values.map(() => 'up')
    const analyses = {
      gameAnalyses: [{ ...analysis, slides: LENGTH, done: 3, created: 1, updated: 1, state: 'stopped' }],
      assessedSlides: {
        ...{
          from: 0,
          move: best,
          best,
          value: values,
          depth: [2, 1, 2],
          loss: [0, 0, 0],
          share: [0, 0, 0],
          risk: [0, 0, 0],
          ownRisk: [0, 0, 0],
        },
      },
    }
    const graph = {
      ...view().graph,
      slides: [0, 2, LENGTH],
      score: [0, 4, 8],
      empties: [14, 13, 0],
      lines: [valueLine([7, 7, 7], 'power')],
    }
    const { wrapper, key } = await open(
      () =>
        view({
          lines: [
            valueLine(
              replay.turns.map(() => 42.5),
              'power',
            ),
          ],
          graph,
        }),
      undefined,
      analyses,
    )
    await flushPromises()
    await vi.dynamicImportSettled()
    const header = () => wrapper.get('header').text()
    expect(header()).toContain('Value, power42.5, depth 2')
    expect(header()).toContain('Value, thesis, depth 2100, depth 2')
    const { datasets } = wrapper.getComponent(Line).props('data') as {
      datasets: { label: string; data: { x: number; y: number }[] }[]
    }
    expect(datasets.slice(0, 2).map(({ label }) => label)).toEqual(['power', 'thesis, depth 2'])
    expect(datasets[1]!.data).toEqual([
      { x: 0, y: 100 },
      { x: 2, y: 102 },
      { x: LENGTH, y: NaN },
    ])
    for (let i = 0; i < 3; i++) await key('ArrowRight')
    expect(header()).toContain('Value, power42.5, depth 2')
    expect(header()).not.toContain('Value, thesis')
  })

  test('shows the settings of the engine in the words of their editor', async () => {
    const { evaluator, settings } = PROFILES[1]!
    const { wrapper } = await open(() =>
      view({
        engine: {
          profile: 'power',
          evaluator,
          settings: { ...settings, leaf: 'spawned', table: 'deeper' },
          limits: { depth: 2 },
        },
      }),
    )
    const facts = wrapper.get('.facts').text().replaceAll(/\s+/g, ' ')
    expect(facts).toMatch(/Leaf ?mean over the next tile ?Points ?ignored ?Probability cut ?0\.0001 ?Table ?same depth or deeper/)
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

  test('a game that cannot be opened says why, and can be requested again', async () => {
    let fails = true
    const { wrapper, shows } = await open(() => (fails ? refuse('BAD_STORE', 'game 12: it does not come out') : view()))
    expect(wrapper.get('[role="alert"]').text()).toContain('it does not come out')
    fails = false
    await wrapper.get('[role="alert"] button').trigger('click')
    await flushPromises()
    shows(0)
  })
})
