/** A service of the lab: the calls that it answers, and its part of `hello`. */
import type { CallName, HandlersOf, Hello } from '../../../core/contract/calls'

export interface Feature<Calls extends CallName = never, Said extends keyof Hello = never> {
  readonly handlers: HandlersOf<Calls>
  hello?(): Pick<Hello, Said>
}

/** All members of a union at once. */
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never
type Opened = Pick<Feature, 'handlers' | 'hello'>

export function handlersOf<F extends Opened>(features: readonly F[]): Merged<F['handlers']> {
  return Object.assign({}, ...features.map(({ handlers }) => handlers)) as Merged<F['handlers']>
}

type HelloOf<F extends Opened> = Merged<ReturnType<NonNullable<F['hello']>>>

export function helloOf<F extends Opened>(features: readonly F[]): HelloOf<F> {
  return Object.assign({}, ...features.map(feature => feature.hello?.())) as HelloOf<F>
}
