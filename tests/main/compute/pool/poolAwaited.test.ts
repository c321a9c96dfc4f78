/** Boards and playouts, and the order in which work is served. */
import { describe, expect, test, vi } from 'vitest'
import { HELD, type Judgement } from '../../../../src/core/contract/compute'
import type { Board } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { gameSteps, isOver, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { GamePosition, Player } from '../../../../src/core/games/twenty48/player'
import { playoutStarts } from '../../../../src/core/games/twenty48/playouts'
import { ThreadPool, type Pool } from '../../../../src/main/compute/pool/pool'
import { textbookSearch } from '../../../support/fakePool'
import { realPools } from '../../../support/realPools'
import { puppets, settle, thesisPlayer, type FromThread } from '../../../support/threads'
import { computeInThreads } from '../../../setup/threadsHere'

const board = parseBoard('0123 0021 0010 0100')
const quick = thesisPlayer({ depth: 0 })
/** Would take hours. */
const endless = thesisPlayer({ depth: 30 }, { cut: 0, table: 'off' })

const { open } = realPools()

/** The boards of a game of greedy slides. */
function boardsOf(seed: number): Board[] {
  const boards: Board[] = []
  const steps = gameSteps(seed, each => {
    boards.push(each)
    return textbookSearch(each, quick).report
  })
  while (!steps.next().done);
  return boards
}

async function judge(pool: Pool, player: Player, boards: readonly Board[]): Promise<Judgement[]> {
  const found: Judgement[] = []
  await pool.searchBoards(player, boards, (judgement, index) => (found[index] = judgement))
  return found
}

async function scoresOf(pool: Pool, player: Player, starts: readonly GamePosition[]): Promise<number[]> {
  const scores: number[] = []
  await pool.playOut(player, starts, ({ score }, index) => (scores[index] = score))
  return scores
}

const boards = boardsOf(3).filter((_, move) => move % 8 === 0)
const starts = playoutStarts(board, 'left', 77, 0, 40)

describe('boards', () => {
  test.each([
    ['a depth', thesisPlayer({ depth: 1 })],
    ['a rule', { ...thesisPlayer({ depth: 'distinct' }, { cut: 0.01 }), evaluator: makeEvaluator('power') }],
    ['nodes', thesisPlayer({ nodes: 500 })],
  ] as const)('are worth what a search of each alone finds: %s', async (_, player) => {
    const { pool } = open(2)
    const judged = await judge(pool, player, boards)
    for (const [i, each] of boards.entries()) {
      const { depth, cut } = (await pool.search(each, player)).report
      const alike = { ...player, settings: { ...player.settings, cut }, limits: { depth } } // all of one depth and cut
      const { values } = (await pool.search(each, alike)).report
      expect(judged[i]).toEqual({ values, depth })
    }
  })
})

describe('playouts', () => {
  test('are the games that the textbook plays from there', async () => {
    const scores = await scoresOf(open(1).pool, quick, starts.slice(0, 5))
    const expected = starts.slice(0, 5).map(start => {
      let position = start
      while (!isOver(position)) position = playTurn(position, textbookSearch(position.board, quick).report.best!)!.position
      return position.score
    })
    expect(scores).toEqual(expected)
  })

  test('are refused with a limit of nodes: the kernel plays them alone', async () => {
    const played = open(1).pool.playOut(thesisPlayer({ nodes: 10 }), starts, () => undefined)
    await expect(played).rejects.toMatchObject({ code: 'BAD_SETTING', detail: { field: 'limits' } })
  })
})

describe('the order of service', () => {
  const many = Array<Board>(64).fill(board)
  const root = { board, kind: 'max' } as const
  const seeds = Array.from({ length: 100 }, (_, i) => i)
  const ignore = () => undefined

  test('boards get a thread from games at once, only one, and their next chunks before theirs', async () => {
    const { started, createThread } = puppets()
    const pool = new ThreadPool({ threads: 2, createThread })
    const games = pool.playGames(quick, seeds, ignore)
    games.catch(ignore)
    void pool.searchBoards(quick, many, ignore).catch(ignore)
    await settle()
    const released = started.filter(each => each.last('release'))
    expect(released).toHaveLength(1)
    const [first] = released
    first!.say({ kind: 'played', job: first!.last('games').job, memoryBytes: 1 })
    const { job, boards: chunk } = first!.last('boards')
    first!.say({ kind: 'boards', job, told: chunk.map(() => ({ values: {} as never, depth: 0 })) })
    first!.say({ kind: 'played', job, memoryBytes: 1 })
    expect(first!.last('boards').job).toBeGreaterThan(job)
    expect(started.filter(each => each.last('release'))).toHaveLength(1)
    await pool.close()
  })

  test('boards of a calibration give a thread to playouts, as its games do', async () => {
    const { started, createThread } = puppets()
    const pool = new ThreadPool({ threads: 1, createThread })
    void pool.searchBoards(quick, many, ignore, { priority: 'batch' }).catch(ignore)
    await settle()
    const [puppet] = started
    void pool.playOut(quick, [startGame(1)], ignore).catch(ignore)
    expect(puppet!.last('release').job).toBe(puppet!.last('boards').job)
    await pool.close()
  })

  test('playouts give a thread to boards at once, get it back from games, and let those play last', async () => {
    const { started, createThread } = puppets()
    const pool = new ThreadPool({ threads: 1, createThread })
    const expert = { network: '0123456789abcdef', target: 10, least: 1, layers: 1, cut: 0, below: 1 }
    const asking = { ...quick, settings: { ...quick.settings, expert } }
    void pool.playGames(quick, seeds, ignore).catch(ignore)
    void pool.playOut(asking, Array<GamePosition>(30).fill(startGame(1)), ignore).catch(ignore)
    const [puppet] = started
    const order: string[] = []
    const next = (...answers: FromThread[]): void => {
      const { kind, job } = puppet!.heard.findLast(({ kind }) => kind !== 'release')!
      order.push(kind)
      for (const answer of answers) puppet!.say(answer)
      puppet!.say({ kind: 'played', job, memoryBytes: 1 })
    }
    const boardsDone = (): FromThread => {
      const { job, boards: chunk } = puppet!.last('boards')
      return { kind: 'boards', job, told: chunk.map(() => ({ values: {} as never, depth: 0 })) }
    }
    next() // the games are released
    expect(puppet!.last('passages').player.settings).not.toHaveProperty('expert')
    void pool.searchBoards(quick, many.slice(0, 2), ignore).catch(ignore)
    expect(puppet!.last('release').job).toBe(puppet!.last('passages').job)
    next()
    while (puppet!.heard.at(-1)?.kind === 'boards') next(boardsDone())
    while (puppet!.heard.at(-1)?.kind === 'passages') {
      const { job, passages } = puppet!.last('passages')
      next({ kind: 'passages', job, told: passages.map(({ start }) => ({ before: [], end: start, ms: 1 })) })
    }
    expect(puppet!.heard.at(-1)?.kind).toBe('games')
    expect([...new Set(order)]).toEqual(['games', 'passages', 'boards'])
    expect(order.lastIndexOf('boards')).toBeLessThan(order.lastIndexOf('passages'))
    await pool.close()
  })

  test('an only thread lets its batch give way to a recording, and that to a search with a limit; an endless one holds up nobody', async () => {
    const { started, createThread } = puppets()
    const pool = new ThreadPool({ threads: 1, createThread })
    const isHeld = (index: number) => started[index]!.stopCell[HELD] === 1
    const end = (index: number, kind: 'games' | 'trace') =>
      started[index]!.say({ kind: 'played', job: started[index]!.last(kind).job, memoryBytes: 1 })
    void pool.playGames(quick, seeds, ignore).catch(ignore)
    expect(isHeld(0)).toBe(false)
    const traced = pool.trace(quick, { root, reach: 1, mebibytes: 1 }, ignore)
    expect([isHeld(0), isHeld(1)]).toEqual([true, false])
    const searches = [pool.search(board, { ...quick, limits: {} }), pool.search(board, quick)]
    expect([isHeld(0), isHeld(1)]).toEqual([true, true])
    end(1, 'trace')
    await traced
    expect([isHeld(0), isHeld(1)]).toEqual([true, false])
    void Promise.allSettled(searches)
    await pool.close()
  })

  test('with room for both, nothing gives way', async () => {
    const { started, createThread } = puppets()
    const pool = new ThreadPool({ threads: 2, createThread })
    void pool.playGames(quick, seeds, ignore).catch(ignore)
    void pool.trace(quick, { root, reach: 1, mebibytes: 1 }, ignore).catch(ignore)
    expect(started.map(({ stopCell }) => stopCell[HELD])).toEqual([0, 0, 0])
    void pool.search(board, quick).catch(ignore)
    expect(started.map(({ stopCell }) => stopCell[HELD])).toEqual([1, 1, 0])
    await pool.close()
  })
})

describe('on threads of their own', () => {
  computeInThreads()

  test.each([1, 2])('boards let a search in between in the middle of hours, on %i, and end on request', async threads => {
    const { pool } = open(threads)
    const controller = new AbortController()
    const told = vi.fn()
    const studied = pool.searchBoards(endless, boards, told, { signal: controller.signal })
    expect((await pool.search(board, quick)).report.stopped).toBe('limit')
    expect((await pool.search(board, quick)).report.stopped).toBe('limit')
    controller.abort()
    await studied
    expect(told).not.toHaveBeenCalled()
    expect(await judge(pool, quick, boards.slice(0, 3))).toHaveLength(3)
  })
})
