/** Exercises on the screen: what a try says, what ends them, and what is offered when there is none. */
import { afterEach, expect, test, vi } from 'vitest'
import { h, KeepAlive, shallowRef } from 'vue'
import type { CallName, ExerciseList, ExerciseView } from '../../../../src/core/contract/calls'
import type { StoredExercise } from '../../../../src/core/contract/stored'
import { LabError } from '../../../../src/core/errors'
import { judgeFrom } from '../../../../src/core/games/twenty48/playerHash'
import type { Move } from '../../../../src/core/games/twenty48/board'
import { standingAfter } from '../../../../src/core/games/twenty48/exercises'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { slideValues } from '../../../../src/core/games/twenty48/search/report'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { costliestTile } from '../../../../src/renderer/src/features/replays/learn/useExercise'
import type { TopNode } from '../../../../src/core/tree/views'
import LearnView from '../../../../src/renderer/src/features/replays/learn/LearnView.vue'
import { fakeLab, flushPromises, hello, mountScreen, press, PROFILES, until } from '../../helpers'

const TODAY = 20_500
const BOARD = 'A730000000000001'
const exercise = (id: number, change: Partial<StoredExercise> = {}): StoredExercise => ({
  ...{ id, game: 12, analysis: 1, slide: 340 + id, board: BOARD, move: 'right', kinds: ['corner'], loss: 0.25 },
  ...{ successes: 0, due: null },
  ...change,
})
const list = (exercises: readonly StoredExercise[], change: Partial<ExerciseList> = {}): ExerciseList => ({
  ...{ exercises, today: TODAY, streak: 0, all: exercises.length, due: exercises.length, next: null },
  kinds: { corner: 2, row: 0, spawn: 0, merge: 0, other: 1 },
  ...change,
})

const [{ evaluator, settings }] = PROFILES as unknown as readonly [ExerciseView['player']]
const chance = { rank: 11, share: 0.9, interval: [0.8, 1] } as const
function viewOf(its: StoredExercise, change: { readonly isRough?: true } = {}): ExerciseView {
  const moves = {
    up: { value: 9, ownLoss: 0, loss: 0, class: 'equal', chance },
    down: { value: 9, ownLoss: 0.001, loss: 0.0001, class: 'equal', chance },
    right: { value: 5, ownLoss: 4, loss: 0.25, class: 'blunder', chance, ...change },
  } as const
  return {
    ...{ exercise: its, board: parseBoard(BOARD), player: { evaluator, settings, limits: { depth: 1 } }, profile: 'thesis' },
    cost: { is: 'corner', tile: 1024 },
    assessment: {
      ...{ step: its.slide, move: its.move, best: 'up', depth: 1, loss: 4, chanceLoss: 0.25, pointsLoss: 9, noise: 0.001, moves },
      ...{
        values: slideValues(move => (move === 'left' ? null : 1)),
        risks: slideValues(() => 0),
        ownRisks: slideValues(() => 0),
      },
      ...{ risk: 0, ownRisk: 0, counted: 0.25 },
    },
  }
}

/** The list is asked for no more often. */
const PACE_MS = 500

