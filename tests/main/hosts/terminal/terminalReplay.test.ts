import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeProfile, makeReplay, makeReplayLine } from '../../../../src/core/contract/files'
import { face, maxRank, startBoard, type Move } from '../../../../src/core/games/twenty48/board'
import { LosingRisk } from '../../../../src/core/games/twenty48/losingRisk'
import { assessSlide, isMistake, MISTAKE_THRESHOLD } from '../../../../src/core/games/twenty48/gameAnalysis'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { kindsOfMistake } from '../../../../src/core/games/twenty48/mistakeKinds'
import { makePosition, makeSpawn, parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { completeReplay, type Replay } from '../../../../src/core/games/twenty48/replay'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import { makeVerse } from '../../../../src/core/games/twenty48/verse'
import { createRandom, GENERATOR } from '../../../../src/core/random'
import { drive, neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { deepen } from '../../../../src/core/games/twenty48/search/deepening'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { BorrowedStore } from '../../../../src/main/lab/ground/storeLease'
import { soakTest } from '../../../setup/extent'
import { cleanUp, newFolder, openWriter, playSome, sampleGame } from '../../store/storeSupport'
import { interrupted, lab } from '../../../support/terminalHere'
import { ending, jsonLines, startLab, type Ended } from '../../../support/terminalProcess'
import { textbook } from '../../../support/textbook'

const borrowed = (home: string) => new BorrowedStore({ home, env: {} }, 'a test', message => expect.fail(message))

/** Whole weights: their sums are exact, so the textbook breaks every tie as the kernel does. */
const player: Player = {
  evaluator: makeEvaluator('thesis', { h1: -2, h2: 3, h3: 3, h4: 7 }),
  settings: PLAIN_SETTINGS,
  limits: { depth: 0 },
}
const engine = textbook(player.evaluator, player.settings)
const searched = (position: string) => drive(deepen(parseBoard(position), player.limits), request => engine(request, neverStop))

function seeded(seed: number, slides = 40): Replay {
  const draws = { seed, generator: GENERATOR, origin: 'seed' } as const
  return completeReplay({
    start: startBoard(createRandom(seed)),
    startScore: 0,
    turns: playSome(seed, slides).turns,
    by: 'person',
    draws,
  })
}

/** As a file of another program would have it. */
const bare = ({ start, startScore, turns }: Replay) => completeReplay({ start, startScore, turns, by: 'unknown' })

const full: Replay = {
  ...seeded(1, 2000),
  title: 'Corners',
  notes: 'lost\nearly',
  by: 'engine',
  engine: { profile: 'mine', ...player },
  stamp: { version: '0.1.0', kernel: 'abc', at: '2026-01-02T03:04:05.000Z' },
}
const steps = full.turns.length

const files = mkdtempSync(join(tmpdir(), 'lab-replay-'))
let home: string
beforeEach(() => (home = newFolder()))
afterEach(cleanUp)
afterAll(() => rmSync(files, { recursive: true }))

async function replay(...args: readonly string[]): Promise<Ended> {
  return lab(['replay', ...args], { env: { LAB_HOME: home } })
}

async function done(...args: readonly string[]): Promise<string> {
  const ended = await replay(...args)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout
}

async function json<T = Record<string, unknown>>(...args: readonly string[]): Promise<T[]> {
  const ended = await replay(...args, '--json')
  expect(ended.stderr).toBe('')
  return jsonLines<T>(ended)
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(files, name)
  writeFileSync(path, content)
  return path
}

const FULL = file('full.json', makeReplay(full))
const LINES = file('lines.jsonl', [2, 3].map(seed => makeReplayLine(seeded(seed))).join(''))
const VERSE = file('verse.txt', makeVerse(seeded(4)) + '\n')

const stepText = ({ move, spawn }: Replay['turns'][number]) => `${move} ${makeSpawn(spawn)}`

/** The replay with another tile after a step, on a cell that is free too. */
function tampered(step: number): string {
  const { spawn } = full.turns[step - 1]!
  const told = makeReplay(full).split('\n')
  const line = told.indexOf(' "steps": [') + step
  const other = `${spawn.rank === 1 ? 4 : 2}@`
  told[line] = told[line]!.replace(/[24]@/, other)
  return told.join('\n')
}

describe('the library', () => {
  test('takes games of any form, and gives back what they were', async () => {
    expect(await json('import', FULL, LINES, VERSE)).toEqual([
      { file: FULL, ids: [1], known: 0 },
      { file: LINES, ids: [2, 3], known: 0 },
      { file: VERSE, ids: [4], known: 0 },
    ])
    expect(await json('import', LINES)).toEqual([{ file: LINES, ids: [], known: 2 }])
    expect(await done('import', LINES)).toBe(`  ${LINES}: there already: 2\n`)
    expect(await done('export', '1')).toBe(makeReplay(full))
    expect(await done('export', '2', '3', '--format', 'jsonl')).toBe(readFileSync(LINES, 'utf8'))
    expect(await done('export', '4', '--format', 'verse')).toBe(readFileSync(VERSE, 'utf8'))
    expect(await done('export', VERSE)).toBe(makeReplay(bare(seeded(4))))
    const out = join(files, 'out.json')
    await done('export', '1', '--out', out)
    expect(readFileSync(out, 'utf8')).toBe(makeReplay(full))
    expect((await replay('export', '1', '--out', out)).code).toBe(1)
  })

  test('holds side lines, which are shown, leave as JSON, and are left out of a 2048verse string', async () => {
    const [longer, longest] = [seeded(5, 42), seeded(5, 43)]
    const { turns } = longest
    const sideLines = [
      { after: 40, turns: turns.slice(40, 42) },
      { of: 1, after: 42, turns: turns.slice(42) },
    ]
    const game: Replay = { ...seeded(5), sideLines }
    const path = file('lined.json', makeReplay(game))
    await done('import', path)
    expect(await done('export', '1')).toBe(makeReplay(game))
    expect((await json('show', '1'))[0]!['sideLines']).toEqual([
      {
        of: null,
        after: 40,
        steps: longer.turns.slice(40).map(stepText),
        position: makePosition(longer.final),
        score: longer.score,
      },
      { of: 1, after: 42, steps: turns.slice(42).map(stepText), position: makePosition(longest.final), score: longest.score },
    ])
    expect(await done('show', path)).toMatch(/ 1 +the game +40 .*\n.* 2 +line 1 +42 /)
    expect(await done('verify', path)).toMatch(/right, 40 moves, .*, 2 side lines\n$/)
    expect(await replay('export', '1', '--format', 'verse')).toEqual(
      expect.objectContaining({
        code: 0,
        stdout: makeVerse(game) + '\n',
        stderr: expect.stringContaining('1: a 2048verse string holds no side lines; 2 left out') as string,
      }),
    )
    const wrong = file('wrong.json', makeReplay({ ...game, sideLines: [{ after: 41, turns: turns.slice(0, 1) }] }))
    expect((await replay('verify', wrong)).stderr).toContain('side line 1 leaves the game after move 41; expected 0 … 40')
  })

  test('is read beside a writer, and not written', async () => {
    await done('import', FULL)
    await openWriter(home)
    expect(await done('export', '1')).toBe(makeReplay(full))
    const locked = await replay('import', FULL)
    expect(locked).toMatchObject({ code: 1, stdout: '' })
    expect(locked.stderr).toMatch(new RegExp(`a test.*${process.pid}`))
  })
})

describe('a game', () => {
  test('is shown with any of its boards', async () => {
    const timeline = Timeline.of(full)
    const { step, board, score } = timeline.at(17)
    const [shown] = await json('show', FULL, '--slide', '17')
    expect(shown).toMatchObject({
      ...{ source: FULL, title: 'Corners', by: 'engine', seed: 1, profile: 'mine', slides: steps, score: full.score },
      ...{ position: makePosition(full.final), maxTile: face(maxRank(full.final)), over: true },
      at: {
        ...{ slide: step, position: makePosition(board), score, move: full.turns[16]!.move },
        ...{ spawn: makeSpawn(full.turns[16]!.spawn), next: full.turns[17]!.move },
      },
    })
    const beyond = await replay('show', FULL, '--slide', String(steps + 1))
    expect(beyond).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`${steps} moves`) as unknown })
  })

  test('of a file of several is asked for by its number', async () => {
    const refused = await replay('show', LINES)
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('several') as unknown })
  })
})

