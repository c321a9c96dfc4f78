import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GivenOptions, readOptions } from '../../../src/core/contract/gameOptions'
import { readConfig } from '../../../src/core/contract/searchers'
import { exampleTree, treeEstimates } from '../../../src/core/games/exampleTree/game'
import { GAME_IDS, GAMES, heuristicOf, type GameEntry } from '../../../src/core/games/registry'
import { openLines, ticTacToe } from '../../../src/core/games/ticTacToe/game'
import { createRandom } from '../../../src/core/random'
import { isEqualButForRounding } from '../../../src/core/rounding'
import { SEARCHER_IDS, SEARCHERS } from '../../../src/core/search/registry'
import { isBetter } from '../../../src/core/search/report'
import { searchPosition, type AnySearcher } from '../../../src/core/search/searcher'
import { runs } from '../../setup/extent'
import { context, run } from './support'

const PLAYED: readonly (readonly [id: (typeof GAME_IDS)[number], options: GivenOptions])[] = [
  ...GAME_IDS.map(id => [id, {}] as const),
  ['cantGoBack', { players: 3 }],
  ['cantGoBack', { players: 4, width: 9, height: 8 }],
]

describe.each(PLAYED)('%s %o', (id, options) => {
  const entry: GameEntry = GAMES[id]
  const { game } = entry

  test('plays by the laws of a game: texts read back, actions in tie order, chances of 1, illegal actions refused', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 0, max: 40 }), (seed, plies) => {
        const random = createRandom(seed)
        let state = game.start(readOptions(id, options), random)
        for (let ply = 0; ply < plies && game.toAct(state) !== 'over'; ply++) {
          expect(game.key(game.parse(game.format(state)))).toBe(game.key(state))
          if (game.toAct(state) === 'chance') {
            const outcomes = game.outcomes(state)
            expect(outcomes.reduce((sum, { chance, draws }) => sum + chance / draws, 0)).toBeCloseTo(1, 9)
            expect(new Set(outcomes.map(({ edge }) => game.words(state, edge))).size).toBe(outcomes.length)
            state = outcomes[random.below(outcomes.length)]!.state
            continue
          }
          const actions = game.actions(state)
          expect(actions.length).toBeGreaterThan(0)
          expect(actions).toEqual(actions.toSorted((a, b) => a - b))
          for (let action = 0; action < 10; action++)
            if (!actions.includes(action))
              expect(() => game.apply(state, action)).toThrow(expect.objectContaining({ code: 'ILLEGAL_MOVE' }))
          const { state: next, rewards } = game.apply(state, actions[random.below(actions.length)]!)
          expect(rewards).toHaveLength(game.agents(state))
          state = next
        }
        if (game.toAct(state) === 'over') expect(game.utilities(state)).toHaveLength(game.agents(state))
      }),
      { numRuns: runs(40, 300) },
    )
  })

  const start = game.start(readOptions(id, options), createRandom(1))
  const searchers = SEARCHER_IDS.filter(
    each =>
      SEARCHERS[each].agents >= game.agents(start) &&
      ('search' in SEARCHERS[each] || game.hidden) &&
      (!('needsBounds' in SEARCHERS[each]) || heuristicOf(entry, start).bounds?.(start, 2).every(Number.isFinite)),
  )
  test.each(searchers)('%s finds a legal action of its first position', searcherId => {
    const searcher: AnySearcher = SEARCHERS[searcherId]
    const config = readConfig(searcherId, { ...entry.configs?.[searcherId] })
    const limits = searcher.isLimited ? { depth: 2, nodes: 5000 } : {}
    const heuristic = (position: unknown) => heuristicOf(entry, position)
    const { best } = searchPosition(searcher, game, start, heuristic, config, context({ limits }))
    expect(game.actions(start)).toContain(best)
  })

  test.each(Object.keys(entry.heuristics))('%s is finite, the sum of its terms, and inside its bounds', name => {
    const heuristic = heuristicOf(entry, start, name)
    const bounds = heuristic.bounds?.(start)
    const random = createRandom(2)
    let state = start
    for (let ply = 0; ply < 60 && game.toAct(state) !== 'over'; ply++) {
      if (game.toAct(state) === 'chance') {
        const outcomes = game.outcomes(state)
        state = outcomes[random.below(outcomes.length)]!.state
        continue
      }
      for (let agent = 0; agent < game.agents(state); agent++) expect(heuristic.evaluate(state, agent)).toBeTypeOf('number')
      const value = heuristic.evaluate(state, 0)
      expect(Number.isFinite(value)).toBe(true)
      if (heuristic.terms) {
        const sum = heuristic.terms(state).reduce((all, term) => all + term.value, 0)
        expect(isEqualButForRounding(sum, value) || Math.abs(sum - value) < 1e-9).toBe(true)
      }
      if (bounds) expect(value >= bounds[0] && value <= bounds[1]).toBe(true)
      const actions = game.actions(state)
      state = game.apply(state, actions[random.below(actions.length)]!).state
    }
  })

  test('rewards and estimate, or the end, are inside the bounds of so many plies below any position', () => {
    const agentsOf = (state: unknown) => (game.agents(state) === 2 ? game.toAct(state) : 0)
    const random = createRandom(3)
    const draw = <Edge>(of: readonly Edge[]) => of[random.below(of.length)]!
    const next = (state: unknown) => {
      if (game.toAct(state) === 'chance') return { state: draw(game.outcomes(state)).state, reward: 0 }
      const { state: after, rewards } = game.apply(state, draw(game.actions(state)))
      return { state: after, reward: rewards[0]! }
    }
    for (let i = 0; i < runs(30, 600); i++) {
      let root = start
      for (let ply = random.below(90); ply > 0 && game.toAct(root) !== 'over'; ply--) root = next(root).state
      if (game.toAct(root) === 'over') continue
      const agent = agentsOf(root) === 1 ? 1 : 0
      for (const name of Object.keys(entry.heuristics)) {
        const heuristic = heuristicOf(entry, root, name)
        const plies = 1 + random.below(8)
        const bounds = heuristic.bounds?.(root, plies)
        if (!bounds) continue
        let [state, earned] = [root, 0]
        for (let ply = 0; ply <= plies; ply++) {
          const isOver = game.toAct(state) === 'over'
          const value = isOver ? game.utilities(state)[0]! : (agent === 0 ? 1 : -1) * heuristic.evaluate(state, agent)
          expect([name, earned + value >= bounds[0], earned + value <= bounds[1]]).toEqual([name, true, true])
          if (isOver) break
          const { state: after, reward } = next(state)
          ;[state, earned] = [after, earned + reward]
        }
      }
    }
  })

  test('families make heuristics of their initial weights', () => {
    for (const family of Object.values(entry.families ?? {})) {
      expect(entry.heuristics).toHaveProperty(family.id)
      const made = family.make(family.weights.map(({ initial }) => initial))
      expect(made.evaluate(start, 0)).toBe(heuristicOf(entry, start, family.id).evaluate(start, 0))
    }
  })
})

