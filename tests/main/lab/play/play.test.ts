import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import fc from 'fast-check'
import type { GameView } from '../../../../src/core/contract/calls'
import type { CurrentGame } from '../../../../src/core/contract/stored'
import { LabError } from '../../../../src/core/errors'
import { legalMoves, MOVES, type Move } from '../../../../src/core/games/twenty48/board'
import { isOver, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { GamePosition } from '../../../../src/core/games/twenty48/player'
import { GameHistory } from '../../../../src/main/lab/games/gameHistory'
import type { Searched } from '../../../../src/main/compute/pool/pool'
import { LabGame } from '../../../../src/main/lab/games/labGame'
import { Play } from '../../../../src/main/lab/play/play'
import { fakePool } from '../../../support/fakePool'
import { runs } from '../../../setup/extent'
import { settle, thesisPlayer } from '../../../support/threads'
import { testScope } from '../../../support/testScope'

const player = thesisPlayer({ depth: 1 })

function open({ answersAtOnce = true, seed = 5 } = {}) {
  const fake = fakePool({ answersAtOnce })
  const views: GameView[] = []
  const failures: unknown[] = []
  const searched: unknown[] = []
  const play = new Play({
    pool: fake.pool,
    scope: testScope(),
    onView: view => views.push(view),
    onChange: () => undefined,
    onSearched: each => searched.push(each),
    onFailure: error => failures.push(error),
    drawSeed: () => seed,
  })
  return { play, views, failures, searched, ...fake }
}

/** The first legal move. */
const anyMove = (play: Play): Move => legalMoves(play.board)[0]!
const whole = ({ board, score, slides, over, undo, redo }: GameView) => ({ board, score, slides, over, undo, redo })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the history of a game', () => {
  /** A model: all positions and the slides between them, and a place among them. */
  class Model {
    positions: GamePosition[]
    moves: Move[] = []
    place = 0
    constructor(origin: GamePosition) {
      this.positions = [origin]
    }
    play(move: Move): void {
      const next = playTurn(this.positions[this.place]!, move)
      if (!next) return
      if (this.moves[this.place] !== move) {
        this.moves.splice(this.place, Infinity, move)
        this.positions.splice(this.place + 1, Infinity, next.position)
      }
      this.place++
    }
    go(slides: number): void {
      this.place = Math.min(this.positions.length - 1, Math.max(0, this.place + slides))
    }
  }

  test('does what a list of all positions does: undo, redo, branch', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...MOVES).map(move => ({ move })) },
      { weight: 1, arbitrary: fc.integer({ min: -40, max: 40 }).map(slides => ({ slides })) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 700 }).map(run => ({ run })) },
    )
    fc.assert(
      fc.property(fc.nat(1000), fc.array(step, { maxLength: 60 }), (seed, steps) => {
        const [history, model] = [new GameHistory(startGame(seed)), new Model(startGame(seed))]
        const play = (move: Move) => {
          history.play(move)
          model.play(move)
        }
        for (const each of steps) {
          if ('move' in each) play(each.move)
          else if ('run' in each)
            for (let i = 0; i < each.run && !isOver(history.position); i++)
              play(legalMoves(history.position.board)[i % 2] ?? anyOf(history))
          else {
            if (each.slides < 0) history.undo(-each.slides)
            else history.redo(each.slides)
            model.go(each.slides)
          }
          expect(history.position).toEqual(model.positions[model.place])
          expect([history.undoable, history.redoable]).toEqual([model.place, model.positions.length - 1 - model.place])
        }
      }),
      { numRuns: runs(25, 60) },
    )
  })

  const anyOf = (history: GameHistory) => legalMoves(history.position.board)[0]!
})

describe('a slide by hand', () => {
  test('draws the tile that the seed says, after undo and redo too', () => {
    const { play } = open()
    play.newGame(42)
    const expected = playTurn(startGame(42), anyMove(play))!
    const view = play.slide(anyMove(play))
    expect(view.board).toEqual(expected.position.board)
    expect(view.last).toEqual({ before: startGame(42).board, turn: expected.turn })
    const undone = play.undo(1)
    expect(whole(undone)).toEqual({ board: startGame(42).board, score: 0, slides: 0, over: false, undo: 0, redo: 1 })
    expect(whole(play.redo(1))).toEqual(whole(view))
    play.undo(1)
    expect(whole(play.slide(anyMove(play)))).toEqual(whole(view))
  })

  test('that moves nothing is refused and changes nothing', () => {
    const { play } = open()
    play.setPosition('1000 1000 2000 0000')
    const before = play.view
    expect(() => play.slide('left')).toThrow(expect.objectContaining({ code: 'ILLEGAL_MOVE' }))
    expect(play.view).toEqual(before)
  })
})

describe('a position', () => {
  test.each(['zzzz zzzz zzzz zzzz', '1212 2121 1212 2121'])('"%s" is refused and leaves the game alone', text => {
    const { play } = open()
    const before = play.view
    expect(() => play.setPosition(text)).toThrow(expect.objectContaining({ code: 'BAD_POSITION' }))
    expect(play.view).toEqual(before)
  })
})

