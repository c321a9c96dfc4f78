import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeProfile, makeProfiles, parseProfiles, type Profile } from '../../../../src/core/contract/files'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { SearchAnswer } from '../../../../src/main/hosts/terminal/output/machineOutput'
import { reliabilityLines } from '../../../../src/main/hosts/terminal/profile/calibrate'
import { builtInCalibration } from '../../../../src/main/lab/calibrations/findCalibration'
import { builtInProfile, builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { cleanUp, newFolder } from '../../store/storeSupport'
import { runTerminal } from '../../../../src/main/hosts/terminal/program'
import { interrupted, lab, terminalHere } from '../../../support/terminalHere'
import { jsonLines, type Ended } from '../../../support/terminalProcess'

const [power, thesis, strongest] = ['power', 'thesis', 'strongest'].map(builtInProfile) as [Profile, Profile, Profile]
const { statistics, ...unmeasured } = thesis
const mine: Profile = {
  ...unmeasured,
  name: 'mine',
  title: 'Mine',
  notes: 'two\nlines',
  evaluator: makeEvaluator('thesis', { h1: -2.5, h2: 0.125 }),
  depth: 1,
  tags: ['fast', 'ours'],
  origin: { kind: 'copy', source: 'thesis' },
  statistics: statistics!,
}
const changed: Profile = { ...mine, depth: 2 }

const files = mkdtempSync(join(tmpdir(), 'lab-profile-'))
let home: string
beforeEach(() => (home = newFolder()))
afterEach(cleanUp)
afterAll(() => rmSync(files, { recursive: true }))

async function profile(...args: readonly string[]): Promise<Ended> {
  return lab(['profile', ...args], { env: { LAB_HOME: home } })
}

async function done(...args: readonly string[]): Promise<string> {
  const ended = await profile(...args)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout
}

async function own(): Promise<string[]> {
  const listed = jsonLines<{ name: string; builtIn: boolean }>(await profile('list', '--json'))
  return listed.filter(({ builtIn }) => !builtIn).map(({ name }) => name)
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(files, name)
  writeFileSync(path, content)
  return path
}

const exported = async (name: string) => parseProfiles(await done('export', name), name)[0]

test('a calibration is said beforehand to be by fewer games than the one that ships, and that a game is played', async () => {
  const { games } = builtInCalibration({ ...strongest, limits: { depth: strongest.depth } })!
  const surroundings = { env: { LAB_HOME: home }, columns: 200, once: interrupted(/playing one game of strongest/) }
  const { stderr, code } = await lab(['profile', 'calibrate', 'strongest', '--games', '2', '--estimate'], surroundings)
  expect(stderr).toContain(`strongest ships with a calibration by ${games} games`)
  expect(code).toBe(130)
})

test('how well a calibration predicts is read without knowing the score', () => {
  const found = { games: 30, brier: 0.1, baseBrier: 0.2, coverage: 0.7 }
  expect(reliabilityLines(90, found)).toEqual([
    'calibrated by 90 games; of 30 of them, by a fit to the others:',
    'Brier score 0.1, of the base rate 0.2 (lower is better); 70.0 % within the 80 % band of points',
  ])
  expect(reliabilityLines(90, { ...found, brier: 0.2 })).toContainEqual(expect.stringMatching(/^not better than the base rate/))
  expect(reliabilityLines(6, { ...found, brier: null })).toEqual(['calibrated by 6 games: too few games to check'])
})

test('Ctrl-C does not wait for the game that measures a calibration', async () => {
  const { terminal, written } = terminalHere({ env: { LAB_HOME: home } })
  terminal.host.once('newListener', () => setImmediate(() => terminal.host.emit('SIGINT')))
  await runTerminal(['profile', 'calibrate', 'power', '--estimate'], terminal)
  expect(written()).toMatchObject({ code: 130, stdout: '' })
})

describe('the profiles of the data folder', () => {
  test('are offered for a calibration by their name, where nothing else of the player was changed', async () => {
    const advice = async (...flags: readonly string[]) => {
      const { stdout } = await lab(['search', '0000001000000010', ...flags], { env: { LAB_HOME: home } })
      return stdout
    }
    expect(await advice()).toMatch(/lab profile calibrate thesis$/m)
    for (const flags of [
      ['--set', 'h1=0'],
      ['--cut', '0.01'],
      ['--leaf', 'spawned'],
    ])
      expect(await advice(...flags)).toContain('not calibrated with these settings')
  })

  test('are listed after the built-ins, which are there without any data', async () => {
    const builtIns = jsonLines<unknown>(await profile('list', '--json'))
    expect(builtIns).toEqual(builtInProfiles().map(each => ({ ...each, builtIn: true })))
    expect(existsSync(join(home, 'lab.db'))).toBe(false)
    await done('import', file('mine.json', makeProfile(mine)))
    const stored = {
      ...mine,
      builtIn: false,
      id: 1,
      created: expect.any(Number) as number,
      updated: expect.any(Number) as number,
    }
    expect(jsonLines<unknown>(await profile('list', '--json'))).toEqual([...builtIns, stored])
    expect(await done('list')).toMatch(/ {2}mine +Mine +thesis +1 +fast, ours\n/)
  })

  test('show how well they are calibrated, wherever the calibration is stored', async () => {
    const { games, reliability } = builtInCalibration({ ...strongest, limits: { depth: strongest.depth } })!
    expect(JSON.parse(await done('show', 'strongest', '--json'))).toMatchObject({ calibration: { games, reliability } })
    const text = await done('show', 'strongest')
    expect(text).toContain(`calibrated by ${games} games; of ${reliability.games} of them`)
    expect(text).toContain(`Brier score ${reliability.brier}, of the base rate ${reliability.baseBrier}`)
    expect(text.match(/% … .*%/g)).toHaveLength(reliability.bins.length)
    await done('import', file('mine.json', makeProfile({ ...strongest, name: 'renamed', title: 'Mine' })))
    expect(await done('show', 'renamed')).toContain(`calibrated by ${games} games`)
    await done('import', file('other.json', makeProfile({ ...strongest, name: 'other', depth: 1 })))
    expect(await done('show', 'other')).toContain('not calibrated')
    expect(JSON.parse(await done('show', 'other', '--json'))).toMatchObject({ calibration: null })
  })

  test('do not write to the terminal with notes of a foreign file', async () => {
    const hostile = await profile('import', file('mine.json', makeProfile({ ...mine, title: 'a\u001b[2J\u009bb\nc' })))
    expect(hostile.stderr).toContain('title: character 2 is U+001B, which no title, name or note may have')
  })

  test('come out of it as they went in, one or several', async () => {
    const other = { ...power, name: 'other', notes: '' }
    await done('import', file('one.json', makeProfile(mine)), file('more.json', makeProfiles([other])))
    expect(await done('export', 'mine')).toBe(makeProfile(mine))
    const out = join(files, 'both.json')
    await done('export', 'mine', 'other', 'thesis', '--out', out)
    expect(readFileSync(out, 'utf8')).toBe(makeProfiles([mine, other, thesis]))
    const there = await profile('export', 'mine', '--out', out)
    expect(there).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(out) as unknown })
    expect(readFileSync(out, 'utf8')).toBe(makeProfiles([mine, other, thesis]))
  })

  test('are those of --home, whatever LAB_HOME says', async () => {
    const elsewhere = newFolder()
    await done('import', file('mine.json', makeProfile(mine)), '--home', elsewhere)
    expect(await own()).toEqual([])
    expect(await done('list', '--home', elsewhere)).toContain('mine')
  })
})

