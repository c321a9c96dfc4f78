import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeProfile } from '../../../../../src/core/contract/files'
import { makeEvaluator } from '../../../../../src/core/games/twenty48/heuristics/evaluator'
import { deriveSeed } from '../../../../../src/core/random'
import { BURN_IN } from '../../../../../src/core/stats/confidenceSequence'
import type { compareAnswer } from '../../../../../src/main/hosts/terminal/compare/compareAnswer'
import type { BenchAnswer } from '../../../../../src/main/hosts/terminal/compare/compareAnswer'
import { builtInProfiles } from '../../../../../src/main/lab/profiles/builtInProfiles'
import { dataFile } from '../../../../../src/main/store/opening'
import { cleanUp, damage, newFolder } from '../../../store/storeSupport'
import { interrupted, lab, type Written } from '../../../../support/terminalHere'
import { jsonLines, type Ended } from '../../../../support/terminalProcess'
import { playGame, textbook } from '../../../../support/textbook'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

type Answer = ReturnType<typeof compareAnswer>

const thesis = builtInProfiles().find(({ name }) => name === 'thesis')!
/** Whole weights: their sums are exact, so the textbook breaks every tie as the kernel does. */
const exact = { ...thesis, name: 'exact', evaluator: makeEvaluator('thesis', { h1: -2, h2: 3, h3: 3, h4: 7 }), depth: 0 }
const other = { ...exact, name: 'other', evaluator: makeEvaluator('thesis', { h1: -2, h2: 1, h3: 1, h4: 1 }) }
const files = mkdtempSync(join(tmpdir(), 'lab-compare-'))
const copy = { ...exact, name: 'copy', title: 'Another title' }
const [EXACT, OTHER, COPY] = [exact, other, copy].map(profile => {
  const file = join(files, `${profile.name}.json`)
  writeFileSync(file, makeProfile(profile))
  return file
}) as [string, string, string]

afterEach(cleanUp)
afterAll(() => rmSync(files, { recursive: true }))

/** All of the answer that does not follow from the clock or the threads. */
function saidBy(ended: Ended): unknown {
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  const [answer, ...more] = jsonLines<Answer>(ended)
  expect(more).toEqual([])
  const { seconds: _, comparison: _c, kept: _k, settings, players, ...said } = answer!
  const { threads: _t, ...made } = settings
  return { ...said, players: players.map(({ msPerMove: _, ...player }) => player), settings: made }
}

const compare = (...args: string[]) => lab(['compare', ...args, '--json'])

function storedIn(folder: string): number {
  try {
    const db = new DatabaseSync(dataFile(folder), { readOnly: true })
    try {
      return db.prepare('SELECT count(*) AS n FROM games').get()!['n'] as number
    } finally {
      db.close()
    }
  } catch {
    return 0 // it is being made
  }
}

test('ends with exactly the object of the face, of the games that the textbook plays from the seed', async () => {
  const [number, text] = [expect.any(Number) as number, expect.any(String) as string]
  const folder = newFolder()
  const ended = await compare(EXACT, OTHER, '--games', '12', '--seed', '5', '--margin', '10', '--home', folder)
  const interval = [number, number]
  const always = BURN_IN > 12 ? null : interval
  const player = { games: 12, mean: number, interval, always, median: number, max: number, msPerMove: number, reproducible: true }
  const { evaluator, settings } = exact
  const limits = { depth: 0 }
  expect(ended.stderr).toBe('')
  expect(jsonLines<Answer>(ended)).toEqual([
    {
      players: [
        { name: 'exact', ...player },
        { name: 'other', ...player },
      ],
      differences: [
        {
          ...{ a: 'exact', b: 'other', mean: number, interval, always, level: 0.95, looks: 1, p: number, holm: number },
          ...{ verdict: expect.stringMatching(/better|open/) as unknown },
        },
      ],
      correlation: { test: 'paired t', used: true, pairs: [{ a: 'exact', b: 'other', r: number }] },
      ...{ games: 12, looks: 1, ended: 'games', comparison: 1, kept: true, rule: { games: 12, margin: 10 }, seconds: number },
      settings: {
        face: 5,
        players: [
          { name: 'exact', profile: 'exact', evaluator, settings, limits },
          { name: 'other', profile: 'other', evaluator: other.evaluator, settings, limits },
        ],
        ...{ threads: number, generator: 'splitmix64', kernel: text },
        hardware: { cpu: text, cores: number, memoryBytes: number, system: text, node: text },
      },
      seeds: { seed: 5, games: 12 },
      version: text,
    },
  ])
  const [few] = jsonLines<Answer>(await compare(EXACT, OTHER, '--games', '5', '--seed', '77', '--no-keep'))
  const played = [exact, other].map(({ evaluator, settings }) => {
    const engine = textbook(evaluator, settings)
    return Array.from({ length: 5 }, (_, i) => playGame(deriveSeed(77, i), engine, { depth: 0 }).score)
  })
  expect(few!.players.map(({ scores }) => scores)).toEqual(played)
  expect(few!.comparison).toBeNull()
})

