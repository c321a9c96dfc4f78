import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALLS, type CallName } from '../../../src/core/contract/calls'
import { MAX_IMPORT_BYTES } from '../../../src/core/contract/calls/profiles'
import { makeProfile, parseProfile, PROFILE_VERSION, type Profile } from '../../../src/core/contract/files'
import { parsePlayerText } from '../../../src/core/contract/playerText'
import {
  boardShape,
  evaluatorShape,
  limitsShape,
  moveShape,
  parseShape,
  playerShape,
  seedShape,
  settingsShape,
} from '../../../src/core/contract/shapes'
import { LabError } from '../../../src/core/errors'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { TRAINING_PRESETS } from '../../../src/core/games/twenty48/walls/trainingPresets'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { PRESETS } from '../../../src/core/tuning/presets'
import * as arbitrary from '../support/arbitraries'
import { refusal } from '../support/errors'
import { call, treeArguments } from '../support/treeArguments'
import { runs } from '../../setup/extent'

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
  test('the built-in ones are there', () => {
    expect(builtIn.map(([file]) => file)).toEqual(expect.arrayContaining(['power.json', 'thesis.json']))
  })

  test.each(builtIn)('%s reads back from its own text, byte for byte after one pass', (file, text) => {
    const profile = parseProfile(text, file)
    expect(JSON.parse(makeProfile(profile))).toEqual(JSON.parse(text))
    expect(makeProfile(parseProfile(makeProfile(profile), file))).toBe(makeProfile(profile))
    expect(`${profile.name}.json`).toBe(file)
  })

  test('any profile reads back', () => {
    const profile: fc.Arbitrary<Profile> = fc.record({
      name: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/),
      title: fc.string({ minLength: 1, maxLength: 80, unit: 'binary' }),
      notes: fc.string({ maxLength: 300, unit: 'binary' }),
      evaluator: arbitrary.evaluator,
      settings: arbitrary.settings,
      depth: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom('distinct' as const, 'empty' as const)),
    })
    fc.assert(
      fc.property(profile, p => {
        expect(parseProfile(makeProfile(p), 'p.json')).toEqual(p)
      }),
      { numRuns: runs(25, 100) },
    )
  })

  const [, thesisText] = builtIn.find(([file]) => file === 'thesis.json')!
  const thesis: unknown = JSON.parse(thesisText)
  test.each<[path: string, value: unknown]>([
    ['format', 'another-lab'],
    ['format', undefined],
    ['version', 0],
    ['version', '1'],
    ['version', undefined],
    ['name', ''],
    ['name', 'Thesis'],
    ['name', '../../thesis'],
    ['name', 'a'.repeat(41)],
    ['title', ''],
    ['title', 7],
    ['notes', 'n'.repeat(10_001)],
    ['notes', undefined],
    ['depth', -1],
    ['depth', 2.5],
    ['depth', 1e6],
    ['depth', 'deep'],
    ['depth', null],
    ['evaluator', undefined],
    ['evaluator', []],
    ['evaluator.family', 'ntuple'],
    ['evaluator.parameters.h2', undefined],
    ['evaluator.parameters.h2', '2'],
    ['evaluator.parameters.h2', 2e9],
    ['evaluator.parameters.h9', 1],
    ['evaluator.variants.h4Tile', 'rank'],
    ['evaluator.variants.h4Tile', undefined],
    ['settings.leaf', 'root'],
    ['settings.points', true],
    ['settings.dead', 'lost'],
    ['settings.dead', -1e15],
    ['settings.floor', null],
    ['settings.cut', -0.1],
    ['settings.cut', 1.5],
    ['settings.table', 'shared'],
    ['settings.tableBits', 2 ** 60],
    ['settings.tableBits', undefined],
    ['settings.speed', 9],
    ['colour', 'red'],
  ])('one with %s = %s is refused, naming file and field', (path, value) => {
    const error = refusal('BAD_FILE', () => parseProfile(JSON.stringify(changed(thesis, path, value)), 'mine.json'))
    expect(error.message).toContain('mine.json: ')
    expect(error.message).toContain(path.split('.').at(-1))
  })

  test('NaN and infinity cannot be written as JSON, and a number too large for a double is refused', () => {
    const text = thesisText.replace(/"h2": [\d.]+/, '"h2": 1e999')
    expect(refusal('BAD_FILE', () => parseProfile(text, 'mine.json')).message).toMatch(/mine\.json: .*h2/)
  })

  test('a newer version is refused as such', () => {
    const newer = changed(thesis, 'version', PROFILE_VERSION + 1)
    expect(refusal('BAD_FILE', () => parseProfile(JSON.stringify(newer), 'mine.json')).message).toMatch(
      /mine\.json: version 3 is newer .*update the lab/,
    )
  })

  test.each(['', 'null', '[]', '"profile"', '7', '{', '{"version":99}', thesisText.slice(0, 300), '['.repeat(50_000)])(
    'what is not a profile is refused: %#',
    text => {
      expect(refusal('BAD_FILE', () => parseProfile(text, 'mine.json')).message).toContain('mine.json: ')
    },
  )

  test('a bad place in the JSON is named', () => {
    const broken = thesisText.replace('"cut":', '"cut"')
    expect(refusal('BAD_FILE', () => parseProfile(broken, 'mine.json')).message).toMatch(/line \d+ column \d+|position \d+/)
  })

  test('thousands of mutated files: a profile or BAD_FILE, nothing else', () => {
    const edit = fc.tuple(fc.nat(), fc.nat(4), fc.string({ maxLength: 4, unit: 'binary-ascii' }))
    const mutated = fc
      .tuple(fc.constantFrom(...builtIn), fc.array(edit, { minLength: 1, maxLength: 3 }))
      .map(([[, text], edits]) =>
        edits.reduce((t, [at, removed, added]) => t.slice(0, at % t.length) + added + t.slice((at % t.length) + removed), text),
      )
    const swapped = fc
      .tuple(fc.constantFrom('evaluator', 'settings', 'depth', 'settings.cut', 'evaluator.parameters', 'name'), fc.jsonValue())
      .map(([path, value]) => JSON.stringify(changed(thesis, path, value)))
    fc.assert(
      fc.property(fc.oneof(mutated, swapped, fc.json()), text => {
        try {
          const profile = parseProfile(text, 'mine.json')
          expect(parseProfile(makeProfile(profile), 'mine.json')).toEqual(profile)
        } catch (error) {
          if (!(error instanceof LabError) || error.code !== 'BAD_FILE') throw error
        }
      }),
      { numRuns: runs(500, 4000), seed: 3 },
    )
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
    ['a rank of 18', boardShape, [18, ...Array<number>(15).fill(0)], /^it: 0: /],
    ['a sparse board', boardShape, Array(16), /^it: 0: /],
    ['a board beyond reach', boardShape, [17, 17, ...Array<number>(14).fill(0)], /sum to 262144/],
    ['a move', moveShape, 'north', /^it: /],
    ['a seed of 2^53', seedShape, 2 ** 53, /^it: /],
    ['a seed of −1', seedShape, -1, /^it: /],
    ['an evaluator with a stray field', evaluatorShape, { ...player.evaluator, name: 'x' }, /name/],
    ['weights that are not numbers', evaluatorShape, changed(player.evaluator, 'parameters.h1', NaN), /parameters\.h1/],
    ['settings', settingsShape, changed(PLAIN_SETTINGS, 'cut', 1.1), /cut: 1\.1/],
    ['a fractional depth', limitsShape, { depth: 0.5 }, /depth: 0\.5/],
    ['a depth of a million', limitsShape, { depth: 1e6 }, /depth: 1000000/],
    ['a depth that is undefined', limitsShape, { depth: undefined }, /depth/],
    ['no nodes', limitsShape, { nodes: 0 }, /nodes: 0/],
    ['time that ran out before', limitsShape, { ms: -1 }, /ms: -1/],
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
    [{}, 'ids'],
  ]
  const profile = { name: 'mine', title: 'Mine', notes: '', ...(changed(player, 'limits', undefined) as object), depth: 2 }
  const files = [{ name: 'mine.json', text: '{}' }]
  const { config } = PRESETS['thesis-1']
  const badIds: [arg: unknown, field: string][] = [
    [{ id: 0 }, 'id'],
    [{}, 'id'],
  ]
  const badConfigs = (
    [
      ['config.optimizer.particles', 0],
      ['config.optimizer.kind', 'ant'],
      ['config.objective.tuned.0.max', 0],
      ['config.objective.tuned.0.id', 'h9'],
      ['config.objective.tuned.1.min', NaN],
      ['config.objective.games', 1.5],
      ['config.budget.count', 1e12],
      ['config.seed', -1],
      ['config.title', ''],
      ['config.colour', 'red'],
    ] as const
  ).map(([path, value]): [unknown, string] => [changed({ config }, path, value), path.split('.').at(-1)])
  const { 'wall-512': training } = TRAINING_PRESETS
  const badTrainings = (
    [
      ['config.networks.0.lambda', 2],
      ['config.networks.0.moves', 0],
      ['config.threads', 65],
      ['config.name', '../../x'],
      ['config.colour', 'red'],
    ] as const
  ).map(([path, value]): [unknown, string] => [changed({ config: training }, path, value), path.split('.').at(-1)])
  const setup = { game: 'cantGoBack', position: 'start', seed: 1, seats: ['person', parsePlayerText('greedy')] }
  const tournament = '0123456789abcdef'
  const entrant = { name: 'a', player: 'greedy' }
  const tournamentOrder = { game: 'cantGoBack', boards: [], players: [entrant, { ...entrant, name: 'b' }], games: 2, seed: 1 }
  const badTournaments: [arg: unknown, field: string][] = [
    [{ id: '../../etc/passwd' }, 'id'],
    [{ id: 5 }, 'id'],
    [{}, 'id'],
  ]
  const pageOrder = {
    url: 'https://example.org/',
    browser: { kind: 'own', profile: 'empty' },
    anew: false,
    delay: 0,
    player,
    profile: 'thesis',
  }
  /** A good argument for each call, and bad ones with the field that is named. */
  const calls: Readonly<Record<CallName, ReturnType<typeof call>>> = {
    match: call([undefined], [{}, '']),
    pageTabs: call([{ port: '9222' }], [{ port: 9222 }, 'port']),
    pageBrowsers: call([undefined], [{}, '']),
    startPageGame: call(
      [
        pageOrder,
        { ...pageOrder, browser: { kind: 'own', program: '/usr/bin/chromium', profile: 'kept' } },
        { ...pageOrder, browser: { kind: 'running', port: 'localhost:9222' }, selectors: '{}' },
      ],
      [{ ...pageOrder, url: 'x'.repeat(2_001) }, 'url'],
      [{ ...pageOrder, browser: { kind: 'own', profile: 'empty', folder: '/home' } }, 'browser'],
      [{ ...pageOrder, browser: { kind: 'own', profile: '/home' } }, 'browser.profile'],
      [{ ...pageOrder, browser: { kind: 'running' } }, 'browser.port'],
      [{ ...pageOrder, delay: -1 }, 'delay'],
      [{ ...pageOrder, selectors: 'x'.repeat(20_001) }, 'selectors'],
    ),
    handPageGame: call([{ to: 'engine' }, { to: 'person' }], [{ to: 'page' }, 'to']),
    pacePageGame: call([{ delay: 0 }], [{ delay: 60_001 }, 'delay']),
    stopPageGame: call([undefined], [{}, '']),
    startMatch: call(
      [setup, { ...setup, clockMs: 1000, options: { width: 5 } }],
      [changed(setup, 'seats', []), 'seats'],
      [changed(setup, 'seats.0', 'nobody'), 'seats.0'],
      [changed(setup, 'game', 'chess'), 'game'],
      [changed(setup, 'seed', -1), 'seed'],
      [{ ...setup, clockMs: 0 }, 'clockMs'],
    ),
    moveInMatch: call(
      [{ id: 1, ply: 0, action: 8 }],
      [{ id: 1, ply: -1, action: 8 }, 'ply'],
      [{ id: 1, ply: 0, action: 70_000 }, 'action'],
    ),
    runMatch: call(
      [
        { id: 1, speed: 'fastest' },
        { id: 1, speed: 2 },
      ],
      [{ id: 1, speed: 0 }, 'speed'],
    ),
    pauseMatch: call([{ id: 1 }], ...badIds),
    stepMatch: call([{ id: 1 }], ...badIds),
    takeBackInMatch: call([{ id: 1 }], ...badIds),
    courseMoves: call(
      [{ of: { match: 1 }, first: 0, count: 200 }],
      [{ of: { match: 1 }, first: 0, count: 201 }, 'count'],
      [{ of: { match: 0 }, first: 0, count: 1 }, 'of'],
    ),
    courseAt: call(
      [{ of: { tournament, game: 3 }, ply: 0 }],
      [{ of: { tournament: '../../x', game: 3 }, ply: 0 }, 'of'],
      [{ of: { match: 1 }, ply: 0.5 }, 'ply'],
    ),
    tournaments: call([undefined], [{}, '']),
    startTournament: call(
      [tournamentOrder, { ...tournamentOrder, clockMs: 5, actions: 10, options: { width: 5 } }],
      [changed(tournamentOrder, 'players', [entrant]), 'players'],
      [changed(tournamentOrder, 'players', Array(9).fill(entrant)), 'players'],
      [changed(tournamentOrder, 'players.1.name', ''), 'players.1.name'],
      [changed(tournamentOrder, 'games', 0), 'games'],
      [changed(tournamentOrder, 'games', 5001), 'games'],
      [changed(tournamentOrder, 'boards', 'x'), 'boards'],
    ),
    pauseTournament: call([{ id: tournament }], ...badTournaments),
    resumeTournament: call([{ id: tournament }], ...badTournaments),
    deleteTournament: call([{ id: tournament }], ...badTournaments),
    tournamentTable: call([{ id: tournament }], ...badTournaments),
    tournamentGames: call([{ id: tournament, first: 0, count: 100 }], [{ id: tournament, first: -1, count: 1 }, 'first']),
    saveNow: call([undefined], [{}, '']),
    writeDataAnew: call([undefined], [{ folder: '/x' }, '']),
    hello: call([undefined], [{}, ''], [null, ''], ['hi', '']),
    newGame: call(
      [{}, { seed: 0 }, { seed: 2 ** 53 - 1 }],
      [{ seed: -1 }, 'seed'],
      [{ seed: 0.5 }, 'seed'],
      [{ seed: '1' }, 'seed'],
      [{ seed: 2 ** 53 }, 'seed'],
      [{ sead: 1 }, 'sead'],
      [undefined, ''],
    ),
    setPosition: call(
      [{ text: '' }, { text: '0000000000000001' }],
      [{ text: 5 }, 'text'],
      [{}, 'text'],
      [{ text: 'x', board: [] }, 'board'],
    ),
    slide: call(
      [{ move: 'up' }, { move: 'right' }],
      [{ move: 'Up' }, 'move'],
      [{ move: 0 }, 'move'],
      [{}, 'move'],
      [{ move: 'up', twice: true }, 'twice'],
    ),
    undo: call(
      [{ slides: 1 }],
      [{ slides: 0 }, 'slides'],
      [{ slides: 1.5 }, 'slides'],
      [{ slides: 1e12 }, 'slides'],
      [{}, 'slides'],
    ),
    redo: call([{ slides: 10 }], [{ slides: -1 }, 'slides'], [{ slides: null }, 'slides']),
    gameGraph: call(
      [{ points: 10 }, { points: 2000 }],
      [{ points: 9 }, 'points'],
      [{ points: 2001 }, 'points'],
      [{ points: 10.5 }, 'points'],
      [{}, 'points'],
    ),
    engineMove: call(
      [{ player }],
      [{}, 'player'],
      [{ player: { ...player, limits: { depth: -1 } } }, 'player.limits'],
      [{ player: changed(player, 'evaluator.parameters.h1', NaN) }, 'player.evaluator.parameters.h1'],
      [{ player: changed(player, 'settings.tableBits', 2 ** 60) }, 'player.settings'],
      [{ player: changed(player, 'settings.cut', undefined) }, 'player.settings.cut'],
    ),
    startAutoplay: call(
      [
        { player, speed: 'fastest' },
        { player, speed: 10 },
      ],
      [{ player }, 'speed'],
      [{ player, speed: 0 }, 'speed'],
      [{ player, speed: NaN }, 'speed'],
      [{ player, speed: 'slow' }, 'speed'],
      [{ speed: 10 }, 'player'],
    ),
    stopAutoplay: call([undefined], [{}, '']),
    startAnalysis: call(
      [{ player }],
      [{ player: null }, 'player'],
      [{ player: changed(player, 'limits.nodes', 0.5) }, 'player.limits'],
    ),
    stopAnalysis: call([undefined], [0, '']),
    cancelJob: call([{ id: 1 }], [{ id: 0 }, 'id'], [{}, 'id'], [undefined, '']),
    dataFolder: call([undefined], [{}, '']),
    showDataFolder: call([undefined], ['/etc', '']),
    checkData: call([undefined], [{}, '']),
    chooseDataPath: call(
      [
        { purpose: 'backUp', title: 'Back up' },
        { purpose: 'restore', title: '' },
        { purpose: 'move', title: 'x' },
      ],
      [{ purpose: 'delete', title: '' }, 'purpose'],
      [{ purpose: 'move' }, 'title'],
      [{ purpose: 'move', title: 'x'.repeat(201) }, 'title'],
    ),
    backUpData: call(
      [{}, { file: '/copies/lab.db' }],
      [{ file: '' }, 'file'],
      [{ file: 'x'.repeat(4001) }, 'file'],
      [{ folder: '/x' }, 'folder'],
    ),
    restoreData: call(
      [{ backup: 'lab-v1-x.db' }, { file: '/copies/lab.db' }],
      [{}, ''],
      [{ backup: 'a', file: 'b' }, ''],
      [{ file: 7 }, ''],
    ),
    salvageData: call([undefined], [{}, '']),
    damagedRow: call([{ id: 1 }], [{}, 'id'], [{ id: 0 }, 'id'], [{ id: 1, more: 1 }, '']),
    moveData: call([{ folder: '/new' }], [{ folder: '' }, 'folder'], [{}, 'folder']),
    engine: call([undefined], [{}, '']),
    chooseEngine: call(
      [
        { threads: null, memoryMiB: null },
        { threads: 1, memoryMiB: 256 },
      ],
      [{ threads: 0, memoryMiB: null }, 'threads'],
      [{ threads: 257, memoryMiB: null }, 'threads'],
      [{ threads: 1.5, memoryMiB: null }, 'threads'],
      [{ threads: null, memoryMiB: 255 }, 'memoryMiB'],
      [{ threads: null }, 'memoryMiB'],
    ),
    setPreferences: call(
      [
        {},
        { theme: 'dark' },
        { palette: 'cividis', tableBits: 20 },
        { playPane: 400, profilesPane: null, replaysPane: 100, tunePane: 10_000 },
        { animation: false, tileText: 'exponent', graphOpen: false, beenHere: true },
      ],
      [undefined, ''],
      [{ theme: 'pink' }, 'theme'],
      [{ beenHere: 1 }, 'beenHere'],
      [{ theme: undefined }, 'theme'],
      [{ fontSize: 3 }, ''],
      [{ palette: 'pink' }, 'palette'],
      [{ tableBits: 27 }, 'tableBits'],
      [{ playPane: 99 }, 'playPane'],
      [{ tunePane: 300.5 }, 'tunePane'],
    ),
    ...treeArguments(player),
    games: call(
      [query, { ...query, kind: 'engine', profile: 'thesis', batch: 1, text: 'x' }],
      [{ ...query, sort: 'id; DROP TABLE games' }, 'sort'],
      [{ ...query, kind: 'nobody' }, 'kind'],
      [{ ...query, descending: 1 }, 'descending'],
      [{ ...query, offset: -1 }, 'offset'],
      [{ ...query, limit: 1001 }, 'limit'],
      [{ ...query, text: 'x'.repeat(201) }, 'text'],
    ),
    gameIds: call([{ ...query, limit: 100_000 }], [{ ...query, limit: 100_001 }, 'limit'], [{ ...query, sort: 'id' }, 'sort']),
    gamePlaces: call(
      [
        { sort: 'score', descending: false, ids: [1, 2] },
        { sort: 'score', descending: false, kind: 'bench', ids: [] },
      ],
      [{ sort: 'score', descending: false, ids: Array<number>(11).fill(1) }, 'ids'],
      [{ sort: 'score', descending: false, ids: ['1'] }, 'ids.0'],
      [{ ...query, ids: [1] }, ''],
    ),
    gameProfiles: call([undefined], [{}, '']),
    annotateGame: call(
      [{ id: 1, notes: '' }],
      [{ id: 1 }, 'notes'],
      [{ id: 1, notes: 'x'.repeat(10_001) }, 'notes'],
      [{ id: 0, notes: '' }, 'id'],
    ),
    beginImport: call(
      [{ name: 'games.jsonl', size: 0 }],
      [{ name: 'x'.repeat(301), size: 1 }, 'name'],
      [{ name: 'games.jsonl', size: -1 }, 'size'],
    ),
    importText: call([{ id: 1, text: 'x' }], [{ id: 1, text: 'x'.repeat(160_001) }, 'text'], [{ id: 1 }, 'text']),
    endImport: call([{ id: 1 }], [{}, 'id']),
    takeBackGame: call([{ id: 1 }], [{ id: 'x' }, 'id']),
    keepImport: call([{ id: 1 }], [{ id: '1' }, 'id']),
    dropImport: call([{ id: 1 }], [{ id: 0 }, 'id']),
    openReplay: call([{ id: 1 }], [{ id: 0 }, 'id'], [{}, 'id']),
    exportGame: call([{ id: 1, form: 'verse' }], [{ id: 1, form: 'pgn' }, 'form'], [{ id: 1 }, 'form']),
    deleteGames: call([{ ids: [1, 2] }], ...idFaults),
    restoreGames: call([{ ids: [7] }], ...idFaults),
    keepDraft: call(
      [
        { profile: 1, draft: null },
        { profile: 1, draft: { changes: { title: '', depth: 2 }, base: { title: 'Before', tags: [] } } },
      ],
      [{ profile: 0, draft: null }, 'profile'],
      [{ profile: 1, draft: { changes: { name: 'other' }, base: {} } }, 'draft.changes'],
      [{ profile: 1, draft: { changes: { notes: 'x'.repeat(10_001) }, base: {} } }, 'draft.changes.notes'],
    ),
    deleted: call(
      [{ kind: 'games', offset: 0, limit: 1000 }],
      [{ kind: 'settings', offset: 0, limit: 1 }, 'kind'],
      [{ kind: 'runs', offset: -1, limit: 1 }, 'offset'],
      [{ kind: 'runs', offset: 0, limit: 1001 }, 'limit'],
    ),
    deletedIds: call([{ kind: 'profiles' }], [{ kind: 'games; DROP TABLE games' }, 'kind']),
    forgetDeleted: call(
      [{ kind: 'runs', ids: [1] }],
      [{ kind: 'run', ids: [1] }, 'kind'],
      [{ kind: 'runs', ids: [] }, 'ids'],
      [{ kind: 'runs', ids: [0] }, 'ids.0'],
    ),
    createProfile: call(
      [profile, { ...profile, tags: ['a'], origin: { kind: 'hand' } }],
      [changed(profile, 'name', 'No Name'), 'name'],
      [changed(profile, 'title', ''), 'title'],
      [changed(profile, 'evaluator.parameters.h1', 'x'), 'evaluator.parameters.h1'],
      [changed(profile, 'depth', -1), 'depth'],
      [{ ...profile, id: 3 }, 'id'],
    ),
    copyProfile: call(
      [{ of: 'thesis' }, { of: 'thesis', name: 'mine', title: 'Mine' }],
      [{ of: '../../thesis' }, 'of'],
      [{ of: 'thesis', title: 'x'.repeat(81) }, 'title'],
    ),
    changeProfile: call(
      [
        { id: 1, changes: {} },
        { id: 1, changes: { name: 'new', tags: [], depth: 'empty' } },
      ],
      [{ id: 0, changes: {} }, 'id'],
      [{ id: 1 }, 'changes'],
      [{ id: 1, changes: { title: undefined } }, 'changes.title'],
      [{ id: 1, changes: { statistics: null } }, 'statistics'],
      [{ id: 1, changes: { settings: changed(PLAIN_SETTINGS, 'cut', 2) } }, 'changes.settings'],
    ),
    deleteProfiles: call([{ ids: [1, 2] }], ...idFaults),
    restoreProfiles: call([{ ids: [1] }], ...idFaults),
    planImport: call(
      [{ files }],
      [{ files: [] }, 'files'],
      [{ files: [{ name: 'x', text: 'x'.repeat(MAX_IMPORT_BYTES + 1) }] }, 'files.0.text'],
    ),
    importProfiles: call(
      [
        { files, choices: [] },
        { files, choices: [null, 'rename'] },
      ],
      [{ files }, 'choices'],
      [{ files, choices: ['keep'] }, 'choices.0'],
    ),
    exportProfiles: call([{ names: ['thesis'] }], [{ names: [] }, 'names'], [{ names: ['a b'] }, 'names.0']),
    tryPlayer: call(
      [{ board: Array<number>(16).fill(1), player }],
      [{ board: [1], player }, 'board'],
      [{ board: Array<number>(16).fill(1) }, 'player'],
    ),
    trainingForms: call([undefined], ['wall-512', 'trainingForms']),
    checkTraining: call([{ config: 7 }, { config: null }], [{ config: 7, seed: 1 }, 'seed']),
    estimateTraining: call([{ config: training }], ...badTrainings),
    stopTrainingEstimate: call([undefined], [{ id: 1 }, '']),
    trainings: call([undefined], [{}, 'trainings']),
    training: call([{ id: 1 }], ...badIds),
    startTraining: call(
      [{ config: training }, { config: training, name: 'Mine' }],
      ...badTrainings,
      [{ config: training, name: ' ' }, 'name'],
      [{ config: training, id: 1 }, 'id'],
    ),
    pauseTraining: call([{ id: 1 }], ...badIds),
    resumeTraining: call([{ id: 1 }], ...badIds),
    renameTraining: call(
      [{ id: 1, name: 'Mine' }],
      [{ id: 1, name: '' }, 'name'],
      [{ id: 1, name: 'x'.repeat(81) }, 'name'],
      [{ id: '../../1', name: 'Mine' }, 'id'],
    ),
    deleteTrainings: call([{ ids: [1, 2] }], [{ ids: [] }, 'ids']),
    restoreTrainings: call([{ ids: [1] }], [{ ids: [0] }, 'ids.0']),
    promoteTraining: call(
      [{ id: 1, name: 'mine', title: 'Mine', basis: 'strongest' }],
      [{ id: 1, name: 'mine' }, 'basis'],
      [{ id: 1, name: 'Not a name', basis: 'strongest' }, 'name'],
    ),
    tuningForms: call([undefined], ['thesis-1', 'tuningForms']),
    checkTuning: call([{ config: 7 }, { config: null }], [{ config: 7, seed: 1 }, 'seed']),
    estimateRun: call([{ config }], ...badConfigs),
    stopEstimate: call([undefined], [{ id: 1 }, '']),
    runs: call([undefined], [{}, 'runs']),
    run: call([{ id: 1 }], ...badIds),
    startRun: call([{ config }], ...badConfigs),
    pauseRun: call([{ id: 1 }], ...badIds),
    resumeRun: call([{ id: 1 }], ...badIds),
    stopRun: call([{ id: 1 }], ...badIds),
    extendRun: call(
      [{ id: 1, count: 10 }],
      [{ id: 1 }, 'count'],
      [{ id: 1, count: 0 }, 'count'],
      [{ id: 1, count: 1e12 }, 'count'],
    ),
    cloneRun: call([{ id: 1 }, { id: 1, seed: 5 }], [{ id: 0 }, 'id'], [{ id: 1, seed: -1 }, 'seed']),
    renameRun: call([{ id: 1, name: 'Überlauf' }], [{ id: 1, name: '' }, 'name'], [{ id: 1, name: 'n'.repeat(81) }, 'name']),
    deleteRuns: call([{ ids: [1, 2] }], [{ ids: [] }, 'ids']),
    restoreRuns: call([{ ids: [1] }], [{ ids: [0] }, 'ids.0']),
    validateRun: call(
      [{ id: 1 }, { id: 1, candidates: [0, 4], games: 100 }],
      [{ id: 1, candidates: [] }, 'candidates'],
      [{ id: 1, candidates: [-1] }, 'candidates.0'],
      [{ id: 1, candidates: [0], games: 19 }, 'games'],
      [{ id: 1, games: 100 }, 'games'],
    ),
    promoteRun: call(
      [{ id: 1, name: 'mine' }],
      [{ id: 1 }, 'name'],
      [{ id: 1, name: 'Not a name' }, 'name'],
      [{ id: 1, name: 'mine', candidate: 0.5 }, 'candidate'],
    ),
    runWeights: call([{ id: 1 }], [{ id: -1 }, 'id'], [{}, 'id']),
    runEvaluations: call(
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
      [{ run: 1, sort: 'weight', descending: true, offset: 0, limit: 50 }, 'sort'],
      [{ run: 1, sort: 'id', descending: true, offset: 0, limit: 1001 }, 'limit'],
      [{ run: 1, sort: 'id', descending: true, offset: 0, limit: 5, minFitness: NaN }, 'minFitness'],
      [{ run: 1, sort: 'id', descending: true, offset: 0, limit: 5, ids: Array(5001).fill(1) }, 'ids'],
    ),
    runColumns: call(
      [
        { id: 1, points: 2000 },
        { id: 1, points: 10, from: 5 },
      ],
      [{ id: 1, points: 9 }, 'points'],
      [{ id: 1, points: 1e6 }, 'points'],
    ),
    runPopulation: call([{ id: 1, iteration: 0 }], [{ id: 1, iteration: -1 }, 'iteration']),
    runPoints: call(
      [{ id: 1, points: 500, share: 0.05 }],
      [{ id: 1, points: 500, share: 0 }, 'share'],
      [{ id: 1, points: 500, share: 2 }, 'share'],
    ),
    loadGame: call(
      [{ id: 1 }, { id: 1, slides: 0 }],
      [{ id: 0 }, 'id'],
      [{ id: '1' }, 'id'],
      [{ id: 1, slides: -1 }, 'slides'],
      [{ id: 1, slides: 0.5 }, 'slides'],
    ),
    gameAnalyses: call([{ game: 1 }], [{ game: 0 }, 'game'], [{}, 'game']),
    startGameAnalysis: call(
      [{ game: 1, player, profile: '' }],
      [{ game: 1, player: {}, profile: '' }, 'player'],
      [{ game: 1, player, profile: 'x'.repeat(81) }, 'profile'],
    ),
    stopGameAnalysis: call([{ id: 1 }], [{ id: 0.5 }, 'id']),
    assessedSlides: call([{ id: 1, from: 0 }], [{ id: 1, from: -1 }, 'from']),
    analysedSlide: call([{ id: 1, slide: 1 }], [{ id: 1, slide: 0 }, 'slide'], [{ id: 1, slide: 1e7 }, 'slide']),
    playouts: call(
      [{ game: 1, slide: 1, better: 'up', worse: 'left' }],
      [{ game: 1, slide: 1, better: 'north', worse: 'left' }, 'better'],
      [{ game: 1, slide: 1, better: 'up' }, 'worse'],
    ),
    startPlayouts: call(
      [{ game: 1, slide: 1, better: 'up', worse: 'left', player, profile: 'thesis', games: 1000 }],
      [{ game: 1, slide: 1, better: 'up', worse: 'left', player, profile: 'thesis', games: 0 }, 'games'],
      [{ game: 1, slide: 1, better: 'up', worse: 'left', player, profile: 'thesis', games: 100_001 }, 'games'],
      [{ game: 1, slide: 1, better: 'up', worse: 'left', profile: 'thesis', games: 10 }, 'player'],
    ),
    stopPlayouts: call([{ game: 1, slide: 1, better: 'up', worse: 'left' }], [{ game: 1 }, 'slide']),
  }
  const names = Object.keys(CALLS) as CallName[]
  const check = (name: CallName, arg: unknown) => parseShape(CALLS[name].shape as Parameters<typeof parseShape>[0], arg, name)

  test('each takes good arguments as they are', () => {
    for (const name of names) for (const arg of calls[name].good) expect(check(name, arg), name).toEqual(arg)
  })

  test('each refuses bad arguments, and names the field', () => {
    for (const name of names)
      for (const [arg, field] of calls[name].bad) {
        const { message } = refusal('BAD_REQUEST', () => check(name, arg))
        expect(message.startsWith(`${name}: `), message).toBe(true)
        expect(message, name).toContain(field)
      }
  })

  test('each refuses junk, and by nothing but BAD_REQUEST', () => {
    fc.assert(
      fc.property(fc.anything(), arg => {
        for (const name of names)
          try {
            check(name, arg)
          } catch (error) {
            if (!(error instanceof LabError) || error.code !== 'BAD_REQUEST') throw error
          }
      }),
      { numRuns: runs(40, 300) },
    )
  })
})

test('an error survives its trip as data', () => {
  const error = new LabError('BAD_SETTING', 'cut: too large', { field: 'cut' })
  const back = LabError.fromData(JSON.parse(JSON.stringify(error.toData())) as ReturnType<LabError['toData']>)
  expect(back).toBeInstanceOf(LabError)
  expect([back.code, back.message, back.detail]).toEqual([error.code, error.message, error.detail])
  expect(new LabError('INTERNAL', 'a bug').toData()).toEqual({ code: 'INTERNAL', message: 'a bug' })
})
