/** `lab tune` from outside: what docs/terminal.md promises of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { TuningView } from '../../../../src/core/contract/calls'
import { makeProfile, makeTuning, parseProfile, parseTuning } from '../../../../src/core/contract/files'
import { PRESETS } from '../../../../src/core/contract/tuning/presets'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import type { BenchAnswer } from '../../../../src/main/hosts/terminal/compare/compareAnswer'
import { cleanUp, newFolder, openWriter } from '../../store/storeSupport'
import { interrupted, lab } from '../../../support/terminalHere'
import { jsonLines, type Ended } from '../../../support/terminalProcess'
import { smallConfig } from '../../lab/tuning/tuningSupport'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

afterEach(cleanUp)

type Answer = TuningView & { readonly settings: { readonly face: number }; readonly version: string }

const CONFIG = smallConfig({}, { depth: 0 })
/** Some seconds. */
const LONG = smallConfig({ budget: { kind: 'iterations', count: 400 } }, { depth: 1, games: 10, maxSlides: 1000 })

function withConfig(config: unknown = CONFIG): { home: string; file: string } {
  const home = newFolder()
  const file = join(home, 'run.json')
  writeFileSync(file, typeof config === 'string' ? config : makeTuning(config as TuningConfig))
  return { home, file }
}

const last = (ended: Ended) => jsonLines<Answer>(ended).at(-1)

test('a run of adversarial48 says that a share of 0.5 is never won', async () => {
  const game = 'tune --game adversarial48 --family rivalText8 --depth 1 --iterations 1 --games 2 --validate 20 --seed 1'
  const { stdout, code } = await lab([...game.split(' '), '--max-actions', '4', '--home', newFolder()])
  expect(code).toBe(0)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('So 0.5 is never won, and 1 always.')
})