describe('tic-tac-toe', () => {
  test.each([
    ['X.O/.X./...', 'X.O/.X./...'],
    ['xo. ... ...', 'XO./.../...'],
    ['.........', '.../.../...'],
    ['XXX/OO./...', 'XXX/OO./...'],
  ])('%s is %s', (text, plain) => {
    expect(ticTacToe.format(ticTacToe.parse(text))).toBe(plain)
  })

  test.each([
    ['X.O/.Q./...', 'character 6: "Q" is not X, O or .'],
    ['X.O/...', 'a position has 9 cells, this has 6'],
    ['OO./.../...', '0 X and 2 O are not a position'],
    ['XXX/OOO/...', 'X has three in a line, and O has played on'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => ticTacToe.parse(text)).toThrow(
      expect.objectContaining({ code: 'BAD_POSITION', message: expect.stringContaining(message) as string }),
    )
  })

  test('an illegal mark names position and cell', () => {
    expect(() => ticTacToe.apply(ticTacToe.parse('X../.../...'), 0)).toThrow('X../.../...: no mark can be set in r1c1')
  })

  test('open lines are counted for both, and no leaf is worth a win', () => {
    // X in the middle leaves O four of eight lines; all eight are open to X.
    expect(openLines.evaluate(ticTacToe.parse('.../.X./...'), 0)).toBeCloseTo(4 / 9, 12)
    expect(openLines.evaluate(ticTacToe.parse('.../.X./...'), 1)).toBeCloseTo(-4 / 9, 12)
    expect(openLines.evaluate(0, 1)).toBe(0)
  })
})