describe("the engine's move", () => {
  test('is the best of the search, and is sent with it', async () => {
    const { play, searched } = open()
    const report = await play.engineMove(player)
    expect(play.view).toMatchObject({ slides: 1, undo: 1 })
    expect(play.board).toEqual(playTurn(startGame(5), report.best!)!.position.board)
    expect(searched).toMatchObject([{ report }])
    expect(report.pv.length).toBeGreaterThan(1) // the panel shows the line
    expect(play.activity).toBe('none')
  })

  test('is cancelled by any change of the game, and by a stop', async () => {
    const changes: ((play: Play) => unknown)[] = [
      play => play.slide(anyMove(play)),
      play => play.undo(1),
      play => play.newGame(),
      play => play.stop(),
      play => play.startAutoplay(player, 1),
    ]
    for (const change of changes) {
      const { play, searches } = open({ answersAtOnce: false })
      const thinking = play.engineMove(player)
      expect(play.activity).toBe('thinking')
      change(play)
      const { slides } = play.view
      expect(searches[0]!.signal!.aborted).toBe(true)
      await expect(thinking).rejects.toMatchObject({ code: 'CANCELLED' })
      expect(play.view.slides).toBe(slides)
    }
  })

  test('requested twice is one move', async () => {
    const { play, searches } = open({ answersAtOnce: false })
    const moves = [play.engineMove(player), play.engineMove({ ...player })]
    expect(searches).toHaveLength(1)
    searches[0]!.answer()
    const [first, second] = await Promise.all(moves)
    expect(second).toBe(first)
    expect(play.view.slides).toBe(1)
  })

  test('needs a limit', () => {
    const { play } = open()
    const unlimited = { ...player, limits: {} }
    expect(() => play.engineMove(unlimited)).toThrow(expect.objectContaining({ code: 'BAD_SETTING' }))
    expect(() => play.startAutoplay(unlimited, 'fastest')).toThrow(expect.objectContaining({ code: 'BAD_SETTING' }))
  })
})

describe('the time of a slide', () => {
  const times = (play: Play) => play.graph(100).ms

  test("is a person's since the board was shown: after a slide, an undo, and another game", async () => {
    const { play } = open()
    await vi.advanceTimersByTimeAsync(700)
    play.newGame(5)
    await vi.advanceTimersByTimeAsync(1500)
    play.slide(anyMove(play))
    await vi.advanceTimersByTimeAsync(250)
    play.slide(anyMove(play))
    expect(times(play)).toEqual([null, 1500, 250])
    play.undo(1)
    await vi.advanceTimersByTimeAsync(40)
    play.slide(legalMoves(play.board).at(-1))
    expect(times(play)).toEqual([null, 1500, 40])
  })

  test('that is undone and made again is the first one', async () => {
    const { play } = open()
    await vi.advanceTimersByTimeAsync(100)
    const move = anyMove(play)
    play.slide(move)
    play.undo(1)
    play.redo(1)
    play.undo(1)
    await vi.advanceTimersByTimeAsync(900)
    play.slide(move)
    expect(times(play)).toEqual([null, 100])
  })

  test("is the engine's thinking, not the pace that it is shown at", async () => {
    const { play, autoplays } = open()
    await play.engineMove(player)
    play.startAutoplay(player, 1)
    await vi.advanceTimersByTimeAsync(1000)
    play.stop()
    const paced = play.view.slides
    expect(paced).toBeGreaterThan(1)
    play.startAutoplay(player, 'fastest')
    autoplays[0]!.play(3)
    play.stop()
    expect(times(play)).toEqual([null, ...Array<number>(paced + 3).fill(2)]) // what the pool says
    await vi.advanceTimersByTimeAsync(60)
    play.slide(anyMove(play))
    expect(times(play).at(-1)).toBe(60)
  })

  test('goes with the game into its record and back, to the microsecond', async () => {
    const { play } = open()
    const resumed = (record: CurrentGame) => {
      const steps = LabGame.resume(record)
      for (;;) {
        const next = steps.next()
        if (next.done) return next.value
      }
    }
    for (const ms of [1234.5678, 0.0004, 59_999.99]) {
      await vi.advanceTimersByTimeAsync(ms)
      play.game.play(anyMove(play), ms)
    }
    const { record } = play.game
    expect(record.ms).toEqual(Float32Array.of(1234.568, 0, 59_999.99))
    const { history } = resumed(record)
    expect(history.times).toEqual(record.ms)
    expect(history.graph(100).ms).toEqual([null, 1234.568, 0, 59_999.99])
    expect(resumed({ ...record, ms: null }).history.times).toBeNull()
  })
})