async function learn(
  exercises: readonly StoredExercise[],
  change: Partial<ExerciseList> = {},
  game?: number,
  setup?: () => void,
  worth: { readonly isRough?: true } = {},
) {
  let all = exercises
  const full = { value: false }
  const fake = fakeLab((name: CallName, arg: unknown) => {
    if (name === 'exercises') return list((arg as { isDue?: boolean }).isDue ? all : exercises, change)
    if (name === 'exercise' && [...all, ...exercises].some(({ id, game: its }) => id === (arg as { id: number }).id && its === 0))
      throw new LabError('NOT_FOUND', 'There is no analysis number 1; it may have been deleted.')
    if (name === 'exercise')
      return viewOf(
        [...all, ...exercises].find(({ id }) => id === (arg as { id: number }).id)!,
        worth,
      )
    if (name === 'moveTrees' || name === 'gameAnalyses') return []
    if (name !== 'finishExercise') return undefined
    if (full.value) throw new LabError('STORE_FULL', 'The disk is full.')
    const { id, tries } = arg as { id: number; tries: Move[] }
    const isFound = tries.includes('up') || tries.includes('down')
    const before = exercises.find(each => each.id === id)!
    all = all.filter(each => each.id !== id)
    return { isFound, today: TODAY, streak: 1, exercise: { ...before, ...standingAfter(before, isFound, TODAY) } }
  })
  const events: string[] = []
  const isOpen = shallowRef(true)
  const errand = shallowRef<{ game?: number }>(game === undefined ? {} : { game })
  const view = () =>
    h(LearnView, {
      errand: errand.value,
      onLeave: () => events.push('leave'),
      onAll: () => events.push('all'),
      onWatch: (...at: number[]) => events.push(at.join()),
    })
  const screen = mountScreen(fake.lab, () => h(KeepAlive, () => (isOpen.value ? view() : undefined)), setup)
  await flushPromises()
  /** Leaves the view, lets more of the mistakes be known, and comes back. */
  async function away(known: readonly StoredExercise[]): Promise<void> {
    isOpen.value = false
    await flushPromises()
    for (const now of [known.slice(0, 1), known.toReversed()]) {
      all = now
      fake.emit('library', { games: 1 } as never)
      await vi.advanceTimersByTimeAsync(PACE_MS)
    }
    isOpen.value = true
    await vi.advanceTimersByTimeAsync(PACE_MS)
  }
  return { ...fake, full, screen, events, away, errand, text: () => screen.text().replaceAll(/\s+/g, ' ') }
}

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['the most costly one of those known by then', [], 342],
  ['the one that was begun before', ['ArrowRight'], 341],
])('on return asks %s', async (_, keys, slide) => {
  vi.useFakeTimers()
  const { away, text } = await learn([exercise(1)])
  expect(text()).toContain('Game 12, move 341')
  keys.forEach(key => press(key))
  await away([exercise(1), exercise(2, { loss: 0.4 })])
  expect(text()).toContain(`Game 12, move ${slide}`)
  expect(text()).toContain(keys.length > 0 ? '2 tries left' : '3 tries left')
})

test('a loss on boards that few games had is about that much', async () => {
  const rough = await learn([exercise(1)], {}, undefined, undefined, { isRough: true })
  expect(rough.text()).toContain('→ was played here and lost about 25.0 pp of the chance of 2,048.')
  press('ArrowRight')
  await flushPromises()
  expect(rough.text()).toContain('→ is not the better move: ≈−25.0 pp ??')
})

test('a wrong try names its loss, an illegal one counts for nothing, and an equal of the best is found', async () => {
  const { screen, asked, text } = await learn([exercise(1), exercise(2)])
  expect(text()).toContain('→ was played here and lost 25.0 pp of the chance of 2,048.')
  expect(text()).not.toContain('The better move')
  press('ArrowLeft')
  await flushPromises()
  expect(text()).toContain('No tile moves ←.')
  expect(text()).toContain('3 tries left')
  press('ArrowRight')
  await flushPromises()
  expect(text()).toContain('→ is not the better move: −25.0 pp ??')
  expect(text()).toContain('2 tries left')
  expect(asked('finishExercise')).toEqual([])
  press('ArrowDown')
  await flushPromises()
  expect(text()).toContain('Found: ↓ is as good as ↑.')
  expect(screen.get('[aria-label="Your tries"]').text()).toMatch(/ equal$/)
  expect(text()).toContain('→ takes the 1,024 out of its corner. It comes back tomorrow.')
  expect(asked('finishExercise')).toEqual([{ id: 1, tries: ['right', 'down'] }])
  expect(asked('moveTrees')).toMatchObject([{ moves: ['up', 'right'] }])
  press('ArrowRight')
  press('n')
  await flushPromises()
  expect(text()).toContain('Game 12, move 342')
  expect(asked('finishExercise')).toHaveLength(1)
})