describe('verify', () => {
  test('names the step that was tampered with', async () => {
    const step = 20
    const bad = file('tampered.json', tampered(step))
    const refused = await replay('verify', bad)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain(`${bad}: step ${step}: `)
    const [told] = jsonLines<{ ok: boolean; error: { step: number } }>(await replay('verify', bad, '--json'))
    expect(told).toMatchObject({ ok: false, error: { code: 'BAD_FILE', step } })
  })

  test('goes on after a game that is wrong', async () => {
    const lines = makeReplayLine(seeded(2)).replace(/"score":\d+/, '"score":4') + 'nonsense\n' + makeReplayLine(seeded(3))
    const ended = await replay('verify', file('some.jsonl', lines), VERSE, '--json')
    expect(ended.code).toBe(1)
    const told = jsonLines<{ line: number; ok: boolean }>(ended).map(({ line, ok }) => [line, ok])
    expect(told).toEqual([[1, false], [2, false], [3, true], [1, true]]) // oxfmt-ignore
  })
})

describe('a file that cannot be read', () => {
  test.each([
    ['a bad line', makeReplayLine(seeded(2)) + makeReplayLine(seeded(3)).replace('"by":"person"', '"by":"nobody"'), /line 2: by/],
    ['not text', Uint8Array.of(0x7b, 0x01, 0xff, 0x22), /no text in UTF-8/],
  ])('%s: is named with the place of its fault, and nothing is stored', async (name, content, fault) => {
    const bad = file(`bad-${name.replaceAll(' ', '-')}`, content)
    const refused = await replay('import', FULL, bad)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^lab: [^\n]+\n$/)
    expect(refused.stderr).toContain(bad)
    expect(refused.stderr).toMatch(fault)
    expect(existsSync(join(home, 'lab.db'))).toBe(false)
  })

  test('of more games than one message to the store takes is counted game by game', async () => {
    const lines = Array.from({ length: 1_200 }, (_, i) => makeReplayLine(seeded(i % 1_100, 20))).join('')
    const imported = await replay('import', file('many.jsonl', lines), '--json')
    expect(imported.code).toBe(0)
    const [told] = jsonLines<{ ids: number[]; known: number }>(imported)
    expect([told!.known, new Set(told!.ids).size]).toEqual([100, 1_100])
    expect(await borrowed(home).read(({ games }) => games.count({}))).toBe(1_100)
  })

  test('is missing, a folder or too large: it is refused', async () => {
    const huge = file('huge.json', makeReplay(full))
    truncateSync(huge, 1e9)
    for (const [path, fault] of [
      [join(files, 'nowhere.json'), /there is no such file/],
      [files, /this is a folder; name a file/],
      [huge, /500000000 bytes.* 1000000000/],
    ] as const) {
      const refused = await replay('import', path)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toMatch(fault)
    }
  })
})

