/** Searchers as in a textbook: G ends a game, U is its utility, h the heuristic, Succ the children, D the depth left. */
import type { EventKind } from '../trace/eventLog'
import type { NodeKind } from '../trace/format'

/**
 * Moments that the kinds of events do not distinguish. `call`: a child is being searched; `cutLow`: the cut of a chance node whose mean is
 * at most α; `probed`: a chance node adopts, or stops at, the bound that a probe proved. `ended`, `known`: in a tree without a log, a leaf or a
 * table hit is left.
 */
export const SPECIAL_MOMENTS = ['call', 'cutLow', 'probed', 'ended', 'known'] as const
export type CodeMoment = EventKind | (typeof SPECIAL_MOMENTS)[number]

/** A moment at any node or at nodes of one kind. `root`: the root of a tree whose other nodes come from another searcher. */
type Moment = EventKind | `${CodeMoment} ${NodeKind | 'root'}`

export interface PseudoLine {
  /** Two spaces at its start are one level. */
  readonly text: string
  /** The line is current from these events on. */
  readonly on?: readonly Moment[]
  /** The line exists only with this wrapper. */
  readonly needs?: 'deepening' | 'quiescence' | 'table'
}

/** Index of the line that is current at an event; `undefined`: the line before stays current. */
export function lineAt(code: readonly PseudoLine[], event: CodeMoment, node: NodeKind | 'root'): number | undefined {
  const isAny = node !== 'root'
  const line = code.findIndex(({ on = [] }) => on.some(moment => (isAny && moment === event) || moment === `${event} ${node}`))
  return line < 0 ? undefined : line
}

/** The code's name for the value of a node from its children so far; `undefined` if it has no such variable. */
export function variableOf(code: readonly PseudoLine[], node: NodeKind | 'root'): string | undefined {
  const line = lineAt(code, 'improve', node)
  return line === undefined ? undefined : /(\S+) ←/.exec(code[line]!.text)?.[1]
}

/** The first lines of a search by depth. @param call of the function, `D` for the depth left */
export function firstLines(call: string): readonly PseudoLine[] {
  return [
    { text: `for D ← 1, 2, …: ${call}`, on: ['iteration'], needs: 'deepening' },
    { text: call, on: ['enter'] },
    { text: '  if G(State) then return U(State)', on: ['utility'] },
    { text: '  if D = 0 and State is noisy then search on, within limits', needs: 'quiescence' },
    { text: '  if D = 0 then return h(State)', on: ['evaluate'] },
    { text: '  if Table knows State at depth D then return its value', on: ['probe', 'hit'], needs: 'table' },
  ]
}

/** How a player's node goes through its children. */
interface PlayerRule {
  readonly kind: 'max' | 'min'
  /** The begin or end of a child's window, if it differs from the node's own. */
  readonly window?: string
  /** The child's value. */
  readonly value: string
  /** When and how the child is searched again. */
  readonly again?: string
  readonly prunes: boolean
  /** The value at which the loop breaks; absent: the end of the window. */
  readonly limit?: string
}

/** The lines of a player's node. The first says whose turn it is. */
export function playerLines({ kind, window, value, again, prunes, limit }: PlayerRule): readonly PseudoLine[] {
  const [best, end, own, reached] = kind === 'max' ? ['CurMax', 'β', 'α', '≥'] : ['CurMin', 'α', 'β', '≤']
  return [
    { text: `  if Turn(State) = ${kind.toUpperCase()} then` },
    { text: `    ${best} ← ${kind === 'max' ? '−∞' : '∞'}` },
    { text: '    for each c in Succ(State)', on: [`expand ${kind}`] },
    ...(window === undefined ? [] : [{ text: `      ${window}` }]),
    { text: `      v ← ${value}`, on: [`call ${kind}`] },
    ...(again === undefined ? [] : [{ text: `      ${again}`, on: [`again ${kind}`] } as const]),
    { text: `      ${best} ← ${kind}(v, ${best})`, on: [`improve ${kind}`] },
    ...(prunes
      ? ([
          { text: `      if ${best} ${reached} ${limit ?? end} then break`, on: [`cut ${kind}`] },
          { text: `      ${own} ← ${kind}(${best}, ${own})`, on: [`narrow ${kind}`] },
        ] as const)
      : []),
    { text: `    return ${best}`, on: [`leave ${kind}`] },
  ]
}
