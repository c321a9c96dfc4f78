/** Runs of every kind in processes of their own, killed at random moments and resumed until they end. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CompareKind, Comparison } from '../../../../src/core/contract/calls'
import { makeProfile, makeTraining, makeTuning, type CalibrationHead } from '../../../../src/core/contract/files'
import type { Random } from '../../../../src/core/random'
import { gameOf } from '../../../../src/main/lab/games/gameRecords'
import { builtInProfile } from '../../../../src/main/lab/profiles/builtInProfiles'
import { dataFile } from '../../../../src/main/store/opening'
import { drawnGame } from '../../../core/support/games'
import { SMALL_TRAINING } from '../../../core/support/smallTraining'
import { openLab } from '../../../support/openedLabs'
import { ending, ENV, HOME, startLab } from '../../../support/terminalProcess'
import { newFolder, openReader, openWriter } from '../../store/storeSupport'
import { outcomeOf, smallConfig } from '../tuning/tuningSupport'

export interface KilledKind {
  /** Writes what the run is begun with. */
  prepare?(folder: string): void | Promise<void>
  /** Begins the run, or resumes it. */
  start(folder: string, threads: number): ChildProcessWithoutNullStreams
  /** Stored results: a kill may lose none. */
  stored(folder: string): number
  /** Stored results in full, of players under a clock: no second run has the same. Each must stay as it is. */
  kept?(folder: string): readonly string[]
  /** Whether its end is stored: a kind that is not resumed then may have been killed right after it. Absent: it may be resumed. */
  isOver?(folder: string): boolean
  /** All that the run left behind but times; of players under a clock, how much it is and that it says so. */
  outcome(folder: string, stdout: string): unknown
}

/** @param more arguments of `lab`, besides folder and threads */
const inHome =
  (more: (folder: string) => readonly string[]): KilledKind['start'] =>
  (folder, threads) =>
    startLab([...more(folder), '--home', folder, '--threads', String(threads), '--json'])

/** `NaN` while there is nothing. */
function inStore(folder: string, sql: string): number {
  if (!existsSync(dataFile(folder))) return NaN
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  try {
    return (db.prepare(`SELECT (${sql}) AS stored`).get() as { stored: number | null }).stored ?? NaN
  } catch {
    return NaN // its tables are being made
  } finally {
    db.close()
  }
}
const isBegun = (folder: string) => inStore(folder, 'SELECT count(*) FROM batches') > 0
const isCompared = (folder: string) => inStore(folder, 'SELECT min(ended IS NOT NULL) FROM batches') === 1

/** The stored result: a kill after it may have come before it was printed. */
async function comparedIn(folder: string, kind: CompareKind): Promise<Comparison | null> {
  const { call, close } = await openLab(folder)
  const result = await call.comparisonResult({ kind, id: 1 })
  await close()
  return result
}

/** Rows of the store as texts; none while there is nothing. */
function rowsIn(folder: string, sql: string): readonly string[] {
  if (!existsSync(dataFile(folder))) return []
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  try {
    return db.prepare(sql).all().map(row => JSON.stringify(row)) // oxfmt-ignore
  } catch {
    return [] // its tables are being made
  } finally {
    db.close()
  }
}

/** Results in a file of JSON lines, in any order. */
function resultsIn(file: string): readonly string[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1) // a kill may have cut off the last one
  return lines.filter(line => !line.startsWith('{"format"'))
}
function withoutTimes(text: string): unknown {
  const times = ['ms', 'longestMs', 'processorMs', 'msPerMove', 'nodesPerSecond', 'seconds', 'threads', 'batch', 'batches', 'kept', 'updated', 'created', 'hardware'] // oxfmt-ignore
  return JSON.parse(text, (key, value: unknown) => (times.includes(key) ? undefined : value))
}

const inLines = (file: string, args: (folder: string) => readonly string[]): KilledKind => ({
  start: (folder, threads) => startLab([...args(folder), '--threads', String(threads)]),
  stored: folder => resultsIn(join(folder, file)).length,
  outcome: folder =>
    resultsIn(join(folder, file))
      .map(line => JSON.stringify(withoutTimes(line)))
      .toSorted(),
})

