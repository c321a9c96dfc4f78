/**
 * What a student may predict before a step. A question follows from the current event alone: what comes next decides only whether the
 * answer is right, so that the question gives nothing away.
 */
import type { EventStop, NodeKey } from '../../../../../core/tree/views'

export type Question =
  /** Whether the children left of a node are cut now. */
  | { readonly is: 'cut' }
  /** The value that a node returns, whose last child has just returned. */
  | { readonly is: 'value'; readonly key: NodeKey }
  /** The child that the root takes, or that a visit enters. */
  | { readonly is: 'child'; readonly key: NodeKey }

export type Guess = boolean | number

/** What is known of the searcher. */
export interface Rules {
  readonly hasWindows: boolean
  readonly hasVisits: boolean
  /** Children may be searched twice: the last one to return does not end its parent. */
  readonly hasProbes: boolean
}

/** @returns `undefined` where there is nothing to predict */
export function questionAfter({ event, frames }: EventStop, { hasWindows, hasVisits, hasProbes }: Rules): Question | undefined {
  const top = frames.at(-1)!
  if (hasVisits) return event.kind === 'visit' ? { is: 'child', key: top.key } : undefined
  const node = event.kind === 'leave' ? frames.at(-2) : top
  if (!node || node.left === null) return undefined
  if (event.kind === 'improve' && hasWindows && node.left > 0) return { is: 'cut' }
  const isOver = event.kind === 'cut' || (event.kind === 'leave' && node.left === 0 && !hasProbes)
  if (!isOver) return undefined
  return frames[0] === node && node.kind !== 'chance' ? { is: 'child', key: node.key } : { is: 'value', key: node.key }
}

/** The step to the event that shows the answer. */
export const answeringStep = ({ is }: Question, { event }: EventStop): 'into' | 'out' =>
  is === 'cut' || event.kind === 'visit' ? 'into' : 'out'

/** The answer; `undefined` if the search ended otherwise. */
export function answerAt(question: Question, { event, frames, returned }: EventStop): Guess | undefined {
  if (question.is === 'cut') return event.kind === 'cut'
  if (question.is === 'value') return event.kind === 'leave' && event.key === question.key ? (returned ?? undefined) : undefined
  const isBelow = frames.length > 1 && frames.at(-2)!.key === question.key
  if (isBelow && (event.kind === 'enter' || event.kind === 'visit')) return event.edge?.id
  return event.kind === 'leave' && event.key === question.key ? frames.at(-1)!.bestEdge?.id : undefined
}

/** Half of the last decimal that a value is shown with, relative and absolute. */
const CLOSE = 0.005

export function isRight(guess: Guess, answer: Guess): boolean {
  if (typeof guess !== 'number' || typeof answer !== 'number') return guess === answer
  return Math.abs(guess - answer) <= CLOSE * Math.max(1, Math.abs(answer))
}