describe('trees as text', () => {
  test.each([
    ['(max 3 (min 5 2) (chance 0.4:6 0.6:(min 4 1)))'],
    ['(p1 [3,1,2] (p2 [0,4,1] [2,2,2]))'],
    ['(min~-2.5! 1 (max! 0 -7) (max~1e-7 2 3))'],
    ['(chance 0.1:1 0.2:2 0.7:(max 1))'],
    ['(bounds -5 5 (max 1 (min 2 3)))'],
  ])('%s reads back', text => {
    expect(exampleTree.format(exampleTree.parse(text))).toBe(text)
  })

  test.each([
    ['(max 3 (min 5 2)', 'character 1: this parenthesis is not closed'],
    ['(max 3))', 'character 8: this parenthesis closes nothing'],
    ['', 'character 1: a tree is missing here'],
    ['(max 3) 4', 'character 9: the tree has ended before this'],
    ['(max 1 (chance 0.4:6 0.5:1))', 'character 8: the probabilities of this chance node sum to 0.9, not to 1'],
    ['(chance 0.4:6 0.6)', 'character 18: a probability is followed by a colon and its tree'],
    ['(chance 1.5:6)', 'character 9: 1.5 is not a probability above 0 and up to 1'],
    ['(p1 [3,1,2] (p4 [0,4,1]))', 'character 14: p4 is not one of p1 … p3'],
    ['(p1 3 4)', 'character 2: p1 needs leaves with a value for each player'],
    ['(p1 [1,2,3] [1,2,3,4])', 'character 13: this list has 4 values, the first one has 3'],
    ['(mox 1 2)', 'character 2: "mox" is not max, min, chance, p1, p2, …'],
    ['(max)', 'character 1: max has nothing to choose from'],
    ['(max 1 two)', 'character 8: "two" is not a number'],
    ['(bounds 5 -5 (max 1))', 'character 11: the upper bound -5 is not above the lower bound 5'],
    ['(bounds -5 (max 1))', 'character 12: "(" is not a number'],
    ['(bounds -5 5 (max 1)', 'character 21: the parenthesis of "bounds" is not closed'],
    ['(bounds -5 5 (max 1) 2)', 'character 22: bounds are for one tree, which has ended'],
    ['(max (bounds -5 5 (max 1)))', 'character 7: "bounds" is not max, min, chance, p1, p2, …'],
    ['(max 1 1e999)', 'character 8: this number is too large: up to 1e+100'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => exampleTree.parse(text)).toThrow(
      expect.objectContaining({ code: 'BAD_POSITION', message: expect.stringContaining(message) as string }),
    )
  })

  test('is at most 100 levels deep', () => {
    expect(() => exampleTree.parse('(max '.repeat(300))).toThrow('character 506: a tree is at most 100 levels deep')
  })

  test('bounds are the smallest and the largest leaf, and an unmarked node is estimated by their middle', () => {
    const root = exampleTree.parse('(max~5 3 (min 5 -2) (chance 0.4:6 0.6:(min 4 1)))')
    const heuristic = treeEstimates(root)
    expect(heuristic.bounds!(root)).toEqual([-2, 6])
    expect(heuristic.evaluate(root, 0)).toBe(5)
    expect(heuristic.evaluate(root, 1)).toBe(-5)
    expect(heuristic.evaluate(exampleTree.apply(root, 1).state, 0)).toBe(2)
  })

  test('stated bounds replace those of the leaves, and are of the root alone', () => {
    const root = exampleTree.parse(' ( bounds -5 5 (max~7 3 (min 6 -2)))')
    expect(treeEstimates(root).bounds!(root)).toEqual([-5, 5])
    const below = exampleTree.apply(root, 1).state
    expect([exampleTree.key(below), treeEstimates(below).bounds!(below)]).toEqual(['(min 6 -2)', [-2, 6]])
  })

  test('bounds are moved where an estimate is no smaller or no larger than every leaf: it proves nothing', () => {
    const root = exampleTree.parse('(max (min~6 6 -2) (max~-7 0))')
    const [low, high] = treeEstimates(root).bounds!(root)
    expect(low).toBeCloseTo(-7, 9)
    expect(high).toBeCloseTo(6, 9)
    expect([isBetter(-7, low), isBetter(high, 6)]).toEqual([true, true])
    const wrapping = { deepening: 'interruptible' } as const
    const found = run(SEARCHERS.minimax, exampleTree, root, treeEstimates(root), { wrapping })
    expect(found).toMatchObject({ best: 1, values: [0, 0], stopped: 'complete' })
  })

  test('equal trees have equal keys, wherever they stand', () => {
    const root = exampleTree.parse('(max (min 1 2) (min 1 2) (min 2 1))')
    const keys = exampleTree.actions(root).map(action => exampleTree.key(exampleTree.apply(root, action).state))
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe(keys[2])
  })
})
