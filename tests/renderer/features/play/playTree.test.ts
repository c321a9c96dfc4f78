import { expect, test } from 'vitest'
import type { Arg, PlayTree } from '../../../../src/core/contract/calls'
import {
  emptyCells,
  legalMoves,
  slide,
  SPAWNS,
  withTile,
  type Board,
  type Move,
  slideEdge,
  slideOfEdge,
  spawnEdge,
} from '../../../../src/core/games/twenty48/board'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import { slideValues } from '../../../../src/core/games/twenty48/search/report'
import type { Calibration } from '../../../../src/core/games/twenty48/scale/calibration'
import type { TopNode } from '../../../../src/core/tree/views'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { useCalibrations } from '../../../../src/renderer/src/bridge/calibrations'
import { usePreferences } from '../../../../src/renderer/src/bridge/preferences'
import { usePlayerStore } from '../../../../src/renderer/src/features/play/engine/playerStore'
import { useGameStore } from '../../../../src/renderer/src/features/play/gameStore'
import { useDirections } from '../../../../src/renderer/src/features/play/board/useDirections'
import { usePlayTree } from '../../../../src/renderer/src/features/play/tree/usePlayTree'
import { useTreeWords } from '../../../../src/renderer/src/games/twenty48/useTreeWords'
import { makeScene } from '../../../../src/renderer/src/ui/tree/scene'
import { calibrationOf } from '../../../support/calibration'
import { thesisPlayer } from '../../../support/threads'
import { fakeLab, flushPromises, gameView, hello, PROFILES, report, withSetup } from '../../helpers'
import { recordedTrace } from '../tree/treeSupport'

const BEFORE = parseBoard('8632742161105100')
const player = thesisPlayer({ depth: 2 })

function treeOf(board: Board, of: PlayTree['of'] = 'evaluator'): PlayTree {
  const tree = new OutlinedTree(recordedTrace(board, { table: 'exact', points: 'added' }, 2).data)
  const request: Arg<'treeTop'> = { tree: 1, plies: 3, boards: 40, line: 'best', unfold: [] }
  const { root } = TREE_ANSWERS.treeTop(tree, request) as { readonly root: TopNode }
  const worth = new Map(root.children.map(({ edge, value, points }) => [slideOfEdge(edge!.id), value! + points]))
  const values = slideValues(move => worth.get(move) ?? null)
  const depths = slideValues(move => (worth.has(move) ? 2 : null))
  const taken = slideOfEdge(root.children.find(each => each.best)!.edge!.id)!
  return { board, of, player, report: report({ best: taken, values, depths }), nodes: 100, root }
}
const tree = treeOf(BEFORE)
const best = tree.root.children.find(each => each.best)!
const bestMove = slideOfEdge(best.edge!.id)!

/** The boards after a move, by the number of their tile. */
function boardsAfter(move: Move): Map<number, Board> {
  const { board } = slide(BEFORE, move)!
  const spawns = emptyCells(board).flatMap(cell => SPAWNS.map(({ rank }) => ({ cell, rank })))
  return new Map(spawns.map(spawn => [spawnEdge(spawn), withTile(board, spawn)]))
}

function open(change: Parameters<typeof gameView>[0] = {}) {
  const fake = fakeLab()
  const all = withSetup(fake.lab, () => ({ ...usePlayTree(), store: useGameStore() }))
  all.store.greet(hello({ game: gameView({ board: BEFORE, ...change }) }))
  fake.emit('playTree', tree)
  return { ...fake, ...all }
}
type Autoplay = NonNullable<ReturnType<typeof gameView>['autoplay']>
const autoplay = (slidesPerSecond: Autoplay['slidesPerSecond']) => ({ autoplay: { slidesPerSecond } as Autoplay })

/** The path that glides from the tree of BEFORE to that of a board. */
function playedTo({ emit, current }: ReturnType<typeof open>, board: Board): string {
  emit('playTree', tree)
  emit('playTree', treeOf(board))
  return current.value!.played
}

test('what glides is the place of the new root in the drawing before: the move and the tile that were played', () => {
  const places = new Map(makeScene(tree.root, { mode: 'best' }).nodes.map(({ path, row }) => [path, row?.position]))
  const after = boardsAfter(bestMove)
  const drawn = best.children.map(({ edge }) => edge!.id)
  expect(drawn.length).toBeGreaterThan(0)
  const page = open(autoplay(1))
  for (const tile of drawn) {
    const path = playedTo(page, after.get(tile)!)
    expect(path).toBe(`${best.edge!.id}.${tile}`)
    expect(places.get(path)).toBe(makePosition(after.get(tile)!))
  }
})

