/** The file of results from which a reproduction resumes. */
import { appendFileSync, existsSync, truncateSync } from 'node:fs'
import { loadavg } from 'node:os'
import { dirname } from 'node:path'
import {
  isHead,
  parseResultLine,
  RESULTS_FORMAT,
  RESULTS_VERSION,
  type GameLine,
  type LeavesLine,
  type MatchLine,
  type ReproductionName,
  type Result,
  type ResultsHead,
  type RunLine,
  type SpeedLine,
  type StarLine,
  type WallGameLine,
  type WallPhaseLine,
} from '../../../core/contract/files'
import { LabError, unreachable } from '../../../core/errors'
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../about'
import { badFile, explainingFile } from '../../files/fileProblem'
import { makeFolder } from '../../files/home'
import { readTextFile } from '../../files/textFile'
import { machineHere } from '../ground/provenance'

const MAX_BYTES = 64 * 2 ** 20

/** The engine that determines results. */
export interface Engine {
  readonly kernel: string
  /** Fingerprint of some of its results. */
  readonly fingerprint: string
}

/**
 * One line per result, written when it ends: a kill loses only the current computation, and an incomplete line is dropped. If two processes
 * computed a result, the first line counts: the second is the same, except for measured times.
 */
export class ResultsFile {
  readonly heads: ResultsHead[] = []
  readonly #results = new Map<string, Result>()
  /** The head before each result. */
  readonly #headOf = new Map<Result, ResultsHead>()

  /** Written before the first result of this start. */
  #head: ResultsHead | undefined

  private constructor(
    readonly path: string,
    head?: ResultsHead,
  ) {
    this.#head = head
  }

  /** Reads the results of any lab, for viewing. @throws {LabError} `BAD_FILE`, naming the line */
  static read(path: string, name: ReproductionName): ResultsFile {
    const file = new ResultsFile(path)
    file.#read(name)
    return file
  }

  /**
   * Reads a file without changing it.
   * @throws {LabError} `BAD_FILE`, naming the line; `KERNEL_BROKEN` for results of a lab with other results
   */
  static open(path: string, name: ReproductionName, engine: Engine): ResultsFile {
    const file = new ResultsFile(path, headOf(name, engine))
    explainingFile(dirname(path), () => makeFolder(dirname(path), 0o777)) // minus the bits of this user's umask
    if (existsSync(path)) file.#read(name, engine)
    return file
  }

  has(result: Key): boolean {
    return this.#results.has(keyOf(result))
  }

  add(result: Result): void {
    if (this.#head) {
      this.#dropCutOff()
      this.#append(this.#head)
      this.heads.push(this.#head)
      this.#head = undefined
    }
    this.#append(result)
    this.#keep(result)
  }

  /** The last lab and machine that computed one of these results. */
  headOf(results: readonly Result[]): ResultsHead {
    const heads = new Set(results.map(each => this.#headOf.get(each)))
    return this.heads.findLast(head => heads.has(head))!
  }

  /** Games of that player alone, in order. */
  games(batch: string, player: string): GameLine[] {
    const games = this.#all.filter(each => each.kind === 'game' && each.batch === batch && each.player === player)
    return (games as GameLine[]).sort((a, b) => a.game - b.game)
  }

  /** Runs whose settings match `configOf` for their seed, or of any settings, by seed. */
  runs(row: string, configOf?: (seed: number) => string): RunLine[] {
    const runs = this.#all.filter(
      each => each.kind === 'run' && each.row === row && (!configOf || each.config === configOf(each.seed)),
    )
    return (runs as RunLine[]).sort((a, b) => a.seed - b.seed)
  }

  leaves(block: LeavesKey): LeavesLine | undefined {
    return this.#results.get(keyOf(block)) as LeavesLine | undefined
  }

  /** Matches of those players and rules alone, in order. */
  matches(series: string, played: string): MatchLine[] {
    const matches = this.#all.filter(each => each.kind === 'match' && each.series === series && each.played === played)
    return (matches as MatchLine[]).sort((a, b) => a.match - b.match)
  }

  /** Of those players and rules alone. */
  wallGames(test: string, played: string): WallGameLine[] {
    return this.#all.filter(each => each.kind === 'wall game' && each.test === test && each.played === played) as WallGameLine[]
  }

  /** Of those players and rules alone. */
  wallPhases(test: string, played: string): WallPhaseLine[] {
    return this.#all.filter(each => each.kind === 'wall phase' && each.test === test && each.played === played) as WallPhaseLine[]
  }

  stars(block: StarKey): StarLine | undefined {
    return this.#results.get(keyOf(block)) as StarLine | undefined
  }

  /** For that player, one per machine. */
  speeds(player: string): SpeedLine[] {
    return this.#all.filter(each => each.kind === 'speed' && each.player === player) as SpeedLine[]
  }

  get #all(): Result[] {
    return [...this.#results.values()]
  }

  #keep(result: Result): void {
    this.#results.set(keyOf(result), result)
    const head = this.heads.at(-1)
    if (head) this.#headOf.set(result, head)
  }

  #read(name: ReproductionName, engine?: Engine): void {
    const text = readTextFile(this.path, MAX_BYTES)
    const whole = wholeLines(text)
    for (const [i, line] of whole.split('\n').slice(0, -1).entries()) {
      const read = parseResultLine(line, this.path, i + 1)
      if (!isHead(read)) {
        if (!this.has(read)) this.#keep(read)
      } else if (read.name !== name)
        throw badFile(this.path, `line ${i + 1}: these are results of "${read.name}", not of "${name}"`)
      else if (engine && (read.fingerprint !== engine.fingerprint || read.generator !== GENERATOR))
        throw otherGames(this.path, read, engine)
      else this.heads.push(read)
    }
    if (text !== '' && this.heads.length === 0) throw badFile(this.path, 'no line says what these results are of')
  }