describe('an import that clashes', () => {
  const clashing = () => [file('new.json', makeProfile({ ...mine, name: 'new' })), file('changed.json', makeProfile(changed))]

  beforeEach(async () => void (await done('import', file('mine.json', makeProfile(mine)))))

  test('is refused as a whole where nobody chooses', async () => {
    const refused = await profile('import', ...clashing())
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toMatch(/^lab: .*"mine".*--on-clash skip or replace or rename.*\n$/)
    expect(await own()).toEqual(['mine'])
  })

  test.each([
    ['replace', ['mine', 'new'], 2, 'replaced'],
    ['rename', ['mine', 'mine-2', 'new'], 1, 'renamed'],
  ])('with --on-clash %s leaves %j', async (choice, names, depth, did) => {
    const told = jsonLines<unknown>(await profile('import', ...clashing(), '--on-clash', choice, '--json'))
    const second = { profile: choice === 'rename' ? 'mine-2' : 'mine', from: 'mine', did }
    expect(told).toEqual([{ profile: 'new', from: 'new', did: 'added' }, second])
    expect(await own()).toEqual(names)
    expect((await exported('mine'))!.depth).toBe(depth)
    if (choice === 'rename') expect(await exported('mine-2')).toEqual({ ...changed, name: 'mine-2' })
  })

  test('with a built-in never replaces it', async () => {
    const files = [...clashing(), file('thesis.json', makeProfile({ ...thesis, depth: 0 }))]
    const refused = await profile('import', ...files, '--on-clash', 'replace')
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('"thesis" is built in') as unknown })
    expect(await own()).toEqual(['mine'])
    expect(await exported('mine')).toEqual(mine)
    await done('import', files[2]!, '--on-clash', 'rename')
    expect(await exported('thesis-2')).toEqual({ ...thesis, name: 'thesis-2', depth: 0, notes: '' })
  })
})

