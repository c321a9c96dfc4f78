/** Trains the networks of a run, one after the other, with checkpoints. */
import type { TrainingLine } from '../../../core/contract/files'
import type { NetworkHead } from '../../../core/contract/networkFile'
import type { Remote } from '../../../core/channel/service'
import { LabError } from '../../../core/errors'
import { PREVIOUS, stepAt, type NetworkTraining, type TrainingPlace } from '../../../core/games/twenty48/wallGame/training'
import { deriveSeed } from '../../../core/random'
import { LaterHalf } from '../../../core/stats/moveTimes'
import type { TrainingService } from '../../compute/training/messages'
import { startTraining, type TrainingThreads } from '../../compute/training/trainingThreads'
import { findNetwork, headOfNetwork } from '../../compute/networks/networkFile'
import type { RunFolder, RunPlace } from './runFolder'

/**
 * Moves between two messages to the threads: of one; of two, at most, and as a share of all, so that the rates follow the share. The state
 * between two slices is all that the next one depends on.
 */
const SLICE = { one: 20_000, two: { most: 100_000, share: 0.02 } } as const
/** Maximum number of validations of a network, evenly over its moves, and minimum number of moves between two. */
const VALIDATIONS = { most: 20, apart: 100_000 } as const
/** Games from each start; after the last move more. */
const VALIDATION_GAMES = { during: 200, last: 1000 } as const
/** Apart from the seeds of the threads: no run has as many. */
const VALIDATION_STREAM = 2 ** 40

/** How often checkpoints are written. */
interface CheckpointPace {
  /** Minimum ms between two validations. */
  readonly least: number
  /** Maximum share of the time that they may take, 0 … 1. */
  readonly share: number
}

const USUAL_PACE: CheckpointPace = { least: 30_000, share: 0.05 }

export interface TrainListener {
  /** Ends the run after the slices that are being trained, with a checkpoint. */
  readonly signal: AbortSignal
  /** Called when a network begins or resumes. */
  readonly onNetwork: (place: RunPlace) => void
  /** Called after each slice. @param seconds of training, of the later half of this process's @param moves in these seconds */
  readonly onMoves: (place: RunPlace, seconds: number, moves: number) => void
  readonly onMeasured: (line: TrainingLine) => void
  /** Called after each checkpoint, and after each network with the start of the next one: from there the run resumes. */
  readonly onSaved: (place: TrainingPlace) => void
  /** Called for a fault despite which training continues: such as a checkpoint that is damaged or cannot be written. */
  readonly onProblem: (problem: LabError) => void
  /** For tests. */
  readonly pace?: CheckpointPace
}

/**
 * Begins or resumes a run in its folder, which exists. The networks do not depend on where it was interrupted.
 * @param folders of networks, for a basis
 * @returns whether it is finished
 * @throws {LabError} `NOT_FOUND` for a basis, or if the run's folder is gone; `BAD_SETTING` for a basis; `BAD_FILE`; `WORKER_LOST`
 */
export async function trainRun(run: RunFolder, folders: readonly string[], listener: TrainListener): Promise<boolean> {
  for (;;) {
    const { places, damaged } = run.places
    for (const file of damaged) listener.onProblem(new LabError('BAD_FILE', `${file}: this checkpoint is damaged`, { file }))
    if (places.length === 0) break
    if (listener.signal.aborted) return false
    const { network } = places[0]!
    const training = run.head.config.networks[network]!
    const { threads: count, seed } = run.head.config
    const threads = await startTraining(training, count, seed)
    try {
      const isTrained = await new NetworkRun(run, training, folders, threads, listener).train(places, damaged)
      if (!isTrained) return false
    } finally {
      await threads.close()
    }
  }
  try {
    run.removeCheckpoints()
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    listener.onProblem(error) // they take room, and nothing else
  }
  return true
}

class NetworkRun {
  readonly #first: Remote<TrainingService>
  readonly #pace: CheckpointPace
  #place!: RunPlace
  #savedAt = performance.now()
  #saveMs = 0

  constructor(
    private readonly run: RunFolder,
    private readonly training: NetworkTraining,
    private readonly folders: readonly string[],
    private readonly threads: TrainingThreads,
    private readonly listener: TrainListener,
  ) {
    this.#first = threads.threads[0]!
    this.#pace = listener.pace ?? USUAL_PACE
  }

