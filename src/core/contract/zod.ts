/** Zod, configured before any schema of the contract is made, whatever the order in which a bundle runs, and its commonest shapes. */
import { z } from 'zod'

// Zod would compile its schemas with `new Function`, which the page's content security policy forbids. Even the attempt is reported.
z.config({ jitless: true })

export { z }

export const countShape = z.int().min(0)
export const positiveShape = z.int().min(1)
/** A number that may be a fraction, 0 or more. */
export const amountShape = z.number().min(0)

/** A whole number in `min` … `max`. */
export function wholeShape(min: number, max: number): z.ZodInt {
  return z.int().min(min).max(max)
}

/** Any text of at most `most` characters. */
export function textShape(most: number): z.ZodString {
  return z.string().max(most)
}

/** Zod compares the length of any value, which throws where a hostile one can become no number: here it is refused. */
export function tryShape<T>(shape: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  try {
    return shape.safeParse(value)
  } catch (error) {
    if (!(error instanceof TypeError) || !error.message.includes('primitive value')) throw error
    const issue: z.core.$ZodIssue = { code: 'custom', path: [], message: 'has a length that is no number', input: value }
    return { success: false, error: new z.ZodError([issue]) as z.ZodError<T> }
  }
}
