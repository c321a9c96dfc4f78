import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { withSetWeights } from '../../../../src/main/hosts/terminal/search/searchFlags'
import { lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

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

test('a variant is set by --set', async () => {
  const features = async (...args: string[]) => {
    const [answer] = jsonLines<Answer>(await lab(['eval', '3204000705250726', '--json', ...args]))
    return answer!.terms.map(({ feature }) => feature)
  }
  const letter = ['h1Tile=exponent', 'h4Minimum=line'].flatMap(each => ['--set', each])
  const [ours, faces] = [await features(), await features('--set', 'h1Tile=face')]
  const changed = await features('--profile', 'thesis-face', ...letter)
  expect(faces[0]).not.toBe(ours[0])
  expect(faces.slice(1)).toEqual(ours.slice(1))
  expect(changed).toEqual([ours[0], 6, ours[2], ours[3]]) // h2 counts five pairs of empty cells beside one of tiles
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

test('the expert of the profile is asked where it knows the board; without its network the terms remain', async () => {
  const number: unknown = expect.any(Number)
  const [decided] = jsonLines<unknown>(await lab(['eval', 'EDCB121231234142', '--profile', 'strongest', '--json']))
  expect(decided).toMatchObject({
    family: 'power',
    expert: { decides: true, tile: 1024, walls: 4, chances: { up: number, left: null } },
  })
  const [equal] = jsonLines<unknown>(await lab(['eval', 'EDCB12123123EE42', '--profile', 'strongest', '--json']))
  expect(equal).not.toHaveProperty('expert')
  const text = (await lab(['eval', 'EDCB121231234142', '--profile', 'strongest'])).stdout
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(
    /expert decides: \d+[.]\d %, 4 walls, 3 chance layers; chance to make the next 1024: up \d/,
  )
  expect((await lab(['eval', 'EDCB12123123EE42', '--profile', 'strongest'])).stdout).toContain('expert not asked: the board')
  const home = mkdtempSync(join(tmpdir(), 'lab-eval-'))
  try {
    const file = join(home, 'foreign.json')
    const { stdout } = await lab(['profile', 'export', 'strongest', '--home', home])
    const foreign = { ...(JSON.parse(stdout) as { settings: { expert: object } }), name: 'foreign' }
    foreign.settings.expert = { ...foreign.settings.expert, network: '0123456789abcdef' }
    writeFileSync(file, JSON.stringify(foreign))
    const imported = await lab(['profile', 'import', file, '--home', home])
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('added') as string })
    expect(imported.stderr).toMatch(
      /foreign is stored, but its expert cannot play here: network 0123456789abcdef is in none of .* Copy its file/,
    )
    const { code, stdout: terms, stderr } = await lab(['eval', 'EDCB121231234142', '--profile', 'foreign', '--home', home])
    expect([code, terms]).toEqual([0, expect.stringContaining('expert not asked: its network is missing')])
    expect(stderr).toContain('network 0123456789abcdef')
  } finally {
    rmSync(home, { recursive: true })
  }
})
