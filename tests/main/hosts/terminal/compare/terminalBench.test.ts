import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Provenance } from '../../../../../src/core/contract/calls'
import { makeProfile } from '../../../../../src/core/contract/files'
import { makeEvaluator } from '../../../../../src/core/games/twenty48/heuristics/evaluator'
import { face, MAX_RANK } from '../../../../../src/core/games/twenty48/board'
import { makePosition } from '../../../../../src/core/games/twenty48/notation'
import type { GameResult, Player } from '../../../../../src/core/games/twenty48/player'
import { deriveSeed } from '../../../../../src/core/random'
import { meanInterval, wilsonInterval } from '../../../../../src/core/stats/intervals'
import type { BenchAnswer } from '../../../../../src/main/hosts/terminal/compare/compareAnswer'
import type { Pool } from '../../../../../src/main/compute/pool/pool'
import { ComparisonComputation, type ComputationOptions } from '../../../../../src/main/lab/compare/computation'
import { NO_PROGRESS } from '../../../../../src/main/lab/compare/storedComparisons'
import { builtInProfiles } from '../../../../../src/main/lab/profiles/builtInProfiles'
import { lab } from '../../../../support/terminalHere'
import { ending, jsonLines, startHearing, startLab } from '../../../../support/terminalProcess'
import { playGame, textbook } from '../../../../support/textbook'

const thesis = builtInProfiles().find(({ name }) => name === 'thesis')!
/** Whole weights: their sums are exact, so the textbook breaks every tie as the kernel does. */
const exact = { ...thesis, name: 'exact', evaluator: makeEvaluator('thesis', { h1: -2, h2: 3, h3: 3, h4: 7 }), depth: 0 }
const greedy: Player = { evaluator: exact.evaluator, settings: exact.settings, limits: { depth: 0 } }
const folder = mkdtempSync(join(tmpdir(), 'lab-bench-'))
const EXACT = join(folder, 'exact.json')
writeFileSync(EXACT, makeProfile(exact))
afterAll(() => rmSync(folder, { recursive: true }))

const FACES = Array.from({ length: MAX_RANK }, (_, i) => String(2 ** (i + 1)))

/** The games of a batch, played by the textbook. */
function textbookGames(games: number, seed: number): GameResult[] {
  const engine = textbook(greedy.evaluator, greedy.settings)
  return Array.from({ length: games }, (_, i) => playGame(deriveSeed(seed, i), engine, greedy.limits))
}

async function bench(...args: readonly string[]): Promise<BenchAnswer> {
  const ended = await lab(['bench', '--json', '--no-keep', ...args])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const [result, ...rest] = jsonLines<BenchAnswer>(ended)
  expect(rest).toEqual([])
  return result!
}

describe('lab bench --json', () => {
  test('ends with exactly the object of the face', async () => {
    const number = expect.any(Number) as number
    const result = await bench('3', '--profile', EXACT, '--seed', '5')
    expect(result).toEqual({
      games: 3,
      mean: number,
      interval: null,
      scores: [number, number, number],
      always: null,
      looks: 1,
      ended: 'games',
      reproducible: true,
      kept: false,
      median: number,
      max: number,
      reach: Object.fromEntries(FACES.map(name => [name, { share: number, interval: [number, number] }])),
      maxTile: Object.fromEntries(FACES.map(name => [name, number])),
      msPerMove: { mean: number, p50: number, p95: number, p99: number },
      nodesPerSecond: number,
      seconds: number,
      settings: {
        face: 5,
        profile: 'exact',
        ...greedy,
        threads: number,
        generator: 'splitmix64',
        kernel: expect.stringMatching(/^[0-9a-f]{12}$/) as unknown,
        hardware: {
          cpu: expect.any(String) as unknown,
          cores: number,
          memoryBytes: number,
          system: expect.any(String) as unknown,
          node: expect.any(String) as unknown,
        },
      },
      seed: 5,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown,
      batch: null,
    })
  })

  test('sums up the games that the textbook plays from the derived seeds', async () => {
    const games = textbookGames(12, 77)
    const scores = games.map(({ score }) => score)
    const result = await bench('--games', '12', '--profile', EXACT, '--seed', '77')
    expect(result.mean).toBeCloseTo(scores.reduce((a, b) => a + b) / 12, 6)
    expect(result.max).toBe(Math.max(...scores))
    expect(result.median).toBe([...scores].sort((a, b) => a - b).slice(5, 7).reduce((a, b) => a + b) / 2) // oxfmt-ignore
    for (let rank = 1; rank <= MAX_RANK; rank++) {
      const reached = games.filter(({ maxRank }) => maxRank >= rank).length
      expect(result.reach[face(rank)]).toEqual({ share: reached / 12, interval: [...wilsonInterval(reached, 12)] })
      expect(result.maxTile[face(rank)]).toBe(games.filter(({ maxRank }) => maxRank === rank).length / 12)
    }
  })

  // the one test of real signals: other commands are interrupted in the test's own process
  test('SIGINT shows what is done, says so, and ends with 130', async () => {
    const child = await startHearing(['bench', '20000', '--depth', '1', '--json', '--seed', '1'])
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ending(child)
    const result = JSON.parse(stdout) as BenchAnswer
    expect(result.interrupted).toBe(true)
    const kept = `batch ${result.batch}: ${result.games.toLocaleString('en-US')} of 20,000 games stored. Resume with: npx lab bench --resume ${result.batch}`
    const told = `lab: ${result.batch === null ? 'no game ended, so this bench was not saved' : kept}\n`
    expect({ code, stderr }).toEqual({ code: 130, stderr: told })
    expect(result.games).toBeLessThan(20_000)
  })
})