/** Players under a clock, whose games differ each time. @param games as a query of the store; `isOpen` finds whether the result says so */
const byClock = (
  args: readonly string[],
  resumed: readonly string[],
  games: string,
  isOpen: (stdout: string, folder: string) => boolean | Promise<boolean>,
): KilledKind => ({
  start: inHome(folder => (rowsIn(folder, BEGUN).length > 0 ? resumed : args)),
  stored: folder => rowsIn(folder, games).length,
  kept: folder => rowsIn(folder, games),
  async outcome(folder, stdout) {
    const all = rowsIn(folder, games).map(row => (JSON.parse(row) as { readonly game: number | string }).game)
    return { games: all.length, different: new Set(all).size, saysSo: await isOpen(stdout, folder) }
  },
})
const BEGUN = 'SELECT id FROM batches UNION ALL SELECT id FROM line_runs'
const LINES = 'SELECT number AS game, line FROM run_lines ORDER BY number'

const TUNING = smallConfig(
  { budget: { kind: 'iterations', count: 60 }, validation: { games: 200, level: 0.95 } },
  { depth: 1, games: 4, maxSlides: 250 },
)
const [network] = SMALL_TRAINING.networks
const STUDY = {
  ...{ format: '2048-lab-study', version: 1, name: 'small', title: 'A small study', summary: 'for kills', source: 'none' },
  parts: [
    {
      ...{ id: 'games', kind: 'match', game: 'cantGoBack', names: ['one', 'other'], games: 300, seed: 5 },
      players: ['alphaBeta:heavy:depth=3', 'greedy:heavy'],
    },
  ],
}
const PLAYOUTS = 1500
const WALLS = ['walls', ...'--profile power --depth 1 --walls 2 --seed 1 --continuations 20 --boards 60'.split(' ')]

async function keepGame(folder: string): Promise<void> {
  const store = await openWriter(folder)
  await store.games.add(gameOf(drawnGame(3, 400), 1000))
  await store.close()
}

/** @param threads that train: one of its settings */
function training(threads: number): KilledKind {
  const file = join(HOME, `small-${threads}.json`) // the network says where its settings came from
  return {
    prepare: () =>
      writeFileSync(file, makeTraining({ ...SMALL_TRAINING, threads, networks: [{ ...network!, moves: 5_000_000 }] })),
    start: folder => {
      const isBegun = inStore(folder, 'SELECT count(*) FROM line_runs') > 0
      return startLab(['train', ...(isBegun ? ['--resume', '1'] : [file]), '--home', folder, '--json'])
    },
    stored: () => 0, // checkpoints are rarer than kills here; tests/soak/training.soak.ts has them
    outcome: folder => {
      const networks = join(folder, 'networks')
      return readdirSync(networks).map(name => readFileSync(join(networks, name)).toString('base64'))
    },
  }
}

