import type { Arg } from '../../../core/contract/calls'
import type { TreeWork } from '../../../core/contract/calls/tree'
import { type ReadTree, type TreeQuestion, type TreeService, WORK_OF } from '../../../core/contract/trees'
import type { Calling } from '../../../core/channel/service'
import { LabError } from '../../../core/errors'
import type { NetworkSource } from '../../../core/games/twenty48/heuristics/networkEvaluator'
import type { Sliced } from '../../../core/sliced'
import { answerInThread, type ThreadPort } from '../../threadChannel'
import { SlicedWork } from './slicedWork'
import { TREE_ANSWERS } from './treeAnswers'
import { OutlinedTree } from './outlinedTree'
import { makeTraceFile, TraceFileReader } from '../../../core/contract/files'
import type { Trace } from '../../../core/trace/trace'
import { countLevels } from '../../../core/tree/levels'

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
  const jobs = new SlicedWork()

  const service: Omit<TreeService, TreeQuestion> = {
    open({ tree, data }) {
      const outlined = opened.get(tree)
      if (!outlined) return void opened.set(tree, new OutlinedTree(data, networks))
      jobs.drop(key => key === `${tree} ${FIND}`) // a node that it finds would belong to the replaced tree
      outlined.replace(data)
    },
    close(tree) {
      files.forget(tree)
      jobs.drop(key => key.startsWith(`${tree} `))
      opened.delete(tree)
    },
    read({ file, name, size, part, last }, calling) {
      files.read(file, name, size, part)
      return last ? begin(FILE, files.finish(), calling) : null
    },
    giveUp(file) {
      files.giveUp(file)
      jobs.drop(key => key === FILE)
    },
    write: ({ tree, at }) => files.write(tree, openedTree(tree).tree.trace, at),
    stop: ({ tree, work }) => jobs.drop(key => key === `${tree} ${work}`),
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
    return new Promise((done, failed) => jobs.begin(key, work, { done, failed, progress: share => news(share) }))
  }
}

function isSliced(value: unknown): value is Sliced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value
}

/** Tree files on the thread that reads trees: files being read and files being written. */
class TreeFiles {
  /** The file being read. A new one replaces it. */
  #reading: { readonly file: number; readonly reader: TraceFileReader } | undefined
  readonly #writing = new Map<number, { readonly pieces: Generator<Uint8Array, void, undefined>; at: number }>()

  /** The next part of a file; `finish` follows the last. @throws {LabError} `BAD_FILE` */
  read(file: number, name: string, size: number, part: Uint8Array): void {
    if (this.#reading?.file !== file) this.#reading = { file, reader: new TraceFileReader(name, size) }
    try {
      this.#reading.reader.push(part)
    } catch (error) {
      this.#reading = undefined
      throw error
    }
  }

  /** Checks the tree that was read. @throws {LabError} `BAD_FILE` */
  *finish(): Sliced<ReadTree> {
    const { reader } = this.#reading!
    this.#reading = undefined
    const trace = yield* reader.finishing()
    return { data: trace.data, levels: yield* countLevels(trace) }
  }

  giveUp(file: number): void {
    if (this.#reading?.file === file) this.#reading = undefined
  }

  /**
   * The next part of a tree's file. Each part starts where the one before it ended; the part after the last is empty.
   * @throws {LabError} `CANCELLED` if the tree is being saved again from the start
   */
  write(tree: number, trace: Trace, at: number): Uint8Array {
    if (at === 0) this.#writing.set(tree, { pieces: makeTraceFile(trace), at })
    const writing = this.#writing.get(tree)
    if (writing?.at !== at) throw new LabError('CANCELLED', 'This tree is being saved anew.', { tree, at })
    const next = writing.pieces.next()
    if (next.done) {
      this.#writing.delete(tree)
      return new Uint8Array(0)
    }
    writing.at += next.value.length
    return next.value
  }

  forget(tree: number): void {
    this.#writing.delete(tree)
  }
}
