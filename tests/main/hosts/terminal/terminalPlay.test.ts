import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { makeProfile } from '../../../../src/core/contract/files'
import { face, maxRank, slide, withTile, type Move } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { makePosition, makeSpawn, parseBoard, parseSpawn } from '../../../../src/core/games/twenty48/notation'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { cleanUp, newFolder, openReader, openWriter } from '../../store/storeSupport'
import { interrupted, lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'
import { playGame, textbook } from '../../../support/textbook'
import { decodeTurns } from '../../../core/support/boards'

afterEach(cleanUp)

interface PlayLine {
  readonly slide: number
  readonly move: Move | null
  readonly spawn: string | null
  readonly position: string
  readonly score: number
  readonly value?: number
}

interface LastLine {
  readonly over: boolean
  readonly score: number
  readonly slides: number
  readonly maxTile: number
  readonly position: string
  readonly nodes: number
  readonly seed: number
  /** Its number in the library. */
  readonly game: number | null
}

const thesis = builtInProfiles().find(({ name }) => name === 'thesis')!
/** Whole weights: their sums are exact, so the textbook breaks every tie as the kernel does. */
const exact = { ...thesis, name: 'exact', evaluator: makeEvaluator('thesis', { h1: -2, h2: 3, h3: 3, h4: 7 }), depth: 0 }
const folder = mkdtempSync(join(tmpdir(), 'lab-play-'))
const EXACT = join(folder, 'exact.json')
writeFileSync(EXACT, makeProfile(exact))
afterAll(() => rmSync(folder, { recursive: true }))

async function play(...args: readonly string[]): Promise<{ start: PlayLine; turns: PlayLine[]; last: LastLine }> {
  const ended = await lab(['play', ...args])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const [start, ...rest] = jsonLines<PlayLine>(ended)
  return { start: start!, turns: rest.slice(0, -1), last: rest.at(-1) as unknown as LastLine }
}

describe('lab play in a pipe', () => {
  test('each line follows from the one before by the rules', async () => {
    const { start, turns, last } = await play('--depth', '0', '--seed', '11')
    expect(start).toEqual({ slide: 0, move: null, spawn: null, position: makePosition(startGame(11).board), score: 0 })
    let { position, score } = start
    turns.forEach((turn, i) => {
      const slid = slide(parseBoard(position), turn.move!)!
      score += slid.reward
      position = makePosition(withTile(slid.board, parseSpawn(turn.spawn!)))
      expect(turn).toEqual({
        ...{ slide: i + 1, move: turn.move, spawn: turn.spawn, position, score, depth: 0, cut: 0.001, nodes: 4 },
        value: expect.any(Number) as unknown,
        ms: expect.any(Number) as unknown,
      })
    })
    expect(last).toEqual({
      ...{ over: true, score, slides: turns.length, maxTile: face(maxRank(parseBoard(position))), position, seed: 11 },
      nodes: 4 * turns.length,
      seconds: expect.any(Number) as unknown,
      settings: expect.objectContaining({ face: 5, profile: 'thesis', limits: { depth: 0 } }) as unknown,
      version: expect.any(String) as unknown,
      game: expect.any(Number) as unknown,
    })
  })

  test('the game of a seed is the textbook’s', async () => {
    const { last } = await play('--profile', EXACT, '--seed', '12')
    const game = playGame(12, textbook(exact.evaluator, exact.settings), { depth: 0 })
    expect(last).toMatchObject({ score: game.score, slides: game.slides, position: makePosition(game.board) })
  })

  test('is kept slide by slide with the engine’s values and times', async () => {
    const home = newFolder()
    const { turns, last } = await play('--depth', '0', '--seed', '3', '--home', home)
    const reader = await openReader(home)
    const kept = (await reader.games.get(last.game!))!
    expect(kept).toMatchObject({ kind: 'engine', profile: 'thesis', seed: 3, score: last.score, over: true })
    expect(decodeTurns(kept.played!.turns).map(({ move, spawn }) => ({ move, spawn: makeSpawn(spawn) }))).toEqual(
      turns.map(({ move, spawn }) => ({ move, spawn })),
    )
    expect(kept.played!.values).toMatchObject([{ profile: 'thesis', first: 0 }])
    expect([...kept.played!.values[0]!.values]).toEqual(turns.map(({ value }) => value))
    expect([...kept.played!.values[0]!.depths!]).toEqual(turns.map(() => 0))
    expect([...kept.played!.ms!].every(ms => ms >= 0)).toBe(true)
  })

  test('is not kept where nobody wants it, nor beside a writer, which is said', async () => {
    const home = newFolder()
    expect((await play('--depth', '0', '--seed', '3', '--home', home, '--no-keep')).last.game).toBe(null)
    await openWriter(home)
    const beside = await lab(['play', '--depth', '0', '--seed', '3', '--home', home])
    expect(beside).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/could not be stored \(.*in use by a test.*but it is in .*2048-lab-rescued-/) as string,
    })
    expect(jsonLines<LastLine>(beside).at(-1).game).toBe(null)
  })

  test('SIGTERM ends it with a last line and 143', async () => {
    const result = await lab(['play', '--depth', '0', '--delay', '20', '--seed', '1'], { once: interrupted(/\n/, 'SIGTERM') })
    expect(result).toMatchObject({ code: 143, stderr: '' })
    expect(jsonLines(result).at(-1)).toMatchObject({ over: false, interrupted: true, seed: 1 })
  })
})
