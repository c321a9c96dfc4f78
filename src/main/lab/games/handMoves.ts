import { z } from '../../../core/contract/zod'

/** The moves of a course that a person made, as a sorted list of ranges; 0 is the first move, `to` is exclusive. */
export type HandMoves = readonly (readonly [from: number, to: number])[]

export const handMovesShape: z.ZodType<HandMoves> = z.array(z.tuple([z.int().min(0), z.int().min(0)])).max(200_000)

/** Adds a move number `at` at the end of the course: moves from there on are dropped. */
export function withMove(moves: HandMoves, at: number, byHand: boolean): HandMoves {
  const last = moves.at(-1)
  const before =
    !last || last[1] <= at ? moves : moves.flatMap(([from, to]) => (from < at ? [[from, Math.min(to, at)] as const] : []))
  if (!byHand) return before
  const end = before.at(-1)
  return end?.[1] === at ? [...before.slice(0, -1), [end[0], at + 1]] : [...before, [at, at + 1]]
}
