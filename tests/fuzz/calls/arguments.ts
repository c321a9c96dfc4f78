/** Arguments of every call: as its shape has them, nearly so, and not at all. */
import fc from 'fast-check'
import { CALLS, type CallName } from '../../../src/core/contract/calls'
import { idShape } from '../../../src/core/contract/calls/call'
import { keyShape } from '../../../src/core/contract/calls/tree'
import {
  PROFILE_FIELDS,
  profileNameShape,
  profileShape,
  trainingConfigShape,
  tuningConfigShape,
} from '../../../src/core/contract/files'
import {
  boardShape,
  depthShape,
  evaluatorShape,
  limitsShape,
  playerShape,
  settingsShape,
} from '../../../src/core/contract/shapes'
import { isWallObjective } from '../../../src/core/contract/tuning/objective'
import type { TuningConfig } from '../../../src/core/contract/tuning/tuningConfig'
import { withMoves, type TrainingConfig } from '../../../src/core/games/twenty48/wallGame/training'
import * as arbitrary from '../../core/support/arbitraries'
import { SMALL_TRAINING } from '../../core/support/smallTraining'
import { positionText } from '../parsers/positions'
import { TRACE_FILES, traceBytes } from '../parsers/traces'
import { hostileText, hostileValue } from '../support/hostile'
import { mutatedJsonText } from '../support/jsonText'
import { mutatedText, mutatedValue } from '../support/mutate'
import { profile, profileText, replayLine, replayText, tuningConfig, verseText } from '../support/samples'
import { fromShape } from '../support/shapes'

const limits = fc.constantFrom(
  { depth: 0 },
  { depth: 0 },
  { depth: 1, nodes: 500 },
  { nodes: 200 },
  { ms: 2 },
  { depth: 2, ms: 3 },
)
const player = fc.record({ evaluator: arbitrary.evaluator, settings: arbitrary.settings, limits })

/** Greedy games of a few slides, or phases beside a wall. */
const smallRun: fc.Arbitrary<TuningConfig> = fc
  .tuple(
    tuningConfig,
    fc.integer({ min: 2, max: 6 }),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom('fixed', 'rotating', 'fresh'),
  )
  .map(([config, particles, count, seeds]) => ({
    ...config,
    optimizer: { ...config.optimizer, particles } as TuningConfig['optimizer'],
    budget: { kind: 'iterations', count },
    validation: { games: 20, level: 0.95 },
    objective: isWallObjective(config.objective)
      ? { ...config.objective, racing: 'off', seeds }
      : { ...config.objective, depth: 0, maxSlides: 30, games: 1, racing: 'off', seeds },
  }))

/** Some thousand moves of a small network; its basis, if it has one, is nowhere. */
const smallTraining: fc.Arbitrary<TrainingConfig> = fc
  .record({
    moves: fc.integer({ min: 1, max: 20_000 }),
    seed: fc.nat(9),
    threads: fc.integer({ min: 1, max: 2 }),
    basis: fc.option(fc.constant({ network: '0123456789abcdef', lowered: 1 }), { freq: 4 }),
  })
  .map(({ moves, basis, ...others }) => {
    const { networks, ...config } = withMoves(SMALL_TRAINING, moves)
    return { ...config, ...others, networks: networks.map(each => ({ ...each, ...(basis && { basis }) })) }
  })

const nodes = fc.oneof(
  fc.constant('0'),
  fc.nat(30).map(String),
  fc.tuple(fc.nat(30), fc.nat(3)).map(([node, draw]) => `${node}.${draw}`),
)

const names = fc.constantFrom('a', 'b', 'c', 'mine', 'thesis', 'power', 'nobody')

/** What the fields of a shape do not tell. Numbers of things are those of the last few, see `aimed`. */
const KNOWN: ReadonlyMap<unknown, fc.Arbitrary<unknown>> = new Map<unknown, fc.Arbitrary<unknown>>([
  [keyShape, nodes],
  [idShape, fc.integer({ min: 1, max: 8 })],
  [boardShape, arbitrary.board],
  [evaluatorShape, arbitrary.evaluator],
  [settingsShape, arbitrary.settings],
  [limitsShape, limits],
  [playerShape, player],
  [depthShape, fc.constantFrom(0, 1, 'distinct')],
  [PROFILE_FIELDS.depth, fc.constantFrom(0, 1, 'distinct')],
  [profileNameShape, names],
  [profileShape, profile],
  [tuningConfigShape, smallRun],
  [trainingConfigShape, smallTraining],
])

const paths = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      ...[
        'copy.db',
        'there.db',
        'folder/copy.db',
        'new',
        'full',
        'file.txt',
        'lab',
        'lab/backups',
        '',
        '.',
        '..',
        'a\0b',
        'dangling',
        'pipe.db',
      ],
    ),
    weight: 4,
  },
  { arbitrary: hostileText.filter(text => !text.includes('/')), weight: 1 },
)

