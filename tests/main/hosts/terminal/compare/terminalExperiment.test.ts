/** Experiments as files, and stored games that are played again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { makeExperiment, makeProfile, parseExperiment } from '../../../../../src/core/contract/files'
import type { compareAnswer } from '../../../../../src/main/hosts/terminal/compare/compareAnswer'
import { builtInProfiles } from '../../../../../src/main/lab/profiles/builtInProfiles'
import { cleanUp, edit, newFolder } from '../../../store/storeSupport'
import { lab } from '../../../../support/terminalHere'
import { jsonLines } from '../../../../support/terminalProcess'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const files = mkdtempSync(join(tmpdir(), 'lab-experiment-'))
afterEach(cleanUp)
afterAll(() => rmSync(files, { recursive: true }))

function fileOf(text: string): string {
  const file = join(files, 'experiment.json')
  writeFileSync(file, text)
  return file
}

const thesis = builtInProfiles().find(({ name }) => name === 'thesis')!
const [MINE] = [{ ...thesis, name: 'mine', depth: 0 }].map(profile => {
  const file = join(files, 'mine.json')
  writeFileSync(file, makeProfile(profile))
  return file
}) as [string]

describe('--config', () => {
  test('plays the comparison that --print-config wrote', async () => {
    const flags = [
      'thesis@depth=1,cut=0',
      MINE,
      `${MINE}@cut=0`,
      '--games',
      '12',
      '--seed',
      '4',
      '--margin',
      '50',
      '--leaf',
      'spawned',
    ]
    const { stdout, code } = await lab(['compare', ...flags, '--print-config'])
    expect(code).toBe(0)
    const { players } = JSON.parse(stdout) as { players: object[] }
    const { evaluator, settings } = thesis // a lab with another profile of that name plays the same
    expect(players[0]).toMatchObject({
      ...{ name: 'thesis@depth=1,cut=0', settings: { leaf: 'spawned', cut: 0 }, limits: { depth: 1 } },
      inline: { evaluator, settings },
    })
    const answers = [
      await lab(['compare', ...flags, '--no-keep', '--json']),
      await lab(['compare', '--config', fileOf(stdout), '--no-keep', '--json']),
    ].map(ended => jsonLines<ReturnType<typeof compareAnswer>>(ended)[0]!)
    const [byFlags, byFile] = answers.map(answer => ({
      ...{ ...answer, seconds: 0 },
      players: answer.players.map(player => ({ ...player, msPerMove: 0 })),
    }))
    expect(byFile).toEqual(byFlags)
    expect(byFile!.players.map(({ name }) => name)).toEqual(['thesis@depth=1,cut=0', 'mine', 'mine@cut=0'])
    const again = await lab(['compare', '--config', fileOf(stdout), '--print-config'])
    expect(again.stdout).toBe(stdout)
  })

  test('is refused beside what it says itself, and by the command that does not play it', async () => {
    const text = (await lab(['compare', 'thesis', 'power', '--print-config'])).stdout
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await lab([...args, '--config', fileOf(text)])
      expect(stdout).toBe('')
      return [code, stderr]
    }
    expect(await refused('compare', 'thesis', '--depth', '1')).toEqual([
      2,
      expect.stringMatching(/--config takes only .*: leave out thesis, --depth/),
    ])
    expect(await refused('bench')).toEqual([1, expect.stringMatching(/players: it has 2, which lab compare plays/)])
    const alone = JSON.stringify({ ...(JSON.parse(text) as object), players: [{ profile: 'thesis' }] })
    const { code, stderr } = await lab(['compare', '--config', fileOf(alone)])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/it has one, which lab bench plays/)])
  })
})

describe('an experiment file', () => {
  const good = {
    format: '2048-lab-experiment',
    version: 1,
    players: [{ profile: 'thesis' }, { profile: 'power', settings: { cut: 0 }, limits: { depth: 2 } }],
    seed: 7,
    rule: { games: 100, margin: 5, verdict: true },
  }

  test('is read back as it was written', () => {
    const { format: _, version: _v, ...experiment } = good
    const read = parseExperiment(JSON.stringify(good), 'a file')
    expect(read).toEqual(experiment)
    expect(parseExperiment(makeExperiment(read), 'a file')).toEqual(read)
    const inline = { ...read, players: [{ name: 'x', profile: { ...thesis, name: 'mine' } }, { profile: 'power' }] }
    expect(parseExperiment(makeExperiment(inline), 'a file')).toEqual(inline)
  })

  test.each([
    [{ version: 2 }, 'version 2 is newer than this lab reads'],
    [{ players: [{ name: 'a\u202eb', profile: 'thesis' }] }, 'players.0.name: character 2 is U.202E'],
    [{ players: [{ profile: 'thesis' }] }, 'rule.verdict: it takes two players'],
    [{ rule: { games: 100, verdict: true } }, 'rule.margin: a verdict needs'],
  ])('with %j is refused, and the place named', (changes, says) => {
    expect(() => parseExperiment(JSON.stringify({ ...good, ...changes }), 'a file')).toThrow(new RegExp(`^a file: .*${says}`))
  })
})

describe('--replay', () => {
  test('says that all games are identical, on other threads too', async () => {
    const folder = newFolder()
    await lab(['bench', '20', '--depth', '0', '--seed', '4', '--home', folder])
    const { code, stdout } = await lab(['bench', '--replay', '1', '--home', folder, '--threads', '3'])
    expect([code, stdout]).toEqual([
      0,
      '\n  batch 1\n  Identical: 20 games played again with the same score, moves and board.\n\n',
    ])
    await lab(['compare', 'thesis', 'power', '--games', '5', '--depth', '0', '--home', folder])
    const again = await lab(['compare', '--replay', '1', '--home', folder, '--json'])
    expect(jsonLines(again)).toMatchObject([{ games: 10, identical: true, first: null, skipped: [] }])
    const { kernel } = jsonLines<{ kernel: { stored: string; here: string } }>(again)[0]!
    expect(kernel.stored).toBe(kernel.here)
  })

  test.each([['score', 'score = score + 4']])(
    'names the first game that differs in its %s, and ends with 1',
    async (_, change) => {
      const folder = newFolder()
      await lab(['compare', 'thesis', 'power', '--games', '8', '--depth', '0', '--seed', '4', '--home', folder])
      edit(folder, `UPDATE games SET ${change} WHERE batch = 2 AND batch_index IN (3, 5)`)
      const { code, stdout } = await lab(['compare', '--replay', '1', '--home', folder])
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/Different: game 3 \(seed \d+\) of power is stored with [\d,]+ points/),
      ])
      const ended = await lab(['compare', '--replay', '1', '--home', folder, '--json'])
      const first = { name: 'power', game: 3, stored: { score: expect.any(Number) as number }, played: {} }
      expect([ended.code, jsonLines(ended)]).toMatchObject([1, [{ games: 16, identical: false, first }]])
    },
  )

  test('leaves out players under a time limit', async () => {
    const folder = newFolder()
    await lab(['compare', 'thesis', 'thesis@time=1', '--games', '1', '--depth', '0', '--home', folder])
    const again = await lab(['compare', '--replay', '1', '--home', folder, '--json'])
    expect(jsonLines(again)).toMatchObject([{ games: 1, identical: true, skipped: ['thesis@time=1'] }])
    await lab(['bench', '1', '--time', '1', '--depth', '0', '--home', folder])
    const { code, stderr } = await lab(['bench', '--replay', '3', '--home', folder])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/decided by a clock/)])
  })
})
