import type { HandlersOf } from '../../core/contract/calls'
import type { TREE_CALLS } from '../../core/contract/calls/tree'
import type { Trees } from './trees'

export function treeHandlers(trees: Trees): HandlersOf<keyof typeof TREE_CALLS> {
  return {
    trees: async () => trees.views,
    recordTree: async ({ board, player, depths, keep }) => trees.record(board, player, keep, depths),
    searchAgain: ({ tree, node, depth, keep }) => trees.again(tree, node, depth, keep),
    stopTree: async ({ tree }) => trees.stop(tree),
    followTree: async ({ tree }) => trees.follow(tree),
    closeTree: async ({ tree }) => trees.close(tree),
    stopTreeWork: async ({ tree, work }) => trees.stopWork(tree, work),
    openTreeFile: async ({ name, size, keep }) => ({ file: trees.openFile(name, size, keep) }),
    putTreePart: ({ file, part }) => trees.putPart(file, Buffer.from(part, 'base64')),
    giveUpTreeFile: async ({ file }) => trees.giveUpFile(file),
    treePart: async ({ tree, at }) => ({ part: Buffer.from(await trees.part(tree, at)).toString('base64') }),
    treeRows: arg => trees.ask('treeRows', arg),
    foldTree: arg => trees.ask('foldTree', arg),
    arrangeTree: arg => trees.ask('arrangeTree', arg),
    revealNode: arg => trees.ask('revealNode', arg),
    treeNode: arg => trees.ask('treeNode', arg),
    treeAt: arg => trees.ask('treeAt', arg),
    findBoard: arg => trees.ask('findBoard', arg),
    findFlag: arg => trees.ask('findFlag', arg),
    treeIcicle: arg => trees.ask('treeIcicle', arg),
    stepTree: arg => trees.ask('stepTree', arg),
    exportTree: arg => trees.ask('exportTree', arg),
  }
}