test('an exercise stands as it was after a look into the notebook, and is asked again there', async () => {
  const { screen, asked, text } = await learn([exercise(1), exercise(2)])
  const look = async () => {
    press('b')
    await flushPromises()
    press('e')
    await flushPromises()
  }
  press('ArrowRight')
  await look()
  expect(text()).toContain('2 tries left')
  press('ArrowUp')
  await look()
  expect(text()).toContain('Found: ↑ is the best move.')
  expect(screen.get('[aria-label="Your tries"]').text()).toMatch(/ best$/)
  press('x')
  await flushPromises()
  expect(asked('finishExercise')).toHaveLength(1)
  press('b')
  await flushPromises()
  await screen.find('button[aria-label="Practise game 12, move 341"]').trigger('click')
  await flushPromises()
  expect(text()).toContain('3 tries left')
})

test('a new request shows an exercise, even after the notebook or one that is done', async () => {
  const { errand, text } = await learn([exercise(1), exercise(2)])
  press('b')
  await flushPromises()
  errand.value = {}
  await flushPromises()
  expect(text()).toContain('Game 12, move 341Find the better move')
  press('x')
  await flushPromises()
  errand.value = {}
  await until(() => expect(text()).toContain('Game 12, move 342Find the better move'))
})

test('an exercise that cannot be shown says why, and the next one can follow', async () => {
  const { text, screen } = await learn([exercise(1, { game: 0 }), exercise(2)])
  expect(text()).toContain('There is no analysis number 1')
  await screen.find('[role=alert] button').trigger('click')
  await flushPromises()
  expect(text()).toContain('Game 12, move 342')
})

test('an answer that cannot be stored stays until it is stored', async () => {
  const { text, screen, asked, full } = await learn([exercise(1)])
  full.value = true
  press('ArrowUp')
  await flushPromises()
  expect(text()).toContain('Your answer is not saved.')
  full.value = false
  await screen.find('.words [role=alert] button').trigger('click')
  await flushPromises()
  expect(text()).toContain('It comes back tomorrow.')
  expect(text()).not.toContain('Your answer is not saved.')
  const answer = { id: 1, tries: ['up'] }
  expect(asked('finishExercise')).toEqual([answer, answer])
})

test('the next exercise comes only once the answer is stored', async () => {
  const { text, asked, full } = await learn([exercise(1), exercise(2)])
  full.value = true
  press('ArrowUp')
  press('n') // while it is being saved
  await flushPromises()
  expect(text()).toContain('Game 12, move 341')
  expect(text()).toContain('Your answer is not saved.')
  full.value = false
  press('n')
  await until(() => expect(text()).toContain('Game 12, move 342'))
  const answer = { id: 1, tries: ['up'] }
  expect(asked('finishExercise').at(-1)).toEqual(answer)
  expect(asked('finishExercise').length).toBeGreaterThan(1)
})

test('moves by their places on keyboards without Latin letters, and without them', async () => {
  const { text } = await learn([exercise(1)])
  press('ц', { code: 'KeyW' })
  await flushPromises()
  expect(text()).toContain('Found: ↑ is the best move.')
})

test.each([[['ArrowRight', 'ArrowRight', 'ArrowRight']], [['x']]])(
  '%j ends it with the better move, and counts as failed',
  async keys => {
    const { asked, text, events } = await learn([exercise(1, { successes: 2, due: TODAY })])
    for (const key of keys) press(key)
    await flushPromises()
    expect(text()).toContain('The better move is ↑.')
    expect(asked('finishExercise')).toEqual([{ id: 1, tries: keys.length === 3 ? ['right', 'right', 'right'] : [] }])
    expect(text()).toContain('Nothing else is due.Open the notebook')
    press('g')
    expect(events).toEqual(['12,340'])
  },
)

test('what is heard says moves by name, at once', async () => {
  const { screen } = await learn([exercise(1)])
  press('ArrowRight')
  await flushPromises()
  expect(screen.find('[aria-live=assertive]').text().replace('\u00a0', ' ')).toBe('Right is not the better move: −25.0 pp ??')
  for (const name of ['Up', 'Down', 'Left', 'Right']) expect(screen.find(`button[aria-label="${name}"]`).exists()).toBe(true)
})

