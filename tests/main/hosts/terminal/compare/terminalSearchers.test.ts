/** Searchers of any game as players of 2048 in benches and comparisons. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { makeProfile } from '../../../../../src/core/contract/files'
import { weightsOf } from '../../../../../src/core/games/twenty48/game'
import { makeWeighted } from '../../../../../src/core/games/weightedHeuristic'
import { makeEvaluator } from '../../../../../src/core/games/twenty48/heuristics/evaluator'
import { builtInProfile } from '../../../../../src/main/lab/profiles/builtInProfiles'
import type { BenchAnswer, compareAnswer } from '../../../../../src/main/hosts/terminal/compare/compareAnswer'
import { cleanUp, newFolder, openReader } from '../../../store/storeSupport'
import { lab } from '../../../../support/terminalHere'
import { jsonLines } from '../../../../support/terminalProcess'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const files = mkdtempSync(join(tmpdir(), 'lab-searchers-'))
afterEach(cleanUp)
afterAll(() => rmSync(files, { recursive: true }))

/** Whole weights: their sums are exact, so the textbook breaks every tie as the kernel does. */
const EXACT = join(files, 'exact.json')
const weights = makeEvaluator('thesis', { h1: -2, h2: 3, h3: 3, h4: 7 })
writeFileSync(EXACT, makeProfile({ ...builtInProfile('thesis')!, name: 'exact', evaluator: weights, depth: 0 }))
const QUICK = `expectimax:${makeWeighted(weightsOf(weights))}:depth=1`

/** Games of a bench without their times. */
async function rows(...args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await lab(['bench', '--csv', '--no-keep', '--seed', '5', ...args])
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim().split('\n').map(row => row.split(',').toSpliced(5, 2).join(',')) // oxfmt-ignore
}

test('the textbook’s expectimax at 2d + 1 plies plays the games of the kernel at depth d', async () => {
  const kernel = await rows('3', '--profile', EXACT, '--depth', '0', '--cut', '0')
  expect(kernel).toHaveLength(4)
  expect(await rows('3', '--player', `expectimax:profile:${EXACT}:depth=1`)).toEqual(kernel)
})

test('a searcher is compared with profiles on the same seeds, under its own words', async () => {
  const folder = newFolder()
  const args = [
    EXACT,
    `expectimax:profile:${EXACT}:depth=1`,
    'random',
    '--depth',
    '0',
    '--cut',
    '0',
    '--games',
    '4',
    '--seed',
    '5',
  ]
  const [answer] = jsonLines<ReturnType<typeof compareAnswer>>(await lab(['compare', ...args, '--json', '--home', folder]))
  const [profile, searcher, random] = answer!.players
  expect(searcher!.name).toBe(args[1])
  expect(searcher!.scores).toEqual(profile!.scores)
  expect(random!.scores).not.toEqual(profile!.scores)
  expect(answer!.settings.players[1]).toEqual({
    ...{ name: args[1], profile: args[1], limits: {} },
    searcher: expect.stringMatching(/^expectimax:thesis\(-2,3,3,7,\d[\d,]*\):depth=1$/) as string,
  })
  const { stdout } = await lab(['compare', '--list', '--home', folder])
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`exact, ${args[1]}, random`)
})

test('a stored game of a searcher has its moves, and is the same when it is played again', async () => {
  const folder = newFolder()
  expect((await lab(['bench', '2', '--player', 'mcts:iterations=4', '--seed', '7', '--home', folder])).code).toBe(0)
  const store = await openReader(folder)
  const [batch] = await store.batches.list()
  expect(batch!.provenance).toMatchObject({ profile: 'mcts:iterations=4', searcher: 'mcts:iterations=4' })
  expect(batch!.provenance).not.toHaveProperty('evaluator')
  const game = (await store.games.get(1))!
  expect(game.played!.turns).toHaveLength(game.slides + 1) // and a version
  await store.close()
  const shown = await lab(['replay', 'show', '1', '--json', '--home', folder])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(await lab(['bench', '--replay', '1', '--json', '--home', folder]))).toMatchObject([
    { games: 2, identical: true },
  ])
})