test('of a tile that is not drawn, or after another move than the best, only the move glides', () => {
  const drawn = new Set(best.children.map(({ edge }) => edge!.id))
  const hidden = [...boardsAfter(bestMove)].find(([tile]) => !drawn.has(tile))!
  const page = open(autoplay(1))
  expect(playedTo(page, hidden[1])).toBe(String(best.edge!.id))
  const ofBest = new Set([...boardsAfter(bestMove).values()].map(makePosition))
  for (const other of legalMoves(BEFORE).filter(move => move !== bestMove)) {
    const only = [...boardsAfter(other).values()].find(board => !ofBest.has(makePosition(board)))!
    expect(playedTo(page, only)).toBe(String(slideEdge(other)))
  }
})

test('nothing glides to the same board, to one that no single move leads to, or while moves are sampled', () => {
  const [after] = boardsAfter(bestMove).values()
  const page = open(autoplay(30))
  expect(playedTo(page, BEFORE)).toBe('')
  expect(playedTo(page, parseBoard('1100000000000000'))).toBe('')
  expect(playedTo(page, after!)).not.toBe('')
  for (const sampled of [31, 'fastest'] as const) {
    page.store.show(gameView({ board: BEFORE, ...autoplay(sampled) }))
    expect(playedTo(page, after!)).toBe('')
  }
})

test('up to 4 moves per second glide, and up to 30 all are shown', () => {
  const { store, isSampled, glides } = open()
  for (const [speed, sampled, gliding] of [
    [undefined, false, true],
    [4, false, true],
    [5, false, false],
    [30, false, false],
    [31, true, false],
    ['fastest', true, false],
  ] as const) {
    store.show(gameView({ board: BEFORE, ...(speed !== undefined && autoplay(speed)) }))
    expect([isSampled.value, glides.value], String(speed)).toEqual([sampled, gliding])
  }
})

test('the tree of the board before a move stays, and says that it is of the last move; one of another board goes', () => {
  const { current, isBehind, store } = open()
  const [after] = boardsAfter(bestMove).values()
  expect([current.value?.tree, isBehind.value]).toEqual([tree, false])
  store.showAnalysis({ on: false, running: false, report: { board: BEFORE, best: bestMove } as never })
  store.show(gameView({ board: after!, slides: 21 }))
  expect([current.value?.tree, isBehind.value]).toEqual([tree, true])
  store.show(gameView({ board: after!, slides: 21, ...autoplay(1) }))
  expect(isBehind.value).toBe(false) // the next tree is about to come
  store.show(gameView({ board: parseBoard('1100000000000000'), slides: 0 }))
  expect([current.value, isBehind.value]).toEqual([undefined, false])
})

test('the tree of the shown board goes with the player that searched it, and that of the last move stays', () => {
  const { current, emit, isBehind, store } = open()
  const chosen = usePlayerStore()
  chosen.offer(PROFILES, 'thesis')
  const its = { ...tree, player: chosen.mover! }
  emit('playTree', its)
  expect(current.value?.tree).toBe(its)
  chosen.choose('power')
  expect(current.value).toBeUndefined()
  const [after] = boardsAfter(bestMove).values()
  store.showAnalysis({ on: false, running: false, report: { board: BEFORE, best: bestMove } as never })
  store.show(gameView({ board: after!, slides: 21 }))
  expect([current.value?.tree, isBehind.value]).toEqual([its, true])
})

test('a page that comes later gets the last tree, which one that came by itself replaces', async () => {
  const { lab, emit } = fakeLab()
  const answered = { ...lab, call: async () => tree } as unknown as typeof lab
  const { current, store } = withSetup(answered, () => ({ ...usePlayTree(), store: useGameStore() }))
  store.greet(hello({ game: gameView({ board: BEFORE }) }))
  await flushPromises()
  expect(current.value).toEqual({ tree, played: '' })
  const newer = { ...tree, nodes: 101 }
  emit('playTree', newer)
  expect(current.value!.tree).toStrictEqual(newer)
})