describe('learn', () => {
  interface Learned {
    readonly exercise: { readonly id?: number; readonly slide: number; readonly move: Move; readonly due?: string | null } | null
    readonly exercises: number
    readonly due: number
    readonly streak: number
    readonly today: string
    readonly answer?: { readonly isFound: boolean; readonly isEnded: boolean; readonly isSaved: boolean; readonly best?: Move }
  }
  const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const learn = async (...args: string[]) => (await json<Learned>('learn', ...args, '--profile', 'tuned'))[0]!

  test('asks the largest mistake first, judges tries, and asks another one once it is answered', async () => {
    await done('import', FULL)
    expect((await learn()).exercise).toBeNull()
    const first = await learn('1')
    expect(first).toMatchObject({ exercise: { due: null }, streak: 0, due: first.exercises })
    expect(first.exercises).toBeGreaterThan(1)
    const { id, move } = first.exercise!
    const wrong = await learn('1', '--answer', `${id}:${move}`)
    expect(wrong.answer).toMatchObject({ isFound: false, isEnded: false, isSaved: false })
    expect(wrong.answer).not.toHaveProperty('best')
    expect((await learn()).exercise).toMatchObject({ slide: first.exercise!.slide })
    const four = await replay('learn', '1', '--answer', `${id}:${[move, move, move, move].join()}`)
    expect(four).toMatchObject({ stdout: '', stderr: expect.stringMatching(/has 3 tries; the answer names 4/) as string })
    expect([four.code, (await learn()).exercise!.slide]).toEqual([1, first.exercise!.slide])
    const failed = await learn('1', '--answer', `${id}:${[move, move, move].join()}`)
    expect(wrong.answer).not.toHaveProperty('after')
    const after = { successes: 0, due: dayAfter(first.today), streak: 1 }
    expect(failed).toMatchObject({ answer: { isFound: false, isEnded: true, isSaved: true, after } })
    // what stands beside the answer is as it was before it
    expect(failed).toMatchObject({ exercise: first.exercise, streak: 0, due: first.due })
    const { best } = failed.answer!
    const of = await learn(FULL, '--answer', `${first.exercise!.slide}:${best}`)
    expect(of).toMatchObject({ exercises: first.exercises, answer: { isFound: true, isEnded: true, isSaved: false, best } })
    expect(of.exercise).toMatchObject({ slide: first.exercise!.slide })
    const next = await learn()
    expect(next.exercise!.slide).not.toBe(first.exercise!.slide)
    expect(next).toMatchObject({ due: first.exercises - 1, streak: 1, today: first.today })
    const again = await replay('learn', '--answer', `${id}:${move}`)
    expect(again).toMatchObject({ stdout: '', stderr: expect.stringContaining(`exercise ${next.exercise!.id} is.`) as string })
    expect(again.code).not.toBe(0)
    expect((await learn()).streak).toBe(1)
  })

  test('beside an open lab it judges, and says that nothing is stored', async () => {
    await done('import', FULL)
    const { exercise } = await learn('1')
    const writer = await openWriter(home)
    const { code, stdout, stderr } = await replay(
      'learn',
      '--json',
      '--answer',
      `${exercise!.id}:${[0, 0, 0].map(() => exercise!.move).join()}`,
    )
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/not saved/) as string })
    expect(JSON.parse(stdout)).toMatchObject({ answer: { isEnded: true, isSaved: false } })
    expect(await writer.exercises.days()).toEqual([])
  })

  test('beside an open lab it finds exercises in an analysis that was not looked through, and in a game without one', async () => {
    await done('import', FULL)
    const before = await openWriter(home)
    const once = await replay('learn', '1', '--profile', 'tuned', '--json')
    await before.close()
    await json('analyse', '1', '--profile', 'tuned')
    const writer = await openWriter(home)
    const stored = (await json<Learned>('learn', '--profile', 'tuned'))[0]!
    expect(stored.exercise).not.toBeNull()
    await writer.close()
    const { exercise, exercises } = await learn('1')
    for (const each of [stored, JSON.parse(once.stdout) as Learned])
      expect(each).toMatchObject({ exercises, exercise: { slide: exercise!.slide } })
  })

  test('a game that is not analysed to its end is not called faultless; a deleted one is not there', async () => {
    await done('import', FULL)
    const args = ['replay', 'learn', '1', '--profile', 'tuned']
    const stopped = () => ({ env: { LAB_HOME: home }, columns: 80, once: interrupted(/moves/) })
    const shown = await lab(args, stopped())
    expect({ code: shown.code, stdout: shown.stdout }).toEqual({
      code: 130,
      stdout: expect.stringMatching(/of [\d,]+ moves analysed|Find the better move/) as string,
    })
    const { stdout } = await lab([...args, '--json'], stopped())
    expect(JSON.parse(stdout)).toMatchObject({ interrupted: true })
    await done('delete', '1')
    const gone = await replay('learn', '1')
    expect(gone).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/no game number/) as string })
  })

  test('refuses what is no move, and a move without its exercise', async () => {
    const refused = async (answer: string) => (await replay('learn', '--answer', answer)).stderr
    expect(await refused('3:up,sideways')).toMatch(/Allowed moves/)
    expect(await refused('up')).toMatch(/number of the exercise/)
  })
})

