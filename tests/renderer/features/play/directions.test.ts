import { describe, expect, test } from 'vitest'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { directionsOf } from '../../../../src/renderer/src/features/play/board/directions'
import BoardStage from '../../../../src/renderer/src/features/play/board/BoardStage.vue'
import { providePlay } from '../../../../src/renderer/src/features/play/usePlay'
import { BOARD, fakeLab, gameView, mountWith, report } from '../../helpers'
import { defineComponent, h } from 'vue'

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
  function mountStage(board = BOARD, shown = report()) {
    const { lab, calls } = fakeLab(() => gameView())
    const Host = defineComponent({
      setup() {
        providePlay()
        return () => h(BoardStage, { game: gameView({ board }), report: shown, preview: undefined })
      },
    })
    const wrapper = mountWith(Host, lab)
    const bar = (move: string) => wrapper.get<HTMLButtonElement>(`button.bar.${move}`)
    return { wrapper, bar, calls }
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

  test('show chances of an expert that decides in percent, and their losses in percentage points', () => {
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
  })

  test('show the depth of a move that was searched less deep', () => {
    const { bar } = mountStage(BOARD, report({ depths: { up: 3, down: 3, left: 2, right: null } }))
    expect(bar('left').attributes('aria-label')).toBe('Left: value 25, searched to depth 2 only. Play it.')
    expect(bar('left').text()).toBe('25depth 2')
    expect(bar('down').text()).toBe('10−20')
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
