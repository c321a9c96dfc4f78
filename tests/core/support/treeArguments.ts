import type { TREE_CALLS } from '../../../src/core/contract/calls/tree'
import { EMPTY } from '../../../src/core/games/twenty48/board'

type Arguments = { good: unknown[]; bad: [arg: unknown, field: string][] }

const board = [1, 2, ...EMPTY.slice(2)]
const node = { tree: 1, node: '12.3' }
const filter = { line: 'all', minReach: 0, flags: [] }
const at = { key: '0', phase: 'enter' }
const treeFaults: Arguments['bad'] = [
  [{ tree: 0 }, 'tree'],
  [{}, 'tree'],
  [undefined, ''],
]
const keyFaults: Arguments['bad'] = [
  [{ ...node, node: '-1' }, 'node'],
  [{ ...node, node: '1.2.3' }, 'node'],
  [{ ...node, node: 5 }, 'node'],
  [{ ...node, tree: 1.5 }, 'tree'],
]

const gameSearch = {
  ...{ game: 'ticTacToe', position: 'start', searcher: 'alphaBeta', config: {}, wrapping: {}, limits: {}, seed: 0, keep: [] },
}

/** A good argument for each call about trees, and bad ones with the field that is named. */
export function treeArguments(player: object): Readonly<Record<keyof typeof TREE_CALLS, Arguments>> {
  return {
    trees: { good: [undefined], bad: [[{}, '']] },
    recordTree: {
      good: [
        { board, player, keep: [] },
        { board, player, keep: [1, 2, 3] },
        { board, player, keep: [], depths: { up: 3, down: 2, left: 3, right: null } },
      ],
      bad: [
        [{ board: [1], player, keep: [] }, 'board'],
        [{ board, player: null, keep: [] }, 'player'],
        [{ board, player, keep: [0] }, 'keep.0'],
        [{ board, player, keep: [1, 2, 3, 4, 5] }, 'keep'],
        [{ board, player, keep: [], depths: { up: 3, down: 2, left: 3 } }, 'depths.right'],
        [{ board, player, keep: [], depths: { up: 61, down: 2, left: 3, right: null } }, 'depths.up'],
        [{ board, player, keep: [], depths: { up: 0.5, down: 2, left: 3, right: null } }, 'depths.up'],
      ],
    },
    recordSearch: {
      good: [
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
      bad: [
        [{ ...gameSearch, game: 'chess' }, 'game'],
        [{ ...gameSearch, position: 'x'.repeat(200_001) }, 'position'],
        [{ ...gameSearch, searcher: 'kernel' }, 'searcher'],
        [{ ...gameSearch, config: { cut: [1] } }, 'config.cut'],
        [{ ...gameSearch, wrapping: { book: 'x' } }, 'wrapping'],
        [{ ...gameSearch, wrapping: { table: 24 } }, 'wrapping.table'],
        [{ ...gameSearch, limits: { depth: 0 } }, 'limits.depth'],
        [{ ...gameSearch, seed: -1 }, 'seed'],
        [{ ...gameSearch, keep: [0] }, 'keep.0'],
      ],
    },
    searchAgain: {
      good: [{ ...node, depth: 0, keep: [] }],
      bad: [
        [{ ...node, depth: 61, keep: [] }, 'depth'],
        [{ ...node, depth: 'distinct', keep: [] }, 'depth'],
        [{ ...node, depth: 1 }, 'keep'],
      ],
    },
    stopTree: { good: [{ tree: 1 }], bad: treeFaults },
    followTree: { good: [{ tree: 1 }], bad: treeFaults },
    closeTree: { good: [{ tree: 1 }], bad: treeFaults },
    stopTreeWork: {
      good: [{ tree: 1, work: 'find' }],
      bad: [
        [{ tree: 1, work: 'all' }, 'work'],
        [{ tree: 0, work: 'find' }, 'tree'],
      ],
    },
    openTreeFile: {
      good: [{ name: 'a.trace', size: 1000, keep: [] }],
      bad: [
        [{ name: '', size: 1, keep: [] }, 'name'],
        [{ name: 'a', size: 0, keep: [] }, 'size'],
        [{ name: 'a', size: 2 ** 33, keep: [] }, 'size'],
      ],
    },
    putTreePart: {
      good: [{ file: 1, part: 'AAAA' }],
      bad: [
        [{ file: 1, part: '' }, 'part'],
        [{ file: 1, part: 'A'.repeat(800_000) }, 'part'],
        [{ part: 'AAAA' }, 'file'],
      ],
    },
    giveUpTreeFile: { good: [{ file: 1 }], bad: [[{ file: 0 }, 'file']] },
    treePart: { good: [{ tree: 1, at: 0 }], bad: [[{ tree: 1, at: -1 }, 'at'], ...treeFaults] },
    treeRows: {
      good: [{ tree: 1, first: 0, count: 200 }],
      bad: [
        [{ tree: 1, first: -1, count: 1 }, 'first'],
        [{ tree: 1, first: 0, count: 201 }, 'count'],
        [{ tree: 1, first: 0 }, 'count'],
      ],
    },
    foldTree: {
      good: [
        { ...node, levels: 0 },
        { ...node, levels: 1000 },
      ],
      bad: [[{ ...node, levels: -1 }, 'levels'], ...keyFaults],
    },
    arrangeTree: {
      good: [
        { tree: 1, sort: 'value', filter },
        { tree: 1, sort: 'search', filter: { line: 'best', minReach: 1, flags: ['table-hit', 'terminal'] } },
      ],
      bad: [
        [{ tree: 1, sort: 'name', filter }, 'sort'],
        [{ tree: 1, sort: 'size', filter: { ...filter, line: 'none' } }, 'filter.line'],
        [{ tree: 1, sort: 'size', filter: { ...filter, minReach: NaN } }, 'filter.minReach'],
        [{ tree: 1, sort: 'size', filter: { ...filter, flags: ['hit'] } }, 'filter.flags.0'],
      ],
    },
    revealNode: { good: [node], bad: keyFaults },
    treeNode: {
      good: [node, { tree: 1, node: '0', lecture: 7 }, { tree: 1, node: '0', lecture: at }],
      bad: [...keyFaults, [{ tree: 1, node: '0', lecture: -1 }, 'lecture']],
    },
    treeAt: {
      good: [
        { tree: 1, edges: [] },
        { tree: 1, edges: [3, 31] },
      ],
      bad: [
        [{ tree: 1, edges: [-1] }, 'edges.0'],
        [{ tree: 1, edges: Array<number>(301).fill(0) }, 'edges'],
      ],
    },
    findPosition: {
      good: [{ tree: 1, position: '1234123412312314', after: '0' }],
      bad: [
        [{ tree: 1, position: [1, 2], after: '0' }, 'position'],
        [{ tree: 1, position: 'x'.repeat(200_001), after: '0' }, 'position'],
        [{ tree: 1, position: '1234123412312314', after: 'root' }, 'after'],
      ],
    },
    findFlag: {
      good: [{ tree: 1, flag: 'table-hit', from: '0', backwards: false }],
      bad: [
        [{ tree: 1, flag: 'cut', from: '0', backwards: false }, 'flag'],
        [{ tree: 1, flag: 'table-hit', from: '0' }, 'backwards'],
      ],
    },
    treeIcicle: {
      good: [{ tree: 1, node: '0', levels: 8, room: 400 }],
      bad: [
        [{ tree: 1, node: '0', levels: 21, room: 400 }, 'levels'],
        [{ tree: 1, node: '0', levels: 8, room: 1e6 }, 'room'],
      ],
    },
    stepTree: {
      good: [
        { tree: 1, at, step: 'into' },
        { tree: 1, at: { key: '0', phase: 'combine', child: '1' }, step: 'back' },
        { tree: 1, at, step: 'stay', entered: 3 },
      ],
      bad: [
        [{ tree: 1, at, step: 'stay', entered: 0 }, 'entered'],
        [{ tree: 1, at, step: 'sideways' }, 'step'],
        [{ tree: 1, at: { ...at, phase: 'sleep' }, step: 'into' }, 'at.phase'],
        [{ tree: 1, at: { ...at, child: null }, step: 'into' }, 'at.child'],
      ],
    },
    lectureAt: {
      good: [
        { tree: 1, at: 3, step: 'over' },
        { tree: 1, at: 0, step: 'stay', to: '12' },
      ],
      bad: [
        [{ tree: 1, at: 0.5, step: 'into' }, 'at'],
        [{ tree: 1, at: 0, step: 'sideways' }, 'step'],
        [{ tree: 1, at: 0, step: 'stay', to: 'root' }, 'to'],
      ],
    },
    lectureCode: { good: [{ tree: 1 }], bad: [[{ tree: 'a' }, 'tree']] },
    exportTree: {
      good: [{ ...node, levels: 3, format: 'json' }],
      bad: [
        [{ ...node, levels: 3, format: 'xml' }, 'format'],
        [{ ...node, levels: 1.5, format: 'json' }, 'levels'],
      ],
    },
  }
}