describe('analyse', () => {
  const MINE = file(
    'mine.json',
    makeProfile({ name: 'mine', title: 'Mine', notes: '', evaluator: player.evaluator, settings: player.settings, depth: 0 }),
  )
  interface Answer {
    readonly slides: number
    readonly total: number
    readonly best: number
    readonly loss: number
    readonly mistakes: readonly Record<string, unknown>[]
    readonly interrupted?: true
  }
  const timeline = Timeline.of(full)
  const by = { risk: new LosingRisk(player) }
  const assessed = full.turns.map(({ move }, i) => {
    const position = timeline.at(i)
    return assessSlide(i + 1, move, position, searched(makePosition(position.board)), by)
  })

  test('finds the textbook’s mistakes', async () => {
    const threshold = { ...MISTAKE_THRESHOLD, loss: 10 }
    await done('import', FULL)
    const [answer] = await json<Answer>('analyse', '1', '--profile', MINE, '--min-loss', '10')
    const mistakes = assessed.filter(each => isMistake(each, threshold))
    expect(mistakes.length).toBeGreaterThan(1)
    expect(answer).toMatchObject({
      slides: steps,
      total: steps,
      best: assessed.filter(each => each.loss === 0 && each.risk === 0).length,
      classes: null,
      threshold,
      settings: { profile: 'mine' },
    })
    expect(answer!.loss).toBeCloseTo(
      assessed.reduce((sum, each) => sum + (each.risk > 0 ? 0 : each.loss), 0),
      6,
    )
    expect(answer!.mistakes).toEqual(
      mistakes.map(({ step, counted: _, ...told }) => ({
        ...{ slide: step, position: makePosition(timeline.at(step - 1).board), class: null },
        kinds: kindsOfMistake(timeline.at(step - 1).board, told.move, told.best),
        ...told,
      })),
    )
  })

  test('reads a game on standard input', async () => {
    for (const command of ['analyse', 'learn'])
      expect(await lab(['replay', command, '-', '--profile', MINE], { input: makeReplay(seeded(3, 4)), env: { LAB_HOME: home } })).toMatchObject({ code: 0 }) // oxfmt-ignore
  })

  test('takes the threshold of its player alone', async () => {
    const refused = (...flags: string[]) => lab(['replay', 'analyse', FULL, ...flags], { env: { LAB_HOME: home } })
    expect(await refused('--profile', MINE, '--least', 'mistake')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--least is for calibrated players') as string,
    })
    expect(await refused('--profile', 'strongest', '--min-loss', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--min-loss is for players that are not calibrated') as string,
    })
  })

  test('is by the judge, which flags change, unless a profile is named; learn uses the same analysis', async () => {
    const judge = { profile: 'strongest', settings: { cut: 0.0015 } }
    await done('import', file('short.json', makeReplay(seeded(3, 4))))
    expect((await json('analyse', '1'))[0]).toMatchObject({ settings: judge })
    await done('learn', '1')
    expect(await borrowed(home).read(({ analyses }) => analyses.list(1))).toHaveLength(1)
    expect((await json('analyse', '1', '--depth', '0'))[0]).toMatchObject({ settings: { ...judge, limits: { depth: 0 } } })
    expect(await done('analyse', '1', '--depth', '0', '--leaf', 'spawned', '--no-expert')).toContain(
      'searched by strongest, depth 0, cut 0.0015, leaf spawned, no expert',
    )
    expect((await replay('analyse', '--help')).stdout.replaceAll(/\s+/g, ' ')).toContain('default: strongest at a cut of 0.0015')
  })

  test('of a game of person and engine has the accuracy of each', async () => {
    const store = await openWriter(home)
    const [id] = await store.games.addAll([sampleGame(3, { provenance: { version: '0.1.0', by: 'both', hand: [[20, 40]] } }, 40)])
    await store.close()
    const number = String(id)
    const [{ accuracies }] = (await json('analyse', number)) as [{ accuracies: { of: string; counted: number }[] }]
    const whole = file('whole.json', await done('export', number))
    const [{ accuracies: alone }] = (await json('analyse', whole)) as [{ accuracies: { of: string; counted: number }[] }]
    expect([alone, accuracies].map(parts => parts.map(({ of }) => of))).toEqual([['all'], ['hand', 'engine']])
    expect(accuracies[0]!.counted + accuracies[1]!.counted).toBe(alone[0]!.counted)
    expect(await done('analyse', number)).toMatch(/Accuracy of the person \d.*Accuracy of the engine \d/s)
  })

  soakTest(
    'of a game in the library is kept, survives kill -9 and Ctrl-C, and ends as if it had never been stopped',
    async () => {
      await done('import', FULL)
      const slow = 'analyse 1 --profile thesis --depth 3 --leaf spawned --cut 0 --table off --threads 1 --json'.split(' ')
      const kept = async () => (await borrowed(home).read(({ analyses }) => analyses.list(1)))[0]
      for (const kill of ['SIGKILL', 'SIGINT'] as const) {
        const before = (await kept())?.done ?? 0
        const child = startLab(['replay', ...slow], { LAB_HOME: home })
        const ended = ending(child)
        await vi.waitFor(async () => expect((await kept())?.done).toBeGreaterThan(before), { timeout: 30_000 })
        child.kill(kill)
        const { stdout } = await ended
        const { done, slides } = (await kept())!
        expect(done).toBeLessThan(slides)
        if (kill === 'SIGINT') expect(JSON.parse(stdout)).toMatchObject({ slides: done, total: steps, interrupted: true })
      }
      const fromThere = await json<Answer>(...slow.slice(0, -1))
      const atOnce = await json<Answer>('analyse', FULL, ...slow.slice(2, -1))
      expect(fromThere).toEqual(atOnce.map(answer => ({ ...answer, source: '1' })))
      expect(await kept()).toMatchObject({ done: steps, profile: 'thesis' })
    },
  )

  test('beside a lab that holds the folder is made, and not kept', async () => {
    await done('import', FULL)
    const writer = await openWriter(home)
    const { code, stdout, stderr } = await replay('analyse', '1', '--profile', MINE, '--json')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^lab: .*a test.*This analysis is not saved[.]\n$/)
    expect(JSON.parse(stdout)).toMatchObject({ slides: steps })
    expect(await writer.analyses.list(1)).toEqual([])
  })
})