describe('a run', () => {
  test('ends with one object that holds all that was promised, is kept and exported', async () => {
    const { home, file } = withConfig()
    const ended = await lab(['tune', '--config', file, '--home', home, '--json', '--threads', '2'])
    expect([ended.code, ended.stderr]).toEqual([0, ''])
    const answer = last(ended)
    expect(answer).toMatchObject({
      ...{ settings: { face: 5 }, version: expect.any(String) as string, config: CONFIG },
      ...{ id: 1, state: 'finished', evaluations: 96, failed: 0, games: 192, seed: 7 },
      provenance: { threads: 2, generator: 'splitmix64' },
      validated: { games: 20 },
      originReport: { summary: { games: 20 } },
      luck: {
        amount: expect.any(Number) as number,
        interval: [expect.any(Number), expect.any(Number)],
        evaluations: 96,
        from: 'validation',
      },
    })
    expect(Object.keys(answer.validated!.weights)).toEqual(['h1', 'h2', 'h3', 'h4'])
    expect(answer.chosenFitness!).toBeLessThanOrEqual(answer.best!.fitness)
    expect(answer.validated!.interval[0]).toBeLessThan(answer.validated!.mean)

    const [row] = jsonLines<Pick<Answer, 'best'>>(await lab(['tune', 'list', '--json', '--home', home]))
    expect(answer.best).toEqual(row!.best)
    expect((await lab(['tune', 'show', '1', '--home', home])).stdout).toMatch(/validated: candidate \d+ on 20 unseen games/)

    // it is exported: the settings, which run again; every evaluation; and the validated best as a profile
    const exported = async (format: string) => (await lab(['tune', 'export', '1', '--format', format, '--home', home])).stdout
    expect(parseTuning(await exported('config'), 'exported')).toEqual(CONFIG)
    const profile = parseProfile(await exported('profile'), 'exported')
    expect((profile.evaluator as TermEvaluator).parameters).toEqual(answer.validated!.weights)
    expect(profile.statistics!.mean).toBe(answer.validated!.mean)
    // the command of its notes plays the very games that its statistics are of
    const [, command] = /`lab (bench [^`]+)`/.exec(profile.notes)!
    const saved = join(home, 'tuned.json')
    writeFileSync(saved, makeProfile(profile))
    const flags = command!.split(' ').map(word => (word === profile.name ? saved : word))
    const { games, seed, seeds, maxSlides, mean, median, max, reach } = profile.statistics!
    const replayed = jsonLines<BenchAnswer>(await lab([...flags, '--no-keep', '--json', '--home', home]))[0]!
    expect(replayed).toMatchObject({ games, seed, seeds, maxSlides, mean, median, max, reach })

    const [head, ...rows] = (await exported('csv')).trimEnd().split('\n')
    expect(head).toMatch(/^evaluation,iteration,purpose,particle,again,h1,h2,h3,h4,fitness,/)
    expect(rows.map(row => Number(row.split(',')[0]))).toEqual(Array.from({ length: 96 }, (_, i) => i))
    const out = join(home, 'rows.csv')
    const unknown = await lab(['tune', 'export', '99', '--format', 'csv', '--out', out, '--home', home])
    expect([unknown.code, existsSync(out)]).toEqual([2, false])
    expect((await lab(['tune', 'export', '1', '--format', 'csv', '--out', out, '--home', home])).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toBe([head, ...rows, ''].join('\n'))
    const again = await lab(['tune', 'export', '1', '--format', 'csv', '--out', out, '--home', home])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(out)])
    expect((JSON.parse(await exported('json')) as { id: number }).id).toBe(1)
  })

  test('is paused by Ctrl-C, and names the command that goes on', async () => {
    const { home, file } = withConfig(LONG)
    const args = ['tune', '--config', file, '--home', home]
    const paused = await lab([...args, '--json'], { once: interrupted(/evaluation/) })
    expect([paused.code, paused.stderr]).toEqual([130, ''])
    expect(last(paused)).toMatchObject({ id: 1, state: 'paused', validated: null })
    expect((await lab(['tune', 'show', '1', '--home', home])).stdout).toMatch(/paused/)
    const { stdout } = await lab(['tune', '--resume', '1', '--home', home], { columns: 200, once: interrupted(/ETA/) })
    expect(stdout).toMatch(/Paused\. Resume with:\s+npx lab tune --resume 1 --home/)
    expect(stdout).toContain(`${home}\n`)
  })

  test('is refused beside a page that has the folder, with what to do, while what was found can be read; then it goes on', async () => {
    const { home, file } = withConfig(smallConfig({ budget: { kind: 'iterations', count: 1 } }, { depth: 0 }))
    await lab(['tune', '--config', file, '--home', home])
    const page = await openWriter(home, { program: 'lab serve' })
    for (const args of [
      ['--config', file],
      ['--resume', '1'],
    ]) {
      const { code, stdout, stderr } = await lab(['tune', ...args, '--home', home])
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/in use by lab serve, process \d+, .*--home FOLDER[.] Or do it there, on its Tune screen[.]\n$/)
    }
    expect(await lab(['tune', 'show', '1', '--home', home])).toMatchObject({ code: 0, stderr: '' })
    await page.close()
    const ended = await lab(['tune', '--resume', '1', '--extend', '3', '--home', home, '--json'])
    expect(last(ended)).toMatchObject({ id: 1, state: 'finished', evaluations: 32 })
  })
})

describe('refused with the field named:', () => {
  const bad: [what: string, text: string, field: string][] = [
    ['an empty range', makeTuning(CONFIG).replace('"max": 10', '"max": 0'), 'objective.tuned.0.max'],
    ['what is no JSON', 'particles: 8', 'run.json'],
  ]
  test.each(bad)('%s', async (_, text, field) => {
    const { home, file } = withConfig(text)
    const { code, stdout, stderr } = await lab(['tune', '--config', file, '--home', home])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(field)
    expect(stderr.split('\n')).toHaveLength(2)
  })

  test.each([
    [[], 'preset'],
    [['--preset', 'thesis-1', '--config', 'x.json'], 'config'],
    [['--preset', 'thesis-1', '--depth', '61'], 'depth'],
    [['--resume', '7'], 'number 7'],
    [['--resume', '7', '--depth', '1'], 'leave out --depth'],
    [['--resume'], 'There is no unfinished tuning run'],
    [['--extend', '3'], '--extend: needs --resume'],
  ])('%j', async (flags, named) => {
    const { code, stderr } = await lab(['tune', ...flags, '--home', newFolder()])
    expect(code).toBe(2)
    expect(stderr).toContain(named)
  })
})

test('--print-config writes what a preset and the flags ask for, and runs nothing', async () => {
  const home = newFolder()
  const words = 'tune --preset thesis-1 --seed 9 --depth 2 --print-config'.split(' ')
  const { code, stdout } = await lab([...words, '--home', home])
  expect(code).toBe(0)
  const { config } = PRESETS['thesis-1']
  expect(parseTuning(stdout, 'printed')).toEqual({ ...config, seed: 9, objective: { ...config.objective, depth: 2 } })
  expect((await lab(['tune', 'list', '--home', home])).stdout).toMatch(/No tuning run is stored here yet/)
})

test('runs are deleted, all or none, and restored', async () => {
  const home = newFolder()
  const config = join(home, 'config.json')
  writeFileSync(config, makeTuning(smallConfig({ budget: { kind: 'iterations', count: 1 } })))
  expect((await lab(['tune', '--config', '-', '--home', home, '--json'], { input: readFileSync(config, 'utf8') })).code).toBe(0)
  expect(await lab(['tune', 'delete', '1', '2', '--home', home])).toMatchObject({
    code: 2,
    stderr: 'lab: There is no tuning run number 2.\n',
  })
  expect((await lab(['tune', 'delete', '1', '--home', home])).stdout).toBe(
    `  deleted: 1 run. Undo: npx lab tune restore 1 --home ${home}\n`,
  )
  expect((await lab(['tune', 'list', '--home', home])).stdout).toContain('No tuning run is stored here yet')
  expect((await lab(['tune', 'restore', '1', '--home', home])).stdout).toBe('  restored: 1 run, number 1\n')
  expect(jsonLines(await lab(['tune', 'list', '--json', '--home', home]))).toHaveLength(1)
  expect(await lab(['tune', 'restore', '1', '--home', home])).toMatchObject({
    code: 2,
    stderr: 'lab: No tuning run number 1 is among the deleted ones: lab tune list --deleted names them.\n',
  })
})
