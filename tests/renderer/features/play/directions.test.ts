import { describe, expect, test } from 'vitest'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { directionsOf } from '../../../../src/renderer/src/features/play/board/useDirections'
import BoardWorth from '../../../../src/renderer/src/features/play/board/BoardWorth.vue'
import { useGameStore } from '../../../../src/renderer/src/features/play/gameStore'
import BoardStage from '../../../../src/renderer/src/features/play/board/BoardStage.vue'
import { providePlay } from '../../../../src/renderer/src/features/play/usePlay'
import { usePreferences } from '../../../../src/renderer/src/bridge/preferences'
import { BOARD, fakeLab, flushPromises, gameView, mountWith, PROFILES, report } from '../../helpers'
import { calibrationOf } from '../../../support/calibration'
import { defineComponent, h, shallowRef } from 'vue'

/** BOARD has a 2048. A value of 0 to 100 is the chance of a 4096, and 0 to 10,000 points to come. */
const CALIBRATION = calibrationOf(11, { goal: 12, from: 0, to: 100, points: 10_000 })
const { evaluator, settings } = PROFILES[1]!
const PLAYER = { evaluator, settings, limits: { depth: 3 } }
const AT = { board: BOARD, score: 0 }
const by = (directions: ReturnType<typeof directionsOf>) => Object.fromEntries(directions.map(each => [each.move, each]))

describe('the moves on the edges', () => {
  test('the best is the move that the engine would play; another without a value is unknown', () => {
    const { up, down, right } = by(directionsOf(AT, report()))
    expect(up).toMatchObject({ judged: { value: 30, ownLoss: 0 }, best: true, stale: false, depth: 2 })
    expect(down).toMatchObject({ judged: { value: 10, ownLoss: 20 }, best: false })
    expect(right).toMatchObject({ judged: undefined, best: false, depth: undefined })
  })

  test('legal is what the rules say of the board that is shown, not what a report says of another', () => {
    const board = parseBoard('1000 0000 0000 0000')
    const { up, down, left, right } = by(directionsOf({ board, score: 0 }, report()))
    expect([up!.legal, down!.legal, left!.legal, right!.legal]).toEqual([false, true, false, true])
    expect(up).toMatchObject({ stale: true })
  })
})