test('a file of an experiment has the searcher with all its weights', async () => {
  const { stdout } = await lab(['bench', '2', '--player', `expectimax:profile:${EXACT}:depth=1`, '--seed', '5', '--print-config'])
  const file = join(files, 'experiment.json')
  writeFileSync(file, stdout)
  const { players } = JSON.parse(stdout) as { readonly players: readonly object[] }
  expect(players).toEqual([
    { name: expect.any(String) as string, searcher: expect.stringMatching(/^expectimax:thesis\(/) as string },
  ])
  const [planned] = jsonLines<BenchAnswer>(await lab(['bench', '--config', file, '--json', '--no-keep']))
  const [asked] = jsonLines<BenchAnswer>(await lab(['bench', '2', '--player', QUICK, '--seed', '5', '--json', '--no-keep']))
  expect(planned!.scores).toEqual(asked!.scores)
})

describe('what is refused names its place', () => {
  test.each([
    [['bench', '--player', 'alphabeta:rival:depth=4'], /^lab: player: "alphabeta" is not a searcher: .*Did you mean alphaBeta/],
    [
      ['bench', '--player', 'alphaBeta:rivel:depth=4'],
      /^lab: heuristic: "rivel" is none of 2048: handTuned, .*rivalText4 .Did you mean rival/,
    ],
    [
      ['bench', '--player', 'alphaBeta:rival:deep=4'],
      /^lab: player: "deep=4": alphaBeta has no setting deep; what can be set: depth/,
    ],
    [['bench', '--player', 'mcts:thesis:clock=0.3'], /^lab: clock: a game of 2048 has no clock/],
    [['bench', '--player', 'alphaBeta'], /^lab: depth: twenty48 is searched within a limit/],
    [
      ['bench', '--player', 'random', '--depth', '2'],
      /^lab: --depth: it is for profiles; a searcher has its settings in its text/,
    ],
    [['bench', '--player', 'random', '--profile', 'thesis'], /^lab: --profile: it is for profiles/],
    [['compare', 'random', 'greedy', '--cut', '0.1'], /^lab: --cut: it is for profiles/],
    [['compare', 'thesis', 'mcts:node=5'], /^lab: player: "node=5": mcts has no setting node/],
    [['bench', '--player', 'greedy:profile:missing'], /^lab: .*missing/],
    [['compare', 'thesis', 'random', 'random'], /random and random#2 are the same player/],
    [['compare', 'mcts:nodes=9', 'mcts:nodes=9:C=500'], /mcts:nodes=9 and mcts:nodes=9:C=500 are the same player/],
  ])('%j', async (args, message) => {
    const { code, stderr } = await lab([...args, '--games', '1', '--no-keep'])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  test('a file', async () => {
    const experiment = (player: object) => {
      const file = join(files, 'bad.json')
      const head = { format: '2048-lab-experiment', version: 1, seed: 1, rule: { games: 1 } }
      writeFileSync(file, JSON.stringify({ ...head, players: [player] }))
      return lab(['bench', '--config', file, '--no-keep'])
    }
    expect((await experiment({ searcher: 'mcts' })).stderr).toMatch(/^lab: players\.0\.searcher\.iterations: mcts needs a limit/)
    expect((await experiment({ searcher: 'random', limits: {} })).stderr).toMatch(/players\.0\.searcher: its settings and limits/)
    expect((await experiment({ searcher: 'random', profile: 'thesis' })).stderr).toMatch(
      /players\.0: a player has either "profile"/,
    )
  })
})

test('a bench of a searcher is resumed with its own text alone', async () => {
  const folder = newFolder()
  const args = ['--home', folder, '--json']
  await lab(['bench', '2', '--player', QUICK, '--seed', '5', ...args])
  const other = await lab(['bench', '--resume', '1', '--games', '4', '--player', 'random', ...args])
  expect(other.stderr).toMatch(/^lab: --player: random contradicts batch 1, which has expectimax:thesis/)
  const [more] = jsonLines<BenchAnswer>(await lab(['bench', '--resume', '1', '--games', '3', '--player', QUICK, ...args]))
  const [whole] = jsonLines<BenchAnswer>(await lab(['bench', '3', '--player', QUICK, '--seed', '5', '--json', '--no-keep']))
  expect(more!.scores).toEqual(whole!.scores)
})