describe('autoplay', () => {
  test('at a pace makes one slide a tick', async () => {
    const { play } = open()
    play.startAutoplay(player, 10)
    await vi.advanceTimersByTimeAsync(0)
    expect(play.view).toMatchObject({ slides: 1, autoplay: { slidesPerSecond: 10 } })
    await vi.advanceTimersByTimeAsync(1000)
    expect(play.view.slides).toBe(11)
    play.stop()
    expect(play.view.autoplay).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1000)
    expect(play.view.slides).toBe(11)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('at a pace sends the search of the board on show before the slide it leads to', async () => {
    const { play, searched } = open()
    play.startAutoplay(player, 10)
    await vi.advanceTimersByTimeAsync(250)
    const last = searched.at(-1) as Searched
    expect(last.report.board).toEqual(play.board)
    expect(last.report.pv.length).toBeGreaterThan(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(play.board).not.toEqual(last.report.board)
    play.stop()
  })

  test.each([
    ['slowly', 10],
    ['fast', 'fastest'],
  ] as const)('%s ends with the game', async (_, speed) => {
    const { play, autoplays, views } = open()
    play.setPosition('1456189ABCDEF327')
    play.startAutoplay(player, speed)
    for (let i = 0; i < 5000 && play.activity === 'autoplay'; i++) {
      autoplays[0]?.play(100)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(play.isOver).toBe(true)
    await vi.advanceTimersByTimeAsync(100)
    expect(views.at(-1)).toEqual(expect.objectContaining({ over: true, slides: play.view.slides }))
    expect(views.at(-1)?.autoplay).toBeUndefined()
  })

  test.each([
    [31, 31],
    [1000, 1000],
    ['fastest', undefined],
  ] as const)('at %s is left to a thread', (speed, slidesPerSecond) => {
    const { play, autoplays, searches } = open()
    play.startAutoplay(player, speed)
    expect(autoplays[0]!.options).toMatchObject({ slidesPerSecond })
    expect(searches).toEqual([])
  })

  test('stops at any change by hand, and later turns of its thread are not played', async () => {
    const changes: ((play: Play) => unknown)[] = [
      play => play.slide(anyMove(play)),
      play => expect(() => play.slide(MOVES.find(move => !legalMoves(play.board).includes(move))!)).toThrow(),
      play => play.undo(1),
      play => play.newGame(9),
      play => play.setPosition('1200 0000 0000 0003'),
      play => play.stop(),
    ]
    for (const change of changes) {
      const { play, autoplays, failures } = open()
      play.startAutoplay(player, 'fastest')
      autoplays[0]!.play(3)
      expect(play.view.slides).toBe(3)
      change(play)
      const after = play.view
      expect(after.autoplay).toBeUndefined()
      expect(autoplays[0]!.options.signal!.aborted).toBe(true)
      autoplays[0]!.play(3)
      await settle()
      expect(play.view).toEqual(after)
      expect(failures).toEqual([])
    }
  })

  test('continues from the board when it gets another speed', () => {
    const { play, autoplays } = open()
    play.startAutoplay(player, 'fastest')
    autoplays[0]!.play(3)
    play.startAutoplay(player, 500)
    expect(autoplays[0]!.options.signal!.aborted).toBe(true)
    expect(autoplays[1]!.from.slides).toBe(3)
    expect(play.view.autoplay).toEqual({ slidesPerSecond: 500 })
  })

  test('that fails says so once and ends', async () => {
    const { play, autoplays, failures } = open()
    play.startAutoplay(player, 'fastest')
    autoplays[0]!.fail(new LabError('WORKER_LOST', 'gone'))
    await settle()
    expect(failures).toMatchObject([{ code: 'WORKER_LOST' }])
    expect(play.activity).toBe('none')
  })
})

describe('views', () => {
  test('are sent at most 30 times per second, the newest and always the last', async () => {
    const { play, views } = open()
    for (let i = 0; i < 200; i++) {
      play.newGame(i)
      await vi.advanceTimersByTimeAsync(5)
    }
    expect(views.length).toBeLessThanOrEqual(31)
    expect(views.length).toBeGreaterThan(25)
    await vi.advanceTimersByTimeAsync(100)
    expect(views.at(-1)).toEqual(play.view)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('name the turn between them if there was just one', async () => {
    const { play, views } = open()
    const step = async () => {
      const before = play.board
      play.slide(anyMove(play))
      await vi.advanceTimersByTimeAsync(50)
      return before
    }
    const before = await step()
    expect(views.at(-1)?.last).toMatchObject({ before })
    await vi.advanceTimersByTimeAsync(50)
    play.slide(anyMove(play)) // told at once
    play.slide(anyMove(play))
    play.slide(anyMove(play))
    await vi.advanceTimersByTimeAsync(50)
    expect(views.at(-1)?.last).toBeUndefined()
    play.undo(1)
    await vi.advanceTimersByTimeAsync(50)
    expect(views.at(-1)?.last).toBeUndefined()
    const again = await step()
    expect(views.at(-1)?.last).toMatchObject({ before: again })
  })
})
