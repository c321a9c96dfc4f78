import { afterEach, beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest'
import { EVENT_NAMES, type AnalysisView, type LabEvents } from '../../../../src/core/contract/calls'
import { LabError } from '../../../../src/core/errors'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { Analysis } from '../../../../src/main/lab/play/analysis'
import { createLab } from '../../../../src/main/lab/lab'
import { failureData } from '../../../../src/main/lab/ground/labFeature'
import { fakePool, textbookSearch } from '../../../support/fakePool'
import { settle, thesisPlayer } from '../../../support/threads'
import { testScope } from '../../../support/testScope'
import type { Scope } from '../../../../src/main/scope'

const player = thesisPlayer({ depth: 1 })
const boards = ['1100 0000 0000 0000', '2100 0000 0000 0000', '3100 0000 0000 0000', '4100 0000 0000 0000'].map(parseBoard)

function open() {
  const fake = fakePool({ answersAtOnce: false })
  const views: AnalysisView[] = []
  const failures: unknown[] = []
  const scope = testScope()
  const analysis = new Analysis({
    ...{ pool: fake.pool, scope },
    onView: view => views.push(view),
    onChange: () => undefined,
    onFailure: error => failures.push(error),
  })
  return { analysis, scope, views, failures, ...fake }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('analysis', () => {
  test('searches nothing until it is on, and then the board', async () => {
    const { analysis, searches } = open()
    analysis.follow(boards[0])
    expect(searches).toEqual([])
    analysis.start(player)
    expect(searches).toMatchObject([{ board: boards[0], player }])
    expect(analysis.view).toMatchObject({ on: true, running: true })
    searches[0]!.answer()
    await settle()
    expect(analysis.view).toEqual({ on: true, running: false, ...textbookSearch(boards[0]!, player) })
    expect(searches).toHaveLength(1)
  })

  test('latest wins: of many boards only the one in hand and the newest are searched', async () => {
    const { analysis, searches } = open()
    analysis.start(player)
    for (const board of boards) analysis.follow(board)
    expect(searches).toHaveLength(1)
    await settle()
    expect(searches.map(({ board }) => board)).toEqual([boards[0], boards[3]])
    expect(searches[0]!.signal!.aborted).toBe(true)
    expect(searches[1]!.signal!.aborted).toBe(false)
  })

  test('from elsewhere is sent ten times a second, and at once if it is of the board on show', () => {
    const { analysis, views } = open()
    const sent = () => views.map(({ report }) => report!.board)
    const show = (i: number, atOnce: boolean) => analysis.show(textbookSearch(boards[i]!, player), atOnce)
    show(0, false)
    show(1, false)
    expect(sent()).toEqual([boards[0]])
    show(2, true)
    show(3, true)
    expect(sent()).toEqual([boards[0], boards[2], boards[3]])
    vi.runAllTimers()
    expect(sent()).toHaveLength(3)
  })

  test('shows no report of a board that was left', async () => {
    const { analysis, searches } = open()
    analysis.follow(boards[0])
    analysis.start(player)
    analysis.follow(boards[1])
    searches[0]!.interim!(textbookSearch(boards[0]!, player))
    await settle()
    expect(analysis.view.report).toBeUndefined()
    searches[1]!.interim!(textbookSearch(boards[1]!, player))
    expect(analysis.view).toMatchObject({ running: true, report: { board: boards[1] } })
  })

  test('continues a search when it receives the same board again', () => {
    const { analysis, searches } = open()
    analysis.start(player)
    analysis.follow(boards[0])
    analysis.follow([...boards[0]!])
    expect(searches[0]!.signal!.aborted).toBe(false)
  })

  test('that is stopped, or has nothing to search, aborts and starts nothing', async () => {
    const ends: ((analysis: Analysis, scope: Scope) => void)[] = [
      each => each.stop(),
      each => each.follow(undefined),
      (_, scope) => void scope.close(),
    ]
    for (const end of ends) {
      const { analysis, scope, searches } = open()
      analysis.follow(boards[0])
      analysis.start(player)
      end(analysis, scope)
      expect(searches[0]!.signal!.aborted).toBe(true)
      expect(analysis.isRunning).toBe(false)
      await settle()
      expect(searches).toHaveLength(1)
    }
  })

  test('survives a lost thread, and ends on any other failure', async () => {
    for (const [code, on] of [
      ['WORKER_LOST', true],
      ['KERNEL_BROKEN', false],
    ] as const) {
      const { analysis, searches, failures } = open()
      analysis.follow(boards[0])
      analysis.start(player)
      searches[0]!.fail(new LabError(code, 'gone'))
      await settle()
      expect(failures).toMatchObject([{ code }])
      expect(analysis.view).toEqual({ on, running: false })
      analysis.follow(boards[1])
      expect(searches).toHaveLength(on ? 2 : 1)
    }
  })

  test('is sent at most 10 times per second, the newest and always the last', async () => {
    const { analysis, searches, views } = open()
    analysis.follow(boards[0])
    analysis.start(player)
    const report = (nodes: number) => ({ ms: 1, player, report: { ...textbookSearch(boards[0]!, player).report, nodes } })
    for (let i = 0; i < 200; i++) {
      searches[0]!.interim!(report(i))
      await vi.advanceTimersByTimeAsync(5)
    }
    expect(views.length).toBeLessThanOrEqual(11)
    expect(views.length).toBeGreaterThan(8)
    searches[0]!.answer()
    await vi.advanceTimersByTimeAsync(200)
    expect(views.at(-1)).toMatchObject({ running: false })
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a bug keeps its stack in the log, and a page learns only that there was one', () => {
  const [bug, logged]: [TypeError, unknown[]] = [new TypeError('a bug'), []]
  expect(failureData(bug, each => logged.push(each))).toMatchObject({ code: 'INTERNAL' })
  expect(failureData(new LabError('CANCELLED', 'closed'), each => logged.push(each))).toMatchObject({ code: 'CANCELLED' })
  expect(logged).toEqual([bug])
})

describe('the lab', () => {
  function openLab(answersAtOnce: boolean) {
    const fake = fakePool({ answersAtOnce })
    const lab = createLab({ host: 'browser', engine: { pool: fake.pool, kernel: '0123456789ab' } })
    onTestFinished(async () => void (await lab.close()))
    const heard = Object.fromEntries(EVENT_NAMES.map(event => [event, []])) as unknown as {
      [E in keyof LabEvents]: LabEvents[E][]
    }
    for (const event of EVENT_NAMES) lab.on(event, payload => (heard[event] as unknown[]).push(payload))
    return { lab, call: lab.handlers, heard, ...fake }
  }

  test('keeps the analysis on the board of the game, and quiet when that is over', async () => {
    const { call, searches } = openLab(true)
    await call.setPosition({ text: '1213 2121 1212 2101' })
    await call.startAnalysis({ player })
    for (;;) {
      await settle()
      const { game } = await call.hello(undefined)
      if (game.over) break
      expect(searches.at(-1)?.board).toEqual(game.board)
      await call.slide({ move: legalMoves(game.board)[0]! })
    }
    const { analysis, game } = await call.hello(undefined)
    expect(searches.map(({ board }) => board)).not.toContainEqual(game.board)
    expect(analysis).toMatchObject({ on: true, running: false })
  })

  test('rests the analysis while the engine moves, and shows what it found', async () => {
    const { call, searches, autoplays } = openLab(false)
    await call.startAnalysis({ player })
    const move = call.engineMove({ player })
    expect(searches[0]!.signal!.aborted).toBe(true)
    await settle()
    expect(searches).toHaveLength(2) // the analysis of the old board and the move
    searches[1]!.answer()
    const report = await move
    expect((await call.hello(undefined)).analysis.report).toEqual(report)
    await settle()
    expect(searches[2]!.board).toEqual((await call.hello(undefined)).game.board)

    await call.startAutoplay({ player, speed: 'fastest' })
    expect(searches[2]!.signal!.aborted).toBe(true)
    autoplays[0]!.play(5)
    await settle()
    const { analysis } = await call.hello(undefined)
    expect(analysis).toMatchObject({ on: true, running: false })
    expect(analysis.report!.board).not.toEqual(report.board)
    expect(searches).toHaveLength(3)
    await call.stopAutoplay(undefined)
    await settle()
    expect(searches).toHaveLength(4)
  })

  test('reports its state whenever it changes, and numbers at most 4 times per second', async () => {
    const { call, searches, heard } = openLab(false)
    await call.startAnalysis({ player })
    expect(heard.status.map(({ state }) => state)).toEqual(['analysing'])
    for (let i = 0; i < 200; i++) {
      searches[0]!.interim!(textbookSearch(boards[0]!, player))
      await vi.advanceTimersByTimeAsync(5)
    }
    expect(heard.status.length).toBeLessThanOrEqual(6)
    expect(heard.status.length).toBeGreaterThan(3)
    const { report, ms } = textbookSearch(boards[0]!, player)
    expect(heard.status.at(-1)).toMatchObject({
      nodes: report.nodes,
      nodesPerSecond: (report.nodes / ms) * 1000,
      hitRate: report.hits / report.probes,
    })
    await call.startAutoplay({ player, speed: 'fastest' })
    expect(heard.status.at(-1)?.state).toBe('playing')
    await call.stopAutoplay(undefined)
    await call.stopAnalysis(undefined)
    expect(heard.status.at(-1)?.state).toBe('idle')
  })

  test('reports failures that no call waits for, but no cancellations', async () => {
    const { call, searches, heard } = openLab(false)
    await call.startAnalysis({ player })
    searches[0]!.fail(new LabError('CANCELLED', 'closed'))
    await settle()
    expect(heard.failure).toEqual([])
    await call.startAnalysis({ player })
    searches[1]!.fail(new LabError('WORKER_LOST', 'lost'))
    await settle()
    expect(heard.failure).toMatchObject([{ code: 'WORKER_LOST' }])
    const move = call.engineMove({ player })
    searches[2]!.fail(new LabError('KERNEL_BROKEN', 'gone'))
    await expect(move).rejects.toMatchObject({ code: 'KERNEL_BROKEN' })
    expect(heard.failure).toHaveLength(1)
  })

  test('that is closed leaves no timer, no job and no thread', async () => {
    const { lab, call, searches, autoplays, isClosed, heard } = openLab(false)
    await call.startAnalysis({ player })
    await call.startAutoplay({ player, speed: 'fastest' })
    await call.newGame({ seed: 1 })
    await call.newGame({ seed: 2 })
    await call.startAutoplay({ player, speed: 'fastest' })
    const told = heard.game.length
    await lab.close()
    await vi.advanceTimersByTimeAsync(1000)
    expect(searches.every(({ signal }) => signal!.aborted)).toBe(true)
    expect(autoplays.every(({ options }) => options.signal!.aborted)).toBe(true)
    expect(isClosed()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    expect(heard.game).toHaveLength(told)
  })
})