test('a finished comparison goes on to more games: the same as if they had been asked for, and looked at twice', async () => {
  const folder = newFolder()
  const flags = ['thesis', 'power', '--depth', '0', '--seed', '8']
  await compare(...flags, '--games', '15', '--home', folder)
  const extended = saidBy(await compare('--resume', '1', '--games', '20', '--home', folder)) as Answer
  const whole = saidBy(await compare(...flags, '--games', '20', '--no-keep')) as Answer
  expect(extended.players).toEqual(whole.players)
  expect(extended).toMatchObject({ games: 20, looks: 2, rule: { games: 20 }, differences: [{ looks: 2 }] })
  expect(whole).toMatchObject({ looks: 1, differences: [{ interval: extended.differences[0]!.interval }] })
  const refused = await compare('--resume', '1', '--games', '18', '--home', folder)
  expect(refused).toMatchObject({
    code: 2,
    stderr: 'lab: games: Comparison 1 has 20 a player; ask for more, not fewer.\n',
  })
})

test('a bench ends at the width of its interval, over the games from the first on, and its rows are those games', async () => {
  const flags = ['--depth', '0', '--seed', '8', '--no-keep']
  const ended = async (...more: string[]) => jsonLines<BenchAnswer>(await lab(['bench', ...flags, '--json', ...more]))[0]!
  const { games, mean, interval, always, looks, ended: why } = await ended('--width', '1500')
  expect([why, games % 10, looks]).toEqual(['rule', 0, games / 10])
  expect(always![1] - always![0]).toBeLessThanOrEqual(1500)
  expect(await ended('--games', String(games))).toMatchObject({ mean, interval })
  const { stdout } = await lab(['bench', '--width', '1500', ...flags, '--csv'])
  expect(stdout.split('\n')).toHaveLength(games + 2) // the head, and the end of the last line
})

test('Ctrl-C counts the seeds that every player has finished, and names the command that goes on', async () => {
  const folder = newFolder()
  const args = ['compare', 'thesis', 'power', '--games', '5000', '--depth', '1', '--home', folder, '--json']
  const { code, stdout, stderr } = await lab(args, { columns: 200, once: interrupted(/ [1-9]\d*\/10,000 games/) })
  const answer = JSON.parse(stdout) as Answer
  expect(answer).toMatchObject({ ended: 'signal', interrupted: true })
  expect(answer.players.map(({ games }) => games)).toEqual([answer.games, answer.games])
  const stored = storedIn(folder).toLocaleString('en-US')
  expect(code).toBe(130)
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    `lab: comparison 1: ${stored} game${stored === '1' ? '' : 's'} stored. Resume with: npx lab compare --resume 1 --home ${folder}`,
  )
})

test('players have flags of their own', async () => {
  const args = ['thesis@depth=1,cut=0', 'thesis', 'thesis@cut=0', '--depth', '0', '--games', '10', '--no-keep', '--margin', '1']
  const { settings } = saidBy(await compare(...args)) as Answer
  expect(settings.players.map(({ name, limits, settings }) => [name, limits, settings!.cut])).toEqual([
    ['thesis@depth=1,cut=0', { depth: 1 }, 0],
    ['thesis', { depth: 0 }, 0.001],
    ['thesis@cut=0', { depth: 0 }, 0],
  ])
})