const files = fc.array(
  fc.record({ name: fc.constantFrom('a.json', 'b.json'), text: fc.oneof(profileText, mutatedJsonText(profileText)) }),
  {
    minLength: 1,
    maxLength: 3,
  },
)

const importedText = fc.oneof(
  { arbitrary: replayLine, weight: 3 },
  { arbitrary: replayText, weight: 1 },
  { arbitrary: verseText, weight: 1 },
  { arbitrary: mutatedJsonText(replayLine), weight: 3 },
)

/** In the place of the shape. Paths are names in a folder of the test, see `Session`. */
const OWN: Partial<Record<CallName, fc.Arbitrary<unknown>>> = {
  setPosition: fc.record({ text: fc.oneof(positionText, mutatedText(positionText)) }),
  beginImport: fc.record({ name: fc.constantFrom('a.jsonl', 'b.json'), size: fc.constantFrom(0, 1_000, 1e6) }),
  importText: fc.record({ id: fc.integer({ min: 1, max: 8 }), text: importedText }),
  planImport: fc.record({ files }),
  importProfiles: fc.record({ files, choices: fc.array(fc.constantFrom('skip', 'replace', 'rename', null), { maxLength: 4 }) }),
  exportProfiles: fc.record({ names: fc.array(names, { minLength: 1, maxLength: 3 }) }),
  openTreeFile: fc.record({
    name: fc.constantFrom('a.trace', 'b.trace'),
    size: fc.oneof(
      { arbitrary: fc.constant(TRACE_FILES[0]!.length), weight: 3 },
      { arbitrary: fc.constantFrom(...TRACE_FILES.map(({ length }) => length)), weight: 1 },
    ),
    keep: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }),
  }),
  putTreePart: fc.record({
    file: fc.integer({ min: 1, max: 8 }),
    part: fc
      .oneof({ arbitrary: fc.constant(TRACE_FILES[0]!), weight: 3 }, { arbitrary: traceBytes, weight: 2 })
      .map(bytes => Buffer.from(bytes).toString('base64')),
  }),
  // on port 1 no browser answers; the address is opened nowhere
  startPageGame: fc.record({
    url: fc.oneof(fc.constant('http://127.0.0.1:1/'), hostileText),
    browser: fc.record({ kind: fc.constant('running'), port: fc.constantFrom('1', '0', 'example.org:1', '127.0.0.1:1') }),
    selectors: fc.option(hostileText, { nil: undefined }),
    anew: fc.boolean(),
    delay: fc.constantFrom(0, 10),
    player,
    profile: names,
  }),
  pageTabs: fc.record({
    port: fc.oneof(
      fc.constantFrom('1', 'example.org:1'),
      hostileText.filter(text => !/\d/.test(text)),
    ),
  }),
  // the last one is no profile
  promoteTraining: fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    name: fc.oneof(names, fc.nat(1000).map(String)),
    basis: fc.constantFrom('thesis', 'power', 'strongest', 'mine', 'nobody'),
  }),
  checkTraining: fc.record({ config: mutatedValue(smallTraining, hostileValue) }),
  checkTuning: fc.record({ config: mutatedValue(tuningConfig, hostileValue) }),
  backUpData: fc.record({ file: paths }, { requiredKeys: [] }),
  restoreData: fc.oneof(
    fc.record({ file: paths }),
    fc.record({ backup: fc.oneof({ arbitrary: fc.constant('the newest'), weight: 3 }, hostileText) }),
  ),
  moveData: fc.record({ folder: paths }),
}

const GOOD: Readonly<Record<CallName, fc.Arbitrary<unknown>>> = Object.fromEntries(
  Object.entries(CALLS).map(([name, { shape }]) => [name, OWN[name as CallName] ?? fromShape(shape, KNOWN)]),
) as Record<CallName, fc.Arbitrary<unknown>>

export interface Message {
  readonly name: CallName
  readonly arg: unknown
  /** `good`: as its shape has it, which is not to say that it may be done. */
  readonly kind: 'good' | 'changed' | 'hostile'
}

/** One message of a call. */
export function messageOf(name: CallName): fc.Arbitrary<Message> {
  const of = (kind: Message['kind'], arg: fc.Arbitrary<unknown>) => arg.map(each => ({ name, arg: each, kind }))
  return fc.oneof(
    { arbitrary: of('good', GOOD[name]), weight: 10 },
    { arbitrary: of('changed', mutatedValue(GOOD[name], hostileValue)), weight: 9 },
    { arbitrary: of('hostile', hostileValue), weight: 1 },
  )
}
