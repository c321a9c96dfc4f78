/** What stands beside the board: the tree of the move, why it is best, and the end of a game. */
import { readFileSync } from 'node:fs'
import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Component, defineComponent, h } from 'vue'
import type { PlayTree } from '../../../../src/core/contract/calls/play'
import { type Board, type Move, slide, withTile, slideEdge } from '../../../../src/core/games/twenty48/board'
import { contributions, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { accuracyOfLoss } from '../../../../src/core/games/twenty48/accuracy'
import { judgeFrom } from '../../../../src/core/games/twenty48/playerHash'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { TopNode } from '../../../../src/core/tree/views'
import GameOver from '../../../../src/renderer/src/features/play/board/GameOver.vue'
import WhyPanel from '../../../../src/renderer/src/features/play/engine/WhyPanel.vue'
import { usePlayerStore } from '../../../../src/renderer/src/features/play/engine/playerStore'
import { useGameStore } from '../../../../src/renderer/src/features/play/gameStore'
import PlayScreen from '../../../../src/renderer/src/features/play/PlayScreen.vue'
import LiveTree from '../../../../src/renderer/src/features/play/tree/LiveTree.vue'
import { readBuiltInProfile } from '../../../../src/core/contract/files/builtInProfile'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { providePlay } from '../../../../src/renderer/src/features/play/usePlay'
import { BOARD, fakeLab, flushPromises, gameView, hello, mountWith, PROFILES, report } from '../../helpers'

const { evaluator, settings } = PROFILES[1]!
const STRONGEST = readBuiltInProfile(readFileSync('resources/profiles/strongest.json', 'utf8'))
const PLAYER = { evaluator, settings, limits: { depth: 3 } }

function open(
  component: Component,
  props: object,
  fake = fakeLab(name => (name === 'gameAnalyses' ? [] : name === 'startGameAnalysis' ? undefined : gameView({ undo: 5 }))),
) {
  const Screen = defineComponent(() => {
    usePlayerStore().offer(PROFILES, 'power')
    useGameStore().greet(hello({ game: gameView() }))
    providePlay()
    return () => h(TooltipProvider, () => h(component, props))
  })
  return { ...fake, wrapper: mountWith(Screen, fake.lab) }
}

describe('the tree of the move', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  })
  afterEach(() => void vi.restoreAllMocks())

  const node = (change: Partial<TopNode>): TopNode => ({
    ...{ key: '0', kind: 'max', value: 30, points: 0, best: false, tie: false, difference: null, chance: 1, reach: 1 },
    ...{ nodes: 40, depth: 1, flags: [], derived: false, hidden: { children: 0, nodes: 0 }, children: [], ...change },
  })
  /** A move a child, each of value 30 − 5·i. */
  function treeOf(board: Board, of: PlayTree['of'] = 'evaluator', moves: readonly Move[] = ['up', 'left']): PlayTree {
    const children = moves.map((move, i) =>
      node({
        ...{ key: String(i + 1), kind: 'chance', value: 30 - 5 * i, best: i === 0, difference: -5 * i },
        edge: { id: slideEdge(move), words: move, notation: move },
      }),
    )
    const { best, values, depth, depths, cuts } = report()
    return { board, of, player: PLAYER, report: { best, values, depth, depths, cuts }, nodes: 1234, root: node({ children }) }
  }
  async function show() {
    const opened = open(
      LiveTree,
      {},
      fakeLab(name => (name === 'evaluatorTree' ? treeOf(BOARD) : undefined)),
    )
    await flushPromises()
    const { wrapper, emit } = opened
    const send = async (tree: PlayTree) => {
      emit('playTree', tree)
      await flushPromises()
    }
    return { ...opened, send, items: () => wrapper.findAll('[role="treeitem"]').map(each => each.attributes('aria-label')) }
  }

  test('is drawn for the shown board alone, with the nodes of the search that it is of', async () => {
    const { wrapper, send, emit, items } = await show()
    expect(items()).toEqual([])
    expect(wrapper.get('.nothing').text()).toBe('This board is not searched. Switch analysis on, or let the engine move.')
    await send(treeOf(BOARD))
    expect(wrapper.get('.facts').text()).toBe('2 of 1,234 nodes') // moves, as a search counts them
    expect(items()).toHaveLength(3)
    expect(items()[1]).toContain('the best')
    emit('game', gameView({ board: parseBoard('1100 0000 0000 0000'), slides: 21 }))
    await flushPromises()
    expect(items()).toEqual([])
  })

  test('is empty while the board is edited, and back after that', async () => {
    const { wrapper, send, items } = await show()
    await send(treeOf(BOARD))
    useGameStore().editing = true
    await flushPromises()
    expect([items(), wrapper.get('.nothing').text()]).toEqual([
      [],
      'The board is being edited: the numbers come back with the next board.',
    ])
    useGameStore().editing = false
    await flushPromises()
    expect(items()).toHaveLength(3)
  })

  test('is the expert’s where it decided; the evaluator’s is a second tab that says that it did not', async () => {
    const { wrapper, send, asked } = await show()
    await send(treeOf(BOARD))
    expect(wrapper.findAll('.tabs button')).toEqual([])
    await send(treeOf(BOARD, 'expert'))
    const [decider, other] = wrapper.findAll('.tabs button')
    expect([decider!.attributes('aria-pressed'), wrapper.text().includes('did not decide')]).toEqual(['true', false])
    await other!.trigger('click')
    await flushPromises()
    expect(asked('evaluatorTree')).toMatchObject([{ board: BOARD, player: { limits: { depth: 3 } } }])
    expect(wrapper.text()).toContain('It did not decide the move.')
  })
})

