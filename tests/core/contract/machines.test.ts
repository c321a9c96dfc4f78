import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentOfResults, packAnswer, parseAnswer, type MachineResults } from '../../../src/core/contract/machineAnswers'
import {
  exactJson,
  isClocked,
  itemsOfJob,
  jobOfItem,
  networksOfJob,
  packJob,
  parseJob,
  type MachineJob,
} from '../../../src/core/contract/machines'
import { legalMoves, maxRank, type Move } from '../../../src/core/games/twenty48/board'
import { gameSteps, playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { SearchedTurn } from '../../../src/core/games/twenty48/player'
import { judgeOf, playerHash } from '../../../src/core/games/twenty48/playerHash'
import { encodeTurns } from '../../../src/core/games/twenty48/turnBytes'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import type { PlayedGame } from '../../../src/core/contract/compute'

const NETWORK = { family: 'network', network: '0123456789abcdef' } as const

function gamesJob(seeds: readonly number[]): MachineJob & { readonly call: 'games' } {
  const groups = [{ evaluator: NETWORK, seeds: [...seeds] }]
  return { kernel: 'k', call: 'games', order: { rules: { settings: PLAIN_SETTINGS, limits: { depth: 1 } }, groups } }
}

/** A game of the first legal moves. */
function played(seed: number, moves: number): PlayedGame {
  let position = startGame(seed)
  for (let i = 0; i < moves && legalMoves(position.board).length > 0; i++)
    position = playTurn(position, legalMoves(position.board)[0]!)!.position
  const { board, score, slides } = position
  const firstSlide = Array.from({ length: 18 }, () => null)
  return {
    result: { seed, score, slides, board, maxRank: maxRank(board), firstSlide, nodes: 4 * slides },
    times: Int32Array.of(3, slides),
    ms: 1.5,
  }
}

const seeds = fc.array(fc.nat(), { minLength: 1, maxLength: 5 })

test('a job is read as it was written, under the id of its content alone', () => {
  fc.assert(
    fc.property(seeds, seeds, (some, others) => {
      const job = gamesJob(some)
      const { id, text } = packJob(job)
      expect(parseJob(id, text)).toEqual(job)
      expect(packJob(gamesJob([...some])).id).toBe(id)
      expect(packJob(gamesJob(others)).id === id).toBe(JSON.stringify(some) === JSON.stringify(others))
      expect(packJob({ ...job, kernel: 'other' }).id).not.toBe(id)
      expect(networksOfJob(job)).toEqual([NETWORK.network])
      expect(some.map((_, item) => itemsOfJob(jobOfItem(job, item)))).toEqual(some.map(() => 1))
    }),
  )
})

test('numbers keep each bit, also those that JSON lacks', () => {
  const job: MachineJob = {
    ...{ kernel: 'k', call: 'passages' },
    order: {
      player: { evaluator: NETWORK, settings: PLAIN_SETTINGS, limits: { depth: 0 } },
      passages: [{ start: startGame(1), sums: [-0, 0.1 + 0.2, Infinity] }],
    },
  }
  const { id, text } = packJob(job)
  const read = parseJob(id, text)
  expect(read).toEqual(job)
  expect(read.call === 'passages' && Object.is(read.order.passages[0]!.sums[0], -0)).toBe(true)
  expect(packJob({ ...job, order: { ...job.order, passages: [{ start: startGame(1), sums: [0, 0.1 + 0.2, Infinity] }] } }).id).not.toBe(id) // oxfmt-ignore
})

test.each([
  ['another id', (text: string) => text, 'job-0'],
  ['another seed', (text: string) => text.replace('"seeds":[7]', '"seeds":[8]'), undefined],
  ['an unknown field', (text: string) => text.replace('"kernel"', '"command":"rm","kernel"'), undefined],
  ['another call', (text: string) => text.replace('"games"', '"start"'), undefined],
  ['no JSON', (text: string) => text.slice(1), undefined],
])('a job with %s is refused', (_, change, id) => {
  const packed = packJob(gamesJob([7]))
  expect(() => parseJob(id ?? packed.id, change(packed.text))).toThrow(/^the job/)
})

test('results are read as they were written', () => {
  fc.assert(
    fc.property(seeds, fc.nat(200), (some, moves) => {
      const job = gamesJob(some)
      const results = some.map(seed => played(seed, moves))
      const answer = parseAnswer(job, packAnswer(job, { worker: 'w', results, ms: 3 }))
      expect(answer).toEqual({ worker: 'w', results, ms: 3 })
    }),
  )
})

const CHANGES: readonly (readonly [string, (game: PlayedGame) => PlayedGame])[] = [
  ['another seed', game => ({ ...game, result: { ...game.result, seed: 8 } })],
  ['a higher score', game => ({ ...game, result: { ...game.result, score: game.result.score + 4 } })],
  ['a move less', game => ({ ...game, result: { ...game.result, slides: game.result.slides - 1 } })],
  ['another largest tile', game => ({ ...game, result: { ...game.result, maxRank: 12 } })],
  ['another board', game => ({ ...game, result: { ...game.result, board: startGame(8).board } })],
]

test.each(CHANGES)('results with %s are refused', (_, change) => {
  const job = gamesJob([7])
  const text = packAnswer(job, { worker: 'w', results: [change(played(7, 100))], ms: 3 })
  expect(() => parseAnswer(job, text)).toThrow(/^the results/)
})

test('results of another number, and what is no answer, are refused', () => {
  const job = gamesJob([7, 9])
  const one: MachineResults = [played(7, 10)]
  expect(() => parseAnswer(job, packAnswer(job, { worker: 'w', results: one, ms: 3 }))).toThrow(/^the results/)
  for (const text of [
    '',
    'null',
    '{}',
    '[]',
    exactJson({ worker: 'w', results: { results: ['1'], times: [], ends: [1] }, ms: 1 }),
  ])
    expect(() => parseAnswer(job, text)).toThrow(/^the (answer|results)/)
})

test('two results are the same content where they differ in times alone', () => {
  const game = played(7, 50)
  expect(contentOfResults([{ ...game, ms: 9, times: Int32Array.of(4, 50) }])).toBe(contentOfResults([game]))
  expect(contentOfResults([{ ...game, result: { ...game.result, nodes: 1 } }])).not.toBe(contentOfResults([game]))
})

describe('under a clock', () => {
  const LIMITS = { depth: 4, ms: 1 }
  const player = { evaluator: NETWORK, settings: PLAIN_SETTINGS, limits: LIMITS }

  const EACH = { up: 1, down: 1, left: 1, right: 1 }

  function clocked(seed: number, choose = (legal: readonly Move[]) => legal[0]!): PlayedGame {
    const turns: SearchedTurn[] = []
    const steps = gameSteps(seed, board => ({ best: choose(legalMoves(board)), nodes: 1, values: EACH, depths: EACH }) as never)
    for (let step = steps.next(); ; step = steps.next()) {
      if (!step.done) turns.push({ ...step.value, ms: 0.5 })
      else {
        const own = { hash: playerHash(player), profile: null, player: judgeOf(player), first: 0 }
        const values = turns.map((_, i) => (i === 0 ? NaN : i / 3))
        const told = { values: Float64Array.from(values), depths: Uint8Array.from(turns, () => 2) }
        const ms = Float32Array.from(turns, () => 0.5)
        return { result: step.value, times: Int32Array.of(3, turns.length), ms: 9, turns: { turns: encodeTurns(turns), values: [{ ...own, ...told }], ms } } // oxfmt-ignore
      }
    }
  }

  const job: MachineJob = {
    ...{ kernel: 'k', call: 'games' },
    order: {
      rules: { settings: PLAIN_SETTINGS, limits: { depth: 1 } },
      groups: [
        { evaluator: NETWORK, seeds: [7] },
        { evaluator: NETWORK, rules: { settings: PLAIN_SETTINGS, limits: LIMITS }, seeds: [7] },
      ],
    },
  }
  const answered = (game: PlayedGame) => parseAnswer(job, packAnswer(job, { worker: 'w', results: [played(7, 10), game], ms: 3 }))

  test('a job has its rules, and its games come with their moves', () => {
    const { id, text } = packJob(job)
    expect(parseJob(id, text)).toEqual(job)
    expect([isClocked(job), isClocked(jobOfItem(job, 0)), isClocked(jobOfItem(job, 1))]).toEqual([true, false, true])
    expect(answered(clocked(7))).toEqual({ worker: 'w', results: [played(7, 10), clocked(7)], ms: 3 })
  })

  const last = (legal: readonly Move[]): Move => legal.at(-1)!
  const withTurns = (turns: Uint8Array): PlayedGame => ({ ...clocked(7), turns: { ...clocked(7).turns!, turns } })
  test.each<readonly [string, () => PlayedGame]>([
    ['no moves', () => ({ ...clocked(7), turns: undefined }) as never],
    ['the moves of another game of the seed', () => withTurns(clocked(7, last).turns!.turns)],
    ['the moves of another seed', () => withTurns(clocked(8).turns!.turns)],
    ['a move less', () => withTurns(clocked(7).turns!.turns.slice(0, -1))],
    ['moves of an unknown version', () => withTurns(clocked(7).turns!.turns.map((byte, i) => (i === 0 ? 9 : byte)))],
    ['a value less', () => ({ ...clocked(7), turns: { ...clocked(7).turns!, ms: new Float32Array(1) } })],
    ['another first move of a tile', () => ({ ...clocked(7), result: { ...clocked(7).result, firstSlide: clocked(7).result.firstSlide.map(() => 1) } })], // oxfmt-ignore
    [
      'an unfinished game',
      () => ({ ...played(7, 10), turns: { ...clocked(7).turns!, turns: clocked(7).turns!.turns.slice(0, 11) } }),
    ],
  ])('games with %s are refused', (_, game) => {
    expect(() => answered(game())).toThrow(/^the (moves|results)/)
  })
})
