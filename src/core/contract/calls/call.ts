import { z } from '../zod'

/** One entry of the contract: the type of the answer, and the shape of what is asked, which is its type too. */
export const call =
  <Result>() =>
  <Arg>(shape: z.ZodType<Arg>) =>
    ({ shape }) as { readonly shape: z.ZodType<Arg>; readonly _result?: Result }

export const nothing = z.undefined()
/** Of anything that the store numbers. */
export const idShape = z.int().min(1)
