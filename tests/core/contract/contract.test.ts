import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../../src/core/contract/calls'
import { MAX_IMPORT_BYTES } from '../../../src/core/contract/calls/profiles'
import { makeProfile, parseProfile } from '../../../src/core/contract/files'
import { parsePlayerText } from '../../../src/core/contract/playerText'
import {
  boardShape,
  evaluatorShape,
  limitsShape,
  moveShape,
  parseShape,
  playerShape,
  seedShape,
} from '../../../src/core/contract/shapes'
import type { z } from '../../../src/core/contract/zod'
import { LabError } from '../../../src/core/errors'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { TRAINING_PRESETS } from '../../../src/core/games/twenty48/wallGame/trainingPresets'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { PRESETS } from '../../../src/core/contract/tuning/presets'
import * as arbitrary from '../support/arbitraries'
import { refusal } from '../support/errors'
import { call, treeArguments } from '../support/treeArguments'

const profilesFolder = new URL('../../../resources/profiles/', import.meta.url)
const builtIn = readdirSync(profilesFolder).map(file => [file, readFileSync(new URL(file, profilesFolder), 'utf8')] as const)
const player = { evaluator: makeEvaluator('thesis'), settings: PLAIN_SETTINGS, limits: { depth: 3 } }

/** A copy of an object with the value at a path replaced, or removed where it is `undefined`. */
function changed(object: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(object) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop()!
  const holder = keys.reduce((each, key) => each[key] as Record<string, unknown>, copy)
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else holder[last] = value
  return copy
}

describe('profiles', () => {
  test.each(builtIn)('%s reads back from its own text, byte for byte after one pass', (file, text) => {
    const profile = parseProfile(text, file)
    expect(JSON.parse(makeProfile(profile))).toEqual(JSON.parse(text))
    expect(makeProfile(parseProfile(makeProfile(profile), file))).toBe(makeProfile(profile))
    expect(`${profile.name}.json`).toBe(file)
  })
})

describe('shapes', () => {
  test('accept what the core makes, unchanged', () => {
    fc.assert(
      fc.property(arbitrary.board, arbitrary.evaluator, arbitrary.settings, (board, evaluator, settings) => {
        expect(parseShape(boardShape, board, 'board')).toEqual(board)
        const whole = { evaluator, settings, limits: { depth: 'empty' as const, nodes: 1000 } }
        expect(parseShape(playerShape, whole, 'player')).toEqual(whole)
      }),
    )
  })

  test.each<[name: string, shape: Parameters<typeof parseShape>[0], value: unknown, message: RegExp]>([
    ['a board of 15', boardShape, Array(15).fill(0), /^it: /],
    ['a sparse board', boardShape, Array(16), /^it: 0: /],
    ['a board beyond reach', boardShape, [17, 17, ...Array<number>(14).fill(0)], /sum to 262144/],
    ['a move', moveShape, 'north', /^it: /],
    ['a seed of 2^53', seedShape, 2 ** 53, /^it: /],
    ['weights that are not numbers', evaluatorShape, changed(player.evaluator, 'parameters.h1', NaN), /parameters\.h1/],
    ['an unknown limit', limitsShape, { plies: 3 }, /plies/],
  ])('refuse %s', (_, shape, value, message) => {
    expect(refusal('BAD_REQUEST', () => parseShape(shape, value, 'it')).message).toMatch(message)
  })
})

