/** A kind of run as small as one can be: squares of numbers, a line of JSON each. CONTRIBUTING.md shows it as an example. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { join } from 'node:path'
import type { LineKind } from '../../../../src/core/contract/files'
import { z } from '../../../../src/core/contract/zod'
import { LabError } from '../../../../src/core/errors'
import { LineFile } from '../../../../src/main/files/lineFile'
import { whileWriting } from '../../../../src/main/lab/ground/resultFile'
import { Runs, type RunsOptions, type Standing, type Turn } from '../../../../src/main/lab/runs/runs'

interface Head {
  readonly id: number
  readonly count: number
}
interface Square {
  readonly n: number
  readonly square: number
}
const SQUARE_LINES: LineKind<Head, Square> = {
  name: 'list of squares',
  parts: 'squares',
  longest: 1000,
  head: { format: 'squares', version: 1, shape: z.object({ id: z.number(), count: z.number() }) },
  line: z.object({ n: z.number(), square: z.number() }),
}

interface SquareRun extends Head {
  readonly squares: readonly Square[]
  readonly deleted?: boolean
}
export interface SquareRow extends SquareRun, Omit<Standing, 'state'> {
  readonly state: 'paused' | 'finished' | 'failed' | NonNullable<Standing['state']>
}

export interface SquaresOptions extends RunsOptions<SquareRow> {
  readonly folder: string
  /** The computation. */
  readonly square: (n: number) => number
}

export class Squares extends Runs<number, SquareRun, SquareRow> {
  constructor(private readonly options: SquaresOptions) {
    super('bench', options)
    mkdirSync(options.folder, { recursive: true })
  }

  start(count: number): Promise<SquareRow> {
    return this.steer(async () => {
      const id = 1 + readdirSync(this.options.folder).filter(name => name.endsWith('.jsonl')).length
      await whileWriting(
        this.#path(id),
        false,
        () => this.#open(id, { id, count }),
        async () => undefined,
      )
      return this.enqueue({ id, count, squares: [] })
    })
  }

  async find(id: number): Promise<SquareRun> {
    let run: SquareRun | undefined
    const squares: Square[] = []
    if (readdirSync(this.options.folder).includes(`${id}.jsonl`)) await this.#open(id, undefined, squares, head => (run = { ...head, squares })) // oxfmt-ignore
    if (!run) throw new LabError('NOT_FOUND', `There are no squares ${id}.`)
    return run
  }

  protected idOf({ id }: SquareRun): number {
    return id
  }

  protected jobOf({ id, count, squares }: SquareRun) {
    return { title: `squares ${id}`, total: count, done: squares.length }
  }

  protected rowOf(run: SquareRun): SquareRow {
    const standing = this.standing(run.id)
    const resting = standing.problem ? 'failed' : run.squares.length < run.count ? 'paused' : 'finished'
    return { ...run, ...standing, state: standing.state ?? resting }
  }

  protected override toResume(run: SquareRun): SquareRun | undefined {
    return run.squares.length < run.count ? run : undefined
  }

  protected override async setDeleted(id: number): Promise<SquareRun> {
    const run = await this.find(id)
    rmSync(this.#path(id))
    return run
  }

  protected async compute(turn: Turn<SquareRun>): Promise<void> {
    const { id, count } = turn.run
    const squares: Square[] = []
    await whileWriting(this.#path(id), true, () => this.#open(id, undefined, squares), async file => {
      for (let n = squares.length; n < count && !turn.signal.aborted; n++) {
        await setImmediate()
        const result = { n, square: this.options.square(n) }
        file.add(result)
        squares.push(result)
        turn.run = { ...turn.run, squares: [...squares] }
        turn.progress(squares.length)
      }
    }) // oxfmt-ignore
  }

  async #open(id: number, head?: Head, squares: Square[] = [], onHead: (head: Head) => void = () => undefined) {
    const file = await LineFile.open(this.#path(id), SQUARE_LINES, { mayBeNew: head !== undefined, onHead, onLine: each => void squares.push(each) }) // oxfmt-ignore
    if (head) {
      file.begin(head)
      file.add()
    }
    return file
  }

  #path(id: number): string {
    return join(this.options.folder, `${id}.jsonl`)
  }
}
