import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseReplay } from '../../../../src/core/contract/files'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Player } from '../../../../src/core/games/twenty48/player'
import type { PlayedPassage, RecordedSearch } from '../../../../src/core/contract/compute'
import { createRandom } from '../../../../src/core/random'
import { openPool, type EnginePool } from '../../../../src/main/lab/ground/enginePool'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'

/** From here, with this seed and depth, the expert decides the middle of a short game: its chance is too low before and after. */
const [POSITION, SEED, DEPTH] = ['1E1D2C1B31812302', 3, 1]
const home = mkdtempSync(join(tmpdir(), 'lab-expert-'))

interface MoveLine {
  readonly slide?: number
  readonly position?: string
  readonly value?: number
  readonly expert?: { readonly decides: boolean; readonly chances: Readonly<Record<string, number | null>> }
  readonly game?: number
}

const { evaluator, settings } = builtInProfiles().find(({ name }) => name === 'strongest')!
const player: Player = { evaluator, settings, limits: { depth: DEPTH } }
let decided: boolean[]
let values: (number | undefined)[]
let end: string
let engine: EnginePool

beforeAll(async () => {
  const flags = ['--profile', 'strongest', '--depth', String(DEPTH), '--seed', String(SEED), '--home', home]
  const moves = jsonLines<MoveLine>(await lab(['play', '--position', POSITION, '--json', ...flags])).slice(1, -1)
  decided = moves.map(({ expert }) => expert!.decides)
  values = moves.map(({ value }) => value)
  end = moves.at(-1)?.position ?? ''
  engine = openPool({ threads: 1, window: false })
})
afterAll(async () => {
  await engine.pool.close()
  rmSync(home, { recursive: true })
})

test('an expert that decides the middle of a game leaves its turns without a value, saved and exported', async () => {
  expect(decided.map(each => (each ? 'x' : '.')).join('')).toMatch(/^\.+x+\.+$/)
  const text = (await lab(['replay', 'export', '1', '--home', home])).stdout
  const exported = parseReplay(text, 'game.json')
  const wanted = values.map((value, i) => (decided[i] ? null : value))
  expect(exported.values).toEqual({ of: 'engine', boards: wanted, depths: wanted.map(value => (value === null ? null : DEPTH)) })
  expect(exported.engine!.settings.expert).toEqual(settings.expert)
  // and read again
  const imported = join(home, 'again')
  await lab(['replay', 'import', '-', '--home', imported], { input: text })
  expect(parseReplay((await lab(['replay', 'export', '1', '--home', imported])).stdout, 'again.json').values).toEqual(
    exported.values,
  )
})

test('a phase of the wall test is played as the game', async () => {
  const start = { board: parseBoard(POSITION), score: 0, slides: 0, random: createRandom(SEED).state }
  const ends: string[] = []
  const onPassage = ({ end }: PlayedPassage) => void ends.push(makePosition(end.board))
  await engine.pool.playPassages(player, [{ start, sums: [1e6] }], onPassage)
  expect(ends).toEqual([end])
})

test('an analysis compares all moves of it in the evaluator’s unit', async () => {
  const told = await lab(['replay', 'analyse', '1', '--profile', 'strongest', '--depth', '1', '--json', '--home', home])
  const plain = ['--profile', 'strongest', '--no-expert', '--depth', '1', '--json', '--home', home]
  const [{ settings: _, ...analysed }, { settings: _s, ...alone }] = [told, await lab(['replay', 'analyse', '1', ...plain])].map(
    ended => jsonLines<{ readonly settings: unknown }>(ended)[0]!,
  ) as [{ settings: unknown }, { settings: unknown }]
  expect(analysed).toMatchObject({ slides: values.length })
  expect(analysed).toEqual(alone)
})

test('a recorded tree is the evaluator’s search, and comes with what the expert says', async () => {
  const board = parseBoard('EDCB121231234142')
  let last: RecordedSearch | undefined
  await engine.pool.trace(player, { root: { board, kind: 'max' }, reach: 1, mebibytes: 4 }, recorded => (last = recorded))
  const { expert, ...search } = settings
  const { report } = await engine.pool.search(board, { ...player, settings: search })
  expect(last!.report!.values).toEqual(report.values)
  const asked = await engine.pool.search(board, player)
  expect(last!.expert).toEqual(asked.report.expert)
  expect(last!.expert).toMatchObject({ decides: true, walls: 4, settings: expert })
})