export const KILLED_KINDS: Readonly<Record<string, KilledKind>> = {
  tuning: {
    prepare: folder => writeFileSync(join(folder, 'run.json'), makeTuning(TUNING)),
    start: inHome(folder =>
      inStore(folder, 'SELECT count(*) FROM runs') > 0 ? ['tune', 'resume', '1'] : ['tune', '--config', join(folder, 'run.json')],
    ),
    stored: folder => inStore(folder, 'SELECT evaluations + (SELECT count(*) FROM validation_games) FROM runs'),
    async outcome(folder) {
      const store = await openReader(folder)
      expect(await store.maintenance.check()).toEqual([])
      return outcomeOf(store, 1)
    },
  },
  training: training(1),
  'training on two threads': training(2),
  bench: {
    start: inHome(folder => (isBegun(folder) ? ['bench', '--resume'] : ['bench', '600', '--depth', '1', '--seed', '77'])),
    stored: folder => inStore(folder, 'SELECT count(*) FROM games'),
    isOver: isCompared,
    outcome: async folder => withoutTimes(JSON.stringify(await comparedIn(folder, 'bench'))),
  },
  comparison: {
    start: inHome(folder =>
      isBegun(folder) ? ['compare', '--resume'] : ['compare', 'thesis', 'power', '--games', '300', '--depth', '1', '--seed', '7'],
    ),
    stored: folder => inStore(folder, 'SELECT count(*) FROM games'),
    isOver: isCompared,
    outcome: async folder => withoutTimes(JSON.stringify(await comparedIn(folder, 'comparison'))),
  },
  'comparison of searchers': {
    start: inHome(folder => {
      const players = ['expectimax:thesis:depth=1', 'mcts:iterations=3', 'thesis@depth=1']
      return isBegun(folder) ? ['compare', '--resume'] : ['compare', ...players, '--games', '40', '--seed', '7']
    }),
    stored: folder => inStore(folder, 'SELECT count(*) FROM games'),
    isOver: isCompared,
    outcome: async folder => withoutTimes(JSON.stringify(await comparedIn(folder, 'comparison'))),
  },
  tournament: inLines('games.jsonl', folder => [
    ...['arena', 'cantGoBack', '--players', 'alphaBeta:depth=3,random,greedy', '--games', '100', '--seed', '5'],
    ...['--out', join(folder, 'games.jsonl')],
  ]),
  wallTest: {
    start: inHome(folder => (inStore(folder, 'SELECT count(*) FROM line_runs') > 0 ? ['walls', '--resume', '1'] : WALLS)),
    stored: folder => inStore(folder, 'SELECT count(*) FROM run_lines'),
    // its games may be more than those that the boards take
    outcome: (_, stdout) => withoutTimes(stdout),
  },
  'wall test in a file': {
    ...inLines('walls.jsonl', folder => [...WALLS, '--save', join(folder, 'walls.jsonl'), '--json']),
    outcome: (_, stdout) => ({ ...(withoutTimes(stdout) as object), file: undefined, save: undefined }),
  },
  analysis: {
    prepare: keepGame,
    start: inHome(() => ['replay', 'analyse', '1', '--profile', 'thesis', '--depth', '3']),
    stored: folder => inStore(folder, 'SELECT done FROM analyses'),
    outcome: (_, stdout) => withoutTimes(stdout),
  },
  playouts: {
    prepare: keepGame,
    start: (folder, threads) =>
      spawn(
        process.execPath,
        ['--import', 'tsx', join(import.meta.dirname, 'playoutsChild.ts'), folder, String(threads), String(PLAYOUTS)],
        { env: ENV },
      ),
    stored: folder => inStore(folder, 'SELECT sum(done) FROM playouts'),
    async outcome(folder) {
      const store = await openReader(folder)
      const all = await store.playouts.list(1, 1)
      const played = await Promise.all(all.map(({ id }) => store.playouts.get(id)))
      return played.map(each => [each!.move, each!.scores]).toSorted()
    },
  },
  calibration: {
    start: inHome(() => ['profile', 'calibrate', join(HOME, 'quick.json'), '--games', '30']),
    prepare: () =>
      writeFileSync(join(HOME, 'quick.json'), makeProfile({ ...builtInProfile('thesis')!, name: 'quick', depth: 0 })),
    stored: folder => inStore(folder, 'SELECT count(*) FROM run_lines'),
    async outcome(folder) {
      const store = await openReader(folder)
      const [run] = await store.lineRuns.list('2048-lab-calibration')
      const lines = await store.lineRuns.lines(run!.id)
      return [(run!.head as CalibrationHead).calibration, lines.map(({ text }) => withoutTimes(text))]
    },
  },
  sweep: {
    start: inHome(folder =>
      inStore(folder, 'SELECT count(*) FROM line_runs') > 0
        ? ['sweep', '--resume', '1']
        : ['sweep', '--profile', 'thesis', '--set', 'depth=0,1', '--games', '200', '--seed', '7'],
    ),
    stored: folder => inStore(folder, 'SELECT count(*) FROM run_lines'),
    outcome: (_, stdout) => ({ ...(withoutTimes(stdout) as object), at: undefined }),
  },
  study: {
    prepare: folder => writeFileSync(join(folder, 'study.json'), JSON.stringify(STUDY)),
    start: (folder, threads) =>
      spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'studyChild.ts'), folder, String(threads)], {
        env: ENV,
      }),
    stored: folder => inStore(folder, 'SELECT count(*) FROM run_lines'),
    async outcome(folder) {
      const store = await openReader(folder)
      const lines = await store.lineRuns.lines(1)
      return lines.flatMap(({ text }) => (text.startsWith('{"format"') ? [] : JSON.stringify(withoutTimes(text)))).toSorted()
    },
  },
  'bench under a clock': {
    ...byClock(
      ['bench', '16', '--time', '0.1', '--seed', '77'],
      ['bench', '--resume'],
      'SELECT batch_index AS game, score, slides, board FROM games ORDER BY batch_index',
      async (_, folder) => (await comparedIn(folder, 'bench'))!.players.every(({ reproducible }) => !reproducible),
    ),
    isOver: isCompared,
  },
  'wall test under a clock': byClock(
    'walls --profile power --time 0.1 --walls 2 --seed 1 --continuations 5 --boards 4'.split(' '),
    ['walls', '--resume', '1'],
    LINES.replace('ORDER', `WHERE line LIKE '{"board"%' ORDER`),
    stdout => !(JSON.parse(stdout) as { readonly settings: { readonly reproducible: boolean } }).settings.reproducible,
  ),
  'sweep under a clock': byClock(
    'sweep --profile thesis --time 0.1 --set h1=-1,0 --games 8 --seed 7'.split(' '),
    ['sweep', '--resume', '1'],
    LINES,
    stdout => !(JSON.parse(stdout) as { readonly reproducible: boolean }).reproducible,
  ),
  'study in a file': {
    ...inLines('out/small.jsonl', folder => ['reproduce', join(folder, 'study.json'), '--out', join(folder, 'out')]),
    prepare: folder => writeFileSync(join(folder, 'study.json'), JSON.stringify(STUDY)),
  },
}

