import type { Arg } from '../../core/contract/calls'
import type { FromTreeThread, ToTreeThread, TreeQuestion } from '../../core/contract/trees'
import { LabError, unreachable } from '../../core/errors'
import type { Sliced } from '../../core/search/tree/find'
import { TREE_ANSWERS } from './treeAnswers'
import { TreeDesk } from './treeDesk'
import { TreeFiles } from './treeFiles'

export interface TreePort {
  postMessage(message: FromTreeThread): void
  on(event: 'message', listener: (message: ToTreeThread) => void): unknown
}

/** The loop of the thread that reads trees. Between two pieces of a long answer it answers others. */
export function serveTrees(port: TreePort): void {
  const desks = new Map<number, TreeDesk>()
  const files = new TreeFiles()

  port.on('message', message => {
    switch (message.kind) {
      case 'open':
        return void desks.set(message.tree, new TreeDesk(message.data, desks.get(message.tree)))
      case 'close':
        files.forget(message.tree)
        return void desks.delete(message.tree)
      case 'read': {
        const { ask, file, name, size, part, last } = message
        return attempt(ask, () => tell(ask, files.read(file, name, size, part, last)))
      }
      case 'write': {
        const { ask, tree, fromStart } = message
        return attempt(ask, () => tell(ask, files.write(tree, deskOf(tree).tree.trace, fromStart)))
      }
      case 'ask':
        return answer(message)
      default:
        return unreachable(message)
    }
  })

  function deskOf(tree: number): TreeDesk {
    const desk = desks.get(tree)
    if (!desk) throw new LabError('NOT_FOUND', `Tree ${tree} is not open any more.`, { tree })
    return desk
  }

  function answer({ ask, question, arg }: ToTreeThread & { kind: 'ask' }): void {
    attempt(ask, () => {
      const desk = deskOf(arg.tree)
      const answerer = TREE_ANSWERS[question] as (desk: TreeDesk, arg: Arg<TreeQuestion>) => unknown
      const value = answerer(desk, arg)
      if (isSliced(value)) proceed(ask, value)
      else tell(ask, value)
    })
  }

  function proceed(ask: number, work: Sliced<unknown>): void {
    attempt(ask, () => {
      const step = work.next()
      if (step.done) tell(ask, step.value)
      else setImmediate(() => proceed(ask, work))
    })
  }

  function tell(ask: number, value: unknown): void {
    port.postMessage({ kind: 'answered', ask, value: value as (FromTreeThread & { kind: 'answered' })['value'] })
  }

  /** An expected failure is an answer; a bug ends the thread, and its handle says so. */
  function attempt(ask: number, act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      port.postMessage({ kind: 'failed', ask, error: error.toData() })
    }
  }
}

function isSliced(value: unknown): value is Sliced<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value
}
