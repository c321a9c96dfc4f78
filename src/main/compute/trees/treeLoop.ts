import type { Arg } from '../../../core/contract/calls'
import type { TreeWork } from '../../../core/contract/calls/tree'
import type { Calling } from '../../../core/channel/service'
import { WORK_OF, type TreeQuestion, type TreeService } from '../../../core/contract/trees'
import { LabError } from '../../../core/errors'
import type { NetworkSource } from '../../../core/games/twenty48/heuristics/networkEvaluator'
import type { Sliced } from '../../../core/sliced'
import { answerInThread, type ThreadPort } from '../../threadChannel'
import { SlicedWork } from './slicedWork'
import { TREE_ANSWERS } from './treeAnswers'
import { OutlinedTree } from './outlinedTree'
import { TreeFiles } from './treeFiles'

/** The file being read; one at a time. */
const FILE = 'file'
const FIND: TreeWork = 'find'

/**
 * The thread that reads trees. It answers other questions between two slices of a long answer. A bug ends it, and its handle
 * reports that.
 * @param networks for evaluators that name one
 */
export function serveTrees(port: ThreadPort, networks?: NetworkSource): void {
  const opened = new Map<number, OutlinedTree>()
  const files = new TreeFiles()
  const works = new SlicedWork()

  const service: Omit<TreeService, TreeQuestion> = {
    open({ tree, data }) {
      const outlined = opened.get(tree)
      if (!outlined) return void opened.set(tree, new OutlinedTree(data, networks))
      works.drop(key => key === `${tree} ${FIND}`) // a node that it finds would belong to the replaced tree
      outlined.replace(data)
    },
    close(tree) {
      files.forget(tree)
      works.drop(key => key.startsWith(`${tree} `))
      opened.delete(tree)
    },
    read({ file, name, size, part, last }, calling) {
      files.read(file, name, size, part)
      return last ? begin(FILE, files.finish(), calling) : null
    },
    giveUp(file) {
      files.giveUp(file)
      works.drop(key => key === FILE)
    },
    write: ({ tree, at }) => files.write(tree, openedTree(tree).tree.trace, at),
    stop: ({ tree, work }) => works.drop(key => key === `${tree} ${work}`),
  }
  const questions = Object.keys(TREE_ANSWERS).map(name => [name, answererOf(name as TreeQuestion)])
  answerInThread(port, { ...service, ...(Object.fromEntries(questions) as TreeService) }, 'thrown')

  function answererOf(question: TreeQuestion) {
    const answer = TREE_ANSWERS[question] as (outlined: OutlinedTree, arg: Arg<TreeQuestion>) => unknown
    return (arg: Arg<TreeQuestion>, calling: Calling<number>): unknown => {
      const value = answer(openedTree(arg.tree), arg)
      return isSliced(value) ? begin(`${arg.tree} ${WORK_OF[question] ?? question}`, value, calling) : value
    }
  }

  function openedTree(tree: number): OutlinedTree {
    const outlined = opened.get(tree)
    if (!outlined) throw new LabError('NOT_FOUND', `Tree ${tree} is not open any more.`, { tree })
    return outlined
  }

  function begin<Result>(key: string, work: Sliced<Result>, { news }: Calling<number>): Promise<Result> {
    return new Promise((done, failed) => works.begin(key, work, { done, failed, progress: share => news(share) }))
  }
}

function isSliced(value: unknown): value is Sliced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value
}
