/**
 * A lecture of 2048's own searchers is as on the day before lectures were played from events: the sentence, the line of the code and its
 * caller, the variables, and where each step leads. `tests/golden/README.md` says who wrote the digests.
 */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { shallowRef } from 'vue'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { neverStop } from '../../../../src/core/games/twenty48/search/engine'
import type { TraceRequest } from '../../../../src/core/games/twenty48/tree/tracer'
import type { TreeRows } from '../../../../src/core/contract/calls/tree'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import type { EventStop } from '../../../../src/core/tree/views'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { useScene } from '../../../../src/renderer/src/features/tree/lecture/scenes'
import { useNodeNames } from '../../../../src/renderer/src/features/tree/useNodeNames'
import { traceRequest } from '../../../core/support/traces'
import golden from '../../../golden/lectures.json'
import { traceTextbook } from '../../../support/textbook'
import { fakeLab, withSetup } from '../../helpers'

const BOARDS = [
  '1234234134124120',
  '1234234134124121',
  '1212212112122103',
  '1212212112122120',
  '3214215343211010',
  '5421321423131202',
  '9876543212340120',
  '2341413223414130',
  'a987654312340012',
  '1212212112122121',
]
type Setting = readonly [name: string, depth: number, Partial<SearchSettings>, Partial<TraceRequest>, 'thesis' | 'power']
const SETTINGS: readonly Setting[] = [
  ['plain', 1, {}, {}, 'thesis'],
  ['a table', 2, { table: 'exact', cut: 0.04 }, {}, 'thesis'],
  ['deeper values', 2, { table: 'deeper', cut: 0.1 }, {}, 'thesis'],
  ['means and points', 1, { leaf: 'spawned', points: 'added' }, {}, 'thesis'],
  ['a floor', 1, { floor: 0, dead: 0 }, {}, 'power'],
  ['a few nodes', 2, {}, { nodes: 100 }, 'thesis'],
  ['little room', 2, { cut: 0.06 }, { mebibytes: 1 / 256 }, 'thesis'],
]
/** Stops of a lecture that are compared, and rows to run to from each. */
const STOPS = 50
const ROWS = 8

const CASES = BOARDS.flatMap((position, i) => [i, i + 3].map(at => [position, SETTINGS[at % SETTINGS.length]!] as const))

function deskOf(position: string, [, depth, settings, rest, family]: Setting): OutlinedTree {
  const tracer = traceTextbook(makeEvaluator(family), { ...PLAIN_SETTINGS, ...settings })
  const desk = new OutlinedTree(tracer(traceRequest(parseBoard(position), depth, rest), neverStop).trace.data)
  desk.outline.fold(0, 1000)
  return desk
}

/** The page's words for an event of a lecture, and the steps from it. */
function speakerOf(desk: OutlinedTree) {
  const goTo = (at: number, step: 'stay' | 'over' | 'out' | 'back', to?: string) =>
    TREE_ANSWERS.lectureAt(desk, { tree: 1, at, step, ...(to !== undefined && { to }) }) as EventStop | null
  const event = shallowRef<EventStop>()
  const scene = withSetup(fakeLab().lab, () => {
    const view = shallowRef({ id: 1, game: 'twenty48', player: {}, values: 1, hasVisits: false })
    const code = shallowRef(desk.lecture.code.map(({ text }) => text))
    return useScene(
      { view } as never,
      { event, code } as never,
      useNodeNames(() => undefined),
    )
  })
  const sceneAt = (at: number) => {
    event.value = goTo(at, 'stay')!
    return scene.value!
  }
  return { goTo, sceneAt, sentenceAt: (at: number) => sceneAt(at).sentence }
}

function* lecture(desk: OutlinedTree): Generator {
  const { goTo, sceneAt } = speakerOf(desk)
  const every = Math.ceil(desk.lecture.events / STOPS)
  for (let i = 0; i < desk.lecture.events; i += every) {
    const { sentence: told, code, lit, caller, calls } = sceneAt(i)
    const { depth, reach, variable, value } = calls.at(-1)!
    const variables = [
      { name: 'd', value: depth },
      { name: 'p', value: reach },
      ...(variable === '' ? [] : [{ name: variable, value }]),
    ]
    const { rows } = TREE_ANSWERS.treeRows(desk, { tree: 1, first: 0, count: ROWS, lecture: i }) as TreeRows
    yield {
      // until then a tile that begins a sentence had a small letter
      ...{ i, told: told.replace(/^A(?= \d)/, 'a'), line: code[lit!], caller: caller === null ? null : code[caller], variables },
      steps: (['over', 'out', 'back'] as const).map(step => goTo(i, step)?.at ?? null),
      runs: rows.filter(({ key }) => !key.includes('.')).map(({ key }) => goTo(i, 'stay', key)?.at ?? null),
    }
  }
}

describe('a lecture of 2048 speaks as before', () => {
  test.each(CASES)('%s, $1.0', (position, setting) => {
    const hash = createHash('sha256')
    for (const facts of lecture(deskOf(position, setting))) hash.update(`${JSON.stringify(facts)}\n`)
    expect(hash.digest('hex').slice(0, 16)).toBe((golden as Record<string, string>)[`${position} ${setting[0]}`])
  })

  test('"Over" stops once for each move, and names it in words', () => {
    const desk = deskOf(...CASES[0]!)
    const { sentenceAt, goTo } = speakerOf(desk)
    const said = [sentenceAt(1)]
    for (let at = goTo(1, 'out'); at; at = goTo(at.at, 'over')) said.push(sentenceAt(at.at))
    expect(said.map(sentence => sentence.replace(/[−-]?\d[\d,.]*\d/g, '#'))).toEqual([
      'Goes to: Down.',
      'Down has the value #; the best so far is #.',
      'Right has the value #; the best so far is #.',
      'Done: the root has the value #.',
    ])
  })
})