test.each([
  [['thesis', 'thesis', '--until-verdict', '--margin', '100'], 'thesis and thesis#2'],
  [['thesis', 'power', 'thesis@cut=0.001', '--games', '5'], 'thesis and thesis@cut=0.001'],
  [['thesis@depth=1,cut=0', 'thesis@cut=0', '--depth', '1'], 'thesis@depth=1,cut=0 and thesis@cut=0'],
  [[EXACT, COPY], 'exact and copy'],
])('one player by two names plays no game: %j', async (args, names) => {
  const { code, stdout, stderr } = await lab(['compare', ...args, '--home', newFolder()])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^lab: players: [^\n]*\n$/)
  expect(stderr).toContain(`players: ${names} are the same player:`)
})

test('players that play alike by other settings are named after 200 equal games', async () => {
  const args = ['compare', EXACT, `${EXACT}@table=off`, '--depth', '0', '--games', '200', '--no-keep']
  const { code, stderr } = await lab(args)
  expect(code).toBe(0)
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
    /all 200 games of exact and exact@table=off so far are equal: they seem to play alike/,
  )
})

test('what cannot be compared is refused by name', async () => {
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await lab(['compare', ...args])
    expect([code, stdout]).toEqual([2, ''])
    return stderr
  }
  expect(await refused('thesis')).toMatch(/players: name 2 … 20/)
  expect(await refused('thesis', 'power', '--until-verdict')).toMatch(/--until-verdict needs --margin/)
  expect(await refused('thesis', 'power', '--margin', '5%')).toMatch(/Give it in points/)
  expect(await refused('thesis', 'power@deep=1')).toMatch(/power@deep=1: unknown option '--deep'/)
  expect(await refused('thesis', 'power@depth=61')).toMatch(/power@depth=61: .*depth/)
  expect(await refused('thesis@cut=0,01', 'power')).toContain(
    'a comma separates the settings of a player: write 0.01, or 01 with',
  )
  expect(await refused('thesis@set=h1=1,5', 'power')).toContain('write 1.5, or 5 with the name')
  expect(await refused('thesis@nodes=1,000', 'power')).toContain('write 1000, or 000 with the name')
  for (const points of ['--margin', '--width'])
    expect(await refused('thesis', 'power', points, '1.000')).toContain('may separate thousands or decimals')
  for (const whole of ['depth=1.000', 'nodes=10.000', 'table-bits=12.000'])
    expect(await refused(`thesis@${whole}`, 'power')).toContain('may separate thousands or decimals')
  expect(await refused('thesis', 'power', '--set', 'h1=1', '--set', 'h1=2')).toContain('h1 is there twice')
  expect(await refused('thesis', '--resume', '--depth', '1')).toMatch(/--resume takes only .*: leave out thesis, --depth/)
  expect(await refused('--resume', '--home', newFolder())).toMatch(/There is no unfinished comparison/)
})

test('a comparison that lost a player is refused; its other batch can go on as a bench no more', async () => {
  const folder = newFolder()
  await compare('thesis', 'power', '--depth', '0', '--games', '3', '--home', folder)
  const bench = await lab(['bench', '--resume', '1', '--home', folder])
  expect(bench).toMatchObject({ code: 2, stderr: expect.stringMatching(/Batch 1 is one of comparison 1/) as string })
  damage(folder, `UPDATE batches SET seed = 9 WHERE id = 2`)
  const { code, stderr } = await compare('--resume', '1', '--games', '10', '--home', folder)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/Comparison 1 has lost players/)])
})

test('the clock ends a bench and a comparison: games before the first unfinished one count, and it is over', async () => {
  const folder = newFolder()
  const flags = ['--minutes', '600', '--depth', '1', '--json', '--home', folder]
  const late = { columns: 200, once: { shown: / [1-9]\d*\/\d+00,000 games/, act: () => vi.advanceTimersByTime(36_000_000) } }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const ended = (written: Written) => JSON.parse(written.stdout) as unknown
  expect(ended(await lab(['bench', ...flags], late))).toMatchObject({ ended: 'minutes', batch: 1 })
  const answer = ended(await lab(['compare', 'thesis', 'power', ...flags], late)) as Answer
  expect(answer).toMatchObject({ ended: 'minutes', comparison: 1, rule: { minutes: 600, games: 100_000 } })
  expect(answer.players.map(({ games }) => games)).toEqual([answer.games, answer.games])
  for (const command of ['bench', 'compare']) {
    const { code, stderr } = await lab([command, '--resume', '1', '--home', folder])
    expect([code, stderr]).toEqual([0, ''])
  }
})