/** Whether a thread of the process runs, or would if the machine were less busy. */
function isComputing(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).some(thread => {
    const state = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]
    return state!.startsWith('R')
  })
}

describe('lab bench --csv', () => {
  test('has a row a game, in their order, as the textbook plays them', async () => {
    const { code, stdout } = await lab(['bench', '6', '--profile', EXACT, '--seed', '77', '--csv', '--threads', '3'])
    expect(code).toBe(0)
    const [header, ...rows] = stdout.trimEnd().split('\n').map(line => line.split(',')) // oxfmt-ignore
    const column = (name: string) => rows.map(row => row[header!.indexOf(name)])
    const games = textbookGames(6, 77)
    expect(column('game')).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(column('seed')).toEqual(games.map(({ seed }) => `"${seed}"`))
    expect(column('score')).toEqual(games.map(({ score }) => String(score)))
    expect(column('slides')).toEqual(games.map(({ slides }) => String(slides)))
    expect(column('max_tile')).toEqual(games.map(({ maxRank }) => String(face(maxRank))))
    expect(column('position')).toEqual(games.map(({ board }) => `"${makePosition(board)}"`))
    expect(column('slides_to_128')).toEqual(games.map(({ firstSlide }) => String(firstSlide[7] ?? '')))
  })

  test.skipIf(process.platform !== 'linux')('waits for a slow reader, and goes on when that reads again', async () => {
    const child = startLab(['bench', '500000', '--depth', '0', '--csv', '--max-slides', '20', '--seed', '1'])
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = ending(child)
    await once(child.stdout, 'data')
    child.stdout.pause()
    let rests = 0
    while (rests < 30) {
      await new Promise(resolve => setTimeout(resolve, 10))
      rests = isComputing(child.pid!) ? 0 : rests + 1
    }
    child.stdout.resume()
    await vi.waitFor(() => expect(isComputing(child.pid!)).toBe(true), { timeout: 20_000, interval: 1 })
    child.kill('SIGINT')
    const games = (await ended).stdout.trimEnd().split('\n').slice(1).map(row => Number(row.split(',')[0])) // oxfmt-ignore
    expect(games.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, i) => i))
  })
})

describe('the service', () => {
  const games = textbookGames(12, 3)

  /** A pool that has played already and tells in some order. */
  function poolTelling(order: readonly number[]): Pool {
    return {
      playGames: async (_player, seeds, onGame) => {
        for (const index of order)
          onGame({ result: games.find(({ seed }) => seed === seeds[index])!, times: Int32Array.of(0, 3), ms: 2 }, index)
      },
    } as Pool
  }

  test('the summary does not depend on the order in which games end', async () => {
    const players = [{ name: 'exact', profile: 'exact', player: greedy }]
    const plan = { players, seed: 3, rule: { games: 12, margin: 0 } }
    const told: number[] = []
    const mixedOrder = [6, 1, 11, 7, 0, 3, 10, 2, 9, 5, 4, 8]
    const played = async (order: readonly number[], onGame?: ComputationOptions['onGame']) => {
      const earlier = [{ progress: NO_PROGRESS, pages: (async function* () {})() }]
      const computation = new ComparisonComputation({ plan, provenances: [], earlier }, [{ threads: 1 } as Provenance])
      await computation.compute(poolTelling(order), { signal: new AbortController().signal, onGame })
      return { ...computation.result!.players[0]!, seconds: 0, nodesPerSecond: 0 }
    }
    const forward = await played(mixedOrder.toSorted((a, b) => a - b))
    const mixed = await played(mixedOrder, ({ game }) => told.push(game.index))
    expect(told).toEqual(mixedOrder)
    expect(mixed).toEqual(forward)
    expect(forward.interval![0]).toBeLessThan(forward.mean!)
    expect(forward.interval).not.toEqual(meanInterval([1], 3))
  })
})