describe('why a move is best', () => {
  const simple = makeEvaluator('power')
  const mountWhy = (change: object = {}) =>
    mountWith(WhyPanel, fakeLab().lab, { props: { report: report(), evaluator: simple, board: BOARD, ...change } })
  const rows = (wrapper: ReturnType<typeof mountWhy>) =>
    wrapper.findAll('tbody tr').map(row => ({
      name: row.get('th').text(),
      text: row.get('.value').text(),
      share: Number(row.get<HTMLElement>('.bar span').element.style.getPropertyValue('--share')),
      side: row.get('.bar span').classes()[0],
    }))

  test('is the board after it against the one after the second, term by term on one scale, without what never differs', () => {
    const why = mountWhy()
    expect(why.text()).toContain('After ← these terms are worth 79,712 more: what follows decides.')
    const [after, other] = (['up', 'left'] as const).map(move => contributions(simple, slide(BOARD, move)!.board))
    const differences = after!.map(({ id, value }) => [id, value - other!.find(each => each.id === id)!.value] as const)
    const terms = differences.filter(([id]) => id !== 'offset')
    const largest = Math.max(...terms.map(([, difference]) => Math.abs(difference)))
    const shown = rows(why)
    expect(shown.map(({ share }) => share)).toEqual(terms.map(([, difference]) => Math.abs(difference) / largest))
    expect(shown.map(({ side }) => side)).toEqual(terms.map(([, difference]) => (difference < 0 ? 'minus' : 'plus')))
    expect(shown.map(({ share }) => share)).toContain(1)
    expect(why.text()).toContain('Offset is the same on every board and left out.')
  })

  test('says that the search decided where the terms speak for the other move', async () => {
    const of = (best: Move, second: Move, depth: number) => {
      const every = <T>(its: T) => ({ up: null, down: null, left: null, right: null, [best]: its, [second]: its })
      const values = { ...every(0), [best]: 30, [second]: 25 }
      return report({ best, depth, depths: every(depth), cuts: every(0), values })
    }
    const worth = (move: Move) =>
      contributions(simple, slide(BOARD, move)!.board).reduce((sum, { id, value }) => sum + (id === 'offset' ? 0 : value), 0)
    const [more, less] = (['up', 'left'] as const).toSorted((a, b) => worth(b) - worth(a)) as [Move, Move]
    const why = mountWhy({ report: of(less, more, 2) })
    const sum = (worth(more) - worth(less)).toLocaleString('en', { maximumFractionDigits: 0 })
    expect(why.get('.words').text()).toContain(`are worth ${sum} more: what follows decides.`)
    await why.setProps({ report: of(more, less, 2) })
    expect(why.get('.words').text()).toContain('against the one after')
    await why.setProps({ report: of(less, more, 0) })
    expect(why.get('.words').text()).toContain('against the one after')
  })

  test('says so where the two boards are equal in every term', async () => {
    const even = parseBoard('8632742161105100')
    const alike = ['up', 'left'] as const
    const of = (values: Partial<Record<Move, number>>, depth: number) => {
      const every = <T>(its: (move: Move) => T) => ({ up: its('up'), down: its('down'), left: its('left'), right: its('right') })
      const depths = every(move => (values[move] === undefined ? null : depth))
      return report({
        ...{ board: even, best: alike[0], depth, depths, cuts: every(move => depths[move] && 0) },
        values: every(move => values[move] ?? null),
      })
    }
    const why = mountWhy({ board: even, report: of({ [alike[0]]: 30, [alike[1]]: 25 }, 2) })
    expect(rows(why).every(({ share }) => share === 0)).toBe(true)
    expect(why.get('.words').text()).toMatch(/are equal in every term: the difference comes later\.$/)
    await why.setProps({ report: of({ [alike[0]]: 30, [alike[1]]: 30 }, 2) })
    expect(why.get('.words').text()).toMatch(/are equal in every term\.$/)
    await why.setProps({ report: of({ [alike[0]]: 30, [alike[1]]: 25 }, 0) })
    expect(why.get('.words').text()).toMatch(/are equal in every term\.$/)
  })

  test('says so where nothing was compared, no other move is possible, or other chances decided', async () => {
    const why = mountWhy({ report: undefined })
    expect(why.get('.words').text()).toBe('No search has compared the moves of this board.')
    expect(rows(why).map(({ share, text }) => [share, text])).toEqual(rows(why).map(() => [0, '']))
    const alone = { up: 30, down: null, left: null, right: null }
    await why.setProps({ report: report({ values: alone, depths: { up: 2, down: null, left: null, right: null } }) })
    expect(why.get('.words').text()).toBe('No other move is possible.')
    const limits = { network: '0', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
    const expert = { decides: true, settings: limits, walls: 4, chances: alone }
    await why.setProps({ report: report({ expert }) })
    expect(why.get('.words').text()).toBe('The wall expert chose by its chances, not by these terms.')
  })

  test('has no lengths once the game is over, and its rows stay', () => {
    const why = mountWhy({ report: undefined, board: parseBoard('1212 2121 1212 2121') })
    expect(why.get('.words').text()).toBe('The game is over: there are no moves to compare.')
    expect(rows(why).length).toBeGreaterThan(0)
  })
})

/** Three moves, of which two count and one is a mistake, by the judge. */
function judgedGame() {
  const judge = judgeFrom(STRONGEST)
  const row = {
    id: 3,
    game: 12,
    player: judge,
    profile: 'strongest',
    slides: 3,
    done: 3,
    created: 1,
    updated: 1,
    state: 'complete',
  }
  const three = <T>(value: T): T[] => [value, value, value]
  const assessed = {
    ...{ from: 0, move: three('up'), best: three('up'), value: three(1), depth: three(1), showsDistantRisks: true },
    ...{ loss: [0, 2, 0], chanceLoss: [0, 0.001, 0], pointsLoss: three(0), noise: three(0), risk: three(0), ownRisk: three(0) },
    ...{ counted: [0, 0.001, null], rough: three(false) },
  }
  const moves = { up: { value: 1, ownLoss: 2, loss: 0.001 }, left: { value: 3, ownLoss: 0, loss: 0 } }
  const assessment = { step: 2, move: 'up', best: 'left', noise: 0, moves }
  const judging = (name: string) => {
    if (name === 'saveGame') return 12
    if (name === 'gameAnalyses') return [row]
    if (name === 'assessedSlides') return assessed
    if (name === 'analysedSlide') return { assessment, board: BOARD }
    return name === 'gameGraph' ? { slides: [0, 3], score: [0, 8], largest: [1, 2], total: 3 } : undefined
  }
  return { row, judging }
}

describe('the end of a game', () => {
  afterEach(() => void vi.restoreAllMocks())
  const over = gameView({ over: true, slides: 21, undo: 21, score: 916 })
  /** A game that this page saw: left was played though up is better. */
  async function ended(fake?: ReturnType<typeof fakeLab>) {
    const AtEnd = defineComponent(() => () => (useGameStore().game?.over ? h(GameOver, { game: over }) : h('i')))
    const opened = open(AtEnd, {}, fake)
    const store = useGameStore()
    useProfiles().greet({ ...hello(), profiles: [...PROFILES, { ...PROFILES[0]!, ...STRONGEST }] })
    const { board } = slide(BOARD, 'left')!
    const spawn = { cell: board.lastIndexOf(0), rank: 1 } as const
    store.showAnalysis({ on: false, running: false, report: report(), player: PLAYER })
    const last = { before: BOARD, turn: { move: 'left', spawn } } as const
    store.show(gameView({ board: withTile(board, spawn), slides: 21, over: true, undo: 21, last }))
    await flushPromises()
    return opened
  }

  test('has its result and the focus, unless something else has it; Tab leads to its buttons', () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus')
    const { wrapper } = open(GameOver, { game: over })
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]) // the board stays in sight
    focus.mockRestore()
    expect(wrapper.get('section').text()).toContain('916 points, largest tile 2,048')
    expect(document.activeElement).toBe(wrapper.get('section').element)
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    open(GameOver, { game: over })
    expect(document.activeElement).toBe(field)
    field.remove()
  })

  test('starts a new game, or takes the last move back', async () => {
    const { wrapper, calls } = open(GameOver, { game: over })
    for (const button of wrapper.findAll('section > p button').slice(-2)) await button.trigger('click')
    await flushPromises()
    expect(calls.map(({ name }) => name)).toEqual(['newGame', 'undo'])
  })

  test('opens the saved game in Replays, to find its mistakes', async () => {
    const fake = fakeLab(name => (name === 'saveGame' ? 12 : undefined))
    const { wrapper } = open(GameOver, { game: over }, fake)
    await wrapper.get('button.primary').trigger('click')
    await flushPromises()
    expect(useNavigation().errand).toEqual({ screen: 'replays', game: { id: 12 }, mistakes: true })
  })

  test('of a mixed game has the accuracies of person and engine apart', async () => {
    const { judging } = judgedGame()
    const answer = (name: string) => (name === 'openReplay' ? { hand: [[1, 2]] } : judging(name))
    const { wrapper } = open(PlayScreen, { hello: hello({ game: { ...over, by: 'both' } }) }, fakeLab(answer))
    await flushPromises()
    const byHand = accuracyOfLoss(0.001).toFixed(0)
    expect(wrapper.get('.over section').text()).toContain(`Accuracy, by hand ${byHand} · Accuracy, engine 100, judged by`)
  })

  test('of a game without a costly move says so', async () => {
    const { judging } = judgedGame()
    const opened = (chanceLoss: number[]) => {
      const answer = (name: string) =>
        name === 'assessedSlides' ? { ...(judging(name) as object), chanceLoss, loss: [0, 0, 0] } : judging(name)
      return open(PlayScreen, { hello: hello({ game: over }) }, fakeLab(answer)).wrapper
    }
    const text = 'No costly move: each was the best, equal to it or too close to separate.'
    const [none, one] = [opened([0, 0, 0]), opened([0, 0.02, 0])]
    await flushPromises()
    expect([none, one].map(each => each.get('.over section').text().includes(text))).toEqual([true, false])
  })

  test.each([
    [[false, true, false], true],
    [[true, false, true], false], // of no costly move
  ])('says how many losses of costly moves are rough: %j', async (rough, isSaid) => {
    const { judging } = judgedGame()
    const answer = (name: string) =>
      name === 'assessedSlides' ? { ...(judging(name) as object), chanceLoss: [0, 0.02, 0], rough } : judging(name)
    const { wrapper } = open(PlayScreen, { hello: hello({ game: over }) }, fakeLab(answer))
    await flushPromises()
    expect(wrapper.get('.over section').text().includes('The loss is rough (≈): its board is unlike')).toBe(isSaid)
  })

  test('has the accuracy that the judge found, and shares it with the line of the game in every width of the window', async () => {
    const { judging } = judgedGame()
    const query = {
      matches: true,
      addEventListener: vi.fn<(_: string, hear: () => void) => void>(),
      removeEventListener: vi.fn(),
    }
    vi.spyOn(window, 'matchMedia').mockReturnValue(query as never)
    const { wrapper } = open(PlayScreen, { hello: hello({ game: over }) }, fakeLab(judging))
    await flushPromises()
    const mean = ((100 + accuracyOfLoss(0.001)) / 2).toFixed(0)
    expect(wrapper.get('.over section').text()).toContain(`Accuracy ${mean} (0–100), judged by`)
    await wrapper.findAll('.over section > p button')[1]!.trigger('click')
    await flushPromises()
    const lines = document.querySelector('dialog pre')!.textContent.split('\n')
    expect(lines[0]).toBe('2048: 916 points · Person')
    expect(lines[1]).toBe('Largest tile 2,048, 21 moves')
    expect(lines[2]).toContain(`Accuracy ${mean} (0–100). Judged by`)
    expect(lines[3]).toBe(`Last board: ${makePosition(over.board)}`)
    query.matches = false
    for (const [, hear] of query.addEventListener.mock.calls) hear()
    await flushPromises()
    expect(wrapper.find('.strip .over').exists()).toBe(true)
    expect(document.querySelector('dialog pre')).not.toBeNull()
  })

  test('shows the moves that cost most of those that were searched, each as the board before it', async () => {
    const { wrapper, asked } = await ended()
    expect(wrapper.get('h3').text()).toBe('The move that cost most of those searched')
    const [worst] = wrapper.findAll('.worst button')
    expect(worst?.attributes('aria-label')).toBe('Back to move 21: Left, −5')
    await worst!.trigger('click')
    await flushPromises()
    expect(asked('undo')).toContainEqual({ slides: 1 })
  })

  test('begins its analysis by itself, shows how far it is, and has the costly moves when it is complete', async () => {
    const { row, judging } = judgedGame()
    let rows: object[] = []
    const fake = fakeLab(name => {
      if (name === 'startGameAnalysis') return { ...row, done: 0, state: 'waiting' }
      return name === 'gameAnalyses' ? rows : judging(name)
    })
    const { wrapper, asked, emit } = await ended(fake)
    const place = () => [...wrapper.get('.over section').element.children].findIndex(each => each.matches(':has(button.primary)'))
    const before = place()
    expect(asked('startGameAnalysis')).toEqual([{ game: 12, player: row.player, profile: 'strongest' }])
    expect(wrapper.get('.over').text()).toContain('Searching: 0 of 3 moves')
    emit('gameAnalysis', { ...row, done: 2, state: 'running' } as never)
    emit('gameAnalysis', { ...row, id: 4, done: 1, state: 'running' } as never) // of another game
    await flushPromises()
    expect(wrapper.get('progress').attributes()).toMatchObject({ value: '2', max: '3' })
    await wrapper.get('[role="toolbar"] button').trigger('click')
    await flushPromises()
    expect(asked('pauseRun')).toEqual([{ kind: 'analysis', id: 3 }])
    rows = [row]
    emit('gameAnalysis', row as never)
    await flushPromises()
    expect(wrapper.find('progress').exists()).toBe(false)
    expect(wrapper.get('.over').text()).toContain('Accuracy')
    expect([before, place()]).toEqual([2, 2]) // what the judge adds is below the buttons
    expect(wrapper.findAll('.worst button').map(each => each.attributes('aria-label'))).toEqual([
      'Back to move 2: Up, −0.1\u00a0pp ?!',
    ])
  })

  test('goes on with an analysis that the end of the lab, or a crash, stopped; not with one that failed', async () => {
    const { row, judging } = judgedGame()
    const interrupted = { ...row, done: 1, state: 'stopped' }
    const asked = async (its: object) => {
      const { asked } = await ended(fakeLab(name => (name === 'gameAnalyses' ? [its] : judging(name))))
      return asked('startGameAnalysis')
    }
    expect(await asked(interrupted)).toEqual([{ game: 12, player: row.player, profile: 'strongest' }])
    expect(await asked({ ...interrupted, problem: { code: 'BAD_STORE', message: '' } })).toEqual([])
  })

  test('leaves an analysis that was paused as it is, until it is resumed', async () => {
    const { row, judging } = judgedGame()
    const paused = { ...row, done: 1, state: 'stopped', paused: true }
    const { wrapper, asked } = await ended(fakeLab(name => (name === 'gameAnalyses' ? [paused] : judging(name))))
    expect(asked('startGameAnalysis')).toEqual([])
    expect(wrapper.get('.over').text()).toContain('Searching: 1 of 3 moves · paused')
    await wrapper.get('[role="toolbar"] button').trigger('click')
    await flushPromises()
    expect(asked('startGameAnalysis')).toHaveLength(1)
  })

  test('shows the moves that cost most of the whole game once the judge has analysed it', async () => {
    const { wrapper } = await ended(fakeLab(judgedGame().judging))
    expect(wrapper.get('h3').text()).toBe('The move that cost most')
    const buttons = wrapper.findAll('.worst button')
    expect(buttons.map(each => each.attributes('aria-label'))).toEqual(['Back to move 2: Up, −0.1\u00a0pp ?!'])
  })
})
