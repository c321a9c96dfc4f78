import type { NodeKind } from '../../../../core/trace/format'
import type { TreeEdge } from '../../../../core/tree/views'

/** The structure of a tree that the game gives away before any search: a typed tree is known in full. */
export interface Sketch {
  readonly kind: NodeKind
  readonly agent?: number
  readonly children: readonly { readonly edge: TreeEdge; readonly chance?: number; readonly node: Sketch }[]
}

/**
 * Letters of a sketch's inner nodes by their paths, level by level: A, B, … Z, AA. The root has none, and neither have leaves. They depend
 * on the sketch alone, so that a lecture gives nothing away by them.
 */
export function lettersOf(root: Sketch): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  let level: readonly (readonly [path: string, node: Sketch])[] = [['', root]]
  while (level.length > 0) {
    level = level.flatMap(([path, { children }]) =>
      children.map(({ edge, node }) => [pathTo(path, edge.id), node] as const).filter(([, { kind }]) => kind !== 'leaf'),
    )
    for (const [path] of level) letters.set(path, letter(letters.size))
  }
  return letters
}

/** The path of a child. */
export const pathTo = (parent: string, edge: number): string => (parent === '' ? String(edge) : `${parent}.${edge}`)

/** @param number from 0 */
function letter(number: number): string {
  const last = String.fromCodePoint(65 + (number % 26))
  return number < 26 ? last : letter(Math.floor(number / 26) - 1) + last
}
