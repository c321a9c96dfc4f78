import type { HandlersOf } from '../../../core/contract/calls'
import { type TREE_CALLS, TREE_QUESTIONS } from '../../../core/contract/calls/tree'
import type { TreeQuestion } from '../../../core/contract/trees'
import { startTreeWorker, TreeReader } from '../../compute/trees/treeReader'
import type { SavedPreferences } from '../data/preferences'
import type { EngineSettings } from '../engine/engineSettings'
import { stampOf } from '../ground/provenance'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import { Trees } from './trees'

export function openTrees(
  { engine, jobs, scope, emit, onFailure }: LabContext,
  preferences: SavedPreferences,
  settings: EngineSettings,
): Feature<keyof typeof TREE_CALLS> & { readonly trees: Trees } {
  const trees = new Trees({
    scope,
    pool: engine.pool,
    reader: new TreeReader(() => startTreeWorker(engine.networks)),
    jobs,
    mebibytes: () => preferences.value.traceMebibytes,
    memory: () => settings.memoryForTrees,
    stamp: () => stampOf(engine),
    onViews: views => emit('trees', views),
    onFailure,
  })
  const questions = (Object.keys(TREE_QUESTIONS) as TreeQuestion[]).map(name => [name, (arg: never) => trees.ask(name, arg)])
  return {
    trees,
    handlers: {
      trees: async () => trees.views,
      recordTree: async ({ board, player, depths, cuts, keep, after }) =>
        trees.follows(trees.record(board, player, keep, depths, cuts), after),
      recordSearch: async ({ keep, after, ...search }) => trees.follows(trees.recordSearch(search, keep), after),
      searchAgain: ({ tree, node, depth, keep }) => trees.again(tree, node, depth, keep),
      stopTree: async ({ tree }) => trees.stop(tree),
      followTree: async ({ tree }) => trees.follow(tree),
      closeTree: async ({ tree }) => trees.close(tree),
      stopTreeWork: async ({ tree, work }) => trees.stopWork(tree, work),
      openTreeFile: async ({ name, size, keep }) => ({ file: trees.openFile(name, size, keep) }),
      putTreePart: ({ file, part }) => trees.putPart(file, Buffer.from(part, 'base64')),
      giveUpTreeFile: async ({ file }) => trees.giveUpFile(file),
      treePart: async ({ tree, at }) => ({ part: Buffer.from(await trees.part(tree, at)).toString('base64') }),
      ...(Object.fromEntries(questions) as HandlersOf<TreeQuestion>),
      treeTop: asked => trees.top(asked),
    },
  }
}