describe('a file that cannot be imported', () => {
  const good = JSON.parse(makeProfile(mine)) as Record<string, unknown>

  test.each([
    ['not UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe), /utf-8/i],
    ['one bad among several', JSON.stringify([good, { ...good, name: 'b', depth: -1 }]), /profile 2: depth/],
  ])('%s: is named with its fault, and nothing is written', async (name, content, fault) => {
    const bad = file(`${name.replaceAll(' ', '-')}.json`, content)
    const refused = await profile('import', file('mine.json', makeProfile(mine)), bad)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^lab: [^\n]+\n$/)
    expect(refused.stderr).toContain(bad)
    expect(refused.stderr).toMatch(fault)
    expect(existsSync(join(home, 'lab.db'))).toBe(false)
  })
})

describe('a profile', () => {
  test('differs from another where it differs, and nowhere else', async () => {
    await done('import', file('mine.json', makeProfile(mine)))
    const other = file('other.json', makeProfile({ ...mine, name: 'other', evaluator: makeEvaluator('thesis', { h1: -2.5, h2: 4 }), settings: { ...mine.settings, cut: 0.5 } })) // oxfmt-ignore
    const differences = async (a: string, b: string) =>
      jsonLines<{ differences: { field: string; a: unknown; b: unknown }[] }>(await profile('diff', a, b, '--json'))[0]!
        .differences
    expect(await differences('mine', other)).toEqual([
      { field: 'parameters.h2', a: 0.125, b: 4 },
      { field: 'settings.cut', a: mine.settings.cut, b: 0.5 },
    ])
    expect(await differences('mine', 'mine')).toEqual([])
    expect(await done('diff', 'mine', 'mine')).toContain('do not differ')
  })

  test('of the data folder plays like its file', async () => {
    const path = file('mine.json', makeProfile(mine))
    await done('import', path)
    const values = async (name: string) => {
      const ended = await lab(['search', 'EDC1BA9187611110', '--profile', name, '--json'], { env: { LAB_HOME: home } })
      const [{ ms: _ms, pvMs: _pvMs, ...answer }] = jsonLines<SearchAnswer>(ended) as [SearchAnswer]
      return answer
    }
    const stored = await values('mine')
    expect(stored).toEqual(await values(path))
    expect(stored.depth).toBe(1)
  })

  test('of no name is refused with the known ones', async () => {
    await done('import', file('mine.json', makeProfile(mine)))
    for (const args of [
      ['profile', 'show', 'nope'],
      ['profile', 'diff', 'mine', 'nope'],
      ['search', '0000001000000010', '--profile', 'nope'],
    ]) {
      const refused = await lab(args, { env: { LAB_HOME: home } })
      expect(refused).toMatchObject({ code: 2, stdout: '' })
      expect(refused.stderr).toMatch(/"nope".*power, .*thesis, .*mine/)
    }
  })

  test('is not looked for in data that cannot be read, unless it is built in', async () => {
    writeFileSync(join(home, 'lab.db'), 'this is no database, but it is long enough to be looked at as one')
    const search = (name: string) =>
      lab(['search', '0000001000000010', '--profile', name, '--depth', '0'], { env: { LAB_HOME: home } })
    expect((await search('thesis')).code).toBe(0)
    const refused = await search('mine')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(join(home, 'lab.db'))
  })
})

test('own profiles are deleted, all or none, and restored; a built-in one is not', async () => {
  const file = join(files, 'both.json')
  writeFileSync(file, makeProfiles([mine, { ...mine, name: 'other' }]))
  await done('import', file)
  expect(await profile('delete', 'mine', 'othre')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('(Did you mean other?)') as string,
  })
  expect(await profile('delete', 'thesis')).toMatchObject({
    code: 1,
    stderr: 'lab: "thesis" is built in and cannot be deleted.\n',
  })
  expect(await done('delete', 'mine', 'other')).toBe('  deleted: mine, other. Undo: npx lab profile restore mine other\n')
  expect(await done('list')).not.toContain('mine')
  await done('restore', 'mine')
  expect(await done('list')).toContain('mine')
})
