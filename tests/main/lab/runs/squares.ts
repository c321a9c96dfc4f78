/** A kind of run as small as one can be: squares of numbers, a line of JSON each. CONTRIBUTING.md shows it as an example. */
import { setImmediate } from 'node:timers/promises'
import { z } from '../../../../src/core/contract/zod'
import type { Standing } from '../../../../src/main/lab/runs/runs'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn, type RunLines } from '../../../../src/main/lab/runs/lineRuns' // oxfmt-ignore

interface Head {
  readonly count: number
}
interface Square {
  readonly n: number
  readonly square: number
}

export interface SquareRow extends Head, Omit<Standing, 'state'> {
  readonly id: number
  readonly title: string
  readonly squares: number
  readonly state: LineRun<Head>['state'] | NonNullable<Standing['state']>
}

export interface SquaresOptions extends LineRunsOptions<SquareRow> {
  /** The computation. */
  readonly square: (n: number) => number
}

export class Squares extends LineRuns<number, Head, Square, SquareRow> {
  protected readonly lineKind: RunLines<Head> = {
    name: 'list of squares',
    head: { format: 'squares', version: 1, shape: z.object({ count: z.number() }) },
  }

  constructor(private readonly options: SquaresOptions) {
    super('bench', options)
  }

  start(count: number): Promise<SquareRow> {
    return this.steer(() => this.begin({ count }, `The first ${count}`))
  }

  protected idOf({ key }: LineRun<Head>): number {
    return Number(key)
  }

  protected jobOf({ title, head: { count }, lines }: LineRun<Head>) {
    return { title, total: count, done: lines }
  }

  protected rowOf(run: LineRun<Head>): SquareRow {
    const { title, head, lines, state, problem } = run
    return {
      id: this.idOf(run),
      title,
      ...head,
      squares: lines,
      state,
      ...(problem && { problem }),
      ...this.standing(this.idOf(run)),
    }
  }

  protected async advance({ run, signal, add }: LineTurn<Head, Square>): Promise<boolean> {
    const { count } = run.head
    const known = new Set<number>()
    for await (const { number } of this.lines(run)) known.add(number)
    for (let n = 0; n < count; n++) {
      if (known.has(n)) continue
      await setImmediate()
      if (signal.aborted) return false
      add(n, { n, square: this.options.square(n) })
    }
    return true
  }
}
