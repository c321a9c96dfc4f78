import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import type { GameView } from '../../../../src/core/contract/calls'
import { slide, withTile, type Board } from '../../../../src/core/games/twenty48/board'
import {
  compileEvaluator,
  contributions,
  makeEvaluator,
  constantTerms,
} from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { variationBoards } from '../../../../src/renderer/src/features/play/engine/playerStore'
import PrincipalVariation from '../../../../src/renderer/src/features/play/engine/PrincipalVariation.vue'
import TermTable from '../../../../src/renderer/src/ui/player/TermTable.vue'
import { useAnnouncements } from '../../../../src/renderer/src/features/play/board/useAnnouncements'
import { useSwipe } from '../../../../src/renderer/src/features/play/usePlayCommands'
import { BOARD, fakeLab, flushPromises, gameView, mountWith } from '../../helpers'

const { lab } = fakeLab()
const LINE = [{ move: 'left' }, { spawn: { cell: 7, rank: 1 } }, { move: 'up' }] as const

describe('the expected line', () => {
  test('each step leads to the board that the rules give', () => {
    const afterSlide = slide(BOARD, 'left')!.board
    const afterSpawn = withTile(afterSlide, LINE[1].spawn)
    expect(variationBoards(BOARD, LINE)).toEqual([afterSlide, afterSpawn, slide(afterSpawn, 'up')!.board])
  })

  test('ends where a step cannot be made', () => {
    expect(variationBoards(parseBoard('1000 0000 0000 0000'), [{ move: 'up' }, { move: 'down' }])).toEqual([])
  })

  test('is chips of moves and tiles; hovering or focusing one shows its board, leaving it shows none', async () => {
    const line = mountWith(PrincipalVariation, lab, { props: { variation: LINE, stale: false, empty: '' } })
    const chips = line.findAll('button')
    expect(chips.map(chip => chip.attributes('aria-label'))).toEqual([
      'Step 1: Left. Shows that board.',
      'Step 2: 2 at r2c4. Shows that board.',
      'Step 3: Up. Shows that board.',
    ])
    await chips[1]!.trigger('pointerenter')
    await line.get('ol').trigger('pointerleave')
    await chips[2]!.trigger('focus')
    await chips[2]!.trigger('blur')
    expect(line.emitted('preview')).toEqual([[1], [undefined], [2], [undefined]])
  })
})

describe('the terms of a board', () => {
  const terms = (evaluator: Evaluator, board: Board) => ({
    terms: contributions(evaluator, board),
    constant: constantTerms(evaluator),
  })
  const cells = (table: ReturnType<typeof mountWith>) =>
    table.findAll('tbody tr').map(row => row.findAll('th, td').map(cell => cell.text()))

  test('are weight, feature and their product, and sum to the value', () => {
    const evaluator = makeEvaluator('thesis', { h1: -2, h2: 3, h3: 5, h4: 7 }, { h1Tile: 'exponent', h4Tile: 'exponent' })
    const board = parseBoard('1120 0000 0000 0000')
    const table = mountWith(TermTable, lab, { props: terms(evaluator, board) })
    expect(cells(table).map(row => row.slice(1, 4))).toEqual([
      ['−2', '23', '−46'], // 1·7 + 1·6 + 2·5 from the left corner
      ['3', '1', '3'],
      ['5', '13', '65'],
      ['7', '−1', '−7'], // the row rises by 1 and falls by 2
    ])
    expect(table.get('tfoot').text()).toContain(String(compileEvaluator(evaluator)(board)))
  })

  test('one that is the same on every board has no bar, so that the others can be seen', () => {
    expect([...constantTerms(makeEvaluator('power'))]).toEqual(['offset'])
    expect([...constantTerms(makeEvaluator('thesis'))]).toEqual([])
    const table = mountWith(TermTable, lab, { props: terms(makeEvaluator('power'), BOARD) })
    const shares = table.findAll<HTMLElement>('.bar span').map(bar => Number(bar.element.style.getPropertyValue('--share')))
    expect(shares[0]).toBe(0)
    expect(Math.max(...shares)).toBe(1)
  })
})

describe('announcements', () => {
  function listen() {
    vi.useFakeTimers({ toFake: ['performance'] })
    const game = shallowRef<GameView>(gameView())
    const lines: string[] = []
    const wrapper = mountWith({ setup: () => ({ line: useAnnouncements(game) }), template: '<p>{{ line }}</p>' }, lab)
    const show = async (view: GameView) => {
      game.value = view
      await flushPromises()
      const text = wrapper.text()
      if (text !== lines.at(-1)) lines.push(text)
    }
    return { show, lines }
  }

  test('a move by hand is announced with the new tile', async () => {
    const { show, lines } = listen()
    await show(
      gameView({ slides: 21, score: 1234, last: { before: BOARD, turn: { move: 'left', spawn: { cell: 6, rank: 2 } } } }),
    )
    expect(lines).toEqual(['Left. A 4 appears in row 2, column 3. Score 1,234.'])
    vi.useRealTimers()
  })

  test('a game that plays itself is summed up every five seconds, and its end at once', async () => {
    const { show, lines } = listen()
    const autoplay = { slidesPerSecond: 30 }
    for (let i = 1; i <= 300; i++) {
      await show(gameView({ slides: 20 + i, score: i, autoplay }))
      vi.advanceTimersByTime(33)
    }
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe('Playing. Score 1, largest tile 2,048.')
    await show(gameView({ slides: 400, score: 999, over: true }))
    expect(lines.at(-1)).toBe('Game over. Score 999, largest tile 2,048.')
    vi.useRealTimers()
  })
})

describe('a swipe', () => {
  const sweep = (dx: number, dy: number, { second = false } = {}) => {
    const moves: string[] = []
    const { pointerdown, pointerup } = useSwipe(move => moves.push(move))
    pointerdown({ isPrimary: true, button: 0, pointerId: 1, clientX: 100, clientY: 100 } as PointerEvent)
    pointerup({ pointerId: second ? 2 : 1, clientX: 100 + dx, clientY: 100 + dy } as PointerEvent)
    return moves
  }

  test('moves along the axis it runs closest to', () => {
    const far = fc.integer({ min: 24, max: 500 })
    const short = fc.double({ min: -0.99, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(far, short, (length, slant) => {
        expect(sweep(length, length * slant)).toEqual(['right'])
        expect(sweep(-length, length * slant)).toEqual(['left'])
        expect(sweep(length * slant, length)).toEqual(['down'])
        expect(sweep(length * slant, -length)).toEqual(['up'])
      }),
    )
  })

  test('a tap, and another finger, move nothing', () => {
    expect(sweep(10, -20)).toEqual([])
    expect(sweep(200, 0, { second: true })).toEqual([])
  })
})
