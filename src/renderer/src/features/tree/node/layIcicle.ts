import type { IciclePiece } from '../../../../../core/tree/views'

/** Indices of adjacent pieces; absent at the borders. */
interface Neighbours {
  readonly above: number | undefined
  readonly below: number | undefined
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Tolerance where pieces touch, for rounding errors. */
const ROUNDING = 1e-12

/** The pieces of an icicle in reading order, level by level from left to right, with their neighbours. */
export function layIcicle(all: readonly IciclePiece[]) {
  const pieces = all.toSorted((a, b) => a.level - b.level || a.from - b.from || Number(a.key) - Number(b.key))
  /** Where each level begins, and where the last one ends. */
  const starts: number[] = []
  pieces.forEach(({ level }, index) => (starts[level] ??= index))
  const levels = starts.length
  starts.push(pieces.length)

  /** The first piece of a level that reaches beyond a place. */
  function beyond(level: number, place: number): number | undefined {
    let [low, high] = [starts[level]!, starts[level + 1]!]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pieces[middle]!.to > place + ROUNDING) high = middle
      else low = middle + 1
    }
    return low < starts[level + 1]! ? low : undefined
  }

  function beside(index: number): Neighbours {
    const { level, from, to } = pieces[index]!
    const child = level + 1 < levels ? beyond(level + 1, from) : undefined
    return {
      above: level > 0 ? beyond(level - 1, (from + to) / 2) : undefined,
      below: child !== undefined && pieces[child]!.from < to ? child : undefined,
      before: index > starts[level]! ? index - 1 : undefined,
      after: index + 1 < starts[level + 1]! ? index + 1 : undefined,
    }
  }

  return { pieces, levels, beside }
}
