import { z } from '../zod'

/** One entry of the contract: the shape of what is asked, and the type of the answer. */
export const call = <Arg, Result>(shape: z.ZodType<Arg>) =>
  ({ shape }) as { readonly shape: z.ZodType<Arg>; readonly _result?: Result }

export const nothing = z.undefined()
/** Of anything that the store numbers. */
export const idShape = z.int().min(1)