/** Words of a tree by a player whose values from 0 to the best are chances from 0 to a half. */
async function wordsOf(shown: PlayTree, isCalibrated = true, change: Partial<Calibration> = {}) {
  const calibration = calibrationOf(8, { goal: 9, from: 0, to: 2 * tree.root.value!, points: 1000 })
  const { lab } = fakeLab(undefined, () => (isCalibrated ? { ...calibration, ...change } : null))
  const words = withSetup(lab, () =>
    useTreeWords(
      () => shown,
      () => useGameStore().game,
      { calibrations: useCalibrations(), preferences: usePreferences() },
    ),
  )
  words.toneOf(shown.root)
  await flushPromises()
  return words
}
const worst = tree.root.children.toSorted((a, b) => a.value! - b.value!)[0]!

test('words of a calibrated player are chances and losses of chance, by the curve of the board', async () => {
  const { describe, toneOf, worthText } = await wordsOf(tree)
  expect(worthText(tree.root)).toBe('50%')
  expect(worthText({ ...tree.root, points: tree.root.value! })).toBe('100%')
  const share = (worst.value! + worst.points) / tree.root.value!
  const lost = (50 * (1 - share)).toFixed(1)
  expect(worthText(worst)).toMatch(new RegExp(`^−${lost}\\spp`))
  expect(describe(worst)).toContain(`${lost} percentage points below the best`)
  expect([toneOf(best), toneOf({ ...best, value: null })]).toEqual(['best', 'unknown'])
  expect(worthText({ ...best, value: null })).toBeUndefined()
})

test('points are those of the edges of the board, the score of the game among them', async () => {
  const { lab } = fakeLab(undefined, () => calibrationOf(8, { goal: 9, from: 0, to: 2 * tree.root.value!, points: 1000 }))
  const game = gameView({ board: BEFORE, score: 10_000 })
  const { store, preferences, words, edges } = withSetup(lab, () => ({
    ...{
      store: useGameStore(),
      preferences: usePreferences(),
      words: useTreeWords(
        () => tree,
        () => useGameStore().game,
        { calibrations: useCalibrations(), preferences: usePreferences() },
      ),
    },
    edges: useDirections(
      () => game,
      () => ({ ...report(tree.report), board: BEFORE }),
      () => player,
    ),
  }))
  store.greet(hello({ game }))
  preferences.set({ valueScale: 'points' })
  words.toneOf(tree.root)
  await flushPromises()
  for (const { edge, ...move } of tree.root.children) {
    const { figures } = edges.value.find(each => each.move === slideOfEdge(edge!.id))!
    expect(figures.sentence).toMatch(/^1\d[.\d]*\sk points expected/)
    expect(words.describe({ ...move, edge: edge! })).toContain(figures.sentence)
  }
})

test('a loss that the search cannot separate from none is marked so', async () => {
  const far = calibrationOf(8, { goal: 9, from: 0, to: 20 * tree.root.value!, points: 1000 })
  const close = [true, false].map(crowded => ({ crowded, pairs: 50, spread: 0.1 }))
  const { describe, toneOf, worthText } = await wordsOf(tree, true, { ...far, close })
  expect(toneOf(worst)).toBe('unknown')
  expect(worthText(worst)).toMatch(/^−?[01]\.\d\spp ∞$/)
  expect(describe(worst)).toContain('the search cannot separate it from the best')
})

test('words of a player that is not calibrated are in its own unit, without a class', async () => {
  const { describe, toneOf, worthText } = await wordsOf(tree, false)
  expect([worthText(tree.root), worthText(worst), toneOf(worst)]).toEqual([undefined, undefined, 'worse'])
  expect(describe(tree.root)).toMatch(/^root, value [\d,.]+$/)
  expect(describe(best)).toMatch(/, value [\d,.]+, the best$/)
})

test('an expert’s values are its chances, whatever the calibration says', async () => {
  const root = { ...tree.root, value: 0.5 }
  const values = { up: null, down: null, left: null, right: null, [bestMove]: 0.5 }
  const settings = { network: '0', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
  const its = { ...tree.report, values, expert: { decides: true, settings, walls: 4, chances: values } }
  const { describe, toneOf, worthText } = await wordsOf({ ...tree, of: 'expert', report: its, root })
  const move = { ...best, reach: 0.01, value: 0.25, points: 0, difference: -0.25, best: false }
  expect([worthText(root), worthText(move)]).toEqual(['50%', '25%'])
  expect(describe(move)).toContain('25% chance to make the next 1,024, 25.0 percentage points below the best, a blunder')
  const losing = (loss: number) => toneOf({ ...move, value: 0.5 - loss, difference: -loss })
  expect([0.25, 0.03, 0.01, 0.001].map(losing)).toEqual(['blunder', 'mistake', 'inaccuracy', 'equal'])
})
