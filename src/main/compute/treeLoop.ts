import type { Arg } from '../../core/contract/calls'
import type { TreeWork } from '../../core/contract/calls/tree'
import { WORK_OF, type FromTreeThread, type ToTreeThread, type TreeQuestion } from '../../core/contract/trees'
import { LabError, unreachable } from '../../core/errors'
import type { Sliced } from '../../core/sliced'
import { SlicedWorks } from './slicedWorks'
import { TREE_ANSWERS } from './treeAnswers'
import { TreeDesk } from './treeDesk'
import { TreeFiles } from './treeFiles'

export interface TreePort {
  postMessage(message: FromTreeThread): void
  on(event: 'message', listener: (message: ToTreeThread) => void): unknown
}

/** The file on its way in; one at a time. */
const FILE = 'file'
const FIND: TreeWork = 'find'

/** The loop of the thread that reads trees. Between two slices of a long answer it answers others. */
export function serveTrees(port: TreePort): void {
  const desks = new Map<number, TreeDesk>()
  const files = new TreeFiles()
  const works = new SlicedWorks()

  port.on('message', message => {
    switch (message.kind) {
      case 'open':
        return open(message)
      case 'close':
        files.forget(message.tree)
        works.drop(key => key.startsWith(`${message.tree} `))
        return void desks.delete(message.tree)
      case 'read':
        return read(message)
      case 'giveUp':
        files.giveUp(message.file)
        return works.drop(key => key === FILE)
      case 'write': {
        const { ask, tree, at } = message
        return attempt(ask, () => tell(ask, files.write(tree, deskOf(tree).tree.trace, at)))
      }
      case 'ask':
        return answer(message)
      case 'stop':
        return works.drop(key => key === `${message.tree} ${message.work}`)
      default:
        return unreachable(message)
    }
  })

  function open({ tree, data }: ToTreeThread & { kind: 'open' }): void {
    const desk = desks.get(tree)
    if (!desk) return void desks.set(tree, new TreeDesk(data))
    works.drop(key => key === `${tree} ${FIND}`) // what it found would be a node of the tree that was
    desk.replace(data)
  }

  function deskOf(tree: number): TreeDesk {
    const desk = desks.get(tree)
    if (!desk) throw new LabError('NOT_FOUND', `Tree ${tree} is not open any more.`, { tree })
    return desk
  }

  function read({ ask, file, name, size, part, last }: ToTreeThread & { kind: 'read' }): void {
    attempt(ask, () => {
      files.read(file, name, size, part)
      if (last) begin(ask, FILE, files.finish())
      else tell(ask, null)
    })
  }

  function answer({ ask, question, arg }: ToTreeThread & { kind: 'ask' }): void {
    attempt(ask, () => {
      const desk = deskOf(arg.tree)
      const answerer = TREE_ANSWERS[question] as (desk: TreeDesk, arg: Arg<TreeQuestion>) => unknown
      const value = answerer(desk, arg)
      if (isSliced(value)) begin(ask, `${arg.tree} ${WORK_OF[question] ?? ask}`, value)
      else tell(ask, value)
    })
  }

  function begin(ask: number, key: string, work: Sliced<unknown>): void {
    works.begin(key, work, {
      done: value => tell(ask, value),
      failed: error => refuse(ask, error),
      progress: share => port.postMessage({ kind: 'working', ask, share }),
    })
  }

  function tell(ask: number, value: unknown): void {
    port.postMessage({ kind: 'answered', ask, value: value as (FromTreeThread & { kind: 'answered' })['value'] })
  }

  function refuse(ask: number, error: LabError): void {
    port.postMessage({ kind: 'failed', ask, error: error.toData() })
  }

  /** An expected failure is an answer; a bug ends the thread, and its handle says so. */
  function attempt(ask: number, act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      refuse(ask, error)
    }
  }
}

function isSliced(value: unknown): value is Sliced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value
}
