/** One parser under fire: what it is given, and what must hold of its answer. */
import fc from 'fast-check'
import { LabError } from '../../../src/core/errors'
import { quoted } from '../../../src/core/quoted'

export interface Harness<Input = unknown> {
  readonly name: string
  readonly inputs: fc.Arbitrary<Input>
  /** @returns what became of it: `read`, or the code of the refusal. Throws where anything else happened, which is a defect. */
  readonly examine: (input: Input) => string | Promise<string>
}

/** So that harnesses of different inputs stand in one list. */
export function harness<Input>(spec: Harness<Input>): Harness {
  return spec as unknown as Harness
}

/** Longest text of an error that a person should read. */
const LONGEST_MESSAGE = 2_000

/** What a reader does with an input: a value to look at, or a refusal in a few words. */
export function refusedOr<Value>(read: () => Value, examine: (value: Value) => void): string {
  let value: Value
  try {
    value = read()
  } catch (error) {
    return codeOf(error)
  }
  examine(value)
  return 'read'
}

/** @throws what is no refusal, or one that says too much or nothing. */
export function codeOf(error: unknown): string {
  if (!(error instanceof LabError) || error.code === 'INTERNAL') throw error
  if (error.message === '' || error.message.length > LONGEST_MESSAGE)
    throw new Error(`a refusal of ${error.message.length} characters: ${quoted(error.message, 300)}`, { cause: error })
  return error.code
}

export interface Plan {
  readonly seed: number
  readonly count: number
  /** Called now and then, with how many were examined. */
  readonly onProgress?: (done: number) => void
}

/** How often each outcome was seen. */
export type Tally = Map<string, number>

export function count(tally: Tally, outcome: string, by = 1): void {
  tally.set(outcome, (tally.get(outcome) ?? 0) + by)
}

const BATCH = 200

/** Many inputs without shrinking; an error names the batch and the number in it, so that `examineOne` finds it again. */
export async function examineMany({ name, inputs, examine }: Harness, { seed, count: wanted, onProgress }: Plan): Promise<Tally> {
  const tally: Tally = new Map()
  for (let done = 0; done < wanted; done += BATCH) {
    const batch = fc.sample(inputs, { seed: seed + done, numRuns: Math.min(BATCH, wanted - done) })
    for (const [i, input] of batch.entries())
      try {
        count(tally, await examine(input))
      } catch (error) {
        throw new Error(`${name}: seed ${seed + done}, input ${i}: ${excerptOf(input)}`, { cause: error })
      }
    onProgress?.(done + batch.length)
    await new Promise(resolve => setImmediate(resolve))
  }
  return tally
}

/** Enough of an input to see what it was. */
export function excerptOf(input: unknown): string {
  try {
    return quoted(typeof input === 'string' ? input : JSON.stringify(input), 1_500)
  } catch {
    return quoted(input)
  }
}
