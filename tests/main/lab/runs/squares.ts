/** A kind of run as small as one can be: squares of numbers, a line of JSON each. CONTRIBUTING.md shows it as an example. */
import { setImmediate } from 'node:timers/promises'
import type { LineRunRow } from '../../../../src/core/contract/calls'
import type { StoredLineRun } from '../../../../src/core/contract/storedRuns'
import { z } from '../../../../src/core/contract/zod'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn, type RunLines } from '../../../../src/main/lab/runs/lineRuns' // oxfmt-ignore

interface Head {
  readonly count: number
}
interface Square {
  readonly n: number
  readonly square: number
}

export interface SquareRow extends Head, LineRunRow {
  readonly squares: number
}

export interface SquaresOptions extends LineRunsOptions<SquareRow> {
  /** The computation. */
  readonly square: (n: number) => number
}

export class Squares extends LineRuns<number, Head, Square, SquareRow> {
  protected readonly lineKind: RunLines<Head, Square> = {
    name: 'list of squares',
    head: { format: 'squares', version: 1, shape: z.object({ count: z.number() }) },
    line: z.object({ n: z.number(), square: z.number() }),
  }

  constructor(private readonly options: SquaresOptions) {
    super('bench', options)
  }

  start(count: number): Promise<SquareRow> {
    return this.steer(() => this.begin({ count }, `The first ${count}`))
  }

  protected jobOf({ title, head: { count }, lines }: LineRun<Head>) {
    return { title, total: count, done: lines }
  }

  protected rowOf(run: LineRun<Head>): SquareRow {
    return { ...this.facts(run), ...run.head, squares: run.lines }
  }

  protected damagedRow(run: StoredLineRun): SquareRow {
    return { ...this.facts(run), count: 0, squares: run.lines }
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
