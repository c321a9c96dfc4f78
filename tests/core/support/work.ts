import { Trace } from '../../../src/core/trace/trace'

const WITH_CALLBACK = ['map', 'filter', 'find', 'findLast', 'findIndex', 'some', 'every', 'reduce', 'flatMap', 'forEach'] as const
const WITHOUT = ['includes', 'indexOf', 'slice'] as const

/** How many elements array methods look at, and how many siblings are gone along, while something runs: its cost without a clock. */
export function workOf(run: () => void): number {
  let work = 0
  const undo: (() => void)[] = []
  const replace = <Target extends object>(
    target: Target,
    name: keyof Target,
    make: (its: (...args: never[]) => unknown) => unknown,
  ) => {
    const its = target[name]
    undo.push(() => (target[name] = its))
    target[name] = make(its as (...args: never[]) => unknown) as Target[keyof Target]
  }
  type Callback = (...args: unknown[]) => unknown
  for (const name of WITH_CALLBACK)
    replace(
      Array.prototype as unknown as Record<string, Callback>,
      name,
      its =>
        function (this: unknown[], callback: Callback, ...rest: unknown[]) {
          const counted: Callback = (...args) => {
            work++
            return callback(...args)
          }
          return Reflect.apply(its, this, [counted, ...rest]) as unknown
        },
    )
  for (const name of WITHOUT)
    replace(
      Array.prototype as unknown as Record<string, Callback>,
      name,
      its =>
        function (this: unknown[], ...args: unknown[]) {
          const found = Reflect.apply(its, this, args) as unknown
          work += name === 'indexOf' && (found as number) >= 0 ? (found as number) + 1 : this.length
          return found
        },
    )
  replace(
    Trace.prototype,
    'nextSibling',
    its =>
      function (this: Trace, node: number) {
        work++
        return Reflect.apply(its, this, [node]) as unknown
      },
  )
  try {
    run()
  } finally {
    for (const each of undo) each()
  }
  return work
}