interface Whole {
  readonly outcome: unknown
  /** How long it takes at most: less, once another one took less, so that kills do not come after the end. */
  ms: number
}

/** Runs it to its end, in one go. */
export async function undisturbed(kind: KilledKind, threads: number): Promise<Whole> {
  const folder = newFolder()
  await kind.prepare?.(folder)
  const started = performance.now()
  const { code, stdout, stderr } = await ending(kind.start(folder, threads))
  expect([code, stderr], stdout).toEqual([0, expect.anything()])
  return { outcome: await kind.outcome(folder, stdout), ms: performance.now() - started }
}

/**
 * Kills a run at random moments, resumes it each time, on one and two threads in turn, and checks what it ends with.
 * @returns how many kills it took before it ended, at most `most`
 */
export async function killRun(kind: KilledKind, whole: Whole, most: number, random: Random): Promise<number> {
  const { outcome } = whole
  const folder = newFolder()
  await kind.prepare?.(folder)
  let [kills, stored] = [0, 0]
  let kept: readonly string[] = []
  for (;;) {
    const child = kind.start(folder, 1 + (kills % 2))
    const ended = ending(child)
    const started = performance.now()
    if (kills < most) void Promise.race([wait(random.next() * whole.ms), ended]).then(() => child.kill('SIGKILL'))
    const { code, stdout, stderr } = await ended
    const now = kind.kept?.(folder) ?? []
    expect(now, 'results that were stored before, unchanged').toEqual(expect.arrayContaining([...kept]))
    kept = now
    if (code !== 0) {
      expect([code, child.signalCode], stderr).toEqual([null, 'SIGKILL'])
      kills++
    } else if (kills === 0) whole.ms = Math.min(whole.ms, performance.now() - started)
    if (code === 0 || kind.isOver?.(folder)) {
      expect(await kind.outcome(folder, stdout), `after ${kills} kills`).toEqual(outcome)
      return kills
    }
    const left = kind.stored(folder)
    expect(Number.isNaN(left) ? 0 : left, 'results that were stored before').toBeGreaterThanOrEqual(stored)
    stored = Number.isNaN(left) ? 0 : left
  }
}
