import { positiveShape, z } from '../zod'

/** One entry of the contract: the type of the answer, and the shape of the argument, which also gives its type. */
export const call =
  <Result>() =>
  <Arg>(shape: z.ZodType<Arg>) =>
    ({ shape }) as { readonly shape: z.ZodType<Arg>; readonly _result?: Result }

export const nothing = z.undefined()
/** The id of anything that the store numbers. */
export const idShape = positiveShape
