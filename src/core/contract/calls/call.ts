import { positiveShape, z } from '../zod'

type Fields = Readonly<Record<string, z.ZodType>>
type ArgOf<Given> =
  Given extends z.ZodType<infer Arg> ? Arg : Given extends Fields ? z.output<ReturnType<typeof z.strictObject<Given>>> : never

/** One entry of the contract: the type of the answer, and the shape of the argument or its fields, which also give its type. */
export const call =
  <Result>() =>
  <Given extends z.ZodType | Fields>(given: Given) => {
    const shape = given instanceof z.ZodType ? given : z.strictObject(given)
    return { shape } as { readonly shape: z.ZodType<ArgOf<Given>>; readonly _result?: Result }
  }

export const nothing = z.undefined()
/** The id of anything that the store numbers. */
export const idShape = positiveShape