describe('the library', () => {
  const home = () => newFolder()

  test('is listed, and its games are deleted and restored, all or none', async () => {
    const folder = home()
    const place = ['--home', folder]
    const store = await openWriter(folder)
    await store.games.addAll([sampleGame(1), sampleGame(2, {}, 40)])
    await store.close()
    const listed = async () =>
      jsonLines<{ id: number; slides: number }>(await lab(['replay', 'list', '--sort', 'length', '--json', ...place]))
    expect((await listed()).map(({ id, slides }) => [id, slides])).toEqual([
      [2, 40],
      [1, 20],
    ])
    expect(await lab(['replay', 'delete', '1', '7', ...place])).toMatchObject({
      code: 2,
      stderr: 'lab: There is no game number 7.\n',
    })
    const { stdout } = await lab(['replay', 'delete', '1', '2', ...place])
    expect(stdout).toBe(`  deleted: 2 games. Undo: npx lab replay restore 1 2 --home ${folder}\n`)
    expect((await lab(['replay', 'list', ...place])).stdout).toContain('No game is stored here yet')
    const gone = jsonLines<object>(await lab(['replay', 'list', '--deleted', '--json', ...place]))
    expect(gone).toMatchObject([{ slides: 40 }, { slides: 20 }].map(each => expect.objectContaining(each) as object))
    expect((await lab(['replay', 'list', '--deleted', '--sort', 'score', ...place])).code).toBe(2)
    expect((await lab(['replay', 'restore', '1', ...place])).stdout).toBe('  restored: 1 game, number 1\n')
    expect(await lab(['replay', 'restore', '2', '1', ...place])).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: 'lab: No game number 1 is among the deleted ones: lab replay list --deleted names them.\n',
    })
    expect(await listed()).toHaveLength(1)
    expect((await lab(['replay', 'list', '--limit', '1', ...place])).stdout).toMatch(/\n +1 .* 20 /)
  })

  test('takes what lab play prints, whole, cut off or on standard input', async () => {
    const folder = home()
    const printed = (await lab(['play', '--depth', '0', '--seed', '5', '--no-keep'])).stdout
    const cut = printed.split('\n').slice(0, 31).join('\n')
    const file = join(folder, 'cut.jsonl')
    writeFileSync(file, cut)
    const [whole, part] = [
      await lab(['replay', 'import', '-', '--json', '--home', folder], { input: printed }),
      await lab(['replay', 'import', file, '--json', '--home', folder]),
    ]
    expect([...jsonLines(whole), ...jsonLines(part)]).toEqual([
      { file: '-', ids: [1], known: 0 },
      { file, ids: [2], known: 0 },
    ])
    const [shown] = jsonLines<object>(await lab(['replay', 'show', '1', '--json', '--home', folder]))
    const last = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '') as { readonly score: number; readonly slides: number }
    expect(shown).toMatchObject({
      by: 'engine',
      seed: 5,
      origin: 'seed',
      profile: 'thesis',
      score: last.score,
      slides: last.slides,
    })
    expect(jsonLines(await lab(['replay', 'show', '2', '--json', '--home', folder]))).toMatchObject([{ slides: 30, over: false }])
  })

  test('refuses lines of lab play that are not one game', async () => {
    const lines = (await lab(['play', '--depth', '0', '--seed', '5', '--no-keep'])).stdout.trimEnd().split('\n')
    const [end, slides] = [lines.at(-1) ?? '', lines.length - 2]
    for (const [input, message] of [
      [[...lines, ...lines], `line ${lines.length + 1}: a second game begins`],
      [[...lines, lines[1]!], `line ${lines.length + 1}: the game ended in the line before`],
      [[...lines.slice(0, 31), end], `line 32: slides: ${slides} is not that of the moves, 30`],
      [[...lines.slice(0, -1), end.replace('"score":', '"score":1')], `line ${lines.length}: score: 1`],
      [[lines[0]!, lines[1]!.replace(/"move":"\w+"/, '"move":{"toString":1}')], 'steps.0: a step is a move and a tile'],
    ] as const) {
      const { code, stderr } = await lab(['replay', 'import', '-', '--home', home()], { input: input.join('\n') })
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    }
  })
})