  /** @returns false if it was interrupted */
  async train(places: readonly RunPlace[], damaged: readonly string[]): Promise<boolean> {
    this.#place = await this.#begin(places, damaged.length > 0)
    this.listener.onNetwork(this.#place)
    const { moves: all } = this.training
    const before = this.#place.moves
    let seconds = 0
    const pace = new LaterHalf()
    this.#savedAt = performance.now()
    let isSaved = before > 0
    while (this.#place.moves < all && !this.listener.signal.aborted) {
      const started = performance.now()
      const validated = validationsAt(this.#place.moves, all)
      const { seconds: secondsBefore } = this.#place
      do {
        const step = stepAt(this.training, Math.min(1, this.#place.moves / all))
        const learned = await this.threads.train({ step, least: this.#slice })
        this.#place = { ...this.#place, moves: this.#place.moves + learned }
        const now = (performance.now() - started) / 1000
        const later = pace.at(1000 * (seconds + now), this.#place.moves - before)
        this.listener.onMoves(this.#place, later.ms / 1000, later.done)
      } while (
        this.#place.moves < all &&
        !this.listener.signal.aborted &&
        !this.#isSaveDue &&
        validationsAt(this.#place.moves, all) === validated
      )
      const passed = (performance.now() - started) / 1000
      seconds += passed
      this.#place = { ...this.#place, seconds: secondsBefore + passed }
      isSaved = false
      this.run.checkPlace()
      if (this.#place.moves < all && validationsAt(this.#place.moves, all) > validated)
        await this.#measure(VALIDATION_GAMES.during)
      if (this.#isSaveDue) isSaved = await this.#save()
    }
    if (this.#place.moves < all) {
      if (!isSaved && this.#place.moves > 0 && !(await this.#save()))
        throw new LabError('BAD_FILE', 'What was trained since the last checkpoint is lost.')
      return false
    }
    await this.#measure(VALIDATION_GAMES.last)
    try {
      await this.#first.finish({ file: this.run.networkFile(this.#place.network), origin: this.#origin() })
    } catch (error) {
      if (!isSaved) await this.#save() // as on a full disk: the older checkpoint has its room already
      throw error
    }
    this.listener.onSaved({ network: this.#place.network + 1, moves: 0 })
    return true
  }

  /** Restores the furthest checkpoint that is not damaged. */
  async #begin(places: readonly RunPlace[], areSomeDamaged: boolean): Promise<RunPlace> {
    for (const { checkpoint, ...place } of places) {
      if (checkpoint === undefined) {
        if (places.length > 1 || areSomeDamaged) break // the user decides whether to begin anew
        await this.#beginNetwork()
        return place
      }
      try {
        return { ...(await this.#first.restore({ file: checkpoint })), checkpoint }
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        this.listener.onProblem(error)
      }
    }
    const message = `No checkpoint of run ${this.run.id} can be used; ${this.run.path} has them. Begin another run with: ${this.run.head.command}`
    throw new LabError('BAD_FILE', message, { file: this.run.path })
  }

  async #beginNetwork(): Promise<void> {
    const { basis } = this.training
    if (!basis) return
    await this.#first.begin({ file: this.#basisFile()!, lowered: basis.lowered })
  }

  #basisFile(): string | undefined {
    const { basis } = this.training
    if (!basis) return undefined
    if (basis.network !== PREVIOUS) return findNetwork(basis.network, this.folders)
    return this.run.networkFile(this.run.head.config.networks.indexOf(this.training) - 1)
  }

  /** The same for each run with these settings on this machine, so that the files are the same too. */
  #origin(): NonNullable<NetworkHead['origin']> {
    const { command, config, stamp } = this.run.head
    const { at: _, ...ofRun } = stamp
    const basis = this.#basisFile()
    return {
      command,
      moves: this.training.moves,
      ...{ seed: config.seed, threads: config.threads },
      ...(basis !== undefined && { basis: headOfNetwork(basis).id }),
      stamp: ofRun,
    }
  }

  async #measure(games: number): Promise<void> {
    const { seed } = this.run.head.config
    const { threads } = this.threads
    const { network, moves, seconds } = this.#place
    const validation = await Promise.all(
      this.training.starts.map((_, start) =>
        threads[start % threads.length]!.validate({ start, games, seed: deriveSeed(seed, VALIDATION_STREAM + start) }),
      ),
    )
    const counts = await Promise.all(threads.map(thread => thread.counts()))
    const sum = (of: 'games' | 'successes') => counts.reduce((total, each) => total + each[of], 0)
    this.listener.onMeasured({ network, moves, seconds, games: sum('games'), successes: sum('successes'), validation })
  }

  get #slice(): number {
    const { most, share } = SLICE.two
    return this.threads.threads.length > 1 ? Math.min(most, share * this.training.moves) : SLICE.one
  }

  get #isSaveDue(): boolean {
    const { least, share } = this.#pace
    return performance.now() - this.#savedAt >= Math.max(least, this.#saveMs / share)
  }

  /** @returns whether it was written; otherwise training continues */
  async #save(): Promise<boolean> {
    const { checkpoint, ...state } = this.#place
    const file = this.run.nextCheckpoint(checkpoint)
    try {
      this.#saveMs = await this.#first.save({ file, state })
      this.#place = { ...state, checkpoint: file }
      this.listener.onSaved(state)
      return true
    } catch (error) {
      if (!(error instanceof LabError) || error.code !== 'BAD_FILE') throw error
      this.listener.onProblem(error)
      return false
    } finally {
      this.#savedAt = performance.now()
    }
  }
}

/** Number of validations that are due after these moves. */
function validationsAt(moves: number, all: number): number {
  const { most, apart } = VALIDATIONS
  return Math.floor((moves / all) * Math.max(1, Math.min(most, Math.floor(all / apart))))
}