  /** Removes an incomplete line after a kill. If another process has already removed it and added lines, those stay. */
  #dropCutOff(): void {
    if (!existsSync(this.path)) return
    const text = readTextFile(this.path, MAX_BYTES)
    const whole = wholeLines(text)
    if (whole.length < text.length) explainingFile(this.path, () => truncateSync(this.path, Buffer.byteLength(whole)))
  }

  #append(line: ResultsHead | Result): void {
    explainingFile(this.path, () => appendFileSync(this.path, `${JSON.stringify(line)}\n`))
  }
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1)
}

function headOf(name: ReproductionName, { kernel, fingerprint }: Engine): ResultsHead {
  return {
    format: RESULTS_FORMAT,
    version: RESULTS_VERSION,
    name,
    lab: VERSION,
    kernel,
    generator: GENERATOR,
    fingerprint,
    machine: machineHere(),
    ...(process.platform !== 'win32' && { load: Math.round(10 * loadavg()[0]!) / 10 }),
    at: new Date().toISOString(),
  }
}

type LeavesKey = Pick<LeavesLine, 'kind' | 'branching' | 'depth' | 'order' | 'first' | 'trees'>
type StarKey = Pick<StarLine, 'kind' | 'branching' | 'depth' | 'order' | 'first' | 'trees'>

/** The fields that distinguish results. */
export type Key =
  | Pick<GameLine, 'kind' | 'batch' | 'game' | 'player'>
  | Pick<RunLine, 'kind' | 'row' | 'seed' | 'config'>
  | Pick<SpeedLine, 'kind' | 'player' | 'machine'>
  | Pick<MatchLine, 'kind' | 'series' | 'match' | 'played'>
  | Pick<WallGameLine, 'kind' | 'test' | 'played' | 'game'>
  | Pick<WallPhaseLine, 'kind' | 'test' | 'played' | 'board' | 'continuation' | 'player'>
  | LeavesKey
  | StarKey

function keyOf(result: Key): string {
  switch (result.kind) {
    case 'game':
      return `${result.player} ${result.batch} ${result.game}`
    case 'run':
      return `${result.config} ${result.row} ${result.seed}`
    case 'leaves':
      return [result.branching, result.depth, result.order, result.first, result.trees].join(' ')
    case 'match':
      return `match ${result.played} ${result.series} ${result.match}`
    case 'wall game':
      return `wall game ${result.played} ${result.test} ${result.game}`
    case 'wall phase':
      return ['wall phase', result.played, result.test, result.board, result.continuation, result.player].join(' ')
    case 'star':
      return ['star', result.branching, result.depth, result.order, result.first, result.trees].join(' ')
    case 'speed':
      return `speed ${result.player} ${result.machine}`
    default:
      return unreachable(result)
  }
}

function otherGames(path: string, { lab, kernel }: ResultsHead, ours: Engine): LabError {
  return new LabError(
    'KERNEL_BROKEN',
    `${path} was begun with 2048 Lab ${lab}, kernel ${kernel}; this one, kernel ${ours.kernel}, has other results. Name another folder, or resume with the lab that began it.`,
    { file: path },
  )
}
