import type { TREE_CALLS } from '../../../src/core/contract/calls/tree'
import { EMPTY } from '../../../src/core/games/twenty48/board'

/** Good arguments of a call, and bad ones with the field that is named. */
interface Arguments {
  readonly good: readonly unknown[]
  readonly bad: readonly (readonly [arg: unknown, field: string])[]
}

export const call = (good: readonly unknown[], ...bad: Arguments['bad']): Arguments => ({ good, bad })

const board = [1, 2, ...EMPTY.slice(2)]
const node = { tree: 1, node: '12.3' }
const filter = { line: 'all', minReach: 0, flags: [] }
const keyFaults: Arguments['bad'] = [
  [{ ...node, node: '-1' }, 'node'],
  [{ ...node, node: '1.2.3' }, 'node'],
]

const gameSearch = {
  ...{ game: 'ticTacToe', position: 'start', searcher: 'alphaBeta', config: {}, wrapping: {}, limits: {}, seed: 0, keep: [] },
}

/** Those of each call about trees. */
export function treeArguments(player: object): Readonly<Partial<Record<keyof typeof TREE_CALLS, Arguments>>> {
  return {
    recordTree: call([
      { board, player, keep: [] },
      { board, player, keep: [1, 2, 3], after: { tree: 1, edges: [3, 31] } },
      { board, player, keep: [], depths: { up: 3, down: 2, left: 3, right: null } },
    ]),
    recordSearch: call(
      [
        gameSearch,
        {
          ...gameSearch,
          searcher: 'expectimax',
          config: { cut: 0.1, leaf: 'spawned' },
          limits: { depth: 3, nodes: 100, ms: 0.5 },
        },
        {
          ...gameSearch,
          wrapping: { deepening: 'contract', order: 'static', table: 12, quiescence: { plies: 2 }, shorterWin: true },
        },
      ],
      [{ ...gameSearch, position: 'x'.repeat(200_001) }, 'position'],
    ),
    searchAgain: call([{ ...node, depth: 0, keep: [] }], [{ ...node, depth: 61, keep: [] }, 'depth']),
    stopTree: call([{ tree: 1 }], [{ tree: 0 }, 'tree']),
    followTree: call([{ tree: 1 }]),
    closeTree: call([{ tree: 1 }]),
    stopTreeWork: call([{ tree: 1, work: 'find' }]),
    openTreeFile: call([{ name: 'a.trace', size: 1000, keep: [] }], [{ name: 'a', size: 2 ** 33, keep: [] }, 'size']),
    putTreePart: call([{ file: 1, part: 'AAAA' }], [{ file: 1, part: 'A'.repeat(800_000) }, 'part']),
    giveUpTreeFile: call([{ file: 1 }]),
    treePart: call([{ tree: 1, at: 0 }]),
    treeRows: call([{ tree: 1, first: 0, count: 200 }], [{ tree: 1, first: 0, count: 201 }, 'count']),
    foldTree: call(
      [
        { ...node, levels: 0 },
        { ...node, levels: 1000 },
      ],
      ...keyFaults,
    ),
    arrangeTree: call([
      { tree: 1, sort: 'value', filter },
      { tree: 1, sort: 'search', filter: { line: 'best', minReach: 1, flags: ['table-hit', 'terminal'] } },
    ]),
    revealNode: call([node]),
    treeNode: call([node, { tree: 1, node: '0', lecture: 7 }], [{ tree: 1, node: '0', lecture: -1 }, 'lecture']),
    treeAt: call(
      [
        { tree: 1, edges: [] },
        { tree: 1, edges: [3, 31] },
      ],
      [{ tree: 1, edges: Array<number>(301).fill(0) }, 'edges'],
    ),
    findPosition: call(
      [{ tree: 1, position: '1234123412312314', after: '0' }],
      [{ tree: 1, position: 'x'.repeat(200_001), after: '0' }, 'position'],
      [{ tree: 1, position: '1234123412312314', after: 'root' }, 'after'],
    ),
    findFlag: call([{ tree: 1, flag: 'table-hit', from: '0', backwards: false }]),
    treeIcicle: call(
      [{ tree: 1, node: '0', levels: 8, room: 400 }],
      [{ tree: 1, node: '0', levels: 21, room: 400 }, 'levels'],
      [{ tree: 1, node: '0', levels: 8, room: 1e6 }, 'room'],
    ),
    lectureAt: call([
      { tree: 1, at: 3, step: 'over' },
      { tree: 1, at: 0, step: 'stay', to: '12' },
    ]),
    treeTop: call(
      [
        { tree: 1, plies: 4, boards: 20 },
        { tree: 1, plies: 4, boards: 20, node: '12.3', unfold: ['12', '13'], line: 'best', lecture: 7 },
      ],
      [{ tree: 1, plies: 1, boards: 1, unfold: Array.from({ length: 101 }, String) }, 'unfold'],
      [{ tree: 1, plies: 21, boards: 0 }, 'plies'],
      [{ tree: 1, plies: 1, boards: 301 }, 'boards'],
    ),
    treeStrategy: call(
      [{ tree: 1, error: 0.2, moves: [{ path: [], edge: 1 }] }],
      [{ tree: 1, error: 2, moves: [] }, 'error'],
      [{ tree: 1, error: 0, moves: [{ path: [-1], edge: 1 }] }, 'moves'],
    ),
    lectureCode: call([{ tree: 1 }]),
    exportTree: call([{ ...node, levels: 3, format: 'json' }]),
  }
}
