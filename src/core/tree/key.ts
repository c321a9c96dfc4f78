import { LabError } from '../errors'
import type { NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { NodeKey } from './views'

/** A node, or with `draw` one of the tiles in its mean. */
export interface Place {
  readonly node: NodeId
  readonly draw?: number
}

export function makeKey({ node, draw }: Place): NodeKey {
  return draw === undefined ? String(node) : `${node}.${draw}`
}

/** @throws {LabError} `NOT_FOUND` if the trace has no such node. Does not check the number of tiles of a leaf. */
export function parseKey(trace: Trace, key: NodeKey): Place {
  const [, entry, draw] = /^(\d+)(?:\.(\d+))?$/.exec(key) ?? []
  const node = Number(entry)
  if (entry === undefined || node >= trace.entries)
    throw new LabError('NOT_FOUND', `There is no node ${key} in this tree; it has ${trace.entries} entries.`, { node: key })
  return draw === undefined ? { node } : { node, draw: Number(draw) }
}
