import { z } from '../../../core/contract/zod'

/** Which moves of a course a person made, as runs of them in their order; 0 is the first move, `to` is not in the run. */
export type HandMoves = readonly (readonly [from: number, to: number])[]

export const handMovesShape: z.ZodType<HandMoves> = z.array(z.tuple([z.int().min(0), z.int().min(0)])).max(200_000)

/** The course ends with a new move number `at`: what came after the moves before it is dropped. */
export function withMove(moves: HandMoves, at: number, byHand: boolean): HandMoves {
  const last = moves.at(-1)
  const before =
    !last || last[1] <= at ? moves : moves.flatMap(([from, to]) => (from < at ? [[from, Math.min(to, at)] as const] : []))
  if (!byHand) return before
  const end = before.at(-1)
  return end?.[1] === at ? [...before.slice(0, -1), [end[0], at + 1]] : [...before, [at, at + 1]]
}
