import fc from 'fast-check'

/** 0 … 1, each as likely as any other; `fc.double` is mostly near the ends. */
export const share: fc.Arbitrary<number> = fc.noBias(fc.nat(999_999)).map(millionths => millionths / 1e6)