describe('the bars', () => {
  function mountStage(board = BOARD, shown = report(), calibration: typeof CALIBRATION | null = null) {
    const { lab, calls } = fakeLab(
      () => gameView(),
      () => calibration,
    )
    const Host = defineComponent({
      setup() {
        providePlay()
        return () => h(BoardStage, { game: gameView({ board }), report: shown, player: PLAYER, preview: undefined })
      },
    })
    const wrapper = mountWith(Host, lab)
    const bar = (move: string) => wrapper.get<HTMLButtonElement>(`button.bar.${move}`)
    const length = (move: string) => {
      const { style } = bar(move).get<HTMLElement>('.fill').element
      return Number(Number(style.getPropertyValue('--length')).toFixed(6))
    }
    return { wrapper, bar, length, calls }
  }

  test('say their value, their loss and the best in words', () => {
    const { bar } = mountStage()
    expect(bar('up').attributes('aria-label')).toBe('Up: value 30, the best. Play it.')
    expect(bar('left').attributes('aria-label')).toBe('Left: value 25, 5 below the best. Play it.')
    expect(bar('left').text()).toBe('25−5')
  })

  test('say that a move is as good as the best', () => {
    const { bar } = mountStage(BOARD, report({ values: { up: 30, down: 10, left: 30 * (1 - 1e-12), right: null } }))
    expect(bar('left').get('.loss').text()).toBe('equal')
    expect(bar('left').attributes('aria-label')).toBe('Left: value 30, equal to the best but for rounding. Play it.')
    expect(bar('up').text()).toBe('30best')
  })

  test('show chances of an expert that decides in percent, and their losses in percentage points, in the own unit too', async () => {
    const values = { up: 0.7, down: 0.455, left: 0.7 * (1 - 1e-12), right: null }
    const settings = { network: '0', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
    const expert = { decides: true, settings, walls: 4, chances: values }
    const { bar } = mountStage(BOARD, report({ values, expert }))
    expect(bar('up').text()).toBe('70%best')
    expect(bar('down').text()).toBe('45.5%−24.5\u00a0pp ??')
    expect(bar('down').attributes('aria-label')).toBe(
      'Down: 45.5% chance to make the next 1,024, 24.5 percentage points below the best, a blunder. Play it.',
    )
    expect(bar('left').attributes('aria-label')).toBe('Left: 70% chance to make the next 1,024, equal to the best. Play it.')
    usePreferences().set({ valueScale: 'unit' })
    await flushPromises()
    expect(bar('down').text()).toBe('45.5%−24.5\u00a0pp ??')
    expect(bar('down').attributes('aria-label')).toContain('24.5 percentage points below the best')
  })

  test('show the depth of a move that was searched less deep', () => {
    const { bar } = mountStage(BOARD, report({ depths: { up: 3, down: 3, left: 2, right: null } }))
    expect(bar('left').attributes('aria-label')).toBe('Left: value 25, searched to depth 2 only. Play it.')
    expect(bar('left').text()).toBe('25depth 2')
    expect(bar('down').text()).toBe('10−20')
  })

  const CLASSES = report({ values: { up: 60, down: 30, left: 55, right: null } })

  test('of a calibrated player are as long as the loss of chance, with colour and sign; points and the own unit change no bar', async () => {
    const { bar, length } = mountStage(BOARD, CLASSES, CALIBRATION)
    await flushPromises()
    const lengths = () => [length('down'), length('left')]
    expect(bar('up').text()).toBe('60%best')
    expect(bar('up').classes()).toContain('best')
    expect(bar('down').text()).toBe('30%−30.0\u00a0pp ??')
    expect(bar('left').text()).toBe('55%−5.0\u00a0pp ?')
    expect(bar('left').get('.loss').classes()).toContain('mistake')
    expect(bar('left').attributes('aria-label')).toBe(
      'Left: 55% chance of 4,096, 5.0 percentage points below the best, a mistake. Play it.',
    )
    expect(lengths()).toEqual([1, 0.5])
    usePreferences().set({ valueScale: 'points' })
    await flushPromises()
    expect(bar('left').text()).toBe('5.6\u00a0k−500 ?')
    expect(lengths()).toEqual([1, 0.5])
    usePreferences().set({ valueScale: 'unit' })
    await flushPromises()
    expect(bar('left').text()).toBe('55−5 ?')
    expect(lengths()).toEqual([1, 0.5])
    usePreferences().set({ lossThresholds: { inaccuracy: 0.05, mistake: 0.5 } })
    await flushPromises()
    expect([bar('left').text(), bar('down').text()]).toEqual(['55−5 ?!', '30−30 ?'])
  })

  test('are hatched where the search cannot separate close moves, which are not called equal', async () => {
    const close = [{ crowded: false, pairs: 100, spread: 0.05 }]
    const values = { up: 60, down: 30, left: 59, right: null }
    const { bar } = mountStage(BOARD, report({ values }), { ...CALIBRATION, close })
    await flushPromises()
    expect(bar('left').text()).toBe('59%−1.0\u00a0pp ∞')
    expect(bar('left').get('.track').classes()).toContain('hatched')
    expect(bar('down').text()).toBe('30%−30.0\u00a0pp ??')
  })

  test('of another player are hatched where a move loses something: what that means is not known', async () => {
    const { bar } = mountStage(BOARD, CLASSES)
    await flushPromises()
    expect(bar('left').text()).toBe('55−5')
    expect(bar('left').get('.track').classes()).toContain('hatched')
    const { bar: tied } = mountStage(BOARD, report({ values: { up: 60, down: 30, left: 60, right: null } }))
    expect(tied('left').get('.track').classes()).not.toContain('hatched')
    expect(tied('left').get('.loss').text()).toBe('equal')
  })

  test('play their move on a click', async () => {
    const { bar, calls } = mountStage()
    await bar('left').trigger('click')
    expect(calls).toEqual([{ name: 'slide', arg: { move: 'left' } }])
  })

  test('an illegal move is greyed and cannot be played', async () => {
    const { bar, calls } = mountStage(parseBoard('1000 0000 0000 0000'))
    expect(bar('up').element.disabled).toBe(true)
    expect(bar('up').attributes('aria-label')).toBe('Up: nothing would move.')
    await bar('up').trigger('click')
    expect(calls).toEqual([])
  })

  test('numbers of another board are marked as such', () => {
    const { bar } = mountStage(BOARD.with(0, 1))
    expect(bar('left').classes()).toContain('stale')
    expect(bar('left').attributes('aria-label')).toBe('Left: value 25, on an earlier board. Play it.')
    expect(bar('up').classes()).not.toContain('best')
    expect(bar('up').text()).toBe('30')
  })
})

describe('what the board is worth', () => {
  const next = calibrationOf(12, { goal: 13, from: 0, to: 100, points: 10_000 })
  const both = { ...CALIBRATION, stages: [...CALIBRATION.stages, ...next.stages] }
  const larger = BOARD.map(rank => (rank === 11 ? 12 : rank))
  const reportOf = (board = BOARD) => report({ board, values: { up: 30, down: 10, left: 25, right: null } })

  async function open() {
    const { lab } = fakeLab(
      () => gameView(),
      () => both,
    )
    const shown = shallowRef({ game: gameView(), report: reportOf(), player: PLAYER, by: 'Power' })
    const wrapper = mountWith(
      defineComponent(() => () => h(BoardWorth, shown.value)),
      lab,
    )
    await flushPromises()
    const lines = () => wrapper.findAll('dt, dd').map(each => each.text())
    const change = async (changes: Partial<typeof shown.value>) => {
      shown.value = { ...shown.value, ...changes }
      await flushPromises()
    }
    return { wrapper, lines, change }
  }

  test('is a chance of a tile; of another tile it is another question, which says so for ten moves', async () => {
    const { lines, change } = await open()
    expect(lines()).toEqual(['Chance of 4,096', '30% 30–30%', 'by Power'])
    await change({ game: gameView({ board: larger, slides: 21 }), report: reportOf(larger) })
    expect([lines()[0], lines()[2]]).toEqual(['Chance of 8,192', 'before: chance of 4,096'])
    await change({ game: gameView({ board: larger, slides: 30 }) })
    expect([lines()[0], lines()[2]]).toEqual(['Chance of 8,192', 'before: chance of 4,096'])
    await change({ game: gameView({ board: larger, slides: 31 }) })
    expect([lines()[0], lines()[2]]).toEqual(['Chance of 8,192', 'by Power'])
    await change({ game: gameView({ id: 2, slides: 31 }), report: reportOf() })
    expect([lines()[0], lines()[2]]).toEqual(['Chance of 4,096', 'by Power']) // another game asks nothing new
    await change({ game: gameView({ id: 3, board: larger, slides: 0 }) }) // the report is still of the game before
    await change({ report: reportOf(larger) })
    expect([lines()[0], lines()[2]]).toEqual(['Chance of 8,192', 'by Power'])
  })

  test('is points whose band has one unit: both ends in plain digits if one is below a thousand', async () => {
    const { lines, change } = await open()
    usePreferences().set({ valueScale: 'points' })
    await flushPromises()
    expect(lines()).toEqual(['Expected points', '3.1\u00a0k 100–13,433', 'by Power'])
    await change({ game: gameView({ score: 1000 }) })
    expect(lines()[1]).toBe('4\u00a0k 1\u00a0k–14.3\u00a0k')
  })

  test('is marked as of the board before, while the next search is about to follow', async () => {
    const { wrapper, lines, change } = await open()
    expect(wrapper.find('dd.stale').exists()).toBe(false)
    await change({ game: gameView({ board: larger, slides: 21 }) })
    expect(lines().slice(0, 2)).toEqual(['Chance of 4,096', '30% 30–30%'])
    expect(wrapper.find('dd.stale').exists()).toBe(true)
  })

  test('is uncertain where weaker quick games of this board reach more', async () => {
    const { wrapper, lines, change } = await open()
    const outlook = (low: number, rank = 12) => ({
      ...{ board: BOARD, games: 100, running: false, profile: 'power', depth: 1 },
      tiles: [{ rank, share: 0.9, interval: [low, 1] as const }],
    })
    useGameStore().outlook = outlook(0.2)
    await change({})
    expect([lines().at(-1), wrapper.find('.doubtful').exists()]).toEqual(['by Power', false])
    useGameStore().outlook = outlook(0.4)
    await change({})
    expect([lines().at(-1), wrapper.find('.doubtful').exists()]).toEqual(['few such boards: uncertain', true])
    useGameStore().outlook = outlook(0.4, 11) // a smaller tile is no contradiction
    await change({})
    expect(wrapper.find('.doubtful').exists()).toBe(false)
  })
})
