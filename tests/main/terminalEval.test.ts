import { expect, test } from 'vitest'
import { compileEvaluator } from '../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { builtInProfiles } from '../../src/main/lab/profiles/builtInProfiles'
import { withSetWeights } from '../../src/main/hosts/terminal/search/searchFlags'
import { lab } from './terminalHere'
import { jsonLines } from './terminalProcess'
import type { TermEvaluator } from '../../src/core/games/twenty48/heuristics/family'

interface Answer {
  readonly profile: string
  readonly terms: readonly { readonly id: string; readonly weight: number; readonly feature: number; readonly value: number }[]
  readonly value: number
}

const BOARD = 'EDC1BA9187611110'

test.each(['thesis', 'power', 'positional'])('a position is evaluated by %s term by term', async name => {
  const [answer] = jsonLines<Answer>(await lab(['eval', BOARD, '--profile', name, '--json']))
  const { evaluator } = builtInProfiles().find(profile => profile.name === name)!
  expect(answer!.value).toBeCloseTo(compileEvaluator(evaluator)(parseBoard(BOARD)), 6)
  for (const { weight, feature, value } of answer!.terms) expect(value).toBeCloseTo(weight * feature, 9)
  expect((await lab(['eval', BOARD, '--profile', name])).stdout).toContain(name)
})

test('each feature is explained as the profile reads it', async () => {
  const explained = async (name: string) => (await lab(['eval', BOARD, '--profile', name])).stdout
  const [thesis, face] = [await explained('thesis'), await explained('thesis-face')]
  expect(thesis).toContain('max over the four corners of Σ exponent·(7')
  expect(thesis).toContain('−Σ over lines of min(Σ rises, Σ falls) of the face')
  expect(face).toContain('max over the four corners of Σ face·(7')
})

test('weights are set by --set, also those of a profile on standard input', async () => {
  const all = ['--set', 'h1=0', '--set', 'h2=1', '--json']
  const [answer] = jsonLines<Answer>(await lab(['eval', BOARD, ...all]))
  expect(answer!.terms.map(({ weight }) => weight)).toEqual([0, 1, 3.0645, 6.8515])
  expect(answer!.profile).toBe('thesis-changed')
  const text = (await lab(['profile', 'export', 'thesis'])).stdout
  expect(jsonLines(await lab(['eval', BOARD, '--profile', '-', ...all], { input: text }))).toEqual([answer])
})

test('a profile with changed weights is a copy that names its source, without the statistics of the source', () => {
  const thesis = builtInProfiles().find(({ name }) => name === 'thesis')
  const statistics = { games: 100 } as never
  const changed = withSetWeights({ ...thesis!, statistics }, { set: { h1: 7 } })
  expect(changed).not.toHaveProperty('statistics')
  expect(changed).toMatchObject({ name: 'thesis-changed', title: 'thesis with h1=7', origin: { kind: 'copy', source: 'thesis' } })
  expect([thesis, changed].map(each => (each!.evaluator as TermEvaluator).parameters['h1'])).toEqual([
    (thesis!.evaluator as TermEvaluator).parameters['h1'],
    7,
  ])
})

test('an error is one line for a program that reads it, whatever COLUMNS says', async () => {
  const { code, stderr } = await lab(['eval', '0'.repeat(17)], { env: { COLUMNS: '20' } })
  expect(code).toBe(2)
  expect(stderr.trimEnd()).toMatch(/^lab: .{30,}$/)
})

test('the position comes from standard input for eval, perft and tree too', async () => {
  const input = `${BOARD}\n`
  for (const [command, ...flags] of [['eval'], ['perft', '1'], ['tree', '--depth', '0', '--levels', '1']] as const) {
    const timeless = ({ stdout }: { readonly stdout: string }) =>
      stdout.replaceAll(/ *[\d.]+ [µm]?s| *time$/gm, '').replaceAll(/ +–$/gm, '')
    const [given, read] = [await lab([command, BOARD, ...flags]), await lab([command, '-', ...flags], { input })]
    expect(given.code).toBe(0)
    expect(timeless(read)).toBe(timeless(given))
  }
})