test('an empty notebook says where exercises come from', async () => {
  const { text } = await learn([])
  press('b')
  await flushPromises()
  expect(text()).toContain('No exercises yet')
  expect(text()).not.toContain('of this kind')
})

test('a game without an analysis is analysed by the judge of accuracies', async () => {
  const strongest = { ...PROFILES[0]!, name: 'strongest' } as (typeof PROFILES)[0]
  const { asked } = await learn([], {}, 12, () => useProfiles().greet({ ...hello(), profiles: [strongest] }))
  await flushPromises()
  expect(asked('startGameAnalysis')).toEqual([{ game: 12, player: judgeFrom(strongest), profile: 'strongest' }])
})

test('without an exercise each state offers what to do next', async () => {
  const button = (
    screen: { findAll: (selector: string) => { text(): string; trigger(event: string): unknown }[] },
    name: string,
  ) => screen.findAll('button').find(each => each.text() === name)
  const nothing = await learn([])
  expect(nothing.text()).toContain('No exercises yet')
  await button(nothing.screen, 'Choose a game')!.trigger('click')
  expect(nothing.events).toEqual(['leave'])
  const later = await learn([], { all: 4, next: TODAY + 3 })
  expect(later.text()).toContain('Nothing is due4 exercises, the next one on Feb 19, 2026.')
  await button(later.screen, 'Open the notebook')!.trigger('click')
  await flushPromises()
  expect(later.text()).toContain('No mistake of this kind')
  expect((await learn([], { all: 4 })).text()).toContain('All exercises are learned')
})

test('the notebook shows each mistake with its kinds, loss and day, and filters them by kind', async () => {
  const all = [exercise(1), exercise(2, { kinds: [], loss: null, successes: 1, due: TODAY + 5 }), exercise(3, { successes: 5 })]
  const { screen, text, asked, events } = await learn(all)
  press('b')
  await flushPromises()
  expect(text()).toContain('Game 12, move 341 · due')
  expect(text()).toContain('Large tile left its corner→ −25.0 pp ??')
  expect(screen.findAll('.lost').map(each => each.classes('blunder'))).toEqual([true, false, true])
  expect(text()).toContain('Game 12, move 342 · due Feb 21, 2026Other→')
  expect(text()).toContain('Game 12, move 343 · learned')
  const kinds = ['All kinds', 'Large tile left its corner 2', 'Broken row 0', 'Forced spawn 0', 'Missed merge 0', 'Other 1']
  expect(screen.findAll('option').map(each => each.text())).toEqual(kinds)
  await screen.find('select').setValue('row')
  await flushPromises()
  expect(asked('exercises').at(-1)).toEqual({ kind: 'row', limit: 60 })
  await screen.find('button[aria-label="Show game 12 at move 342"]').trigger('click')
  expect(events).toEqual(['12,341'])
  await screen.find('button[aria-label="Practise game 12, move 343"]').trigger('click')
  await flushPromises()
  expect(text()).toContain('Game 12, move 343')
  expect(text()).toContain('Find the better move')
})

test('the tile that makes most of a loss is named, and none where several do', () => {
  const after = (value: number, all: readonly [string, number, number][]) =>
    ({
      value,
      outcomes: { best: '0', likeliest: '0', worst: '1', all },
      children: [
        { key: '0', edge: { notation: '2@r1c3' } },
        { key: '1', edge: { notation: '4@r4c1' } },
      ],
    }) as unknown as TopNode
  const best = after(100, [])
  // 0.9 · (100 − 98) + 0.1 · (100 − 20) = 9.8, of which the 4 makes 8
  expect(
    costliestTile(
      best,
      after(90.2, [
        ['0', 98, 0.9],
        ['1', 20, 0.1],
      ]),
    ),
  ).toEqual({ rank: 2, cell: 12, probability: 0.1 })
  const many = Array.from({ length: 4 }, (_, i): [string, number, number] => [`${i}`, 90, 0.25])
  expect(costliestTile(best, after(90, many))).toBeUndefined()
  expect(costliestTile(best, after(100, many))).toBeUndefined()
})