describe('calls', () => {
  const query = { sort: 'created', descending: true, offset: 0, limit: 50 }
  const idFaults: [arg: unknown, field: string][] = [
    [{ ids: [] }, 'ids'],
    [{ ids: [0] }, 'ids.0'],
    [{ ids: Array<number>(1001).fill(1) }, 'ids'],
  ]
  const profile = { name: 'mine', title: 'Mine', notes: '', ...(changed(player, 'limits', undefined) as object), depth: 2 }
  const files = [{ name: 'mine.json', text: '{}' }]
  const { config } = PRESETS['thesis-1']
  const sharedRun = {
    ...{
      name: 'A run',
      config,
      state: 'paused',
      retried: 0,
      ms: 5,
      batches: '',
      evaluations: '[0,1,null,1,null,1,false,1,null]',
    },
    validations: [],
  }
  const badConfigs = (
    [
      ['config.optimizer.particles', 0],
      ['config.objective.tuned.0.id', 'h9'],
      ['config.budget.count', 1e12],
      ['config.title', ''],
    ] as const
  ).map(([path, value]): [unknown, string] => [changed({ config }, path, value), path.split('.').at(-1)])
  const { 'wall-512': training } = TRAINING_PRESETS
  const badTrainings = (
    [
      ['config.networks.0.lambda', 2],
      ['config.threads', 65],
      ['config.name', '../../x'],
    ] as const
  ).map(([path, value]): [unknown, string] => [changed({ config: training }, path, value), path.split('.').at(-1)])
  const setup = { game: 'cantGoBack', position: 'start', seed: 1, seats: ['person', parsePlayerText('greedy')] }
  const tournament = '0123456789abcdef'
  const entrant = { name: 'a', player: 'greedy' }
  const tournamentOrder = { game: 'cantGoBack', boards: [], players: [entrant, { ...entrant, name: 'b' }], games: 2, seed: 1 }
  const pageOrder = {
    url: 'https://example.org/',
    browser: { kind: 'own', profile: 'empty' },
    anew: false,
    delay: 0,
    player,
    profile: 'thesis',
  }
  const wallPlayer = { name: 'power', player }
  const wallPlan = {
    ...{ multiple: 512, walls: 2, leastSum: 0, gameSeed: 1, boards: 20, games: 1000, from: wallPlayer },
    ...{ seed: 1, continuations: 30, players: [wallPlayer] },
  }
  const ID = { id: 1 }
  /**
   * Good arguments, first one without what may be left out; and bad ones that only bounds refuse, with the field that is named. A call that
   * is not here takes none, or the id of something.
   */
  const calls: Readonly<Partial<Record<CallName, ReturnType<typeof call>>>> = {
    pageTabs: call([{ port: '9222' }]),
    startPageGame: call(
      [
        pageOrder,
        { ...pageOrder, browser: { kind: 'own', program: '/usr/bin/chromium', profile: 'kept' } },
        { ...pageOrder, browser: { kind: 'running', port: 'localhost:9222' }, selectors: '{}' },
      ],
      [{ ...pageOrder, url: 'x'.repeat(2_001) }, 'url'],
      [{ ...pageOrder, selectors: 'x'.repeat(20_001) }, 'selectors'],
    ),
    handPageGame: call([{ to: 'engine' }, { to: 'person' }]),
    pacePageGame: call([{ delay: 0 }], [{ delay: 60_001 }, 'delay']),
    startMatch: call([setup, { ...setup, clockMs: 1000, options: { width: 5 } }]),
    moveInMatch: call([{ id: 1, ply: 0, action: 8 }], [{ id: 1, ply: 0, action: 70_000 }, 'action']),
    runMatch: call([
      { id: 1, speed: 'fastest' },
      { id: 1, speed: 2 },
    ]),
    courseMoves: call([{ of: { match: 1 }, first: 0, count: 200 }], [{ of: { match: 1 }, first: 0, count: 201 }, 'count']),
    courseAt: call([{ of: { tournament, game: 3 }, ply: 0 }], [{ of: { tournament: '../../x', game: 3 }, ply: 0 }, 'of']),
    startTournament: call(
      [tournamentOrder, { ...tournamentOrder, clockMs: 5, actions: 10, options: { width: 5 } }],
      [changed(tournamentOrder, 'players', Array(9).fill(entrant)), 'players'],
      [changed(tournamentOrder, 'games', 5001), 'games'],
    ),
    tournamentTable: call([{ id: tournament }]),
    tournamentGames: call([{ id: tournament, first: 0, count: 100 }]),
    newGame: call([{}, { seed: 0 }, { seed: 2 ** 53 - 1 }], [{ seed: 2 ** 53 }, 'seed']),
    setPosition: call([{ text: '' }, { text: '0000000000000001' }]),
    slide: call([{ move: 'up' }, { move: 'right' }]),
    undo: call([{ slides: 1 }], [{ slides: 1e12 }, 'slides']),
    redo: call([{ slides: 10 }]),
    gameGraph: call([{ points: 10 }, { points: 2000 }], [{ points: 9 }, 'points'], [{ points: 2001 }, 'points']),
    engineMove: call([{ player }], [{ player: changed(player, 'settings.tableBits', 2 ** 60) }, 'player.settings']),
    evaluatorTree: call([{ board: Array<number>(16).fill(1), player }], [{ board: [], player }, 'board']),
    moveTrees: call(
      [{ board: Array<number>(16).fill(1), player, moves: ['up', 'left'] }],
      [{ board: Array<number>(16).fill(1), player, moves: [] }, 'moves'],
    ),
    startAutoplay: call([
      { player, speed: 'fastest' },
      { player, speed: 10 },
    ]),
    startAnalysis: call([{ player }]),
    chooseDataPath: call(
      [
        { purpose: 'backUp', title: 'Back up' },
        { purpose: 'restore', title: '' },
        { purpose: 'move', title: 'x' },
      ],
      [{ purpose: 'move', title: 'x'.repeat(201) }, 'title'],
    ),
    backUpData: call([{}, { file: '/copies/lab.db' }], [{ file: 'x'.repeat(4001) }, 'file']),
    restoreData: call([{ backup: 'lab-v1-x.db' }, { file: '/copies/lab.db' }]),
    moveData: call([{ folder: '/new' }]),
    chooseEngine: call(
      [
        { threads: null, memoryMiB: null },
        { threads: 1, memoryMiB: 256, queue: 'redis://teacher:6379' },
      ],
      [{ threads: 257, memoryMiB: null }, 'threads'],
      [{ threads: null, memoryMiB: 255 }, 'memoryMiB'],
    ),
    drainWorker: call([{ worker: 'pc07:4711' }]),
    setPreferences: call(
      [
        {},
        { theme: 'dark' },
        { palette: 'cividis', tableBits: 20 },
        { playPane: 400, profilesPane: null, replaysPane: 100, tunePane: 10_000 },
        { animation: false, tileText: 'exponent', treeOpen: false, beenHere: true },
      ],
      [{ tableBits: 27 }, 'tableBits'],
      [{ playPane: 99 }, 'playPane'],
      [{ tunePane: 300.5 }, 'tunePane'],
    ),
    ...treeArguments(player),
    games: call(
      [query, { ...query, kind: 'engine', profile: 'thesis', batch: 1, text: 'x' }],
      [{ ...query, sort: 'id; DROP TABLE games' }, 'sort'],
      [{ ...query, limit: 1001 }, 'limit'],
      [{ ...query, text: 'x'.repeat(201) }, 'text'],
    ),
    gameIds: call([{ ...query, limit: 100_000 }], [{ ...query, limit: 100_001 }, 'limit']),
    gamePlaces: call(
      [
        { sort: 'score', descending: false, ids: [1, 2] },
        { sort: 'score', descending: false, kind: 'bench', ids: [] },
      ],
      [{ sort: 'score', descending: false, ids: Array<number>(11).fill(1) }, 'ids'],
    ),
    annotateGame: call([{ id: 1, notes: '' }], [{ id: 1, notes: 'x'.repeat(10_001) }, 'notes']),
    beginImport: call([{ name: 'games.jsonl', size: 0 }], [{ name: 'x'.repeat(301), size: 1 }, 'name']),
    importText: call([{ id: 1, text: 'x' }], [{ id: 1, text: 'x'.repeat(160_001) }, 'text']),
    exportGame: call([{ id: 1, form: 'verse' }]),
    setSideLines: call(
      [
        { id: 1, lines: [] },
        {
          id: 1,
          lines: [
            { after: 0, turns: [0, 127] },
            { of: 1, after: 1, turns: [5] },
          ],
        },
      ],
      [{ id: 1, lines: [{ after: 0, turns: [] }] }, 'lines.0.turns'],
      [{ id: 1, lines: [{ after: 0, turns: [128] }] }, 'lines.0.turns.0'],
      [{ id: 1, lines: Array(101).fill({ after: 0, turns: [5] }) }, 'lines'],
    ),
    deleteGames: call([{ ids: [1, 2] }], ...idFaults),
    restoreGames: call([{ ids: [7] }]),
    saveDraft: call(
      [
        { profile: 1, draft: null },
        { profile: 1, draft: { changes: { title: '', depth: 2 }, base: { title: 'Before', tags: [] } } },
      ],
      [{ profile: 1, draft: { changes: { notes: 'x'.repeat(10_001) }, base: {} } }, 'draft.changes.notes'],
    ),
    deleted: call([{ kind: 'games', offset: 0, limit: 1000 }], [{ kind: 'runs', offset: 0, limit: 1001 }, 'limit']),
    deletedIds: call([{ kind: 'profiles' }], [{ kind: 'games; DROP TABLE games' }, 'kind']),
    forgetDeleted: call([{ kind: 'runs', ids: [1] }]),
    restoreOthers: call([{ ids: [1] }], ...idFaults),
    createProfile: call([profile, { ...profile, tags: ['a'], origin: { kind: 'hand' } }]),
    profiles: call([undefined]),
    copyProfile: call(
      [{ of: 'thesis' }, { of: 'thesis', name: 'mine', title: 'Mine' }],
      [{ of: '../../thesis' }, 'of'],
      [{ of: 'thesis', title: 'x'.repeat(81) }, 'title'],
    ),
    changeProfile: call([
      { id: 1, changes: {} },
      { id: 1, changes: { name: 'new', tags: [], depth: 'empty' } },
    ]),
    deleteProfiles: call([{ ids: [1, 2] }]),
    restoreProfiles: call([{ ids: [1] }]),
    planImport: call([{ files }], [{ files: [{ name: 'x', text: 'x'.repeat(MAX_IMPORT_BYTES + 1) }] }, 'files.0.text']),
    importProfiles: call(
      [
        { files, choices: [] },
        { files, choices: [null, 'rename'] },
      ],
      [{ files, choices: ['keep'] }, 'choices.0'],
    ),
    exportProfiles: call([{ names: ['thesis'] }]),
    tryPlayer: call([{ board: Array<number>(16).fill(1), player }]),
    checkTraining: call([{ config: 7 }, { config: null }]),
    estimateTraining: call([{ config: training }]),
    startTraining: call([{ config: training }, { config: training, name: 'Mine' }], ...badTrainings),
    promoteTraining: call([
      { id: 1, name: 'mine', basis: 'strongest' },
      { id: 1, name: 'mine', title: 'Mine', basis: 'strongest' },
    ]),
    checkTuning: call([{ config: 7 }, { config: null }]),
    estimateTuning: call([{ config }]),
    tuning: call([ID], [{ id: 0 }, 'id']),
    startTuning: call([{ config }], ...badConfigs),
    extendTuning: call([{ id: 1, count: 10 }], [{ id: 1, count: 1e12 }, 'count']),
    cloneTuning: call([{ id: 1 }, { id: 1, seed: 5 }]),
    shareTuning: call([ID]),
    receiveTuning: call([{ run: sharedRun }], [{ run: { ...sharedRun, state: 'running' } }, 'run.state']),
    pauseRun: call(
      [
        { kind: 'tuning', id: 1 },
        { kind: 'arena', id: tournament },
      ],
      [{ kind: 'training', id: tournament }, 'id'],
      [{ kind: 'arena', id: '../../etc/passwd' }, 'id'],
    ),
    calibration: call([{ player }]),
    estimateCalibration: call([{ player, games: 100 }], [{ player, games: 0 }, 'games']),
    startCalibration: call(
      [
        { player, profile: 'thesis', games: 100 },
        { player, profile: '', games: 100, seed: 5 },
      ],
      [{ player, profile: 'x'.repeat(81), games: 100 }, 'profile'],
    ),
    comparisons: call([{ kind: 'bench' }], [{ kind: 'arena' }, 'kind']),
    comparison: call([{ kind: 'comparison', id: 1 }]),
    comparisonResult: call([{ kind: 'comparison', id: 1 }]),
    comparisonCurves: call([{ kind: 'comparison', id: 1, pair: 189 }], [{ kind: 'comparison', id: 1, pair: 190 }, 'pair']),
    startComparison: call(
      [{ players: [{ name: 'a', profile: 'thesis', player }], seed: 5, rule: { games: 100, margin: 0 } }],
      [{ players: [{ name: 'a', profile: 'thesis', player }], seed: 5, rule: { games: 100, verdict: 0.05 } }, 'verdict'],
    ),
    extendComparison: call([{ kind: 'bench', id: 1, games: 200 }], [{ kind: 'bench', id: 1, games: 0 }, 'games']),
    startWallTest: call([wallPlan], [{ ...wallPlan, continuations: 0 }, 'continuations']),
    startStudy: call(
      [{ study: 'star' }, { study: 'star', most: 20 }],
      [{ study: 'x'.repeat(41) }, 'study'],
      [{ study: 'star', most: 1 }, 'most'],
    ),
    sweep: call([ID], [{ id: 0 }, 'id']),
    startSweep: call(
      [{ player, profile: 'thesis', setting: 'depth', values: [2, 0], games: 100, seed: 5 }],
      [{ player, profile: 'thesis', setting: 'depth', values: [2], games: 100, seed: 5 }, 'values'],
      [{ player, profile: 'thesis', setting: 'depth', values: [2, 2], games: 100, seed: 5 }, 'values'],
    ),
    exportRun: call([{ kind: 'arena', id: tournament }], [{ kind: 'arena', id: 'tournament' }, 'id']),
    resumeRun: call([{ kind: 'analysis', id: 1 }], [{ kind: 'walls', id: 1 }, 'kind']),
    renameRun: call(
      [
        { kind: 'tuning', id: 1, name: 'Überlauf' },
        { kind: 'arena', id: tournament, name: 'Mine' },
      ],
      [{ kind: 'training', id: 1, name: 'n'.repeat(81) }, 'name'],
      [{ kind: 'playouts', id: tournament, name: 'Mine' }, 'kind'],
    ),
    deleteRuns: call([
      { kind: 'tuning', ids: [1, 2] },
      { kind: 'arena', ids: [tournament] },
    ]),
    restoreRuns: call([{ kind: 'training', ids: [1] }]),
    validateTuning: call(
      [{ id: 1 }, { id: 1, candidates: [0, 4], games: 100 }],
      [{ id: 1, candidates: [0], games: 19 }, 'games'],
      [{ id: 1, games: 100 }, 'games'],
    ),
    promoteTuning: call([{ id: 1, name: 'mine' }]),
    tuningProfile: call([{ id: 1, name: 'mine' }]),
    tuningEvaluations: call(
      [
        { run: 1, sort: 'fitness', descending: true, offset: 0, limit: 50 },
        {
          run: 1,
          sort: 'ms',
          descending: false,
          offset: 0,
          limit: 50,
          from: 0,
          to: 9,
          failed: true,
          stopped: false,
          minFitness: -1,
          ids: [0, 7],
        },
      ],
      [{ run: 1, sort: 'id', descending: true, offset: 0, limit: 1001 }, 'limit'],
      [{ run: 1, sort: 'id', descending: true, offset: 0, limit: 5, ids: Array(5001).fill(1) }, 'ids'],
    ),
    tuningColumns: call(
      [
        { id: 1, points: 2000 },
        { id: 1, points: 10, after: 5, basis: '0 1: 48' },
      ],
      [{ id: 1, points: 9 }, 'points'],
      [{ id: 1, points: 1e6 }, 'points'],
    ),
    tuningPopulation: call([{ id: 1, iteration: 0 }]),
    tuningPoints: call(
      [
        { id: 1, points: 500 },
        { id: 1, points: 500, after: 7 },
      ],
      [{ id: 1, points: 500, after: -1 }, 'after'],
    ),
    tuningModel: call([{ id: 1, evaluations: 0 }], [{ id: 1, evaluations: -1 }, 'evaluations']),
    tuningContour: call([{ id: 1, evaluations: 500, across: 0, up: 3 }], [{ id: 1, evaluations: 9, across: 0, up: 1e4 }, 'up']),
    loadGame: call([{ id: 1 }, { id: 1, slides: 0 }]),
    gameAnalyses: call([{ game: 1 }]),
    startGameAnalysis: call([{ game: 1, player, profile: '' }], [{ game: 1, player, profile: 'x'.repeat(81) }, 'profile']),
    assessedSlides: call([{ id: 1, from: 0 }]),
    analysedSlide: call([{ id: 1, slide: 1 }], [{ id: 1, slide: 1e7 }, 'slide']),
    exercises: call([{ limit: 0 }, { game: 1, kind: 'corner', isDue: true, limit: 1000 }], [{ kind: 'bad', limit: 1 }, 'kind']),
    exercise: call([{ id: 1 }]),
    finishExercise: call(
      [
        { id: 1, tries: [] },
        { id: 1, tries: ['up', 'up', 'left'] },
      ],
      [{ id: 1, tries: ['up', 'up', 'up', 'up'] }, 'tries'],
    ),
    playouts: call([{ game: 1, slide: 1, better: 'up', worse: 'left' }]),
    startPlayouts: call(
      [{ game: 1, slide: 1, better: 'up', worse: 'left', player, profile: 'thesis', games: 1000 }],
      [{ game: 1, slide: 1, better: 'up', worse: 'left', player, profile: 'thesis', games: 100_001 }, 'games'],
    ),
  }
  const names = Object.keys(CALLS) as CallName[]
  const goodOf = (name: CallName) =>
    calls[name]?.good ?? [(CALLS[name].shape as z.ZodType).safeParse(undefined).success ? undefined : ID]
  const check = (name: CallName, arg: unknown) => parseShape(CALLS[name].shape as Parameters<typeof parseShape>[0], arg, name)

  test('each takes good arguments as they are', () => {
    for (const name of names) for (const arg of goodOf(name)) expect(check(name, arg), name).toEqual(arg)
  })

  test('each refuses other arguments, unknown fields, and by name fields that are missing or of another type', () => {
    for (const name of names)
      for (const [i, arg] of goodOf(name).entries()) {
        const message = (other: unknown) => refusal('BAD_REQUEST', () => check(name, other)).message
        if (arg === undefined) message({})
        if (arg === undefined) continue
        message(undefined)
        expect(message({ ...(arg as object), more: 1 }), name).toContain('more')
        if (name === 'checkTraining' || name === 'checkTuning') continue // they take whatever a person typed
        for (const field of Object.keys(arg as object)) {
          // its two forms have different fields
          const named = name === 'restoreData' ? '' : field
          expect(message({ ...(arg as object), [field]: () => 1 }), name).toContain(named)
          if (i === 0) expect(message(changed(arg, field, undefined)), name).toContain(named)
        }
      }
  })

  test('each refuses what is out of bounds, and names the field', () => {
    for (const name of names)
      for (const [arg, field] of calls[name]?.bad ?? []) {
        const { message } = refusal('BAD_REQUEST', () => check(name, arg))
        expect(message.startsWith(`${name}: `), message).toBe(true)
        expect(message, name).toContain(field)
      }
  })
})

test('an error survives its trip as data', () => {
  const error = new LabError('BAD_SETTING', 'cut: too large', { field: 'cut' })
  const back = LabError.fromData(JSON.parse(JSON.stringify(error.toData())) as ReturnType<LabError['toData']>)
  expect(back).toBeInstanceOf(LabError)
  expect([back.code, back.message, back.detail]).toEqual([error.code, error.message, error.detail])
  expect(new LabError('INTERNAL', 'a bug').toData()).toEqual({ code: 'INTERNAL', message: 'a bug' })
})
